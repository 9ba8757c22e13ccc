import { type MarketStates, stateNumber } from "#domain/chain/market-states.ts";
import type { ChainContext } from "#domain/chain/solution.ts";
import { createChainSolver } from "#domain/chain/solve.ts";
import type { PricingKernel } from "#domain/pricing/kernel.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SIMULATED, CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import type { Bus } from "../bus/bus.ts";
import { chainSubject } from "../bus/subjects.ts";
import { encodeRows, readColumns, takeChangedRows } from "./chain-rows.ts";
import {
  ACTIVE_BUDGET_MS,
  ACTIVE_IDLE_MS,
  ACTIVE_INTERVAL_MS,
  ANSWER_AGE_MS,
  ANSWER_BUDGET_MS,
  BACKGROUND_BUDGET_MS,
  BACKGROUND_IDLE_MS,
  BACKGROUND_INTERVAL_MS,
} from "./chain-schedule.ts";
import {
  borrowedAtmIv,
  type ChainRecord,
  createFamilies,
  encodeChainMessage,
  type Family,
  impliedBasis,
  isOwnForward,
  nearForward,
  pcrChange,
  roundStep,
} from "./chain-state.ts";
import { chainKey, type Interest } from "./interest.ts";
import { type MarketTable, ROW_WORDS } from "./market-table.ts";
import type { MarketSource } from "./source.ts";
import type { VolatilityHistory } from "./volatility-history.ts";

export interface ChainBookOptions {
  readonly table: MarketTable;
  readonly source: Pick<MarketSource, "previousVolatility" | "simulated">;
  readonly kernel: PricingKernel;
  readonly states: MarketStates;
  readonly interest: Interest;
  readonly bus: Bus;
  readonly epoch: number;
  /** past volatilities, for the percentile */
  readonly volatilities?: Pick<VolatilityHistory, "percentile">;
  /** milliseconds of a monotonic clock, for the budget */
  readonly cpuNow: () => number;
  /** chains of a delayed market say so */
  readonly delayed?: boolean;
  /** false while chains that nobody looks at may grow old; each is solved once in any case */
  readonly isBackgroundWanted?: () => boolean;
}

/** Every chain of one universe: solved, encoded, compared, published. `now` is market time, `wall` the machine's. */
export interface ChainBook {
  /** Notes which chains the changed rows concern. */
  touch(rows: ArrayLike<number>, count: number): void;
  /** Solves everything once, near to far; the book answers requests from then on. */
  solveAll(now: number, wall: number): void;
  /** One turn: watched chains first, then others within the budget. */
  step(now: number, wall: number): void;
  /** A fresh packet 3 snapshot, null when there is no such chain. */
  snapshot(underlying: number, expiry: number, now: number, wall: number): Uint8Array | null;
  /** Fresh snapshots of all expiries, near to far; null when there is no such underlying. */
  snapshots(underlying: number, now: number, wall: number): Uint8Array[] | null;
  /** Expiries by underlying, near to far, with the figures of their last solve. */
  readonly families: readonly Family[];
  /** Solves a chain that has changed since its last solve, when that is `maxAge` ago or longer (wall ms). */
  freshen(chain: ChainRecord, maxAge: number, now: number, wall: number): void;
  readonly count: number;
  readonly activeCount: number;
}

export function createChainBook(options: ChainBookOptions): ChainBook {
  const { table, kernel, states, interest, bus, epoch } = options;
  const { words, universe } = table;
  const flags =
    (options.source.simulated ? CHAIN_FLAG_SIMULATED : 0) | (options.delayed ? CHAIN_FLAG_DELAYED : 0);
  const families = createFamilies(table, (u, c) => options.source.previousVolatility(u, c), flags);
  const isBackgroundWanted = options.isBackgroundWanted ?? (() => true);
  const chains = families.flatMap((family) => family.chains);
  const byKey = new Map(chains.map((chain) => [chain.key, chain]));
  const familyByToken = new Map(families.map((family) => [family.underlying.underlying.token, family]));
  const longest = chains.reduce((most, chain) => Math.max(most, chain.columns.count), 1);

  const solver = createChainSolver(kernel, longest);
  const freshBytes = new ArrayBuffer(longest * CHAIN_ROW_SIZE);
  const fresh = { words: new Uint32Array(freshBytes), view: new DataView(freshBytes) };
  const changed = new Uint16Array(longest);
  const future = { bid: 0, ask: 0, ltp: 0, lastTradeTime: 0 };
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
    rate: 0,
    tickSize: 0.05,
    roundStep: 0,
    strikeStep: 0,
  };

  const chainOfRow = new Int32Array(universe.instruments.length).fill(-1);
  const familyOfRow = new Int32Array(universe.instruments.length).fill(-1);
  chains.forEach((chain, number) => {
    for (const row of chain.entry.callIndex) if (row >= 0) chainOfRow[row] = number;
    for (const row of chain.entry.putIndex) if (row >= 0) chainOfRow[row] = number;
  });
  families.forEach((family, number) => {
    familyOfRow[family.underlying.index] = number;
    for (const entry of family.underlying.futures) familyOfRow[entry.index] = number;
  });

  let active: ChainRecord[] = [];
  let activeVersion = -1;
  let activeCursor = 0;
  let cursor = 0;
  /** every chain has been solved once */
  let isSolved = false;
  /** CPU spent on answers since the last turn */
  let answered = 0;

  /** A price of a row in rupees, NaN when there is none. */
  function priceAt(row: number, word: number, divisor: number): number {
    const wire = row < 0 ? 0 : words[row * ROW_WORDS + word]!;
    return wire > 0 ? wire / divisor : Number.NaN;
  }

  function realSpot(family: Family): number {
    const { underlying, index } = family.underlying;
    const spot = priceAt(index, WORD.lastPrice, divisorOf(index));
    if (!Number.isNaN(spot) || underlying.kind !== "commodity") return spot;
    const nearest = family.chains[0]?.entry.futureIndex ?? -1;
    return priceAt(nearest, WORD.lastPrice, divisorOf(nearest));
  }

  const divisors = Float64Array.from(universe.instruments, (instrument) => priceDivisor(instrument.token));
  function divisorOf(row: number): number {
    return row < 0 ? 100 : divisors[row]!;
  }

  function readFuture(row: number): ChainContext["future"] {
    if (row < 0) return null;
    const base = row * ROW_WORDS;
    const divisor = divisorOf(row);
    future.bid = words[base + WORD.buy + 1]! / divisor;
    future.ask = words[base + WORD.sell + 1]! / divisor;
    future.ltp = words[base + WORD.lastPrice]! / divisor;
    future.lastTradeTime = (words[base + WORD.lastTradeTime]! >>> 0) * 1000;
    return future;
  }

  /** Spot as pricing sees it: while the cash market stands still, the anchor's forward less its last basis. */
  function spotFor(chain: ChainRecord, isFrozen: boolean, now: number, wall: number): number {
    const { family } = chain;
    const real = realSpot(family);
    if (!isFrozen) return real;
    const { anchor } = family;
    if (anchor !== null && anchor !== chain && anchor.dirty && wall - anchor.solvedAt >= ACTIVE_INTERVAL_MS) {
      solve(anchor, now, wall);
    }
    return family.anchor === null ? real : family.anchor.forward - family.basis;
  }

  /** Keeps the nearest expiry with its own forward as the anchor, and its basis while spot moves. */
  function updateAnchor(chain: ChainRecord, isFrozen: boolean, spot: number): void {
    const { family } = chain;
    const { anchor } = family;
    if (!chain.ownForward || !(chain.years > 0)) {
      if (anchor === chain) family.anchor = null;
      return;
    }
    if (isFrozen) {
      if (anchor === null || (anchor === chain && family.basisGuessed)) implyBasis(chain, spot);
      return;
    }
    if (anchor !== null && anchor !== chain && anchor.position < chain.position && anchor.ownForward) {
      return;
    }
    if (!(spot > 0)) return;
    family.anchor = chain;
    family.basis = chain.forward - spot;
    family.basisGuessed = false;
  }

  /** A spot that stood still before anybody looked says nothing of the basis; the slope of the forwards does. */
  function implyBasis(chain: ChainRecord, spot: number): void {
    const { family } = chain;
    const implied = impliedBasis(chain);
    if (Number.isNaN(implied) && !(spot > 0)) return;
    family.anchor = chain;
    family.basis = Number.isNaN(implied) ? chain.forward - spot : implied;
    family.basisGuessed = Number.isNaN(implied);
  }

  function solve(chain: ChainRecord, now: number, wall: number): void {
    const { entry, family, root } = chain;
    const { underlying } = family.underlying;
    const market = states.of(underlying, now);
    const isFrozen = market === "spot_auction";
    const spot = spotFor(chain, isFrozen, now, wall);

    readColumns(entry, table, chain.divisor, chain.columns);
    context.now = now;
    context.expiryInstant = entry.expiryInstant;
    context.sessionClose = states.quotesUntil(underlying.derivativeExchange, now);
    context.sessionOpen = states.quotesFrom(underlying.derivativeExchange, now);
    context.spot = spot;
    context.future = readFuture(entry.futureIndex);
    context.isCommodity = underlying.kind === "commodity";
    context.previousForward = chain.forward;
    context.near = nearForward(chain, spot);
    context.fallbackAtmIv = borrowedAtmIv(chain);
    context.tickSize = entry.tickSize;
    context.roundStep = roundStep(family);
    context.strikeStep = entry.strikeStep;
    const solution = solver(chain.columns, context);

    chain.dirty = false;
    chain.solvedAt = wall;
    chain.solvedSpot = spot;
    chain.forward = solution.forward;
    chain.years = solution.years;
    chain.ownForward = isOwnForward(solution.forwardSource);
    chain.ownAtmIv = solution.atmIv === context.fallbackAtmIv ? Number.NaN : solution.atmIv;
    updateAnchor(chain, isFrozen, spot);

    root.marketTime = now;
    root.spot = isFrozen && family.anchor !== null ? family.anchor.forward - family.basis : spot;
    root.state = stateNumber(
      now >= entry.expiryInstant ? "expired" : root.spot > 0 ? market : "no_underlying",
    );
    root.forwardSource = solution.forwardSource;
    root.forward = solution.forward;
    root.synthetic = solution.synthetic;
    root.atmStrike = solution.atmStrike;
    root.atmIv = solution.atmIv;
    root.atmIvPercentile = options.volatilities?.percentile(family) ?? Number.NaN;
    root.pcr = solution.pcr;
    root.maxPain = solution.maxPain;
    root.pcrChange = pcrChange(chain, solution.callOi, solution.putOi);
    const { index } = family.underlying;
    const divisor = divisorOf(index);
    root.spotPreviousClose = priceAt(index, WORD.close, divisor);
    root.spotHigh = priceAt(index, WORD.high, divisor);
    root.spotLow = priceAt(index, WORD.low, divisor);
    root.future = priceAt(chain.nextFutureIndex, WORD.lastPrice, divisorOf(chain.nextFutureIndex));
    root.vix = underlying.kind === "commodity" ? Number.NaN : priceAt(universe.vixIndex, WORD.lastPrice, 100);

    encodeRows(entry, table, chain.divisor, chain.columns, solution, fresh.view);
    const count = takeChangedRows(chain.rows, fresh, chain.columns.count, changed);
    // Counted also when nobody is told: whoever holds an older state then sees the gap.
    chain.sequence = (chain.sequence + 1) >>> 0;
    if (interest.isHeld(chain.key, wall)) publish(chain, count, wall);
  }

  function publish(chain: ChainRecord, changedCount: number, wall: number): void {
    const rows = chain.announced ? changed.subarray(0, changedCount) : null;
    chain.announced = true;
    const { underlying, expiry } = chain.root;
    bus.publish(chainSubject(underlying, expiry), encodeChainMessage(chain, rows, epoch, wall));
  }

  function freshen(chain: ChainRecord, maxAge: number, now: number, wall: number): void {
    const age = wall - chain.solvedAt;
    if (chain.dirty ? age >= maxAge : age >= ACTIVE_IDLE_MS) solve(chain, now, wall);
  }

  function stepActive(now: number, wall: number): void {
    const end = options.cpuNow() + ACTIVE_BUDGET_MS;
    for (let looked = 0; looked < active.length; looked++) {
      activeCursor %= active.length;
      freshen(active[activeCursor]!, ACTIVE_INTERVAL_MS, now, wall);
      activeCursor++;
      if (options.cpuNow() >= end) return;
    }
  }

  function stepBackground(now: number, wall: number): void {
    if (isSolved && !isBackgroundWanted()) return;
    const end = options.cpuNow() + BACKGROUND_BUDGET_MS;
    for (let looked = 0; looked < chains.length; looked++) {
      const chain = chains[cursor]!;
      const age = wall - chain.solvedAt;
      const due = chain.dirty ? age >= BACKGROUND_INTERVAL_MS : age >= BACKGROUND_IDLE_MS;
      if (due && !interest.isHeld(chain.key, wall)) {
        if (options.cpuNow() >= end) return;
        solve(chain, now, wall);
      }
      cursor = (cursor + 1) % chains.length;
    }
    // All have been looked at within the budget.
    isSolved = true;
  }

  return {
    families,
    freshen(chain, maxAge, now, wall) {
      if (chain.dirty && wall - chain.solvedAt >= maxAge) solve(chain, now, wall);
    },
    count: chains.length,
    get activeCount() {
      return active.length;
    },
    touch(rows, count) {
      for (let i = 0; i < count; i++) {
        const row = rows[i]!;
        const number = chainOfRow[row]!;
        if (number >= 0) chains[number]!.dirty = true;
        const family = familyOfRow[row]!;
        if (family >= 0) for (const chain of families[family]!.chains) chain.dirty = true;
      }
    },
    solveAll(now, wall) {
      for (const chain of chains) solve(chain, now, wall);
      isSolved = true;
    },
    step(now, wall) {
      answered = 0;
      const held = interest.held(wall);
      if (interest.version !== activeVersion) {
        activeVersion = interest.version;
        active = chains.filter((chain) => held.includes(chain.key));
      }
      stepActive(now, wall);
      if (chains.length > 0) stepBackground(now, wall);
    },
    snapshot(underlying, expiry, now, wall) {
      const chain = byKey.get(chainKey(underlying, expiry));
      if (chain === undefined) return null;
      if (answered < ANSWER_BUDGET_MS || chain.solvedAt === -Infinity) {
        const startedAt = options.cpuNow();
        freshen(chain, ACTIVE_INTERVAL_MS, now, wall);
        answered += options.cpuNow() - startedAt;
      }
      return encodeChainMessage(chain, null, epoch, wall);
    },
    snapshots(underlying, now, wall) {
      const family = familyByToken.get(underlying);
      if (family === undefined) return null;
      return family.chains.map((chain) => {
        freshen(chain, ANSWER_AGE_MS, now, wall);
        return encodeChainMessage(chain, null, epoch, wall);
      });
    },
  };
}
