import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";

/** When a bar begins: "24 Nov 09:15", of bars of days and longer "24 Nov". @param at epoch ms */
export function barText(at: number, isOfDays: boolean): string {
  const date = formatExpiry(istDate(at));
  return isOfDays ? date : `${date} ${formatClock(at)}`;
}
