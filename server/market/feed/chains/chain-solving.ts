import type { MarketStates, UnderlyingState } from "#domain/chain/market-states.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import { createDiscountFit } from "#domain/pricing/discount.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import type { MarketSource } from "../market-source.ts";
import type { MarketTable } from "../market-table.ts";
import type { ChainVolatilities } from "../volatility-history.ts";
import { anchoredSpot, isFrozen, updateAnchor } from "./chain-anchor.ts";
import { createChainDiscounts } from "./chain-discounts.ts";
import { createChainPrices } from "./chain-prices.ts";
import {
  borrowedAtmIv,
  type ChainRecord,
  type Family,
  isOwnForward,
  nearForward,
  roundStep,
} from "./chain-records.ts";
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
  readonly families: readonly Family[];
  readonly source: Pick<MarketSource, "settlement">;
  readonly kernel: PricingKernel;
  readonly states: MarketStates;
  /** past volatilities, for the percentile */
  readonly volatilities?: ChainVolatilities;
  /** What a chain leans on has to be solved first: the anchor where spot stands still, a witness of its discount. */
  onStale(other: ChainRecord, now: number, wall: number): void;
}

/** @param longest rows of the longest chain */
export function createChainSolving(edges: SolvingEdges, longest: number): ChainSolving {
  const { table, states } = edges;
  const prices = createChainPrices(table);
  const settle = createChainSettlement(prices, edges.source);
  const writeRoot = createRootWriter(prices, table.universe.vixIndex, edges.volatilities);
  const solver = createChainSolver(edges.kernel, longest);
  const fitDiscount = createDiscountFit();
  const discounts = createChainDiscounts(edges.families);
  /** whose discount is asked for */
  let solved: ChainRecord;
  let isHearing = false;
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
    discounts: (_, pairs, anchor, tickSize) => {
      const told = discounts.tell(solved, fitDiscount(pairs, anchor, tickSize), context.now);
      solved.discountAt = context.now;
      solved.rate = told.rate;
      solved.discountError = told.error;
      solved.discountSource = told.source;
      solved.discountLender = told.lender;
      return told;
    },
    tickSize: 0.05,
    roundStep: 0,
    strikeStep: 0,
  };

  /** Spot as pricing sees it: while the cash market stands still, the anchor's forward less its last basis. */
  function spotFor(chain: ChainRecord, market: UnderlyingState, now: number, wall: number): number {
    const { family } = chain;
    const real = prices.spot(family, now);
    if (!isFrozen(market)) return real;
    const { anchor } = family;
    if (anchor !== null && anchor !== chain && anchor.dirty && wall - anchor.solvedAt >= ACTIVE_INTERVAL_MS) {
      edges.onStale(anchor, now, wall);
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
      context.future = null;
    }
    context.previousForward = chain.forward;
    context.near = nearForward(chain, spot);
    context.fallbackAtmIv = borrowedAtmIv(chain);
    context.tickSize = entry.tickSize;
    context.roundStep = roundStep(family);
    context.strikeStep = entry.strikeStep;
    // Interest does not move within seconds: what moves is the noise of the pairs, and IVs would move with it.
    context.rate = isDue(chain, now) ? Number.NaN : chain.rate;
  }

  const isDue = (chain: ChainRecord, now: number): boolean =>
    !(Math.abs(now - chain.discountAt) < DISCOUNT_INTERVAL_MS);

  /** Chains that nobody looks at are not solved by themselves: one of them a fit is heard again. */
  function hearOldest(chain: ChainRecord, now: number, wall: number): void {
    if (isHearing || chain.discountAt === -Infinity || !(entryWeight(chain.years) > 0) || !isDue(chain, now))
      return;
    const oldest = discounts.oldest(chain, now - DISCOUNT_INTERVAL_MS);
    if (oldest === null) return;
    isHearing = true;
    edges.onStale(oldest, now, wall);
    isHearing = false;
  }

  function solve(chain: ChainRecord, now: number, wall: number): RowChanges {
    hearOldest(chain, now, wall);
    const { entry, family } = chain;
    const market = states.of(family.underlying.underlying, now);
    const spot = spotFor(chain, market, now, wall);

    settle(chain, market, now);
    readColumns(entry, table, chain.divisor, chain.columns);
    fillContext(chain, spot, now);
    solved = chain;
    const solution = solver(chain.columns, context);

    chain.openInterest = solution.callOi + solution.putOi;
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
