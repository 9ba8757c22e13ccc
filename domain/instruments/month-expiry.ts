import type { Exchange } from "../calendar/exchange.ts";
import { listedExpiries, listedFutureExpiries } from "../calendar/expiries.ts";
import { addDays, firstOfMonth } from "../calendar/ist.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { expiryRuleOf } from "./expiry-types.ts";
import type { ParsedSymbol } from "./symbol.ts";

interface Place {
  readonly derivativeExchange: Exchange;
}

/** A holiday may be announced when the month has begun: the day is asked again as of so many days before it. */
const LATE_NOTICE_DAYS = 6;

/**
 * Day on which the contract of a symbol that names only its month expires, by the calendar: for those that are listed no
 * longer, since a listed contract's own day always wins.
 * @returns null for a month in which none of its contracts expires, and where no rule is known
 */
export function monthExpiry({ underlying, type, year, month }: ParsedSymbol, place: Place): IsoDate | null {
  const first = firstOfMonth(year, month);
  const rule = expiryRuleOf(underlying, place.derivativeExchange, first);
  if (rule === null) return null;
  const list = type === "FUT" ? listedFutureExpiries : listedExpiries;
  const asOf = (on: IsoDate) =>
    list(rule, on).find((each) => each.type !== "weekly" && each.date.startsWith(first.slice(0, 7)))?.date ??
    null;
  const day = asOf(first);
  const before = day === null ? first : addDays(day, -LATE_NOTICE_DAYS);
  return before > first ? asOf(before) : day;
}
