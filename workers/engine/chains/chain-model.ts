import { istDate } from "#domain/calendar/ist.ts";
import {
  type Exchange,
  isTradingDay,
  previousTradingDay,
  sessionClose,
  sessionOpen,
} from "#domain/calendar/sessions.ts";
import { CHAIN_STATES, FORWARD_NONE } from "#domain/chain/flags.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import type { PricingKernel } from "#domain/pricing/kernel.ts";
import { exchangeOf, SEGMENT, segmentOf } from "#domain/units/segments.ts";
import { HEAD_INDEX as H, HEAD_LENGTH } from "#protocol/frames/chain-frame.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { createCellWriter, FIELD_COUNT, type SolvedChain } from "./chain-cells.ts";
import type { LiveChain } from "./live-chain.ts";

/**
 * A chain solved for display. Figures of the expiry (forward, ATM IV, PCR, max pain) are the feed's; rows are solved again
 * from the merged prices with that forward, so that a fresher quote shows its own IV and greeks.
 */
export interface ChainModel {
  /** Version of the chain it was made from. */
  version: number;
  /** `row * FIELD_COUNT + field`; only the fields that were asked for are good. */
  cells: Float64Array;
  /** Figures of the whole chain, in their places of a frame's head; the view adds its own. */
  readonly head: Float64Array;
  /** Chain row of the at-the-money strike, -1 none. */
  atmIndex: number;
  forward: number;
  maxPain: number;
}

export interface Modeller {
  /** The chain's model with the fields (ascending numbers), made again only when the chain or the fields have changed. */
  model(chain: LiveChain, fields: Uint8Array): ChainModel | null;
  forget(chain: LiveChain): void;
}

interface Made {
  readonly model: ChainModel;
  fields: Uint8Array;
}

const LIVE = CHAIN_STATES.indexOf("live");
const SPOT_AUCTION = CHAIN_STATES.indexOf("spot_auction");

/** The market is in session, so that silence means something. */
export function isInSession(root: ChainRoot): boolean {
  return root.state === LIVE || root.state === SPOT_AUCTION;
}

/** Any option token of the chain: its segment is the chain's. */
function segmentToken(chain: LiveChain): number {
  const table = chain.table;
  if (table === null) return 0;
  return table.columns.call.token.find((t) => t !== 0) ?? table.columns.put.token.find((t) => t !== 0) ?? 0;
}

/** End of the session that present quotes belong to: today's once it has opened, else the last day's. */
function closeOfQuotes(exchange: Exchange, now: number): number {
  const today = istDate(now);
  const isToday = isTradingDay(exchange, today) && now >= sessionOpen(exchange, today);
  return sessionClose(exchange, isToday ? today : previousTradingDay(exchange, today));
}

const covers = (have: Uint8Array, want: Uint8Array): boolean => want.every((field) => have.includes(field));

/**
 * @param multiplierOf money per unit of price of an underlying, NaN while its instruments are not known
 * @param marketSpeed market milliseconds per server millisecond
 */
export function createModeller(
  kernel: PricingKernel,
  multiplierOf: (underlying: number) => number,
  marketSpeed: () => number,
): Modeller {
  const solve = createChainSolver(kernel);
  const writeCells = createCellWriter();
  const made = new Map<LiveChain, Made>();
  const forwardQuote = { bid: 0, ask: 0, ltp: 0, lastTradeTime: 0 };
  const context: ChainContext = {
    now: 0,
    expiryInstant: 0,
    sessionClose: 0,
    spot: 0,
    future: null,
    isCommodity: false,
    previousForward: 0,
    near: null,
    fallbackAtmIv: 0,
    rate: 0,
    tickSize: 0,
    roundStep: 0,
    strikeStep: 0,
  };

  /** Market time of the newest figures: the packet's, advanced by how much younger the newest quote is. */
  function asOf(chain: LiveChain, root: ChainRoot): number {
    const ahead = chain.serverTime - chain.rootTime;
    return root.marketTime + (ahead > 0 ? ahead * marketSpeed() : 0);
  }

  function fillContext(chain: LiveChain, root: ChainRoot): void {
    const token = segmentToken(chain);
    const exchange = exchangeOf(token);
    context.now = asOf(chain, root);
    context.expiryInstant = root.expiryInstant;
    // In session, ages are measured against now; outside, against the end of the session the quotes come from.
    context.sessionClose =
      isInSession(root) || exchange === undefined || exchange === "INDICES"
        ? Infinity
        : closeOfQuotes(exchange, context.now);
    context.spot = root.spot;
    context.isCommodity = segmentOf(token) === SEGMENT.MCX;
    context.previousForward = root.forward;
    context.fallbackAtmIv = root.atmIv;
    context.tickSize = root.tickSize;
    context.strikeStep = root.strikeStep;
    context.future = null;
    if (root.forwardSource !== FORWARD_NONE && root.forward > 0) {
      // The feed's forward, whatever it made it from, in the form of a future that has just traded.
      forwardQuote.ltp = root.forward;
      forwardQuote.lastTradeTime = Math.min(context.now, context.sessionClose);
      context.future = forwardQuote;
    }
  }

  function fillHead(head: Float64Array, chain: LiveChain, root: ChainRoot, solved: SolvedChain): void {
    const { columns, solution } = solved;
    let callOiChange = 0;
    let putOiChange = 0;
    for (let i = 0; i < columns.count; i++) {
      callOiChange += columns.call.oi[i]! - columns.call.previousOi[i]!;
      putOiChange += columns.put.oi[i]! - columns.put.previousOi[i]!;
    }
    head[H.marketState] = root.state;
    // Outside the session figures are as old as its end.
    head[H.asOf] = Math.min(context.now, context.sessionClose);
    head[H.simulated] = (root.flags & CHAIN_FLAG_SIMULATED) === 0 ? 0 : 1;
    head[H.totalRows] = columns.count;
    head[H.expiryInstant] = root.expiryInstant;
    head[H.lotSize] = root.lotSize;
    const multiplier = multiplierOf(chain.underlying);
    head[H.multiplier] = multiplier > 0 ? multiplier : 1;
    head[H.spot] = root.spot;
    head[H.spotPreviousClose] = root.spotPreviousClose;
    head[H.spotHigh] = root.spotHigh;
    head[H.spotLow] = root.spotLow;
    head[H.future] = root.future;
    head[H.forward] = solution.forward;
    head[H.forwardSource] = root.forwardSource;
    head[H.synthetic] = root.synthetic;
    head[H.atmStrike] = solution.atmStrike;
    head[H.atmIv] = root.atmIv;
    head[H.atmIvPrevious] = root.atmIvPrevious;
    head[H.atmIvPercentile] = root.atmIvPercentile;
    head[H.pcr] = root.pcr;
    head[H.pcrChange] = root.pcrChange;
    head[H.maxPain] = root.maxPain;
    head[H.vix] = root.vix;
    head[H.straddle] = solution.straddle;
    head[H.callOi] = solution.callOi;
    head[H.putOi] = solution.putOi;
    head[H.callVolume] = solution.callVolume;
    head[H.putVolume] = solution.putVolume;
    head[H.callOiChange] = callOiChange;
    head[H.putOiChange] = putOiChange;
    head[H.strikeStep] = root.strikeStep;
    head[H.tickSize] = root.tickSize;
  }

  return {
    model(chain, fields) {
      const { table, root } = chain;
      if (table === null || root === null) return null;
      let entry = made.get(chain);
      if (entry !== undefined && entry.model.version === chain.version && covers(entry.fields, fields)) {
        return entry.model;
      }
      if (entry === undefined) {
        const model: ChainModel = {
          version: -1,
          cells: new Float64Array(0),
          head: new Float64Array(HEAD_LENGTH).fill(Number.NaN),
          atmIndex: -1,
          forward: Number.NaN,
          maxPain: Number.NaN,
        };
        entry = { model, fields };
        made.set(chain, entry);
      }
      const { model } = entry;
      if (!covers(entry.fields, fields)) entry.fields = fields;
      const size = table.columns.count * FIELD_COUNT;
      if (model.cells.length < size) model.cells = new Float64Array(size);
      fillContext(chain, root);
      const solution = solve(table.columns, context);
      const solved: SolvedChain = {
        columns: table.columns,
        feed: table.feed,
        solution,
        spot: root.spot > 0 ? root.spot : Number.NaN,
      };
      writeCells(solved, entry.fields, model.cells);
      fillHead(model.head, chain, root, solved);
      model.atmIndex = solution.atmIndex;
      model.forward = solution.forward;
      model.maxPain = root.maxPain;
      model.version = chain.version;
      return model;
    },
    forget(chain) {
      made.delete(chain);
    },
  };
}
