import type { WordKind } from "#domain/strategy/quick-entry/model.ts";
import { countText, inLanguage, numberText } from "../../../shared/texts/texts.tsx";

const kinds: Readonly<Record<WordKind, string>> = {
  action: "buy or sell",
  strike: "a strike, such as 24500, atm, 20d or near 100",
  type: "ce, pe or fut",
  expiry: "an expiry",
  quantity: "lots",
  price: "a price",
  strategy: "a strategy",
};

/** "a, b or c" */
const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const legsText = (legs: number): string => countText(legs, { one: "leg", other: "legs" });

/** What is read where trades are typed. */
export const TEXTS = inLanguage({
  en: {
    name: "Type trades",
    placeholder: "Type trades: sell 24500 ce 2 lots",
    key: ":",
    examples:
      "Such as: sell 24500 ce 2 lots · b atm pe 1 dec @ 118 · sell 20d strangle · sell ce near 100 · iron condor",
    /** Contracts that are held already are dealt anew. */
    enter: (added: number, changed: number) =>
      [
        ...(added === 0 ? [] : [`Enter adds ${legsText(added)}`]),
        ...(changed === 0 ? [] : [`${added === 0 ? "Enter " : ""}changes ${legsText(changed)}`]),
      ].join(" and "),
    inPlaceOf: (action: string, lots: string) => `in place of ${action} ${lots}`,
    lots: (lots: number) => countText(lots, { one: "lot", other: "lots" }),
    at: (price: string) => `@ ${price}`,
    actions: { BUY: "Buy", SELL: "Sell" },
    problems: {
      unknownWord: (word: string) => `“${word}” is not known.`,
      unknownStrategy: (word: string) => `There is no strategy “${word}”.`,
      nearest: (nearest: string) => `Did you mean ${nearest}?`,
      expected: (words: readonly WordKind[]) => `Expected ${oneOf(words.map((word) => kinds[word]))}.`,
      missing: (words: readonly WordKind[]) => `Still needed: ${oneOf(words.map((word) => kinds[word]))}.`,
      unlistedStrike: (strike: string, nearest: string | null) =>
        nearest === null ? `${strike} is not listed.` : `${strike} is not listed; the nearest is ${nearest}.`,
      unlistedExpiry: (nearest: string | null) =>
        nearest === null
          ? "No such expiry is listed."
          : `No such expiry is listed; the nearest is ${nearest}.`,
      noFuture: "No future is listed for it.",
      deltaRange: "A delta is between 1 and 99.",
      noDelta: "No delta is known yet.",
      noPrice: "No price is known yet.",
      noAtm: "The price of the underlying is not known yet.",
      badPrice: "That is no price.",
      badQuantity: "Lots are whole, and at least 1.",
      lotRule: (lotSize: number) => `Units go by lots of ${numberText(lotSize)}.`,
      priceOfSeveral: "A price is of one leg.",
      notTaken: "That says nothing here.",
      duplicateLeg: "This contract is there already.",
      secondStrategy: "One strategy at a time.",
      tooLong: (most: number) => `At most ${numberText(most)} letters.`,
    },
  },
});
