import { normalCdf } from "#domain/pricing/normal.ts";
import { QUOTE_FULL_EXCHANGE_TIME } from "#protocol/generated/layout.ts";
import { markDirty, ROW_WORDS } from "../../market-table.ts";
import { layBook, refreshBook } from "./books.ts";
import type { Latent } from "./latent.ts";
import type { Random } from "./random.ts";
import { KIND, type MarketState, SHAPE } from "./state.ts";
import {
  LEAST_RELATIVE_VARIANCE,
  lotteryPremium,
  outOfTheMoney,
  premiumPerDeviation,
  relativeVariance,
} from "./surface.ts";

const EXCHANGE_TIME = QUOTE_FULL_EXCHANGE_TIME / 4;
const AT_THE_MONEY = 0.3989422804014327;

/** What a contract is worth and how it moves; one object, overwritten by every pricing. */
interface Valuation {
  fair: number;
  /** Per rupee of the forward. */
  delta: number;
  /** Per unit of the chain's standard deviation. */
  perDeviation: number;
}

const value: Valuation = { fair: 0, delta: 0, perDeviation: 0 };

/** What `fairOption` found on its way to an option's price; one object, overwritten by every pricing. */
const priced = { x: 0, v: 0, root: 0 };

/** Fair value of an option at the latent market's instant, rupees: Black-76 on the chain's forward, smile and discount. */
export function fairOption(state: MarketState, latent: Latent, row: number): number {
  const surface = latent.surfaces[state.chain[row]!]!;
  const { forward, deviation, discount } = surface;
  const strike = state.strike[row]!;
  const x = state.logStrike[row]! - surface.logForward;
  const z = x / deviation;
  const relative = Math.max(LEAST_RELATIVE_VARIANCE, relativeVariance(surface.shape, surface.rho, z));
  const root = Math.sqrt(relative * surface.own[state.place[row]!]!);
  const v = deviation * root;
  priced.x = x;
  priced.v = v;
  priced.root = root;
  const premium = outOfTheMoney(forward, strike, x, v) + lotteryPremium(surface.lottery, z);
  const intrinsic = state.isPut[row] === 1 ? strike - forward : forward - strike;
  return discount * (premium + (intrinsic > 0 ? intrinsic : 0));
}

/** The same, and how it moves. */
export function valueOption(state: MarketState, latent: Latent, row: number): Valuation {
  const { forward, discount } = latent.surfaces[state.chain[row]!]!;
  value.fair = fairOption(state, latent, row);
  const { x, v, root } = priced;
  const d1 = -x / v + v / 2;
  value.delta = discount * (state.isPut[row] === 1 ? -normalCdf(-d1) : normalCdf(d1));
  value.perDeviation = discount * premiumPerDeviation(forward, x, v) * root;
  return value;
}

/** Fair value of any row that has a book. */
export function valueRow(state: MarketState, latent: Latent, row: number, at: number): Valuation {
  const kind = state.kind[row]!;
  if (kind === KIND.OPTION) return valueOption(state, latent, row);
  const u = state.owner[row]!;
  value.fair = kind === KIND.FUTURE ? latent.future(u, state.expiryInstant[row]!, at) : latent.spot[u]!;
  value.delta = 1;
  value.perDeviation = 0;
  return value;
}

/** Spread of an option over its price, by lots traded a day: a tick or two where a million trade, a third where none do. */
function relativeSpread(dayLots: number): number {
  return 0.0012 + 0.3 * Math.exp(-1.15 * Math.log10(1 + dayLots));
}

/** How many times wider than the first month a future is quoted at most: it can always be hedged with that one. */
const MOST_THIN = 12;

/**
 * Rupees from fair value to a best price. Market makers ask for a share of the premium (bounded: deep in the money it is
 * intrinsic, which the future hedges), and for what hedging with the future costs: all of its spread deep in the money,
 * little where the other options of the chain hedge as well.
 */
export function halfSpread(
  state: MarketState,
  latent: Latent,
  row: number,
  worth: Valuation,
  stress: number,
): number {
  const u = state.owner[row]!;
  const tick = state.tick[row]!;
  const hedge = latent.spot[u]! * state.depths[u]!.futureHalfSpread;
  if (state.kind[row] === KIND.SHARE) return stress * (0.35 * tick + 0.4 * hedge);
  if (state.kind[row] === KIND.FUTURE) {
    // Later months trade a fraction of the first, at spreads to match.
    const thin = (state.depths[u]!.futureVolume / Math.max(1, state.dayLots[row]!)) ** 0.4;
    return stress * (0.35 * tick + hedge * Math.min(MOST_THIN, Math.max(1, thin)));
  }
  const surface = latent.surfaces[state.chain[row]!]!;
  const atm = AT_THE_MONEY * surface.forward * surface.deviation;
  const base = Math.min(worth.fair, 1.5 * atm + 4 * tick);
  // What is worth a known sum needs no hedge.
  const slope = surface.isFixed ? 0 : Math.abs(worth.delta);
  return stress * (0.3 * tick + 0.5 * relativeSpread(state.dayLots[row]!) * base + slope ** 3 * hedge);
}

/** Chance that a contract without trades has no book, or only one side of it. */
function drawShape(state: MarketState, row: number, random: Random): number {
  const lots = state.dayLots[row]!;
  if (lots >= 60) return SHAPE.BOTH;
  const thin = Math.exp(-lots / 4);
  const u = random.next();
  if (u < 0.45 * thin) return SHAPE.NONE;
  if (u < 0.45 * thin + 0.04 + 0.16 * thin)
    return state.delta[row]! * (state.isPut[row] ? -1 : 1) > 0.5 ? SHAPE.NO_BID : SHAPE.NO_ASK;
  if (u < 0.45 * thin + 0.06 + 0.26 * thin) return SHAPE.NO_BID;
  return SHAPE.BOTH;
}

const RESHAPE = 0.03;

/** Prices a row anew and lays its book. */
export function quote(
  state: MarketState,
  latent: Latent,
  row: number,
  at: number,
  stress: number,
  random: Random,
): void {
  const worth = valueRow(state, latent, row, at);
  const isFirst = state.quotedAt[row] === 0;
  state.fair[row] = worth.fair;
  state.delta[row] = worth.delta;
  state.perDeviation[row] = worth.perDeviation;
  if (state.kind[row] === KIND.OPTION) {
    const surface = latent.surfaces[state.chain[row]!]!;
    state.quotedBase[row] = surface.forward;
    state.quotedDeviation[row] = surface.deviation;
    if (isFirst || random.next() < RESHAPE) state.shape[row] = drawShape(state, row, random);
  }
  const half = halfSpread(state, latent, row, worth, stress);
  state.halfSpread[row] = half;
  state.quotedAt[row] = at;
  layBook(state, row, worth.fair, half, random);
  state.table.words[row * ROW_WORDS + EXCHANGE_TIME] = Math.floor(at / 1000);
  markDirty(state.table, row);
}

/** A book is left alone while fair value stays well inside it... */
const PATIENCE = 0.8;
/** ...and, however wide, while it is not off by this much of the forward: calls and puts of a strike stay in parity. */
const MOST_DRIFT = 0.0006;

/** Whether the market has moved away from an option's book. */
export function isStaleOption(state: MarketState, forward: number, deviation: number, row: number): boolean {
  const move =
    (forward - state.quotedBase[row]!) * state.delta[row]! +
    (deviation - state.quotedDeviation[row]!) * state.perDeviation[row]!;
  const width = Math.min(state.halfSpread[row]!, MOST_DRIFT * forward);
  return Math.abs(move) > PATIENCE * Math.max(width, 0.5 * state.tick[row]!);
}

/** New orders at the same best prices. */
export function refresh(state: MarketState, row: number, at: number, random: Random): void {
  refreshBook(state, row, random);
  state.table.words[row * ROW_WORDS + EXCHANGE_TIME] = Math.floor(at / 1000);
  markDirty(state.table, row);
}
