import { DAY_MS, daysBetween, IST_OFFSET_MS, istDate } from "../calendar/ist.ts";
import { MONTH_NAMES } from "../calendar/month-names.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { UNKNOWN } from "./number.ts";

/** Dates and times as read in India, whatever the device's time zone. */

const TWO: readonly string[] = Array.from({ length: 60 }, (_, n) => (n < 10 ? `0${n}` : String(n)));

/** Beyond this a day and month could be taken for this year's. */
const YEAR_SHOWN_AFTER_DAYS = 330;

/**
 * "2026-11-24" reads "24 Nov"; no leading zero.
 * @param today when given, an expiry more than 330 days away gets its year: "24 Jun 2031"
 */
export function formatExpiry(date: IsoDate, today?: IsoDate): string {
  const text = `${Number(date.slice(8, 10))} ${MONTH_NAMES[Number(date.slice(5, 7)) - 1] ?? UNKNOWN}`;
  if (today === undefined || daysBetween(today, date) <= YEAR_SHOWN_AFTER_DAYS) return text;
  return `${text} ${date.slice(0, 4)}`;
}

/** "2026-11-24" reads "24 Nov 2026". */
export function formatDate(date: IsoDate): string {
  return `${formatExpiry(date)} ${date.slice(0, 4)}`;
}

function secondOfDay(ms: number): number {
  const local = ms + IST_OFFSET_MS;
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / 1000);
}

/** Epoch ms as India's wall clock, "15:12:07"; `--` when not finite. */
export function formatTime(ms: number): string {
  if (!Number.isFinite(ms)) return UNKNOWN;
  const seconds = secondOfDay(ms);
  const hours = Math.floor(seconds / 3600);
  return `${TWO[hours]}:${TWO[Math.floor(seconds / 60) % 60]}:${TWO[seconds % 60]}`;
}

/** Epoch ms as India's wall clock without seconds, "15:12"; `--` when not finite. */
export function formatClock(ms: number): string {
  return Number.isFinite(ms) ? formatTime(ms).slice(0, 5) : UNKNOWN;
}

/** Epoch ms as "24 Nov 2026, 15:12"; `--` when not finite. */
export function formatDateTime(ms: number): string {
  return Number.isFinite(ms) ? `${formatDate(istDate(ms))}, ${formatClock(ms)}` : UNKNOWN;
}

/** A span as "3h 12m", "12m", or "<1m"; days are not split off. */
export function formatSpan(ms: number): string {
  if (!Number.isFinite(ms)) return UNKNOWN;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "<1m";
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

/** Calendar days from India's today to the expiry day; 0 on the day itself, negative after it. */
export function daysLeft(now: number, expiryInstant: number): number {
  return daysBetween(istDate(now), istDate(expiryInstant));
}

/**
 * "3d"; on the day "Expires today 3h 12m"; "Settled" once its payoff is fixed, "Expired" from the last trade on.
 * @param expiryInstant fixes the payoff; @param lastTrade not before it
 */
export function daysLeftText(now: number, expiryInstant: number, lastTrade = expiryInstant): string {
  if (!Number.isFinite(now) || !Number.isFinite(expiryInstant)) return UNKNOWN;
  if (now >= lastTrade) return "Expired";
  if (now >= expiryInstant) return "Settled";
  const days = daysLeft(now, expiryInstant);
  return days > 0 ? `${days}d` : `Expires today ${formatSpan(expiryInstant - now)}`;
}
