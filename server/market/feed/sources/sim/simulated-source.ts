import { roundToTick } from "#domain/units/tick.ts";
import type { MarketSource, PreviousVolatility } from "../../market-source.ts";
import { clearMarks, type MarketTable, markDirty, ROW_WORDS, type Universe } from "../../market-table.ts";
import { type Activity, createActivity } from "./activity.ts";
import { clearBooks, layClosingBooks, openMarket, rollDay, transferRows } from "./day-boundaries.ts";
import { BUCKETS, type ClockKind, createDayPlan, type DayPlan, marketDate } from "./day-plan.ts";
import { nextExpiryInstant, retireRows } from "./expired-rows.ts";
import { fastForward } from "./fast-forward.ts";
import { createLatent, type Latent, type LatentInput } from "./latent.ts";
import { drawDrift, spreadLinearVolume, spreadVolume } from "./open-interest.ts";
import { type Opening, takeOpening } from "./past/opening.ts";
import { createSimulatedHistory } from "./past/simulated-history.ts";
import { previousVolatilities } from "./previous-volatility.ts";
import { quote } from "./quoting.ts";
import { createRandom, type Random } from "./random.ts";
import type { SimulationBase } from "./simulation-base.ts";
import { createMarketState, futureInstants, KIND, type MarketState } from "./state.ts";
import { createStepper, STEP_MS, type Stepper } from "./stepping.ts";
import { setIndex, trade } from "./trading.ts";
import { buildUniverse, selectUnderlyings } from "./universe.ts";
import { indexFromBooks } from "./vix-from-books.ts";

export interface SimulationOptions {
  readonly name?: "sim" | "import";
  readonly seed: number;
  /** `always` drops the session gate, `exchange` keeps real sessions. */
  readonly clock: ClockKind;
  /** Market time of the start, epoch ms. */
  readonly startAt: number;
  /** Symbols of the underlyings to carry; null all. */
  readonly universe: readonly string[] | null;
  readonly base?: SimulationBase;
}

/** Up to this long a jump is simulated step by step, so that callers of any rhythm see the same market. */
const FINE_JUMP_MS = 2_000;
/** Beyond this long only the outcome is made; between the two, coarser steps with fewer, larger trades. */
const COARSE_JUMP_MS = 120_000;
const COARSE_STEPS = 6;
const COARSE_EVENTS = 120;
const VIX_PERIOD_MS = 15_000;
/** Auctions trade this many ticks' worth at once. */
const AUCTION_SIZE = 60;

/**
 * The simulated market. Everything is a function of the seed and market time; the wall clock is never read. Prices of a
 * day depend on the seed and the date alone, so a restart finds the same paths.
 */
export function createSimulatedSource(options: SimulationOptions): MarketSource {
  const { seed, clock, base } = options;
  const specs = selectUnderlyings(options.universe, base?.underlyings);
  let plan: DayPlan = createDayPlan(clock, marketDate(clock, options.startAt));
  const input: LatentInput = { seed, clock, specs, anchor: base, chainSeeds: base?.chains };
  const latent: Latent = createLatent(input);
  let state: MarketState;
  let activity: Activity;
  let stepper: Stepper;
  let random: Random;
  let previous: PreviousVolatility[] = [];
  let now = plan.start;
  let expiryAt = Number.POSITIVE_INFINITY;
  let changed = false;
  let opening: Opening;

  function spotOf(symbol: string): number {
    return latent.previousSpot(specs.findIndex((spec) => spec.symbol === symbol));
  }

  function build(at: number, before: Universe | undefined): Universe {
    return buildUniverse({ date: plan.date, at, specs, spotOf, listed: base?.instruments, previous: before });
  }

  /** Everything that follows from a new day or a new list of rows. */
  function adopt(next: MarketState): void {
    state = next;
    latent.setChains(state.chains, futureInstants(state));
    expiryAt = nextExpiryInstant(state, now);
    random = createRandom(seed, Math.floor(now / 1000), Math.floor(now / 4_294_967_296_000), 21);
  }

  function pace(at: number): void {
    spreadLinearVolume(state);
    for (let c = 0; c < state.chains.length; c++) spreadVolume(state, latent, c, at);
    activity = createActivity(state);
    stepper = createStepper(state, latent, activity, plan, random);
  }

  function start(): void {
    latent.startDay(plan);
    adopt(createMarketState(build(plan.start, undefined), specs));
    latent.lookBack(plan.start - 1);
    pace(plan.start);
    openMarket(state, latent, plan, seed, base);
    if (clock === "exchange") layClosingBooks(state, latent, plan, random);
    previous = previousVolatilities(state, latent, plan);
    drawDrift(state, latent, seed, Math.floor(plan.start / 86_400_000), plan.start, plan.end);
    openBuckets(plan.start);
    catchUp(Math.floor(options.startAt / STEP_MS) * STEP_MS, COARSE_JUMP_MS + 1);
    opening = takeOpening(state, plan, now);
    changed = false;
  }

  /** The day figures roll: previous close, previous OI, new listings. */
  function roll(): void {
    const before = state.universe;
    plan = createDayPlan(clock, marketDate(clock, plan.end));
    now = plan.start;
    latent.startDay(plan);
    const old = state;
    adopt(createMarketState(build(now, before), specs));
    transferRows(old, state);
    rollDay(state, plan);
    if (clock === "exchange") clearBooks(state, plan);
    latent.lookBack(now - 1);
    pace(now);
    previous = previousVolatilities(state, latent, plan);
    drawDrift(state, latent, seed, Math.floor(now / 86_400_000), plan.start, plan.end);
    latent.update(now, true);
    for (let row = 0; row < state.rows; row++) {
      const kind = state.kind[row];
      if (state.quotedAt[row] !== 0 || kind === KIND.INDEX || kind === KIND.VIX) continue;
      const bucket = state.bucket[row]!;
      if (stepper.isOpen(bucket, now)) quote(state, latent, row, now, stepper.stress(bucket, now), random);
    }
    changed = true;
  }

  /** Payoffs are fixed and last trades come; what has expired stays as it is until the next day begins. */
  function expire(at: number): void {
    latent.update(at, true);
    for (let row = 0; row < state.rows; row++) {
      const bucket = state.bucket[row]!;
      if (state.expiryInstant[row] !== at || !stepper.isOpen(bucket, at)) continue;
      quote(state, latent, row, at, stepper.stress(bucket, at), random);
    }
    retireRows(state, at);
    activity = createActivity(state);
    stepper = createStepper(state, latent, activity, plan, random);
    expiryAt = nextExpiryInstant(state, at);
  }

  /** The next instant at which something other than trading happens. */
  function nextBoundary(): number {
    let next = Math.min(plan.end, expiryAt);
    for (const event of plan.events) if (event.at > now && event.at < next) next = event.at;
    for (const bucket of BUCKETS) {
      for (const { open, close } of plan.spans[bucket]) {
        if (open > now && open < next) next = open;
        if (close > now && close < next) next = close;
      }
    }
    return next;
  }
  /** An auction finds one price: shares and indices, or futures of the current month. */
  function print(bucketName: (typeof BUCKETS)[number], at: number): void {
    latent.update(at, true);
    const bucket = BUCKETS.indexOf(bucketName);
    state.universe.underlyings.forEach((entry, u) => {
      const rows =
        bucketName === "cash" ? [entry.index] : entry.futures.slice(0, 1).map((each) => each.index);
      for (const row of rows) {
        if (state.bucket[row] !== bucket) continue;
        if (state.kind[row] === KIND.INDEX) setIndex(state, row, stepper.reference(u, at), at);
        else {
          quote(state, latent, row, at, 1, random);
          trade(state, row, at, AUCTION_SIZE, random);
        }
      }
    });
  }

  /** A session begins: every contract has quotes. */
  function openBuckets(at: number): void {
    const opening = BUCKETS.map((bucket) => plan.spans[bucket].some((span) => span.open === at));
    if (!opening.includes(true) || clock === "always") return;
    latent.update(at, true);
    for (let row = 0; row < state.rows; row++) {
      const kind = state.kind[row];
      if (
        !opening[state.bucket[row]!] ||
        at >= state.lastTrade[row]! ||
        kind === KIND.INDEX ||
        kind === KIND.VIX
      )
        continue;
      quote(state, latent, row, at, stepper.stress(state.bucket[row]!, at), random);
    }
  }

  function publishVix(at: number): void {
    const row = state.universe.vixIndex;
    if (row < 0 || !stepper.isOpen(BUCKETS.indexOf("derivatives"), at - 1)) return;
    const level = indexFromBooks(state, latent, at);
    if (Number.isFinite(level)) setIndex(state, row, level, at);
  }

  function run(from: number, to: number, jump: number): void {
    if (jump > COARSE_JUMP_MS) {
      fastForward(state, latent, stepper, plan, from, to, random);
      for (let c = 0; c < state.chains.length; c++) activity.refresh(c);
      publishVix(to);
      return;
    }
    const isFine = jump <= FINE_JUMP_MS;
    const ms = isFine ? STEP_MS : STEP_MS * Math.max(1, Math.ceil(jump / COARSE_STEPS / STEP_MS));
    for (let last = from; last < to; ) {
      const at = Math.min(to, last + ms);
      stepper.step(at, at - last, !isFine && at === to, isFine ? Number.POSITIVE_INFINITY : COARSE_EVENTS);
      if (Math.floor(at / VIX_PERIOD_MS) > Math.floor(last / VIX_PERIOD_MS)) publishVix(at);
      last = at;
    }
  }

  function catchUp(target: number, jump: number): void {
    while (now < target) {
      const boundary = nextBoundary();
      const until = Math.min(boundary, target);
      run(now, until, jump);
      now = until;
      if (now < boundary) return;
      for (const event of plan.events) if (event.at === now) print(event.bucket, now);
      if (now >= plan.end) roll();
      else if (now >= expiryAt) expire(now);
      openBuckets(now);
    }
  }

  /** Copies rows that changed into a table that is not the source's own. */
  function publish(table: MarketTable): void {
    const own = state.table;
    if (table === own) return;
    for (let i = 0; i < own.dirtyCount; i++) {
      const row = own.dirtyRows[i]!;
      own.dirty[row] = 0;
      const at = row * ROW_WORDS;
      for (let k = at; k < at + ROW_WORDS; k++) table.words[k] = own.words[k]!;
      markDirty(table, row);
    }
    own.dirtyCount = 0;
  }

  start();
  return {
    name: options.name ?? "sim",
    simulated: true,
    universe: () => state.universe,
    table: () => state.table,
    fill(table) {
      clearMarks(state.table);
      table.words.set(state.table.words);
      table.previousOi.set(state.table.previousOi);
      for (let row = 0; row < state.rows; row++) markDirty(table, row);
    },
    advance(table, at) {
      changed = false;
      const target = Math.floor(at / STEP_MS) * STEP_MS;
      catchUp(target, target - now);
      if (changed) return true;
      publish(table);
      return false;
    },
    previousVolatility(underlyingIndex, chainIndex) {
      const first = state.firstChain[underlyingIndex];
      return first === undefined ? null : (previous[first + chainIndex] ?? null);
    },
    settlement(chain) {
      const c = state.chains.findIndex(
        ({ underlyingIndex, expiry }) => underlyingIndex === chain.underlyingIndex && expiry === chain.expiry,
      );
      return c < 0 || now < chain.expiryInstant
        ? Number.NaN
        : roundToTick(latent.settlement(c), specs[chain.underlyingIndex]!.spotTickSize);
    },
    history: createSimulatedHistory({
      ...input,
      market: base === undefined ? `sim ${seed} ${clock}` : `import ${base.date} ${seed} ${clock}`,
      known: base?.closes,
      present: () => ({ state, plan }),
      opening: () => opening,
    }),
    begun() {
      opening = takeOpening(state, plan, now);
    },
    dispose() {
      state.table.dirtyCount = 0;
    },
  };
}
