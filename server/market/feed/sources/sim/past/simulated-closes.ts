import { type ExpiryRule, expiryInstant, listedExpiries } from "#domain/calendar/expiries.ts";
import { addDays, daysBetween } from "#domain/calendar/ist.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import type { UnderlyingSpec } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { breathe } from "../../../../../platform/lib/breathe.ts";
import type { DailyClose, PastDay } from "../../../../bus/market-past.ts";
import { type ClockKind, type Group, laterVariance, previousGroupClose, rollInstant } from "../day-plan.ts";
import { createFactorModel, groupOf, type Loading } from "../factors.ts";
import { anchorOf, createVarianceOf, type LatentInput, volatilityNow } from "../latent.ts";
import { closingLevels, DAY_ZERO, MEMORY_SHOCKS } from "../paths.ts";
import { atmVariance } from "../surface.ts";

const YEAR_MS = 365 * 86_400_000;
/** Expiries beyond it never bracket thirty days: every product lists a monthly one before. */
const FARTHEST_YEARS = 0.4;

/** Days between which the feed has its turn. */
const DAYS_AT_ONCE = 20;

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
  const listed = new Map<string, readonly number[]>();
  /** Underlyings share expiries, and counting sessions is what takes the time. */
  const sessionsLeft = new Map<string, number>();

  /** Last instants of the expiries that were listed on a day. */
  function instantsOf(spec: UnderlyingSpec, date: IsoDate): readonly number[] {
    const rule = ruleOf(spec);
    const key = `${rule} ${date}`;
    let instants = listed.get(key);
    if (instants === undefined) {
      instants = listedExpiries(rule, date).map((each) => expiryInstant(spec.derivativeExchange, each.date));
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

  /** Constant-maturity volatility at the close of a day, in calendar time, as the chain's own figures are. */
  function iv30(spec: UnderlyingSpec, group: Group, date: IsoDate, volatility: number): number {
    const nextRoll = rollInstant(addDays(date, 1));
    const at = clock === "always" ? nextRoll : previousGroupClose(group, addDays(date, 1));
    const years: number[] = [];
    const ivs: number[] = [];
    for (const instant of instantsOf(spec, date)) {
      const left = (instant - at) / YEAR_MS;
      if (left <= 0 || left > FARTHEST_YEARS) continue;
      const own = leftVariance(group, date, nextRoll, instant);
      if (!(own > 0)) continue;
      years.push(left);
      ivs.push(Math.sqrt(atmVariance(volatility, spec.annualVolatility, own) / left));
    }
    return constantMaturityIv(years, ivs);
  }

  /**
   * @param before  closes of the days before this one
   * @returns oldest first
   */
  return async (spec: UnderlyingSpec, before: IsoDate, days: number): Promise<DailyClose[]> => {
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
      if (i % DAYS_AT_ONCE === DAYS_AT_ONCE - 1) await breathe();
      const date = addDays(DAY_ZERO, all[position]!);
      const price = sum(own.price, i);
      const volatility = volatilityNow(spec, own.leverage, sum(own.volatility, i), price);
      closes.push({
        date,
        spot: Math.exp(anchor + price),
        iv30: iv30(spec, group, date, volatility),
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
  return closes.map(({ date, spot, iv30, origin }, i) => {
    const own = known.get(date);
    return {
      date,
      origin,
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
