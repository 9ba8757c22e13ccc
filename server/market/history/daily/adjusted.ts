import { compactDate } from "#domain/calendar/ist.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import type { DailyBar, ExpiryDay } from "./daily-bars.ts";

/** Shares of now that one of a date has become. */
function sharesSince(date: number, changes: readonly ShareChange[]): number {
  return changes.reduce((shares, each) => (compactDate(each.date) > date ? shares * each.shares : shares), 1);
}

const times = (value: number | null, by: number): number | null => (value === null ? null : value * by);
const over = (value: number | null, by: number): number | null => (value === null ? null : value / by);

/**
 * Days in terms of the shares of now: before an ex-date prices are divided and what is counted in shares is multiplied by what
 * one of them has become, so that neither has a cliff there. What a source tells, it has adjusted itself.
 */
export function adjusted(bars: readonly DailyBar[], changes: readonly ShareChange[]): readonly DailyBar[] {
  return bars.map((bar) => {
    const shares = bar.origin === "source" ? 1 : sharesSince(bar.date, changes);
    if (shares === 1) return bar;
    return {
      ...bar,
      open: over(bar.open, shares),
      high: over(bar.high, shares),
      low: over(bar.low, shares),
      close: bar.close / shares,
      volume: times(bar.volume, shares),
      futuresOi: times(bar.futuresOi, shares),
    };
  });
}

/** The same of expiries: the exchange multiplies the lots of their contracts, and divides their strikes. */
export function adjustedExpiries(
  days: readonly ExpiryDay[],
  changes: readonly ShareChange[],
): readonly ExpiryDay[] {
  return days.map((day) => {
    const shares = day.origin === "source" ? 1 : sharesSince(day.date, changes);
    if (shares === 1) return day;
    return {
      ...day,
      forward: over(day.forward, shares),
      maxPain: over(day.maxPain, shares),
      callOi: day.callOi * shares,
      putOi: day.putOi * shares,
      callVolume: times(day.callVolume, shares),
      putVolume: times(day.putVolume, shares),
    };
  });
}
