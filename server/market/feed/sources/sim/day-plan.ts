import { EXCHANGES, type Exchange } from "#domain/calendar/exchange.ts";
import { addDays, daysBetween, istDate, istMinuteOfDay } from "#domain/calendar/ist.ts";
import { dayStart } from "#domain/calendar/market-day.ts";
import { isTradingDay, sessionsOn } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** Underlyings that trade the same hours and share their own random factors. */
const GROUPS = ["equity", "currency", "commodity"] as const;
export type Group = (typeof GROUPS)[number];

/** What trades together: equity cash stops before equity derivatives do. */
export const BUCKETS = ["cash", "derivatives", "currency", "commodity"] as const;
export type Bucket = (typeof BUCKETS)[number];

export const GROUP_OF_BUCKET: Record<Bucket, Group> = {
  cash: "equity",
  derivatives: "equity",
  currency: "currency",
  commodity: "commodity",
};

export function bucketOf(exchange: Exchange): Bucket {
  if (exchange === "NSE" || exchange === "BSE") return "cash";
  if (exchange === "NFO" || exchange === "BFO") return "derivatives";
  return exchange === "MCX" ? "commodity" : "currency";
}

/** NSE's calendar stands for BSE's: they differ in nothing the simulation shows. */
const CLOCK_EXCHANGE: Record<Bucket, Exchange> = {
  cash: "NSE",
  derivatives: "NFO",
  currency: "CDS",
  commodity: "MCX",
};

/** With real sessions, the share of a day's variance that falls between a close and the next open. */
const GAP_SHARE: Record<Group, number> = { equity: 0.17, currency: 0.12, commodity: 0.05 };
/** Sessions of a year; exact counts serve the near days, this the far ones. */
const SESSIONS_A_YEAR = 248;
const YEAR_MS = 365 * 86_400_000;
const MINUTE_MS = 60_000;
/** Opening auctions are matched between 09:08 and 09:12. */
const AUCTION_MATCH_MS = 8 * MINUTE_MS;

interface Span {
  readonly open: number;
  readonly close: number;
}

/** How one group's prices spread over the market day. */
interface GroupPlan {
  readonly group: Group;
  /** First moment of minute 0, epoch ms. */
  readonly start: number;
  readonly minutes: number;
  /** Variance of each minute in years; with `gap` it adds up to `variance`. */
  readonly weights: Float64Array;
  /** `minutes + 1` sums of `weights`. */
  readonly cumulative: Float64Array;
  /** Variance that comes at once, at `gapAt`. */
  readonly gap: number;
  readonly gapAt: number;
  /** Of the whole day. */
  readonly variance: number;
}

type SessionEventKind = "open_print" | "close_print";

interface SessionEvent {
  readonly at: number;
  readonly bucket: Bucket;
  readonly kind: SessionEventKind;
}

/** From one roll of the day figures to the next. */
export interface DayPlan {
  readonly date: IsoDate;
  readonly start: number;
  readonly end: number;
  readonly groups: Readonly<Record<Group, GroupPlan>>;
  /** When quotes and trades come, in order. */
  readonly spans: Readonly<Record<Bucket, readonly Span[]>>;
  readonly events: readonly SessionEvent[];
  /** Previous session's close of each group: what "previous close" volatilities refer to. */
  readonly previousClose: Readonly<Record<Group, number>>;
  /** Whether the group's day figures roll with this day. */
  readonly trades: Readonly<Record<Group, boolean>>;
}

export type ClockKind = "always" | "exchange";

/** Relative activity at a minute of the day: the opening burst, the lunch lull, the run into the close. */
export function rhythm(group: Group, minuteOfDay: number): number {
  if (group === "commodity") {
    if (minuteOfDay < 540 || minuteOfDay > 1435) return 0.6;
    const opening = 0.8 * Math.exp(-(minuteOfDay - 540) / 20);
    // New York's morning is MCX's evening.
    const evening = 1.1 * Math.exp(-(((minuteOfDay - 1200) / 110) ** 2));
    return 0.55 + opening + evening;
  }
  if (group === "currency") {
    if (minuteOfDay < 540 || minuteOfDay > 1020) return 0.6;
    return (
      0.6 + 0.9 * Math.exp(-(minuteOfDay - 540) / 30) + 0.4 * Math.exp(-(((minuteOfDay - 720) / 40) ** 2))
    );
  }
  if (minuteOfDay < 555 || minuteOfDay > 940) return 0.8;
  const opening = 1.9 * Math.exp(-(minuteOfDay - 555) / 22);
  const lunch = -0.22 * Math.exp(-(((minuteOfDay - 780) / 40) ** 2));
  const closing = minuteOfDay > 840 ? 0.75 * ((minuteOfDay - 840) / 100) ** 1.5 : 0;
  return 0.68 + opening + lunch + closing;
}

function groupPlan(
  group: Group,
  spans: readonly Span[],
  variance: number,
  gapShare: number,
  gapAt: number,
): GroupPlan {
  const start = spans[0]?.open ?? 0;
  const end = spans[spans.length - 1]?.close ?? 0;
  const minutes = Math.round((end - start) / MINUTE_MS);
  const weights = new Float64Array(minutes);
  let total = 0;
  for (let m = 0; m < minutes; m++) {
    const at = start + m * MINUTE_MS;
    if (!spans.some((span) => at >= span.open && at < span.close)) continue;
    weights[m] = rhythm(group, istMinuteOfDay(at));
    total += weights[m]!;
  }
  const inSession = variance * (1 - gapShare);
  const cumulative = new Float64Array(minutes + 1);
  for (let m = 0; m < minutes; m++) {
    weights[m]! *= inSession / total;
    cumulative[m + 1] = cumulative[m]! + weights[m]!;
  }
  return { group, start, minutes, weights, cumulative, gap: variance * gapShare, gapAt, variance };
}

const ALWAYS_VARIANCE = 1 / 365;
const SESSION_VARIANCE = 1 / SESSIONS_A_YEAR;

function continuous(exchange: Exchange, date: IsoDate): Span[] {
  return sessionsOn(exchange, date)
    .filter((session) => session.phase === "continuous")
    .map(({ open, close }) => ({ open, close }));
}

function groupExchange(group: Group): Exchange {
  return group === "equity" ? "NFO" : CLOCK_EXCHANGE[group];
}

/** The instant at which the day figures of a date roll. */
export function rollInstant(date: IsoDate): number {
  return dayStart(date);
}

function anyTrades(date: IsoDate): boolean {
  return EXCHANGES.some((exchange) => isTradingDay(exchange, date));
}

/** The market date at an instant: the last one whose roll has come. */
export function marketDate(clock: ClockKind, at: number): IsoDate {
  let date = istDate(at);
  if (at < rollInstant(date)) date = addDays(date, -1);
  if (clock === "exchange") while (!anyTrades(date)) date = addDays(date, -1);
  return date;
}

/** The market date after one. */
function nextMarketDate(clock: ClockKind, date: IsoDate): IsoDate {
  let next = addDays(date, 1);
  if (clock === "exchange") while (!anyTrades(next)) next = addDays(next, 1);
  return next;
}

/** Close of a group's last session before a date, epoch ms. */
export function previousGroupClose(group: Group, date: IsoDate): number {
  const exchange = groupExchange(group);
  let day = addDays(date, -1);
  while (!isTradingDay(exchange, day)) day = addDays(day, -1);
  const spans = continuous(exchange, day);
  return spans[spans.length - 1]?.close ?? rollInstant(date);
}

function alwaysPlan(date: IsoDate): DayPlan {
  const start = rollInstant(date);
  const end = rollInstant(addDays(date, 1));
  const day: Span[] = [{ open: start, close: end }];
  const plan = (group: Group) => groupPlan(group, day, ALWAYS_VARIANCE, 0, start);
  return {
    date,
    start,
    end,
    groups: { equity: plan("equity"), currency: plan("currency"), commodity: plan("commodity") },
    spans: { cash: day, derivatives: day, currency: day, commodity: day },
    events: [],
    previousClose: { equity: start, currency: start, commodity: start },
    trades: { equity: true, currency: true, commodity: true },
  };
}

function sessionEvents(date: IsoDate): SessionEvent[] {
  const events: SessionEvent[] = [];
  for (const bucket of ["cash", "derivatives"] as const) {
    for (const session of sessionsOn(CLOCK_EXCHANGE[bucket], date)) {
      if (session.phase === "pre_open") {
        const at = Math.min(session.open + AUCTION_MATCH_MS, session.close - MINUTE_MS);
        events.push({ at, bucket, kind: "open_print" });
      }
      // At the latest moment the rules allow: exchanges have it up to seven minutes sooner.
      if (session.phase === "closing_auction") {
        events.push({ at: session.close, bucket, kind: "close_print" });
      }
    }
  }
  return events.sort((a, b) => a.at - b.at);
}

function exchangePlan(date: IsoDate): DayPlan {
  const events = sessionEvents(date);
  const spansOf = (bucket: Bucket) => continuous(CLOCK_EXCHANGE[bucket], date);
  const spans = {
    cash: spansOf("cash"),
    derivatives: spansOf("derivatives"),
    currency: spansOf("currency"),
    commodity: spansOf("commodity"),
  };
  const plan = (group: Group): GroupPlan => {
    const own = group === "equity" ? spans.derivatives : spans[group];
    const auction = group === "equity" ? events.find((event) => event.kind === "open_print") : undefined;
    return groupPlan(
      group,
      own,
      own.length > 0 ? SESSION_VARIANCE : 0,
      GAP_SHARE[group],
      auction?.at ?? own[0]?.open ?? Number.POSITIVE_INFINITY,
    );
  };
  const groups = { equity: plan("equity"), currency: plan("currency"), commodity: plan("commodity") };
  return {
    date,
    start: rollInstant(date),
    end: rollInstant(nextMarketDate("exchange", date)),
    groups,
    spans,
    events,
    previousClose: {
      equity: previousGroupClose("equity", date),
      currency: previousGroupClose("currency", date),
      commodity: previousGroupClose("commodity", date),
    },
    trades: {
      equity: groups.equity.minutes > 0,
      currency: groups.currency.minutes > 0,
      commodity: groups.commodity.minutes > 0,
    },
  };
}

export function createDayPlan(clock: ClockKind, date: IsoDate): DayPlan {
  return clock === "always" ? alwaysPlan(date) : exchangePlan(date);
}

/** Share of a market day's variance that falls before its open. */
export const gapShareOf = (clock: ClockKind, group: Group): number =>
  clock === "always" ? 0 : GAP_SHARE[group];

/** Variance (years) of a group's market day. */
export function dayVariance(clock: ClockKind, group: Group, date: IsoDate): number {
  if (clock === "always") return ALWAYS_VARIANCE;
  return isTradingDay(groupExchange(group), date) ? SESSION_VARIANCE : 0;
}

/** Past this many days the sessions ahead are estimated, not counted. */
const COUNTED_DAYS = 120;

/**
 * Variance (years) of the market days after `date` up to the instant of expiry: with real sessions weekends and holidays
 * carry none, which is why IV in calendar time dips over a weekend and climbs on the expiry day.
 */
export function laterVariance(
  clock: ClockKind,
  group: Group,
  plan: Pick<DayPlan, "date" | "end">,
  expiryInstant: number,
): number {
  if (clock === "always") return Math.max(0, expiryInstant - plan.end) / YEAR_MS;
  const expiry = istDate(expiryInstant);
  const days = daysBetween(plan.date, expiry);
  let sum = 0;
  for (let n = 1; n <= Math.min(days, COUNTED_DAYS); n++)
    sum += dayVariance(clock, group, addDays(plan.date, n));
  if (days > COUNTED_DAYS) sum += ((days - COUNTED_DAYS) / 365) * (SESSIONS_A_YEAR * SESSION_VARIANCE);
  // Currency expires at half past twelve of its last day.
  return group === "currency" && days > 0 ? sum - 0.5 * SESSION_VARIANCE : sum;
}

/** Variance (years) of a group from the start of the day to an instant of it. */
export function elapsedVariance(plan: GroupPlan, at: number): number {
  const gap = at >= plan.gapAt ? plan.gap : 0;
  const x = (at - plan.start) / MINUTE_MS;
  if (plan.minutes === 0 || x <= 0) return plan.minutes === 0 ? 0 : gap;
  if (x >= plan.minutes) return plan.variance;
  const m = Math.floor(x);
  return gap + plan.cumulative[m]! + (x - m) * plan.weights[m]!;
}

/** Activity (1 is an average minute of a real session) at an instant; 0 outside the bucket's sessions. */
export function activityAt(plan: DayPlan, bucket: Bucket, at: number): number {
  for (const span of plan.spans[bucket]) {
    if (at >= span.open && at < span.close) return rhythm(GROUP_OF_BUCKET[bucket], istMinuteOfDay(at));
  }
  return 0;
}
