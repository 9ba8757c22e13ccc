/** One trade's words, each read as what it is; what they mean together is `clause-legs.ts`'s to say. */

import type { IsoDate } from "../../units/iso-date.ts";
import { MOST_PRICE } from "../legs/change.ts";
import type { TradeAction } from "../model.ts";
import { readExpiry } from "./expiry.ts";
import type { Token } from "./lex.ts";
import type { QuickEntryContext, QuickProblem, QuickWord, WordKind } from "./model.ts";
import type { PlaceSpec } from "./places.ts";
import { FILLERS, nearestWord, readAs, STRATEGY_WORDS } from "./vocabulary.ts";

/** A word of the answer while it is made. */
export interface OpenWord {
  readonly start: number;
  readonly end: number;
  kind: QuickWord["kind"];
  problem?: QuickProblem;
}

export interface ReadPlace {
  readonly spec: PlaceSpec;
  readonly word: OpenWord;
  /** A number alone: a strike, or lots. */
  readonly isBare: boolean;
  /** One of several between slashes. */
  isJoined: boolean;
}

export interface Clause {
  readonly words: OpenWord[];
  action: TradeAction | null;
  expiry: IsoDate | null;
  quantity: { readonly value: number; readonly unit: "lots" | "units"; readonly word: OpenWord } | null;
  price: { readonly value: number | null; readonly word: OpenWord } | null;
  readonly places: ReadPlace[];
  /** What is traded, in the words that are read: `iron`, `condor`; `call`. */
  readonly nouns: { readonly text: string; readonly word: OpenWord }[];
}

const MOST_STEPS = 50;

/** Reads the tokens of one trade; never throws, and every token becomes a word or part of one. */
export function readClause(tokens: readonly Token[], context: QuickEntryContext): Clause {
  const clause: Clause = {
    words: [],
    action: null,
    expiry: null,
    quantity: null,
    price: null,
    places: [],
    nouns: [],
  };
  const { words, places } = clause;
  let isJoining = false;

  const wordAt = (at: number) => {
    const token = tokens[at];
    return token?.kind === "word" ? readAs(token.text) : "";
  };
  const numberAt = (at: number) => {
    const token = tokens[at];
    return token?.kind === "number" ? token.value : null;
  };
  function add(at: number, used: number, kind: QuickWord["kind"], problem?: QuickProblem): OpenWord {
    const word: OpenWord = { start: tokens[at]!.start, end: tokens[at + used - 1]!.end, kind };
    if (problem !== undefined) word.problem = problem;
    words.push(word);
    return word;
  }
  /** One that was said before is not taken again. */
  function once(isNew: boolean, word: OpenWord): boolean {
    if (!isNew) word.problem = { code: "not-taken" };
    return isNew;
  }
  function place(at: number, used: number, spec: PlaceSpec, isBare = false): number {
    places.push({ spec, word: add(at, used, "strike"), isBare, isJoined: isJoining });
    isJoining = false;
    return used;
  }

  function readPrice(at: number): number {
    const token = tokens[at]!;
    const isSign = token.kind === "symbol" && token.text === "@";
    if (!isSign && wordAt(at) !== "at") return 0;
    const isCoin = (n: number) => {
      const each = tokens[n];
      return wordAt(n) === "rs" || (each?.kind === "symbol" && each.text === "₹");
    };
    const skip = isCoin(at + 1) ? 2 : 1;
    const value = numberAt(at + skip);
    const isMarket = wordAt(at + skip) === "market";
    if (value === null && !isMarket) {
      if (!isSign) return 0;
      add(at, 1, "price", { code: "missing", expected: ["price"] });
      return 1;
    }
    const word = add(at, skip + 1, "price");
    if (value !== null && !(value >= 0)) word.problem = { code: "bad-price" };
    else if (value !== null && value > MOST_PRICE) word.problem = { code: "price-too-high" };
    else if (once(clause.price === null, word)) clause.price = { value, word };
    return skip + 1;
  }

  function readQuantity(at: number): number {
    const [first, second] = [numberAt(at), numberAt(at + 1)];
    const unitOf = (word: string) =>
      word === "x" || word === "lots" ? "lots" : word === "units" ? "units" : null;
    const unit = first !== null ? unitOf(wordAt(at + 1)) : second !== null ? unitOf(wordAt(at)) : null;
    const value = first ?? second;
    if (unit === null || value === null) return 0;
    const word = add(at, 2, "quantity");
    if (!(Number.isInteger(value) && value >= 1)) word.problem = { code: "bad-quantity" };
    else if (once(clause.quantity === null, word)) clause.quantity = { value, unit, word };
    return 2;
  }

  function readPlace(at: number): number {
    const token = tokens[at]!;
    const [first, second] = [numberAt(at), numberAt(at + 1)];
    const [word, next] = [wordAt(at), wordAt(at + 1)];
    if (token.kind === "atm") return place(at, 1, { kind: "atm", away: token.away });
    if (first !== null && next === "delta") return place(at, 2, { kind: "delta", delta: first });
    if (word === "delta" && second !== null) return place(at, 2, { kind: "delta", delta: second });
    for (const [money, sign] of [
      ["otm", 1],
      ["itm", -1],
    ] as const) {
      const isSteps = (n: number | null): n is number =>
        n !== null && n >= 0 && n <= MOST_STEPS && Number.isInteger(n);
      if (isSteps(first) && next === money) return place(at, 2, { kind: "otm", strikes: sign * first });
      if (word !== money) continue;
      return isSteps(second) && !isCounting(at + 2)
        ? place(at, 2, { kind: "otm", strikes: sign * second })
        : place(at, 1, { kind: "otm", strikes: sign });
    }
    if (word === "near") return readNear(at);
    return 0;
  }

  const isCounting = (at: number) => ["lots", "units", "x"].includes(wordAt(at));

  /** `near 100`, `near ₹100`: by its premium. */
  function readNear(at: number): number {
    const coin = tokens[at + 1];
    const skip = wordAt(at + 1) === "rs" || (coin?.kind === "symbol" && coin.text === "₹") ? 2 : 1;
    const price = numberAt(at + skip);
    if (price !== null) return place(at, skip + 1, { kind: "premium", price });
    add(at, 1, "strike", { code: "missing", expected: ["price"] });
    return 1;
  }

  const isListed = (strike: number) =>
    context.expiries.some((expiry) => context.contracts.option("CE", expiry, strike) !== null);

  function readDay(at: number): number {
    const read = readExpiry(tokens, at, context, isListed);
    if (read === null) return 0;
    const word = add(at, read.used, "expiry");
    if (read.expiry === null) word.problem = { code: "unlisted-expiry", nearest: read.nearest };
    else if (once(clause.expiry === null, word)) clause.expiry = read.expiry;
    return read.used;
  }

  function readWord(at: number): number {
    const token = tokens[at]!;
    const text = wordAt(at);
    if (token.kind === "number") return place(at, 1, { kind: "strike", strike: token.value }, true);
    if (token.kind === "symbol" && token.text === "₹") {
      add(at, 1, "filler");
      return 1;
    }
    if (token.kind === "symbol" && token.text === "/") {
      add(at, 1, "filler");
      const last = places.at(-1);
      if (last !== undefined) last.isJoined = isJoining = true;
      return 1;
    }
    if (text === "buy" || text === "sell") {
      const word = add(at, 1, "action");
      if (once(clause.action === null, word)) clause.action = text === "buy" ? "BUY" : "SELL";
    } else if (STRATEGY_WORDS.has(text)) {
      clause.nouns.push({ text, word: add(at, 1, "strategy") });
    } else if (FILLERS.has(text) || text === context.symbol?.toLowerCase() || text === "rs") {
      add(at, 1, "filler");
    } else {
      add(at, 1, "unknown", { code: "unknown-word", nearest: nearestWord(text), expected: [] });
    }
    return 1;
  }

  for (let at = 0; at < tokens.length; ) {
    at += readPrice(at) || readQuantity(at) || readPlace(at) || readDay(at) || readWord(at);
  }
  sayExpected(clause);
  return clause;
}

/** What an unknown word may have been meant to be: whatever is not there yet. */
function sayExpected(clause: Clause): void {
  const open: readonly (readonly [WordKind, boolean])[] = [
    ["action", clause.action === null],
    ["strike", clause.places.length === 0],
    ["type", clause.nouns.length === 0],
    ["strategy", clause.nouns.length === 0],
    ["expiry", clause.expiry === null],
    ["quantity", clause.quantity === null],
    ["price", clause.price === null],
  ];
  const expected = open.filter(([, isOpen]) => isOpen).map(([kind]) => kind);
  for (const word of clause.words) {
    if (word.problem?.code === "unknown-word") word.problem = { ...word.problem, expected };
  }
}
