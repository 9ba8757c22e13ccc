import { MONTH_NAMES } from "#domain/calendar/month-names.ts";

/** What the words of a search for a contract ask for; what is not said may be anything. */
export interface ContractWords {
  /** beginnings of the underlying's symbol or of words of its name, all of which must be met */
  readonly underlying: readonly string[];
  /** digits that the strike begins with */
  readonly strike: string | null;
  readonly kinds: readonly ("CE" | "PE" | "FUT")[];
  /** 1 to 12 */
  readonly month: number | null;
  readonly day: number | null;
  readonly year: number | null;
  readonly period: "weekly" | "monthly" | null;
}

const MONTHS = MONTH_NAMES.map((name) => name.toUpperCase());
const KINDS: Readonly<Record<string, "CE" | "PE" | "FUT">> = {
  CE: "CE",
  CALL: "CE",
  CALLS: "CE",
  PE: "PE",
  PUT: "PE",
  PUTS: "PE",
  FUT: "FUT",
  FUTURE: "FUT",
  FUTURES: "FUT",
};
const PERIODS: Readonly<Record<string, "weekly" | "monthly">> = { WEEKLY: "weekly", MONTHLY: "monthly" };

// The ends of symbols as Kite writes them (`domain/instruments/symbol.ts`): 26NOV24000CE, 26N2424000CE, 26NOVFUT.
const MONTHLY_END = new RegExp(`^(\\d\\d)(${MONTHS.join("|")})(?:(\\d+(?:\\.\\d+)?)(CE|PE)|(FUT))$`);
const WEEKLY_END = /^(\d\d)([1-9OND])(\d\d)(?:(\d+(?:\.\d+)?)(CE|PE)|(FUT))$/;
const WEEKLY_MONTHS = "123456789OND";

const monthOf = (word: string): number => {
  const at = MONTHS.indexOf(word.slice(0, 3));
  return at >= 0 && /^[A-Z]{3,9}$/.test(word) ? at + 1 : 0;
};

/** The parts of a symbol that was typed in one piece; null when the word is no symbol of these underlyings. */
function partsOfSymbol(word: string, symbols: readonly string[]): ContractWords | null {
  const [symbol] = symbols.filter((one) => word.startsWith(one)).sort((a, b) => b.length - a.length);
  if (symbol === undefined) return null;
  const end = word.slice(symbol.length);
  const monthly = MONTHLY_END.exec(end);
  const weekly = WEEKLY_END.exec(end);
  const common = { underlying: [symbol] };
  if (monthly !== null) {
    const [, year, month, strike, right] = monthly;
    return {
      ...common,
      // The month alone names the month's own contract: a weekly's symbol has its day.
      period: "monthly",
      strike: strike ?? null,
      kinds: [(right ?? "FUT") as "CE"],
      month: monthOf(month!),
      day: null,
      year: 2000 + Number(year),
    };
  }
  if (weekly === null) return null;
  const [, year, month, day, strike, right] = weekly;
  return {
    ...common,
    period: null,
    strike: strike ?? null,
    kinds: [(right ?? "FUT") as "CE"],
    month: WEEKLY_MONTHS.indexOf(month!) + 1,
    day: Number(day),
    year: 2000 + Number(year),
  };
}

/** Words apart; a strike and its CE or PE, or a day and its month, may stand together. */
const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .replace(/(\d),(?=\d)/g, "$1")
    .replace(/\b(\d+(?:\.\d+)?)(CE|PE|CALL|PUT|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b/g, "$1 $2")
    .split(/\s+/)
    .filter((word) => word !== "");

/**
 * What is asked for; null when the words name no contract, but at most an underlying.
 * @param symbols of all underlyings
 */
export function contractWords(text: string, symbols: readonly string[]): ContractWords | null {
  const words = wordsOf(text);
  const symbol = words.length === 1 ? partsOfSymbol(words[0]!, symbols) : null;
  if (symbol !== null) return symbol;
  const underlying: string[] = [];
  const kinds: ("CE" | "PE" | "FUT")[] = [];
  const numbers: string[] = [];
  let month = 0;
  let period: ContractWords["period"] = null;
  for (const [i, word] of words.entries()) {
    // The first word may be the beginning of an underlying that looks like a month, such as MAR of MARUTI.
    const isName = i === 0 && symbols.some((symbol) => symbol.startsWith(word));
    if (KINDS[word] !== undefined) kinds.push(KINDS[word]);
    else if (PERIODS[word] !== undefined) period = PERIODS[word];
    else if (!isName && month === 0 && monthOf(word) > 0) month = monthOf(word);
    else if (!isName && /^\d+(\.\d*)?$/.test(word)) numbers.push(word);
    else underlying.push(word);
  }
  let day: number | null = null;
  let year: number | null = null;
  if (month > 0) {
    const isYear = (n: string) => /^20\d\d$/.test(n);
    const at = numbers.findIndex((n) => /^\d\d?$/.test(n) && Number(n) >= 1 && Number(n) <= 31);
    if (at >= 0) day = Number(numbers.splice(at, 1)[0]);
    if (numbers.length > 1 && numbers.some(isYear)) {
      year = Number(numbers.splice(numbers.findIndex(isYear), 1)[0]);
    }
  }
  const [strike = null, ...more] = numbers;
  if (more.length > 0) return null;
  if (strike === null && kinds.length === 0 && month === 0 && period === null) return null;
  return { underlying, strike, kinds, month: month === 0 ? null : month, day, year, period };
}
