import { type ExpiryRule, expiryInstant, listedExpiries } from "#domain/calendar/expiries.ts";
import { addDays, daysBetween } from "#domain/calendar/ist.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { breathe } from "../../../../../platform/lib/breathe.ts";
import type { DailyClose, PastDay, PastIv } from "../../../../bus/market-past.ts";
import { type ClockKind, type Group, laterVariance, previousGroupClose, rollInstant } from "../day-plan.ts";
import { createFactorModel, groupOf, type Loading } from "../factors.ts";
import { anchorOf, createVarianceOf, type LatentInput, volatilityNow } from "../latent.ts";
import { closingLevels, DAY_ZERO, MEMORY_SHOCKS } from "../paths.ts";
import { atmVariance } from "../surface.ts";

const YEAR_MS = 365 * 86_400_000;
/** Expiries beyond it never bracket thirty days: every product lists a monthly one before. */
const FARTHEST_YEARS = 0.4;

/** Expiries beyond it are of no term structure that is kept. */
const FARTHEST_TERM_YEARS = 1.1;

/** Days between which the feed has its turn; of the expiries of a year there is more to do. */
const DAYS_AT_ONCE = 20;
const TERMS_AT_ONCE = 4;

/** What is known of a past close better than a simulation can make it up. */
export type KnownCloses = ReadonlyMap<
  IsoDate,
  {
    readonly spot: number;
    readonly iv30: number;
    /** what is known of the day beside its close */
    readonly figures?:
      | Pick<PastDay, "open" | "high" | "low" | "volume" | "futuresOi" | "expiries">
      | undefined;
  }
>;

interface PastClosesInput extends Pick<LatentInput, "seed" | "anchor"> {
  readonly clock: ClockKind;
}

interface Listed {
  readonly expiry: IsoDate;
  /** epoch ms */
  readonly instant: number;
}

/** The rule by which an underlying's contracts are listed. */
export function ruleOf(spec: UnderlyingSpec): ExpiryRule {
  // A share that only an imported list knows follows the shares' rule.
  if (underlyingBySymbol(spec.symbol) !== undefined) return contractSpec(spec.symbol, DAY_ZERO).expiryRule;
  return spec.kind === "index" ? "NSE_INDEX" : "NSE_STOCK";
}

/**
 * The daily closes of an underlying before a date: what the market's factors, entered at those days, say of its spot and
 * of its thirty-day volatility. A pure function of seed, names and dates; one underlying and 250 days take 2 ms.
 */
export function createPastCloses(input: PastClosesInput) {
  const { clock, seed } = input;
  const variance = createVarianceOf(clock);
  const listed = new Map<string, readonly Listed[]>();
  /** Underlyings share expiries, and counting sessions is what takes the time. */
  const sessionsLeft = new Map<string, number>();

  /** The expiries that were listed on a day, with their last instants. */
  function instantsOf(spec: UnderlyingSpec, date: IsoDate): readonly Listed[] {
    const rule = ruleOf(spec);
    const key = `${rule} ${date}`;
    let instants = listed.get(key);
    if (instants === undefined) {
      instants = listedExpiries(rule, date).map(({ date: expiry }) => ({
        expiry,
        instant: expiryInstant(spec.derivativeExchange, expiry),
      }));
      listed.set(key, instants);
    }
    return instants;
  }

  /** Days of DAY_ZERO on which a group traded before a date, ascending, `count` of them. */
  function daysBefore(group: Group, before: IsoDate, count: number): number[] {
    const days: number[] = [];
    // A holiday table that ends is no reason to go back for ever.
    const first = daysBetween(DAY_ZERO, before) - 1;
    for (let day = first; days.length < count && day > first - 3 * count; day--) {
      if (variance(group, day) > 0) days.push(day);
    }
    return days.reverse();
  }

  function leftVariance(group: Group, date: IsoDate, end: number, instant: number): number {
    const key = `${group} ${date} ${instant}`;
    let left = sessionsLeft.get(key);
    if (left === undefined) {
      left = laterVariance(clock, group, { date, end }, instant);
      sessionsLeft.set(key, left);
    }
    return left;
  }

  /** At-the-money volatilities at the close of a day, in calendar time, as the chain's own figures are. */
  function termOf(spec: UnderlyingSpec, group: Group, date: IsoDate, volatility: number, farthest: number) {
    const nextRoll = rollInstant(addDays(date, 1));
    const at = clock === "always" ? nextRoll : previousGroupClose(group, addDays(date, 1));
    const term: (PastIv & { readonly years: number })[] = [];
    for (const { expiry, instant } of instantsOf(spec, date)) {
      const years = (instant - at) / YEAR_MS;
      if (years <= 0 || years > farthest) continue;
      const own = leftVariance(group, date, nextRoll, instant);
      if (!(own > 0)) continue;
      const atmIv = Math.sqrt(atmVariance(volatility, spec.annualVolatility, own) / years);
      term.push({ expiry, atmIv, years });
    }
    return term;
  }

  /**
   * @param before  closes of the days before this one
   * @param terms  so many of the last ones say the volatility of each expiry too
   * @returns oldest first
   */
  return async (spec: UnderlyingSpec, before: IsoDate, days: number, terms = 0): Promise<DailyClose[]> => {
    const group = groupOf(spec);
    const model = createFactorModel([spec]);
    const own = model.underlyings[0]!;
    const all = daysBefore(group, before, days + MEMORY_SHOCKS);
    const wanted = all.map((_, i) => i).slice(-days);
    const anchor = anchorOf(input, model, spec, 0, variance);
    const levels = model.factors.map((factor) => closingLevels(seed, factor, all, wanted, variance));
    const sum = (loadings: readonly Loading[], i: number): number =>
      loadings.reduce((total, { factor, load }) => total + load * levels[factor]![i]!, 0);
    const closes: DailyClose[] = [];
    for (const [i, position] of wanted.entries()) {
      // The first underlying of a calendar has it worked out for all, which takes a tenth of a second.
      const isTold = i >= wanted.length - terms;
      const atOnce = isTold ? TERMS_AT_ONCE : DAYS_AT_ONCE;
      if (i % atOnce === atOnce - 1) await breathe();
      const date = addDays(DAY_ZERO, all[position]!);
      const price = sum(own.price, i);
      const volatility = volatilityNow(spec, own.leverage, sum(own.volatility, i), price);
      const term = termOf(spec, group, date, volatility, isTold ? FARTHEST_TERM_YEARS : FARTHEST_YEARS);
      // What lies far beyond thirty days does not bracket them.
      const near = term.filter(({ years }) => years <= FARTHEST_YEARS);
      closes.push({
        date,
        spot: Math.exp(anchor + price),
        iv30: constantMaturityIv(
          near.map(({ years }) => years),
          near.map(({ atmIv }) => atmIv),
        ),
        ...(isTold && { ivs: term.map(({ expiry, atmIv }) => ({ expiry, atmIv })) }),
        origin: "simulated",
      });
    }
    return closes;
  };
}

/** Puts known closes in the place of simulated ones; the others are brought level with the known one nearest to them. */
export function meetKnown(closes: readonly DailyClose[], known: KnownCloses): DailyClose[] {
  const spots = ratios(
    closes,
    (close) => close.spot,
    (date) => known.get(date)?.spot,
  );
  const ivs = ratios(
    closes,
    (close) => close.iv30,
    (date) => known.get(date)?.iv30,
  );
  return closes.map(({ date, spot, iv30, ivs: term, origin }, i) => {
    const own = known.get(date);
    return {
      date,
      origin,
      ivs: term?.map(({ expiry, atmIv }) => ({ expiry, atmIv: atmIv * ivs[i]! })),
      spot: own !== undefined && own.spot > 0 ? own.spot : spot * spots[i]!,
      iv30: own !== undefined && own.iv30 > 0 ? own.iv30 : iv30 * ivs[i]!,
    };
  });
}

/** By close: known over simulated at the next known close, after the last one at that; 1 without any. */
function ratios(
  closes: readonly DailyClose[],
  simulated: (close: DailyClose) => number,
  known: (date: IsoDate) => number | undefined,
): Float64Array {
  const found = new Float64Array(closes.length);
  let ratio = 0;
  for (let i = closes.length - 1; i >= 0; i--) {
    const real = known(closes[i]!.date);
    if (real !== undefined && real > 0) ratio = real / simulated(closes[i]!);
    found[i] = ratio;
  }
  let last = 1;
  for (let i = 0; i < found.length; i++) {
    if (found[i]! > 0) last = found[i]!;
    else found[i] = last;
  }
  return found;
}
