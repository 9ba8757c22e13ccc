/** Lengths of bars, as the address has them: minutes, days, a week, a month; and other spellings, which lead to them (rule CHART-2). */
import type { BarInterval } from "#protocol/http/chart-bars.ts";
import type { BarSeconds } from "#workers/engine/api.ts";

export const INTERVALS = ["1", "3", "5", "15", "30", "60", "1D", "1W", "1M"] as const;
export type Interval = (typeof INTERVALS)[number];
export const DEFAULT_INTERVAL: Interval = "5";

/** On the wire an M is a minute, and a month is MO. */
const WIRE: Readonly<Record<Interval, BarInterval>> = {
  "1": "1M",
  "3": "3M",
  "5": "5M",
  "15": "15M",
  "30": "30M",
  "60": "60M",
  "1D": "1D",
  "1W": "1W",
  "1M": "1MO",
};
export const wireOf = (interval: Interval): BarInterval => WIRE[interval];

const SECONDS: Readonly<Record<Interval, BarSeconds | null>> = {
  "1": 60,
  "3": 180,
  "5": 300,
  "15": 900,
  "30": 1_800,
  "60": 3_600,
  "1D": null,
  "1W": null,
  "1M": null,
};
/** Length of a bar in seconds; null of days and longer, whose sessions differ. */
export const barSeconds = (interval: Interval): BarSeconds | null => SECONDS[interval];
export const isOfDays = (interval: Interval): boolean => SECONDS[interval] === null;

/** Names of more than minutes, in small letters. */
const NAMES: Readonly<Record<string, Interval>> = {
  minute: "1",
  h: "60",
  "1h": "60",
  "1hr": "60",
  "1hour": "60",
  hour: "60",
  hourly: "60",
  d: "1D",
  "1d": "1D",
  day: "1D",
  "1day": "1D",
  daily: "1D",
  w: "1W",
  "1w": "1W",
  week: "1W",
  "1week": "1W",
  weekly: "1W",
  mo: "1M",
  "1mo": "1M",
  month: "1M",
  "1month": "1M",
  monthly: "1M",
};
const MINUTES = /^(\d{1,2})(?:m|min|mins|minute|minutes)?$/;

/** @returns null of what is none of them. 1M is a month and 1m a minute; of no other count there are months, so that 5M is five minutes, as in the calls */
export function intervalOf(text: string): Interval | null {
  const word = text.trim();
  if (word === "1M" || word === "M") return "1M";
  const small = word.toLowerCase();
  const named = Object.hasOwn(NAMES, small) ? NAMES[small] : undefined;
  if (named !== undefined) return named;
  const minutes = MINUTES.exec(small)?.[1];
  return INTERVALS.find((each) => each === minutes) ?? null;
}

/** What digits that were typed one after the other choose: 1, 3, 5, 15, 30, 60; null none yet. */
export function intervalOfDigits(digits: string): Interval | null {
  return INTERVALS.find((each) => each === digits) ?? null;
}

/** Whether more digits may follow that choose another. */
export const mayGoOn = (digits: string): boolean =>
  INTERVALS.some((each) => /^\d+$/.test(each) && each !== digits && each.startsWith(digits));
