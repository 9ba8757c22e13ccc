/** The text in pieces, with their places. */

/** Far more than is ever typed; a pasted book is not read. */
export const MOST_LETTERS = 1_000;

interface Place {
  readonly start: number;
  readonly end: number;
}
export type Token = Place &
  (
    | { readonly kind: "word"; readonly text: string }
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "date"; readonly text: string }
    /** `atm`, `atm+2`, `atm-250`. */
    | { readonly kind: "atm"; readonly away: number }
    | { readonly kind: "symbol"; readonly text: string }
    /** Between trades: comma, semicolon, plus, an ampersand between blanks, end of a line. */
    | { readonly kind: "break" }
  );

const SPACE = /[^\S\n]+/y;
const BREAK = /[\n;,+]|(?<=\s)&(?=\s)/y;
const DATE = /\d{4}-\d{2}-\d{2}(?!\d)/y;
/** 24,500 is a number, and so is 1,23,456.5; of 24500,24600 the comma stands between two trades. */
const NUMBER = /-?(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)/y;
/** 24.5k */
const THOUSANDS = /k(?!\p{L})/iuy;
const ATM = /atm(?![\p{L}])(?:\s*([+-])\s*(\d+(?:\.\d+)?)(?![\d]))?/iuy;
const WORD = /[\p{L}\p{M}]+/uy;
/** Within names: iron-condor, SHORT_STRANGLE. */
const JOINT = /[-_](?=\p{L})/uy;

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** 24500-24600 is two numbers, `@ -5` one below zero. */
function isBetweenNumbers(text: string, at: number): boolean {
  return text[at] === "-" && /\d/.test(text[at - 1] ?? "");
}

/** A symbol may hold what divides other words: M&M, BAJAJ-AUTO. */
function isSymbolAt(text: string, start: number, symbol: string): boolean {
  const end = start + symbol.length;
  return (
    symbol !== "" &&
    text.slice(start, end).toLowerCase() === symbol.toLowerCase() &&
    !/\p{L}/u.test(text[end] ?? "")
  );
}

function tokenAt(text: string, start: number, own: string): Token {
  if (isSymbolAt(text, start, own))
    return { kind: "word", text: own.toLowerCase(), start, end: start + own.length };
  const is = (pattern: RegExp) => matched(pattern, text, start);
  let found = is(BREAK);
  if (found !== null) return { kind: "break", start, end: start + 1 };
  found = is(DATE);
  if (found !== null) return { kind: "date", text: found[0], start, end: start + found[0].length };
  found = is(NUMBER);
  if (found !== null && !isBetweenNumbers(text, start)) {
    const value = Number(found[0].replaceAll(",", ""));
    const end = start + found[0].length;
    const isThousands = matched(THOUSANDS, text, end) !== null;
    // Of 1.005 thousands the product is a hair less than 1005.
    return isThousands
      ? { kind: "number", value: Math.round(value * 1e7) / 1e4, start, end: end + 1 }
      : { kind: "number", value, start, end };
  }
  found = is(ATM);
  if (found !== null) {
    const away = found[2] === undefined ? 0 : Number(`${found[1]}${found[2]}`);
    return { kind: "atm", away, start, end: start + found[0].length };
  }
  found = is(WORD);
  if (found !== null)
    return { kind: "word", text: found[0].toLowerCase(), start, end: start + found[0].length };
  const symbol = String.fromCodePoint(text.codePointAt(start)!);
  return { kind: "symbol", text: symbol === "-" ? "/" : symbol, start, end: start + symbol.length };
}

/**
 * Never throws; together the tokens are all of the text but spaces and joints of names.
 * @param symbol of the underlying
 */
export function tokensOf(text: string, symbol = ""): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = matched(SPACE, text, at) ?? matched(JOINT, text, at);
    if (skipped !== null) {
      at += skipped[0].length;
      continue;
    }
    const token = tokenAt(text, at, symbol);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}
