import type { IsoDate } from "../units/iso-date.ts";
import {
  type ContractClass,
  type ExpiryRule,
  type ExpiryType,
  isQuarter,
  type MonthDay,
  monthDay,
  ruleExchange,
} from "./expiries.ts";
import { daysBetween } from "./ist.ts";

export interface ExpiryTypes {
  readonly types: ReadonlyMap<IsoDate, ExpiryType>;
  /** Months' own contracts that were told apart from weeklies though they end on another day than the calendar has. */
  readonly unforeseen: readonly IsoDate[];
}

/** A month's own contract is nearer than this to the day of its rule; those of the weeks beside it are not. */
const WEEK_DAYS = 7;

/** Rules and calendar are asked about no other years: a list may hold any date. */
const FIRST_YEAR = "1970";
const LAST_YEAR = "2999";

/**
 * The day of the month's own contract among those listed, null when only weeklies of the month are left. The calendar's, where it
 * is listed; else, while it should be, the nearest of that week: a holiday or a rule that the calendar does not know moved it.
 */
function ownDay(days: readonly IsoDate[], due: MonthDay | null, on: IsoDate): IsoDate | null {
  if (due === null) return days.at(-1)!;
  if (days.includes(due.date)) return due.date;
  if (due.nominal < on) return null;
  const away = (day: IsoDate) => Math.abs(daysBetween(due.nominal, day));
  const [nearest] = days.filter((day) => away(day) < WEEK_DAYS).sort((a, b) => away(a) - away(b));
  return nearest ?? null;
}

/**
 * Kinds of the expiries of an underlying's options, or of its futures (rule INST-2). Which one is a month's own is what the
 * exchange's rule says, not which comes last in the month: USDINR's of August 2026 is Thursday the 27th, and Friday the 28th a
 * weekly; NIFTY's of April 2025 is the 24th, and the 30th a weekly that 1 May, a holiday, moved.
 * @param rule  null for a commodity whose days are not kept here
 * @param on  the first day on which all that is listed may trade
 */
export function expiryTypes(
  rule: ExpiryRule | null,
  contracts: ContractClass,
  listed: Iterable<IsoDate>,
  on: IsoDate,
): ExpiryTypes {
  const months = new Map<IsoDate, IsoDate[]>();
  for (const day of [...new Set(listed)].sort()) {
    const month = `${day.slice(0, 7)}-01`;
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const types = new Map<IsoDate, ExpiryType>();
  const unforeseen: IsoDate[] = [];
  // MCX lists one contract a month and class: whatever its day, it is the month's, and there is nothing to tell apart.
  const isCommodity = rule === null || ruleExchange(rule) === "MCX";
  for (const [month, days] of months) {
    const isAsked = rule !== null && month > FIRST_YEAR && month < LAST_YEAR;
    const due = isAsked ? monthDay(rule, contracts, month, on) : null;
    const isAlone = isCommodity && days.length === 1;
    const own = isAlone ? days[0]! : ownDay(days, due, on);
    const ownType = rule !== null && isQuarter(rule, contracts, month, on) ? "quarterly" : "monthly";
    for (const day of days) types.set(day, day === own ? ownType : "weekly");
    if (own !== null && own !== due?.date && !isAlone) unforeseen.push(own);
  }
  return { types, unforeseen };
}
