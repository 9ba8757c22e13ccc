/** The words of quick entry, and which known one a mistyped word looks like. */

import { MONTH_NAMES } from "../../calendar/month-names.ts";
import type { PresetName } from "../presets/names.ts";

/** Words that mean the same, by the one that is read. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  buy: ["b", "bought", "long"],
  sell: ["s", "sold", "short", "write"],
  call: ["ce", "c", "calls"],
  put: ["pe", "p", "puts"],
  future: ["fut", "futures", "f"],
  lots: ["lot", "l"],
  units: ["unit", "u", "qty", "quantity", "nos", "shares"],
  delta: ["d", "δ", "deltas"],
  near: ["around", "about", "premium", "prem", "closest"],
  market: ["mkt", "ltp", "live"],
  weekly: ["week", "wk"],
  monthly: ["month"],
  next: ["following"],
  butterfly: ["fly", "butterflies"],
  spread: ["spreads", "vertical"],
  straddle: ["straddles", "std"],
  strangle: ["strangles", "stg"],
  condor: ["condors"],
  calendar: ["calendars", "cal"],
  rs: ["inr", "rupees"],
};

const READ_AS = new Map(
  Object.entries(SYNONYMS).flatMap(([word, others]) => others.map((other) => [other, word] as const)),
);

/** The word that stands for it: ce is call. */
export function readAs(word: string): string {
  return READ_AS.get(word) ?? word;
}

export const FILLERS: ReadonlySet<string> = new Set([
  "of",
  "the",
  "a",
  "an",
  "and",
  "on",
  "for",
  "at",
  "strike",
  "expiry",
  "exp",
  "leg",
  "legs",
  "i",
  "to",
]);

/** What an action makes of the name of a strategy; null where nothing is traded by that name. */
interface Named {
  readonly buy: PresetName | null;
  readonly sell: PresetName | null;
  /** Without an action; null: it has to be said. */
  readonly bare: PresetName | null;
}

const both = (buy: PresetName, sell: PresetName, bare: PresetName | null = null): Named => ({
  buy,
  sell,
  bare,
});
const bought = (name: PresetName): Named => ({ buy: name, sell: null, bare: name });
const sold = (name: PresetName): Named => ({ buy: null, sell: name, bare: name });
/** Neither bought nor sold: whatever is said, it is put on. */
const either = (name: PresetName): Named => both(name, name, name);

/** Names without their action, in the words that are read. */
export const STRATEGIES: Readonly<Record<string, Named>> = {
  call: both("BUY_CALL", "SELL_CALL"),
  put: both("BUY_PUT", "SELL_PUT"),
  future: both("BUY_FUTURE", "SELL_FUTURE"),
  "call spread": both("BUY_CALL_SPREAD", "SELL_CALL_SPREAD"),
  "put spread": both("BUY_PUT_SPREAD", "SELL_PUT_SPREAD"),
  "bull call spread": bought("BUY_CALL_SPREAD"),
  "bear put spread": bought("BUY_PUT_SPREAD"),
  "bear call spread": sold("SELL_CALL_SPREAD"),
  "bull put spread": sold("SELL_PUT_SPREAD"),
  "call debit spread": bought("BUY_CALL_SPREAD"),
  "put debit spread": bought("BUY_PUT_SPREAD"),
  "call credit spread": sold("SELL_CALL_SPREAD"),
  "put credit spread": sold("SELL_PUT_SPREAD"),
  straddle: both("LONG_STRADDLE", "SHORT_STRADDLE"),
  strangle: both("LONG_STRANGLE", "SHORT_STRANGLE"),
  "iron condor": both("LONG_IRON_CONDOR", "SHORT_IRON_CONDOR", "SHORT_IRON_CONDOR"),
  ic: both("LONG_IRON_CONDOR", "SHORT_IRON_CONDOR", "SHORT_IRON_CONDOR"),
  "iron butterfly": both("LONG_IRON_BUTTERFLY", "SHORT_IRON_BUTTERFLY", "SHORT_IRON_BUTTERFLY"),
  ibf: both("LONG_IRON_BUTTERFLY", "SHORT_IRON_BUTTERFLY", "SHORT_IRON_BUTTERFLY"),
  "bull condor": either("BULL_CONDOR"),
  "bear condor": either("BEAR_CONDOR"),
  "bull butterfly": either("BULL_BUTTERFLY"),
  "bear butterfly": either("BEAR_BUTTERFLY"),
  "range forward": either("RANGE_FORWARD"),
  "risk reversal": either("RISK_REVERSAL"),
  "synthetic future": both("LONG_SYNTHETIC_FUTURE", "SHORT_SYNTHETIC_FUTURE"),
  synthetic: both("LONG_SYNTHETIC_FUTURE", "SHORT_SYNTHETIC_FUTURE"),
  "call ratio spread": either("CALL_RATIO_SPREAD"),
  "call ratio": either("CALL_RATIO_SPREAD"),
  "put ratio spread": either("PUT_RATIO_SPREAD"),
  "put ratio": either("PUT_RATIO_SPREAD"),
  "call ratio back spread": either("CALL_RATIO_BACK_SPREAD"),
  "call back spread": either("CALL_RATIO_BACK_SPREAD"),
  "call backspread": either("CALL_RATIO_BACK_SPREAD"),
  "put ratio back spread": either("PUT_RATIO_BACK_SPREAD"),
  "put back spread": either("PUT_RATIO_BACK_SPREAD"),
  "put backspread": either("PUT_RATIO_BACK_SPREAD"),
  "calendar with call": bought("LONG_CALENDAR_WITH_CALLS"),
  "call calendar": bought("LONG_CALENDAR_WITH_CALLS"),
  calendar: bought("LONG_CALENDAR_WITH_CALLS"),
  "calendar spread": bought("LONG_CALENDAR_WITH_CALLS"),
  "calendar with put": bought("LONG_CALENDAR_WITH_PUTS"),
  "put calendar": bought("LONG_CALENDAR_WITH_PUTS"),
  batman: either("BATMAN"),
  "double plateau": either("DOUBLE_PLATEAU"),
  "jade lizard": either("JADE_LIZARD"),
  "reverse jade lizard": either("REVERSE_JADE_LIZARD"),
  strip: either("STRIP"),
  strap: either("STRAP"),
};

/** Words that names of strategies are made of. */
export const STRATEGY_WORDS: ReadonlySet<string> = new Set(
  Object.keys(STRATEGIES).flatMap((name) => name.split(" ")),
);

const PLAIN = ["atm", "otm", "itm", "x", "this", "current", ...FILLERS, ...STRATEGY_WORDS];
const KNOWN: readonly string[] = [
  ...new Set([
    ...PLAIN,
    ...Object.keys(SYNONYMS),
    ...Object.values(SYNONYMS).flat(),
    ...MONTH_NAMES.map((name) => name.toLowerCase()),
  ]),
].filter((word) => word.length > 1);

/**
 * Letters to change, add, leave out or swap with the next, for one word to become the other.
 * @returns Infinity where it is more than `most`
 */
function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Beyond this a word is nothing mistyped. */
const LONGEST = 30;

function nearestOf(text: string, all: readonly string[]): string | null {
  if (text.length > LONGEST) return null;
  const begun = text.length > 1 ? all.find((each) => each.startsWith(text)) : undefined;
  if (begun !== undefined) return begun;
  const most = text.length > 5 ? 2 : text.length > 2 ? 1 : 0;
  let best: string | null = null;
  let least = most + 1;
  for (const each of all) {
    const distance = Math.abs(each.length - text.length) > most ? least : editDistance(text, each, most);
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** The known word that a mistyped or half-typed one looks most like; null of none. */
export function nearestWord(text: string): string | null {
  return nearestOf(text, KNOWN);
}

/** The same of names of strategies. */
export function nearestStrategy(name: string): string | null {
  return nearestOf(name, Object.keys(STRATEGIES));
}
