import { addDays } from "#domain/calendar/ist.ts";
import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChainEntry } from "../../market-table.ts";
import {
  type ClockKind,
  type DayPlan,
  dayVariance,
  elapsedVariance,
  type Group,
  laterVariance,
} from "./day-plan.ts";
import { createFactorModel, type FactorModel, groupOf, type Loading } from "./factors.ts";
import { layOwn, ownVariances } from "./own-volatility.ts";
import { closingLevel, createPaths, DAY_ZERO, type Paths } from "./paths.ts";
import {
  atmVariance,
  COMMODITY_SMILE,
  CURRENCY_SMILE,
  INDEX_SMILE,
  type SmileShape,
  STOCK_SMILE,
  tilted,
} from "./surface.ts";

/** What real data says of one expiry. */
export interface ChainSeed {
  /** Rupees, at the previous close; NaN unknown. */
  readonly forward: number;
  /** Annual fraction, calendar time. */
  readonly atmIv: number;
  readonly shape: SmileShape;
  /** Annual, continuous: what its prices are discounted at. */
  readonly rate: number;
  /** Volatilities that closes tell, annual fractions by strike ascending; empty where none do. */
  readonly strikes: ArrayLike<number>;
  readonly iv: ArrayLike<number>;
  /** Closes that told them. */
  readonly prints: number;
}

export interface LatentInput {
  readonly seed: number;
  readonly clock: ClockKind;
  readonly specs: readonly UnderlyingSpec[];
  /** Real closes that the market starts from: previous close by symbol, on the day before `date`. */
  readonly anchor?: { readonly date: IsoDate; readonly spot: ReadonlyMap<string, number> } | undefined;
  /** by `${symbol} ${expiry}` */
  readonly chainSeeds?: ReadonlyMap<string, ChainSeed> | undefined;
}

/** One expiry as the market makers see it. */
interface ChainSurface {
  forward: number;
  logForward: number;
  /** √ of total at-the-money variance. */
  deviation: number;
  rho: number;
  /** Rupees, see `lotteryPremium`. */
  lottery: number;
  /** Of a rupee on the expiry. */
  discount: number;
  /** What it settles at is known. */
  isFixed: boolean;
  readonly shape: SmileShape;
  /** By strike of the chain: variance over that of the shape, as its close was; 1 where no close tells. */
  readonly own: Float64Array;
}

/** Fair values of everything: spots, forwards, volatilities. Books and trades happen around them. */
export interface Latent {
  readonly spot: Float64Array;
  readonly volatility: Float64Array;
  readonly surfaces: readonly ChainSurface[];
  plan(): DayPlan;
  startDay(plan: DayPlan): void;
  setChains(chains: readonly ChainEntry[], futureInstants: readonly number[]): void;
  /** Spots and forwards at an instant; with `withVolatility` the surfaces too. */
  update(at: number, withVolatility: boolean): void;
  /** Like `update` with volatilities, on minute-to-minute paths: cheap for any instant of the day. */
  lookBack(at: number): void;
  /** Spot at an instant of the day, minutes joined by straight lines. */
  spotAt(underlying: number, at: number): number;
  /** Spot at the previous close, the day's starting point. */
  previousSpot(underlying: number): number;
  /** Forward over spot of a contract expiring then. */
  carry(underlying: number, expiryInstant: number, at: number): number;
  /** Fair price of a future; from the instant that fixes its payoff on, what it settles at. */
  future(underlying: number, expiryInstant: number, at: number): number;
  /** Price of the underlying that a chain settles at, once its payoff is fixed. */
  settlement(chain: number): number;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const MINUTE_YEARS = 60_000 / YEAR_MS;
/** An option whose payoff is fixed is worth that payoff: no volatility is left, and none divides by zero. */
const FIXED_YEARS = 1e-18;
/** The basis of a future dies away over its last days. */
const BASIS_RAMP_MS = 5 * 86_400_000;
const CARRY: Readonly<Record<string, number>> = {
  USDINR: 0.022,
  GOLD: 0.062,
  SILVER: 0.066,
  CRUDEOIL: -0.015,
  NATURALGAS: 0.09,
};
/** Interest less dividends, annual. */
const EQUITY_CARRY: Readonly<Record<UnderlyingSpec["kind"], number>> = {
  index: 0.064,
  stock: 0.067,
  currency: 0,
  commodity: 0,
};
const SMILES: Readonly<Record<UnderlyingSpec["kind"], SmileShape>> = {
  index: INDEX_SMILE,
  stock: STOCK_SMILE,
  currency: CURRENCY_SMILE,
  commodity: COMMODITY_SMILE,
};

/** From the wings of NIFTY and stock options a day to a week before expiry, Aug 2026. */
const LOTTERY_TICKS: Readonly<Record<UnderlyingSpec["kind"], number>> = {
  index: 9,
  stock: 5,
  currency: 1,
  commodity: 2,
};

const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));

/** Volatility of an underlying now, annual fraction. @param surprise sum of its volatility factors; @param price of its price factors */
export function volatilityNow(
  spec: UnderlyingSpec,
  leverage: number,
  surprise: number,
  price: number,
): number {
  return spec.annualVolatility * Math.exp(clamp(surprise + leverage * price, -0.7, 1.1));
}

/** Log price of an underlying when all its factors are at zero: from the table of base prices, or from a real close. */
export function anchorOf(
  input: Pick<LatentInput, "seed" | "anchor">,
  model: FactorModel,
  spec: UnderlyingSpec,
  u: number,
  variance: (group: Group, day: number) => number,
): number {
  const spot = input.anchor?.spot.get(spec.symbol);
  if (spot === undefined || input.anchor === undefined) return Math.log(spec.basePrice);
  let moved = 0;
  for (const { factor, load } of model.underlyings[u]!.price) {
    moved +=
      load * closingLevel(input.seed, model.factors[factor]!, addDays(input.anchor.date, -1), variance);
  }
  return Math.log(spot) - moved;
}

/** Years of variance by group and day of DAY_ZERO, each asked of the calendar once. */
export function createVarianceOf(clock: ClockKind): (group: Group, day: number) => number {
  const known = new Map<string, number>();
  return (group, day) => {
    const key = `${group}${day}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = dayVariance(clock, group, addDays(DAY_ZERO, day));
    known.set(key, value);
    return value;
  };
}

export function createLatent(input: LatentInput): Latent {
  const { seed, clock, specs } = input;
  const model = createFactorModel(specs);
  const variance = createVarianceOf(clock);
  const paths: Paths = createPaths(seed, model.factors, variance);
  const level = new Float64Array(model.factors.length);
  const groups = specs.map(groupOf);
  const lotteryTicks = specs.map((spec) => LOTTERY_TICKS[spec.kind]);

  const total = (loadings: readonly Loading[]): number => {
    let sum = 0;
    for (const { factor, load } of loadings) sum += load * level[factor]!;
    return sum;
  };

  const anchor = specs.map((spec, u) => anchorOf(input, model, spec, u, variance));

  const count = specs.length;
  const spot = new Float64Array(count);
  const opening = new Float64Array(count);
  const volatility = new Float64Array(count);
  const tilt = new Float64Array(count);
  const basis = new Float64Array(count);
  let today: DayPlan;
  let chains: readonly ChainEntry[] = [];
  let futureInstants: readonly number[] = [];
  let surfaces: ChainSurface[] = [];
  /** of each chain: years of variance after today, forward over spot, scale to real volatility */
  let later = new Float64Array(0);
  let ratio = new Float64Array(0);
  let volatilityScale = new Float64Array(0);
  /** by chain: what it settles at, NaN until that is asked */
  let settled = new Float64Array(0);
  /** by chain: annual interest */
  let rates = new Float64Array(0);
  /** rupees, see `lotteryPremium` */
  let mostLottery = new Float64Array(0);
  /**
   * By underlying and last instant: log of a real forward over the usual one, and the milliseconds left when it was. It
   * wears off with the life that is left, so that a contract ends at spot; futures and options of an expiry share it.
   */
  const realCarry = specs.map(() => new Map<number, { readonly log: number; readonly life: number }>());

  function carry(u: number, expiryInstant: number, at: number): number {
    const spec = specs[u]!;
    const ms = Math.max(0, expiryInstant - at);
    const rate = CARRY[spec.symbol] ?? EQUITY_CARRY[spec.kind];
    const real = realCarry[u]!.get(expiryInstant);
    const extra = real === undefined ? 0 : real.log * Math.min(1, ms / real.life);
    return Math.exp((rate * ms) / YEAR_MS + extra) * (1 + basis[u]! * Math.min(1, ms / BASIS_RAMP_MS));
  }

  function spotAt(u: number, at: number): number {
    let price = anchor[u]!;
    for (const { factor, load } of model.underlyings[u]!.price) price += load * paths.coarse(factor, at);
    return Math.exp(price);
  }

  /** Futures and options end in the spot of the instant that fixes their payoff, wherever spot goes from there. */
  function future(u: number, expiryInstant: number, at: number): number {
    const until = Math.min(at, expiryInstant);
    return (until < at ? spotAt(u, until) : spot[u]!) * carry(u, expiryInstant, until);
  }

  function settlement(c: number): number {
    if (Number.isNaN(settled[c]!)) {
      const { underlyingIndex: u, expiryInstant } = chains[c]!;
      settled[c] = spotAt(u, expiryInstant) * carry(u, futureInstants[c]!, expiryInstant);
    }
    return settled[c]!;
  }

  function yearsLeft(c: number, at: number): number {
    const chain = chains[c]!;
    if (at >= chain.expiryInstant) return FIXED_YEARS;
    if (clock === "always") return Math.max(MINUTE_YEARS, (chain.expiryInstant - at) / YEAR_MS);
    const own = today.groups[groups[chain.underlyingIndex]!];
    const inDay = elapsedVariance(own, Math.min(chain.expiryInstant, today.end)) - elapsedVariance(own, at);
    return Math.max(MINUTE_YEARS, Math.max(0, inDay) + later[c]!);
  }

  function apply(at: number, withVolatility: boolean): void {
    for (let u = 0; u < count; u++) {
      const factors = model.underlyings[u]!;
      const price = total(factors.price);
      spot[u] = Math.exp(anchor[u]! + price);
      if (!withVolatility) continue;
      volatility[u] = volatilityNow(specs[u]!, factors.leverage, total(factors.volatility), price);
      tilt[u] = clamp(1 + total(factors.skew), 0.65, 1.4);
      basis[u] = total(factors.basis);
    }
    for (let c = 0; c < chains.length; c++) {
      const chain = chains[c]!;
      const u = chain.underlyingIndex;
      const surface = surfaces[c]!;
      if (withVolatility) {
        ratio[c] = carry(u, futureInstants[c]!, at);
        const years = yearsLeft(c, at);
        const w = atmVariance(volatility[u]!, specs[u]!.annualVolatility, years);
        surface.deviation = Math.sqrt(w) * volatilityScale[c]!;
        const left = Math.max(0, chain.expiryInstant - at);
        surface.lottery = mostLottery[c]! * Math.min(1, Math.sqrt(left / DAY_MS));
        surface.rho = tilted(surface.shape, tilt[u]!, years);
        surface.discount = Math.exp((-rates[c]! * left) / YEAR_MS);
      }
      surface.isFixed = at >= chain.expiryInstant;
      surface.forward = surface.isFixed ? settlement(c) : spot[u]! * ratio[c]!;
      surface.logForward = Math.log(surface.forward);
    }
  }

  function seedOf(chain: ChainEntry): ChainSeed | undefined {
    return input.chainSeeds?.get(`${specs[chain.underlyingIndex]!.symbol} ${chain.expiry}`);
  }

  function seedChains(): void {
    chains.forEach((chain, c) => {
      const seeded = seedOf(chain);
      if (seeded === undefined) return;
      const at = today.previousClose[groups[chain.underlyingIndex]!];
      const years = (chain.expiryInstant - at) / YEAR_MS;
      const surface = surfaces[c]!;
      if (seeded.atmIv > 0) {
        const deviation = seeded.atmIv * Math.sqrt(years);
        volatilityScale[c] = deviation / surface.deviation;
        surface.deviation = deviation;
      }
      if (!(seeded.forward > 0)) return;
      const instant = futureInstants[c]!;
      const life = instant - (today.start - 1);
      realCarry[chain.underlyingIndex]!.set(instant, {
        log: Math.log(seeded.forward / surface.forward),
        life,
      });
      ownOf.set(nameOf(chain), ownVariances(seeded, surface, chain.tickSize));
    });
  }

  /** Scales to real volatility, by chain: found once, on the first day, and kept for as long as the chain lives. */
  const scales = new Map<string, number>();
  /** by chain and strike: a contract keeps for its life what its close says beside the shape */
  const ownOf = new Map<string, ReadonlyMap<number, number>>();
  const nameOf = (chain: ChainEntry): string => `${chain.underlyingIndex} ${chain.expiry}`;

  return {
    spot,
    volatility,
    get surfaces() {
      return surfaces;
    },
    plan: () => today,
    startDay(plan) {
      today = plan;
      paths.startDay(plan);
      for (let f = 0; f < level.length; f++) level[f] = paths.coarse(f, plan.start - 1);
      for (let u = 0; u < count; u++) {
        opening[u] = Math.exp(anchor[u]! + total(model.underlyings[u]!.price));
      }
    },
    setChains(next, instants) {
      chains = next;
      futureInstants = instants;
      surfaces = next.map((chain) => {
        const shape = seedOf(chain)?.shape ?? SMILES[specs[chain.underlyingIndex]!.kind];
        const own = new Float64Array(chain.strikes.length);
        layOwn(ownOf.get(nameOf(chain)), chain.strikes, own);
        const blank = { forward: 0, logForward: 0, deviation: 0, lottery: 0, discount: 1, isFixed: false };
        return { ...blank, rho: shape.rho, shape, own };
      });
      rates = Float64Array.from(next, (chain) => seedOf(chain)?.rate ?? 0);
      later = Float64Array.from(next, (chain) =>
        laterVariance(clock, groups[chain.underlyingIndex]!, today, chain.expiryInstant),
      );
      // A smile fitted to real prices has it in its wings.
      mostLottery = Float64Array.from(next, (chain) =>
        seedOf(chain) === undefined ? lotteryTicks[chain.underlyingIndex]! * chain.tickSize : 0,
      );
      ratio = new Float64Array(next.length);
      settled = new Float64Array(next.length).fill(Number.NaN);
      volatilityScale = Float64Array.from(next, (chain) => scales.get(nameOf(chain)) ?? 1);
      if (input.chainSeeds !== undefined && scales.size === 0) {
        for (let f = 0; f < level.length; f++) level[f] = paths.coarse(f, today.start - 1);
        apply(today.start - 1, true);
        seedChains();
        next.forEach((chain, c) => {
          scales.set(nameOf(chain), volatilityScale[c]!);
          layOwn(ownOf.get(nameOf(chain)), chain.strikes, surfaces[c]!.own);
        });
      }
    },
    update(at, withVolatility) {
      paths.seek(at);
      level.set(paths.level);
      apply(at, withVolatility);
    },
    lookBack(at) {
      for (let f = 0; f < level.length; f++) level[f] = paths.coarse(f, at);
      apply(at, true);
    },
    spotAt,
    previousSpot: (u) => opening[u]!,
    carry,
    future,
    settlement,
  };
}
