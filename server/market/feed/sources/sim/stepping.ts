import { istMinuteOfDay } from "#domain/calendar/ist.ts";
import { type Activity, eventRate } from "./activity.ts";
import { BUCKETS, type DayPlan, GROUP_OF_BUCKET, rhythm } from "./day-plan.ts";
import type { Latent } from "./latent.ts";
import { planActivity, SESSION_ACTIVITY } from "./liquidity.ts";
import { spreadVolume } from "./open-interest.ts";
import { isStaleOption, quote, refresh } from "./quoting.ts";
import type { Random } from "./random.ts";
import { KIND, type MarketState } from "./state.ts";
import { follow, setIndex, trade } from "./trading.ts";

/** Market time goes in these steps whatever the caller's rhythm, so the market does not depend on it. */
export const STEP_MS = 50;

/** Changes of a book that look at its prices too; the others are orders coming and going behind them. */
const RELAY_SHARE = 0.15;
/** After a trade the best level is often replaced at once. */
const REQUOTE_AFTER_TRADE = 0.35;

/** Steps between looks at a book: a chain of the busiest, another chain, a future or share. */
const BUSY_PERIOD = 4;
const QUIET_PERIOD = 16;
const LINEAR_PERIOD = 5;
const VOLATILITY_PERIOD = 20;
const VOLUME_PERIOD = 600;
/** Exchanges publish their main indices about twice a second, others once. */
const INDEX_PERIOD = 10;
const SLOW_INDEX_PERIOD = 20;
/** Ticks a second of all its rows from which a chain counts as busy. */
const BUSY_CHAIN = 30;

/** One market day's constants for stepping. */
export interface Stepper {
  /** One step of `ms` that ends at an instant. `sweep` looks at every book, else at those whose turn it is. */
  step(at: number, ms: number, sweep: boolean, mostEvents: number): void;
  /** Whether quotes and trades come in a bucket at an instant. */
  isOpen(bucket: number, at: number): boolean;
  /** How many times wider than usual spreads are: the first minutes of a session and its quiet hours. */
  stress(bucket: number, at: number): number;
  /** Lots behind a tick, relative to a regular session. */
  size(bucket: number): number;
  /** Value an underlying's own row shows: its spot, or its front future where no spot exists. */
  reference(u: number, at: number): number;
}

export function createStepper(
  state: MarketState,
  latent: Latent,
  activity: Activity,
  plan: DayPlan,
  random: Random,
): Stepper {
  const spans = BUCKETS.map((bucket) => plan.spans[bucket]);
  const sizes = BUCKETS.map((bucket) => {
    const seconds = planActivity(plan, bucket);
    return seconds > 0 ? SESSION_ACTIVITY[bucket] / seconds : 1;
  });
  const isBusy = new Uint8Array(state.chains.length);
  const rateBusy = (c: number): void => {
    const chain = state.chains[c]!;
    let sum = 0;
    for (const rows of [chain.callIndex, chain.putIndex])
      for (const row of rows) if (row >= 0) sum += state.rate[row]!;
    isBusy[c] = sum >= BUSY_CHAIN ? 1 : 0;
  };
  for (let c = 0; c < state.chains.length; c++) rateBusy(c);
  const anyRow = state.chains.map(
    (chain) => chain.callIndex.find((each) => each >= 0) ?? chain.putIndex.find((each) => each >= 0)!,
  );
  const chainBucket = anyRow.map((row) => state.bucket[row]!);

  const isOpen = (bucket: number, at: number): boolean =>
    spans[bucket]!.some((span) => at >= span.open && at < span.close);

  const stress = (bucket: number, at: number): number => {
    const name = BUCKETS[bucket]!;
    const quiet = Math.max(0, 0.8 - rhythm(GROUP_OF_BUCKET[name], istMinuteOfDay(at)));
    const span = spans[bucket]!.find((each) => at >= each.open && at < each.close);
    const fresh =
      span === undefined || plan.events.length === 0 ? 0 : 0.9 * Math.exp(-(at - span.open) / 150_000);
    return 1 + fresh + 0.4 * quiet;
  };

  function reference(u: number, at: number): number {
    const front = state.universe.underlyings[u]!.futures.find((each) => at < each.expiryInstant);
    if (state.specs[u]!.kind !== "commodity" || front === undefined) return latent.spot[u]!;
    return latent.spot[u]! * latent.carry(u, front.expiryInstant, at);
  }

  /** By bucket: events that one event of the last step stood for, more than 1 only in coarse steps. */
  const crowd = BUCKETS.map(() => 1);

  function requote(row: number, at: number, strain: number): void {
    quote(state, latent, row, at, strain, random);
    follow(state, row, at, crowd[state.bucket[row]!]!, random);
  }

  function lookAtChain(c: number, at: number, strain: number): void {
    const chain = state.chains[c]!;
    const { forward, deviation } = latent.surfaces[c]!;
    for (let i = 0; i < chain.strikes.length; i++) {
      const call = chain.callIndex[i]!;
      if (call >= 0 && isStaleOption(state, forward, deviation, call)) requote(call, at, strain);
      const put = chain.putIndex[i]!;
      if (put >= 0 && isStaleOption(state, forward, deviation, put)) requote(put, at, strain);
    }
  }

  function lookAtLinear(row: number, fair: number, at: number, strain: number): void {
    if (Math.abs(fair - state.fair[row]!) <= 0.5 * Math.max(state.halfSpread[row]!, state.tick[row]!)) return;
    requote(row, at, strain);
  }

  function lookAtUnderlying(
    u: number,
    at: number,
    open: readonly boolean[],
    strain: readonly number[],
  ): void {
    const entry = state.universe.underlyings[u]!;
    const spot = latent.spot[u]!;
    const own = state.bucket[entry.index]!;
    if (state.kind[entry.index] === KIND.SHARE && open[own])
      lookAtLinear(entry.index, spot, at, strain[own]!);
    for (const future of entry.futures) {
      const bucket = state.bucket[future.index]!;
      if (!open[bucket] || at > state.lastTrade[future.index]!) continue;
      lookAtLinear(future.index, latent.future(u, future.expiryInstant, at), at, strain[bucket]!);
    }
  }

  function happen(bucket: number, at: number, ms: number, most: number, strain: number): void {
    const pace = rhythm(GROUP_OF_BUCKET[BUCKETS[bucket]!], istMinuteOfDay(at));
    const mean = (activity.total(bucket) * pace * ms) / 1000;
    crowd[bucket] = Math.max(1, mean / most);
    let count = random.poisson(mean);
    let size = sizes[bucket]!;
    if (count > most) {
      size *= count / most;
      count = most;
    }
    for (let i = 0; i < count; i++) {
      const row = activity.pick(bucket, random.next());
      if (row < 0) return;
      if (random.next() * eventRate(state, row) < state.rate[row]!) {
        trade(state, row, at, size, random);
        if (random.next() < REQUOTE_AFTER_TRADE) requote(row, at, strain);
      } else if (random.next() < RELAY_SHARE) {
        requote(row, at, strain);
      } else {
        refresh(state, row, at, random);
      }
    }
  }

  const open = BUCKETS.map(() => false);
  const strain = BUCKETS.map(() => 1);
  return {
    isOpen,
    stress,
    reference,
    size: (bucket) => sizes[bucket]!,
    step(at, ms, sweep, mostEvents) {
      // The step that ends at a session's close still belongs to it.
      const inside = at - 1;
      for (let b = 0; b < BUCKETS.length; b++) {
        open[b] = isOpen(b, inside);
        strain[b] = stress(b, inside);
      }
      if (!open.includes(true)) return;
      const k = Math.round(at / STEP_MS);
      latent.update(at, sweep || k % VOLATILITY_PERIOD === 0);
      const due = (n: number, period: number): boolean => sweep || (n + k) % period === 0;
      for (let u = 0; u < state.specs.length; u++) {
        if (due(u, LINEAR_PERIOD)) lookAtUnderlying(u, at, open, strain);
        const row = state.universe.underlyings[u]!.index;
        const isMain = state.specs[u]!.kind !== "stock" && u < 2;
        if (state.kind[row] === KIND.INDEX && open[state.bucket[row]!]) {
          if (due(7 * u, isMain ? INDEX_PERIOD : SLOW_INDEX_PERIOD))
            setIndex(state, row, reference(u, at), at);
        }
      }
      for (let c = 0; c < state.chains.length; c++) {
        const bucket = chainBucket[c]!;
        if (!open[bucket] || at > state.lastTrade[anyRow[c]!]!) continue;
        if ((c + k) % VOLUME_PERIOD === 0) {
          spreadVolume(state, latent, c, at);
          activity.refresh(c);
          rateBusy(c);
        }
        if (due(c, isBusy[c] === 1 ? BUSY_PERIOD : QUIET_PERIOD)) lookAtChain(c, at, strain[bucket]!);
      }
      for (let b = 0; b < BUCKETS.length; b++) if (open[b]) happen(b, at, ms, mostEvents, strain[b]!);
    },
  };
}
