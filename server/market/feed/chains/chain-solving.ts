import type { MarketStates, UnderlyingState } from "#domain/chain/market-states.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import type { MarketSource } from "../market-source.ts";
import type { MarketTable } from "../market-table.ts";
import type { VolatilityHistory } from "../volatility-history.ts";
import { anchoredSpot, isFrozen, updateAnchor } from "./chain-anchor.ts";
import { createChainPrices } from "./chain-prices.ts";
import { borrowedAtmIv, type ChainRecord, isOwnForward, nearForward, roundStep } from "./chain-records.ts";
import { createRootWriter } from "./chain-root.ts";
import { createRowChanges, encodeRows, type RowChanges, readColumns, takeChangedRows } from "./chain-rows.ts";
import { ACTIVE_INTERVAL_MS } from "./chain-schedule.ts";
import { createChainSettlement } from "./chain-settlement.ts";

/** Market time between two fits of an expiry's discount. */
const DISCOUNT_INTERVAL_MS = 10_000;

/** Solves chains from the market's table: their figures, their roots, their rows. */
interface ChainSolving {
  /** @returns which rows changed: its own until the next solve */
  solve(chain: ChainRecord, now: number, wall: number): RowChanges;
}

interface SolvingEdges {
  readonly table: MarketTable;
  readonly source: Pick<MarketSource, "settlement">;
  readonly kernel: PricingKernel;
  readonly states: MarketStates;
  /** past volatilities, for the percentile */
  readonly volatilities?: Pick<VolatilityHistory, "percentile" | "closes" | "origins">;
  /** The anchor of a chain whose spot stands still has to be solved first. */
  onStaleAnchor(anchor: ChainRecord, now: number, wall: number): void;
}

/** @param longest rows of the longest chain */
export function createChainSolving(edges: SolvingEdges, longest: number): ChainSolving {
  const { table, states } = edges;
  const prices = createChainPrices(table);
  const settle = createChainSettlement(prices, edges.source);
  const writeRoot = createRootWriter(prices, table.universe.vixIndex, edges.volatilities);
  const solver = createChainSolver(edges.kernel, longest);
  const freshBytes = new ArrayBuffer(longest * CHAIN_ROW_SIZE);
  const fresh = { words: new Uint32Array(freshBytes), view: new DataView(freshBytes) };
  const changes = createRowChanges(longest);
  const context: { -readonly [K in keyof ChainContext]: ChainContext[K] } = {
    now: 0,
    expiryInstant: 0,
    sessionClose: 0,
    sessionOpen: -Infinity,
    spot: Number.NaN,
    future: null,
    isCommodity: false,
    previousForward: Number.NaN,
    near: null,
    fallbackAtmIv: Number.NaN,
    rate: Number.NaN,
    previousDiscount: Number.NaN,
    tickSize: 0.05,
    roundStep: 0,
    strikeStep: 0,
  };

  /** A settlement in the form of a future that has just traded, for what settles on a future. */
  const settled = { bid: 0, ask: 0, ltp: 0, lastTradeTime: 0 };

  /** Spot as pricing sees it: while the cash market stands still, the anchor's forward less its last basis. */
  function spotFor(chain: ChainRecord, market: UnderlyingState, now: number, wall: number): number {
    const { family } = chain;
    const real = prices.spot(family, now);
    if (!isFrozen(market)) return real;
    const { anchor } = family;
    if (anchor !== null && anchor !== chain && anchor.dirty && wall - anchor.solvedAt >= ACTIVE_INTERVAL_MS) {
      edges.onStaleAnchor(anchor, now, wall);
    }
    return anchoredSpot(family) ?? real;
  }

  function fillContext(chain: ChainRecord, spot: number, now: number): void {
    const { entry, family } = chain;
    const { underlying } = family.underlying;
    context.now = now;
    context.expiryInstant = entry.expiryInstant;
    context.sessionClose = states.quotesUntil(underlying.derivativeExchange, now);
    context.sessionOpen = states.quotesFrom(underlying.derivativeExchange, now);
    context.isCommodity = underlying.kind === "commodity";
    if (now < entry.expiryInstant) {
      context.spot = spot;
      context.future = prices.future(entry.futureIndex);
    } else {
      // The forward has ended in what the contracts settle at, whatever spot and future go on to do.
      context.spot = chain.settlement;
      settled.ltp = chain.settlement > 0 ? chain.settlement : 0;
      settled.lastTradeTime = Math.min(now, context.sessionClose);
      context.future = context.isCommodity ? settled : null;
    }
    context.previousForward = chain.forward;
    context.near = nearForward(chain, spot);
    context.fallbackAtmIv = borrowedAtmIv(chain);
    context.tickSize = entry.tickSize;
    context.roundStep = roundStep(family);
    context.strikeStep = entry.strikeStep;
    // Interest does not move within seconds: what moves is the noise of the pairs, and IVs would move with it.
    const isDue = !(Math.abs(now - chain.discountAt) < DISCOUNT_INTERVAL_MS);
    context.rate = isDue ? Number.NaN : chain.rate;
    context.previousDiscount = chain.root.discount;
  }

  function solve(chain: ChainRecord, now: number, wall: number): RowChanges {
    const { entry, family } = chain;
    const market = states.of(family.underlying.underlying, now);
    const spot = spotFor(chain, market, now, wall);

    settle(chain, market, now);
    readColumns(entry, table, chain.divisor, chain.columns);
    fillContext(chain, spot, now);
    const solution = solver(chain.columns, context);

    if (Number.isNaN(context.rate)) {
      chain.discountAt = now;
      chain.rate = rateOf(solution.discount, solution.years);
      chain.discountError = solution.discountError;
    }
    chain.dirty = false;
    chain.solvedAt = wall;
    chain.market = market;
    chain.solvedSpot = spot;
    chain.forward = solution.forward;
    chain.years = solution.years;
    chain.straddle = solution.straddle;
    chain.ownForward = isOwnForward(solution.forwardSource);
    chain.ownAtmIv = solution.atmIv === context.fallbackAtmIv ? Number.NaN : solution.atmIv;
    updateAnchor(chain, isFrozen(market), spot);
    writeRoot(chain, solution, spot, market, now);

    encodeRows(entry, table, chain.divisor, chain.columns, solution, fresh.view);
    takeChangedRows(chain.rows, fresh, chain.columns.count, changes);
    return changes;
  }

  return { solve };
}
