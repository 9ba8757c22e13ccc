import { daysBetween } from "#domain/calendar/ist.ts";
import { QUOTE_FULL_OI, QUOTE_FULL_OI_DAY_HIGH, QUOTE_FULL_OI_DAY_LOW } from "#protocol/generated/layout.ts";
import { ROW_WORDS } from "../../market-table.ts";
import type { Latent } from "./latent.ts";
import { expiryShare, futureShare, oiWeight, paceOf, roundness, volumeWeight } from "./liquidity.ts";
import { normalOf, type Random, uniformOf } from "./random.ts";
import { bucketName, KIND, type MarketState } from "./state.ts";

const OI = QUOTE_FULL_OI / 4;
const OI_HIGH = QUOTE_FULL_OI_DAY_HIGH / 4;
const OI_LOW = QUOTE_FULL_OI_DAY_LOW / 4;
const DAY_MS = 86_400_000;
const MOST_UNITS = 4_294_967_295;
/** Twenty minutes' standard deviation: volume does not gather closer to the money, also when what an expiry settles at is known. */
const LEAST_DEVIATION = 8e-4;

/** Net opening or closing never takes more of the traded lots than this. */
const MOST_OPENED = 0.35;
/** Even where there is no open interest, a day may open this many lots. */
const FRESH_LOTS = 40;

/** Puts outnumber calls a little in a calm market, and which it is differs from chain to chain. */
const USUAL_PUT_SHARE = 0.47;

/**
 * Expected lots of the day and pace of every option of a chain, from where its strikes lie now.
 * Called again as the forward moves: activity follows the money.
 */
export function spreadVolume(state: MarketState, latent: Latent, c: number, at: number): void {
  const chain = state.chains[c]!;
  const surface = latent.surfaces[c]!;
  const spec = state.specs[chain.underlyingIndex]!;
  const deviation = Math.max(surface.deviation, LEAST_DEVIATION);
  const days = Math.max(0, chain.expiryInstant - at) / DAY_MS;
  const total =
    state.depths[chain.underlyingIndex]!.volume * expiryShare(spec, chain.expiryType, days).volume;
  let sum = 0;
  const weigh = (rows: Int32Array, i: number, isPut: boolean): number => {
    const row = rows[i]!;
    if (row < 0) return 0;
    const z = Math.log(chain.strikes[i]! / surface.forward) / deviation;
    return volumeWeight(isPut ? -z : z) * roundness(chain.strikes[i]!, chain.strikeStep);
  };
  for (let i = 0; i < chain.strikes.length; i++) {
    sum += weigh(chain.callIndex, i, false) + weigh(chain.putIndex, i, true);
  }
  const put = (rows: Int32Array, i: number, isPut: boolean): void => {
    const row = rows[i]!;
    if (row < 0) return;
    const dayLots = sum > 0 && at < state.lastTrade[row]! ? (total * weigh(rows, i, isPut)) / sum : 0;
    const pace = paceOf(dayLots, bucketName(state, row));
    state.dayLots[row] = dayLots;
    state.rate[row] = pace.rate;
    state.lotsATick[row] = pace.lots;
  };
  for (let i = 0; i < chain.strikes.length; i++) {
    put(chain.callIndex, i, false);
    put(chain.putIndex, i, true);
  }
}

function setPace(state: MarketState, row: number, dayLots: number): void {
  const pace = paceOf(dayLots, bucketName(state, row));
  state.dayLots[row] = dayLots;
  state.rate[row] = pace.rate;
  state.lotsATick[row] = pace.lots;
}

/** Pace of shares and futures: fixed by the day. */
export function spreadLinearVolume(state: MarketState): void {
  state.universe.underlyings.forEach((entry, u) => {
    const depth = state.depths[u]!;
    if (state.kind[entry.index] === KIND.SHARE) setPace(state, entry.index, depth.shares);
    entry.futures.forEach((future, rank) => {
      setPace(state, future.index, depth.futureVolume * futureShare(rank).volume);
    });
  });
}

/** Sets a row's open interest as yesterday's close, lots. */
function setPreviousOi(state: MarketState, row: number, lots: number): void {
  const most = Math.floor(MOST_UNITS / state.lot[row]!);
  setPreviousUnits(state, row, Math.max(0, Math.min(most, Math.round(lots))) * state.lot[row]!);
}

/** The same in units, which after a change of lots need not be whole ones. */
export function setPreviousUnits(state: MarketState, row: number, units: number): void {
  const words = state.table.words;
  const held = Math.min(MOST_UNITS, units);
  state.oiLots[row] = held / state.lot[row]!;
  state.table.previousOi[row] = held;
  const base = row * ROW_WORDS;
  words[base + OI] = held;
  words[base + OI_HIGH] = held;
  words[base + OI_LOW] = held;
}

/** Where positions of a chain lie: a share of the chain's lots for each listed option, all together 1. */
function positionShares(state: MarketState, latent: Latent, seed: number, c: number): Map<number, number> {
  const chain = state.chains[c]!;
  const surface = latent.surfaces[c]!;
  const token = state.universe.underlyings[chain.underlyingIndex]!.underlying.token;
  const expiryKey = daysBetween("2020-01-01", chain.expiry);
  const putShare = USUAL_PUT_SHARE + 0.14 * (uniformOf(seed, token, expiryKey, 11) - 0.5);
  const shares = new Map<number, number>();
  for (const [rows, isPut, share] of [
    [chain.callIndex, false, 1 - putShare],
    [chain.putIndex, true, putShare],
  ] as const) {
    const weights = Array.from(rows, (row, i) => {
      if (row < 0) return 0;
      const strike = chain.strikes[i]!;
      const z = Math.log(strike / surface.forward) / surface.deviation;
      const noise = Math.exp(0.45 * normalOf(seed, state.universe.instruments[row]!.token, 12));
      return oiWeight(isPut ? -z : z, isPut) * roundness(strike, chain.strikeStep) ** 1.25 * noise;
    });
    const sum = weights.reduce((a, b) => a + b, 0);
    rows.forEach((row, i) => {
      if (row >= 0) shares.set(row, sum > 0 ? (share * weights[i]!) / sum : 0);
    });
  }
  return shares;
}

/** Lots held in a chain at an instant, by our picture of the market. */
function usualPositions(state: MarketState, c: number, at: number): number {
  const chain = state.chains[c]!;
  const spec = state.specs[chain.underlyingIndex]!;
  const days = Math.max(0, chain.expiryInstant - at) / DAY_MS;
  return state.depths[chain.underlyingIndex]!.oi * expiryShare(spec, chain.expiryType, days).oi;
}

/** Lots held in every listed option of a chain at an instant, by row: heaped on round strikes, calls above the money, puts below. */
export function chainPositions(
  state: MarketState,
  latent: Latent,
  seed: number,
  c: number,
  at: number,
): Map<number, number> {
  const total = usualPositions(state, c, at);
  const lots = positionShares(state, latent, seed, c);
  for (const [row, share] of lots) lots.set(row, total * share);
  return lots;
}

/** Lots held in every future of an underlying, by row. */
export function futurePositions(state: MarketState, seed: number, u: number): Map<number, number> {
  return new Map(
    state.universe.underlyings[u]!.futures.map((future, rank) => {
      const noise = Math.exp(0.2 * normalOf(seed, state.universe.instruments[future.index]!.token, 12));
      return [future.index, state.depths[u]!.futureOi * futureShare(rank).oi * noise];
    }),
  );
}

/** Yesterday's positions, but for rows that are known better. */
export function placePositions(
  state: MarketState,
  latent: Latent,
  seed: number,
  at: number,
  skip: (row: number) => boolean,
): void {
  const place = (positions: ReadonlyMap<number, number>): void => {
    for (const [row, lots] of positions) if (!skip(row)) setPreviousOi(state, row, lots);
  };
  for (let c = 0; c < state.chains.length; c++) place(chainPositions(state, latent, seed, c, at));
  for (let u = 0; u < state.specs.length; u++) place(futurePositions(state, seed, u));
}

/** Positions of a chain never more than change by this in a day through its coming nearer. */
const LEAST_GROWTH = 0.75;
const MOST_GROWTH = 2.5;
/** A chain with less than this share of its usual positions is new, and makes up half of what is missing in a day. */
const NEW_CHAIN = 0.3;
const CATCH_UP = 0.5;

/**
 * Which way positions go today, as a share of those held: on a last day they close; in a chain that comes nearer they
 * grow, and gather where they usually lie.
 * @param latent stands at the start of the day
 */
export function drawDrift(
  state: MarketState,
  latent: Latent,
  seed: number,
  dayKey: number,
  dayStart: number,
  dayEnd: number,
): void {
  const held = (row: number): number => state.table.previousOi[row]! / state.lot[row]!;
  for (let row = 0; row < state.rows; row++) {
    const expiresToday = state.expiryInstant[row]! <= dayEnd;
    const own = normalOf(seed, state.universe.instruments[row]!.token, dayKey, 13);
    state.oiDrift[row] = expiresToday ? -0.3 + 0.2 * own : 0.22 * own + (state.chain[row]! < 0 ? 0.05 : 0);
  }
  state.chains.forEach((chain, c) => {
    if (chain.expiryInstant <= dayEnd) return;
    const shares = positionShares(state, latent, seed, c);
    let total = 0;
    for (const row of shares.keys()) total += held(row);
    const usual = usualPositions(state, c, dayStart);
    const later = usualPositions(state, c, dayEnd);
    const ratio = Math.max(LEAST_GROWTH, Math.min(MOST_GROWTH, later / usual));
    const grown = total * (ratio - 1) + CATCH_UP * Math.max(0, NEW_CHAIN * later - total);
    for (const [row, share] of shares) {
      // New positions go where they usually lie, closed ones come from everywhere.
      const change = grown > 0 ? grown * share : total > 0 ? (grown * held(row)) / total : 0;
      state.oiDrift[row]! += change / (held(row) + FRESH_LOTS);
    }
  });
}

/** Publishes whole lots. */
function writeOi(state: MarketState, row: number): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const units = Math.floor(state.oiLots[row]!) * state.lot[row]!;
  words[base + OI] = units;
  if (units > words[base + OI_HIGH]! >>> 0) words[base + OI_HIGH] = units;
  if (units < words[base + OI_LOW]! >>> 0) words[base + OI_LOW] = units;
}

/**
 * A trade opens, closes or passes on positions: open interest changes by at most the lots traded, and over a usual
 * day's volume by the row's drift.
 */
export function changeOpenInterest(state: MarketState, row: number, lots: number, random: Random): void {
  if (state.kind[row] === KIND.SHARE) return;
  const held = state.table.previousOi[row]! / state.lot[row]!;
  const mean = (state.oiDrift[row]! * (held + FRESH_LOTS)) / Math.max(1, state.dayLots[row]!);
  const noise = (0.3 * random.normal()) / Math.sqrt(1 + lots / 10);
  const share = Math.max(-MOST_OPENED, Math.min(MOST_OPENED, mean)) + noise;
  moveOpenInterest(state, row, lots * Math.max(-1, Math.min(1, share)));
}

/** Changes open interest by lots, never below zero. */
function moveOpenInterest(state: MarketState, row: number, lots: number): void {
  const most = Math.floor(MOST_UNITS / state.lot[row]!);
  state.oiLots[row] = Math.max(0, Math.min(most, state.oiLots[row]! + lots));
  writeOi(state, row);
}
