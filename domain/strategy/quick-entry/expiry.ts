/** Expiries as they are typed: `1 dec`, `01dec`, `dec`, `2026-12-01`, `weekly`, `next`, `next month`. */

import { MONTH_NAMES } from "../../calendar/month-names.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { Token } from "./lex.ts";
import { readAs } from "./vocabulary.ts";

/** Expiries that may be traded, near to far, and those of them that are their month's own. */
export interface TradedExpiries {
  readonly expiries: readonly IsoDate[];
  readonly monthlies: readonly IsoDate[];
}

interface ReadExpiry {
  /** Tokens it took. */
  readonly used: number;
  /** null: nothing is listed there. */
  readonly expiry: IsoDate | null;
  readonly nearest: IsoDate | null;
}

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
const FULL_MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** 1 to 12; 0 for any other word. sept is September too. */
function monthOf(token: Token | undefined): number {
  if (token?.kind !== "word") return 0;
  const { text } = token;
  const full = FULL_MONTHS.findIndex((name) => text.length >= 3 && name.startsWith(text));
  return (full >= 0 ? full : MONTHS.indexOf(text)) + 1;
}

const two = (n: number) => String(n).padStart(2, "0");

function nearestTo(expiries: readonly IsoDate[], date: string): IsoDate | null {
  const at = Date.parse(date);
  if (Number.isNaN(at)) return null;
  let best: IsoDate | null = null;
  for (const each of expiries) {
    const away = Math.abs(Date.parse(each) - at);
    if (best === null || away < Math.abs(Date.parse(best) - at)) best = each;
  }
  return best;
}

const found = (used: number, expiry: IsoDate | null, nearest: IsoDate | null = null): ReadExpiry => ({
  used,
  expiry,
  nearest: expiry === null ? nearest : null,
});

function dayOf(token: Token | undefined): number {
  if (token?.kind !== "number" || !Number.isInteger(token.value)) return 0;
  return token.value >= 1 && token.value <= 31 ? token.value : 0;
}

const COUNTED = new Set(["lots", "units", "delta", "x", "otm", "itm"]);

/** The number behind a month, unless it counts something: `dec 2 lots`. */
function behind(tokens: readonly Token[], at: number): Token | undefined {
  const next = tokens[at + 1];
  return next?.kind === "word" && COUNTED.has(readAs(next.text)) ? undefined : tokens[at];
}

/** `26`, `2026` behind a month, where an expiry of that year is listed. */
function yearOf(token: Token | undefined, expiries: readonly IsoDate[]): string | null {
  if (token?.kind !== "number") return null;
  const text = token.value < 100 ? `20${two(token.value)}` : String(token.value);
  return expiries.some((each) => each.startsWith(text)) ? text : null;
}

function dayInMonth(
  day: number,
  month: number,
  year: string | null,
  used: number,
  expiries: readonly IsoDate[],
): ReadExpiry {
  const tail = `-${two(month)}-${two(day)}`;
  const listed = expiries.find((each) => each.endsWith(tail) && (year === null || each.startsWith(year)));
  const first = expiries.find((each) => each.slice(5, 7) === two(month)) ?? expiries[0];
  return found(used, listed ?? null, nearestTo(expiries, `${year ?? first?.slice(0, 4)}${tail}`));
}

/** `dec`, `dec 2026`: the monthly expiry; `dec 1`: that day, where it is one. */
function inMonth(
  tokens: readonly Token[],
  at: number,
  month: number,
  { expiries, monthlies }: TradedExpiries,
): ReadExpiry {
  const next = behind(tokens, at + 1);
  const day = dayOf(next);
  if (day > 0) {
    const dated = dayInMonth(day, month, null, 2, expiries);
    if (dated.expiry !== null) return dated;
  }
  const year = yearOf(next, expiries);
  const own = monthlies.find(
    (each) => each.slice(5, 7) === two(month) && (year === null || each.startsWith(year)),
  );
  const used = year === null ? 1 : 2;
  return found(used, own ?? null, nearestTo(expiries, `${expiries[0]?.slice(0, 4)}-${two(month)}-28`));
}

function relative(
  tokens: readonly Token[],
  at: number,
  { expiries, monthlies }: TradedExpiries,
): ReadExpiry | null {
  const word = (n: number) => {
    const token = tokens[at + n];
    return token?.kind === "word" ? readAs(token.text) : "";
  };
  const [first, second] = [word(0), word(1)];
  const isMonthly = second === "monthly";
  const isPeriod = isMonthly || second === "weekly" || second === "expiry";
  if (first === "weekly") return found(1, expiries[0] ?? null);
  if (first === "monthly") return found(1, monthlies[0] ?? null);
  if (first === "next")
    return found(isPeriod ? 2 : 1, (isMonthly ? monthlies[1] : expiries[1]) ?? null, expiries.at(-1) ?? null);
  if ((first === "this" || first === "current") && isPeriod)
    return found(2, (isMonthly ? monthlies[0] : expiries[0]) ?? null);
  return null;
}

/**
 * The expiry that begins at a token; null where none does.
 * @param isStrike whether a number may be one: `10 dec ce` of a share at ten rupees
 */
export function readExpiry(
  tokens: readonly Token[],
  at: number,
  traded: TradedExpiries,
  isStrike: (value: number) => boolean,
): ReadExpiry | null {
  const { expiries } = traded;
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.kind === "date")
    return found(1, expiries.includes(token.text) ? token.text : null, nearestTo(expiries, token.text));
  const month = monthOf(tokens[at + 1]);
  const day = dayOf(token);
  if (day > 0 && month > 0) {
    const year = yearOf(behind(tokens, at + 2), expiries);
    const dated = dayInMonth(day, month, year, year === null ? 2 : 3, expiries);
    return dated.expiry === null && isStrike(day) ? null : dated;
  }
  const own = monthOf(token);
  return own > 0 ? inMonth(tokens, at, own, traded) : relative(tokens, at, traded);
}
