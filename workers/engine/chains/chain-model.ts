import type { ChainColumns } from "#domain/chain/chain-columns.ts";
import { CHAIN_STATES, FLAG_IV_INTERPOLATED, FORWARD_NONE } from "#domain/chain/flags.ts";
import type { ChainContext, ChainSolution } from "#domain/chain/solution.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { SettlementDistribution } from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_UNKNOWN } from "#domain/pricing/settlement-source.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { exchangeOf, SEGMENT, segmentOf } from "#domain/units/segments.ts";
import { CHAIN_FIELDS, HEAD_LENGTH } from "#protocol/frames/chain-frame.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { createLatePart } from "../late-part.ts";
import { fillChainHead } from "./chain-head.ts";
import type { LiveChain } from "./live-chain.ts";
import {
  createCellWriter,
  FIELD_COUNT,
  LATE_FIELDS,
  type LateCells,
  type SolvedChain,
} from "./model-cells.ts";

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
  /**
   * Brings the code of fields that the first chain does without; null when there is nothing to wait for. Where it is not to be had they are
   * unknown until it is asked for again.
   */
  prepare(fields: Uint8Array): Promise<void> | null;
  /** The chain's model with the fields (ascending numbers), made again only when the chain or the fields have changed. */
  model(chain: LiveChain, fields: Uint8Array): ChainModel | null;
  /** The same with what it was made of, which is good until anything is made again; null before there are figures. */
  explain(chain: LiveChain, fields: Uint8Array): ExplainedChain | null;
  forget(chain: LiveChain): void;
}

export interface ExplainedChain {
  readonly model: ChainModel;
  readonly solved: SolvedChain;
}

interface Made {
  readonly model: ChainModel;
  fields: Uint8Array;
}

/** States of a market in session: its derivatives are traded. */
const TRADED: readonly number[] = (["live", "spot_auction", "spot_closed", "settled"] as const).map((state) =>
  CHAIN_STATES.indexOf(state),
);

/** The market is in session, so that silence means something. */
export function isInSession(root: ChainRoot): boolean {
  return TRADED.includes(root.state);
}

/** Any option token of the chain: its segment is the chain's. */
function segmentToken(chain: LiveChain): number {
  const table = chain.table;
  if (table === null) return 0;
  return table.columns.call.token.find((t) => t !== 0) ?? table.columns.put.token.find((t) => t !== 0) ?? 0;
}

/** Fields that need to know where the underlying settles. */
const POP_FIELDS = Uint8Array.from(
  CHAIN_FIELDS.flatMap((field, i) => (/\.pop(Seller)?$/.test(field) ? [i] : [])),
);

const unknownSettlement: SettlementDistribution = { source: SETTLEMENT_UNKNOWN, below: () => Number.NaN };

const covers = (have: Uint8Array, want: Uint8Array): boolean => want.every((field) => have.includes(field));

/**
 * @param multiplierOf money per unit of price of an underlying, NaN while its instruments are not known
 * @param marketSpeed market milliseconds per server millisecond
 * @param onLate chains of markets that are not in session have their model now, for which the calendar of sessions had to come
 */
export function createModeller(
  kernel: PricingKernel,
  multiplierOf: (underlying: number) => number,
  marketSpeed: () => number,
  onLate: () => void,
): Modeller {
  const solve = createChainSolver(kernel);
  const writeCells = createCellWriter();
  const made = new Map<LiveChain, Made>();
  const late = createLatePart<LateCells>(async () => (await import("./late-cells.ts")).createLateCells);
  const calendar = createLatePart(async () => {
    const { closeOfQuotes } = await import("./close-of-quotes.ts");
    return () => closeOfQuotes;
  });
  let isCalendarAsked = false;
  let isCalendarAway = false;
  let solved = new Uint8Array(0);
  let newest: SolvedChain | null = null;
  const decay = { now: 0, expiryInstant: 0, forward: 0, spot: 0, rate: 0 };
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
    rate: Number.NaN,
    tickSize: 0,
    roundStep: 0,
    strikeStep: 0,
  };

  /** Market time of the newest figures: the packet's, advanced by how much younger the newest quote is. */
  function asOf(chain: LiveChain, root: ChainRoot): number {
    const ahead = chain.serverTime - chain.rootTime;
    return root.marketTime + (ahead > 0 ? ahead * marketSpeed() : 0);
  }

  function askForCalendar(): void {
    if (isCalendarAsked) return;
    isCalendarAsked = true;
    const told = (isAway: boolean) => () => {
      isCalendarAway = isAway;
      take();
      onLate();
    };
    void calendar.load().then(told(false), told(true));
  }

  /**
   * In session, ages are measured against now; outside, against the end of the session the quotes come from. Until that is known a chain
   * that has been shown goes on by now, and so does one for which the calendar cannot be had; null: another waits for it.
   */
  function quotesUntil(root: ChainRoot, token: number, now: number, isShown: boolean): number | null {
    const exchange = exchangeOf(token);
    if (isInSession(root) || exchange === undefined || exchange === "INDICES") return Infinity;
    if (calendar.current !== null) return calendar.current(exchange, now);
    askForCalendar();
    return isShown || isCalendarAway ? Infinity : null;
  }

  function fillContext(chain: LiveChain, root: ChainRoot, token: number, until: number): void {
    context.now = asOf(chain, root);
    context.expiryInstant = root.expiryInstant;
    context.sessionClose = until;
    // Once the payoff is fixed the feed's forward is what the expiry settled at.
    context.spot = context.now >= root.expiryInstant ? root.forward : root.spot;
    context.isCommodity = segmentOf(token) === SEGMENT.MCX;
    context.previousForward = root.forward;
    context.fallbackAtmIv = root.atmIv;
    context.tickSize = root.tickSize;
    context.strikeStep = root.strikeStep;
    context.rate = rateOf(root.discount, yearsToExpiry(context.now, context.expiryInstant));
    context.future = null;
    if (root.forwardSource !== FORWARD_NONE && root.forward > 0) {
      // The feed's forward, whatever it made it from, in the form of a future that has just traded.
      forwardQuote.ltp = root.forward;
      forwardQuote.lastTradeTime = Math.min(context.now, context.sessionClose);
      context.future = forwardQuote;
    }
  }

  /** On the ATM IV that strategies are told, so that they find the same. */
  function distributionOf(
    { settlement }: LateCells,
    { count, strikes }: ChainColumns,
    solution: ChainSolution,
    toldIv: number,
  ): SettlementDistribution {
    const { callFlags, iv, forward, years } = solution;
    if (solved.length < count) solved = new Uint8Array(2 * count);
    for (let i = 0; i < count; i++) solved[i] = (callFlags[i]! & FLAG_IV_INTERPOLATED) === 0 ? 1 : 0;
    settlement.fit({
      count,
      strikes,
      iv,
      solved,
      forward,
      years,
      atmIv: toldIv > 0 ? toldIv : solution.atmIv,
      ivOffset: 0,
      tickSize: context.tickSize,
    });
    return settlement;
  }

  /** What was made without them is made again. */
  function take(): void {
    for (const { model } of made.values()) model.version = -1;
  }

  const modeller: Modeller = {
    prepare(fields) {
      if (isCalendarAway) isCalendarAsked = false;
      if (late.current !== null || !fields.some((field) => LATE_FIELDS.has(field))) return null;
      return late.load().then(take, () => {});
    },
    model(chain, fields) {
      const { table, root } = chain;
      if (table === null || root === null) return null;
      let entry = made.get(chain);
      if (entry !== undefined && entry.model.version === chain.version && covers(entry.fields, fields)) {
        return entry.model;
      }
      const token = segmentToken(chain);
      const until = quotesUntil(root, token, asOf(chain, root), entry !== undefined);
      if (until === null) return null;
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
      fillContext(chain, root, token, until);
      const solution = solve(table.columns, context);
      decay.now = context.now;
      decay.expiryInstant = context.expiryInstant;
      decay.forward = solution.forward;
      decay.spot = context.isCommodity ? Number.NaN : root.spot;
      decay.rate = context.rate;
      const solved: SolvedChain = {
        columns: table.columns,
        feed: table.feed,
        solution,
        spot: root.spot > 0 ? root.spot : Number.NaN,
        decay,
        settlement:
          late.current !== null && entry.fields.some((field) => POP_FIELDS.includes(field))
            ? distributionOf(late.current, table.columns, solution, root.atmIv)
            : unknownSettlement,
      };
      newest = solved;
      writeCells(solved, entry.fields, model.cells, late.current);
      // Outside the session figures are as old as its end.
      const time = Math.min(context.now, context.sessionClose);
      fillChainHead(model.head, root, solved, time, multiplierOf(chain.underlying));
      model.atmIndex = solution.atmIndex;
      model.forward = solution.forward;
      model.maxPain = root.maxPain;
      model.version = chain.version;
      return model;
    },
    explain(chain, fields) {
      const entry = made.get(chain);
      const shown = entry?.fields ?? fields;
      // All chains share one solution: this one is solved again, and its views go on with the fields that they show.
      if (entry !== undefined) entry.model.version = -1;
      const model = modeller.model(chain, Uint8Array.from(new Set([...shown, ...fields])).sort());
      const after = made.get(chain);
      if (after !== undefined) after.fields = shown;
      return model === null || newest === null ? null : { model, solved: newest };
    },
    forget(chain) {
      made.delete(chain);
    },
  };
  return modeller;
}
