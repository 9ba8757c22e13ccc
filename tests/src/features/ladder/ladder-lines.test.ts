import { describe, expect, test } from "vitest";
import type { ContractStory } from "#protocol/frames/cell-story.ts";
import {
  ageText,
  factsOf,
  type KnownQuote,
  ladderRows,
  quoteOf,
  spreadText,
} from "#src/features/ladder/ladder-lines.ts";
import { type BookFacts, standingOf } from "#src/features/ladder/standing.ts";
import type { DepthSnapshot } from "#workers/engine/api.ts";

/** 20 Nov 2026, 10:30 IST. */
const NOW = Date.UTC(2026, 10, 20, 5, 0);

const depth = (changes: Partial<DepthSnapshot> = {}): DepthSnapshot => ({
  token: 14_000_130,
  lastPrice: 101.5,
  previousClose: 95,
  open: 90,
  high: 110,
  low: 85,
  averagePrice: 100.25,
  volume: 12_34_567,
  oi: 1_300,
  oiDayHigh: 1_23_45_600,
  oiDayLow: 1_200,
  lastTradeTime: NOW - 3_000,
  lastQuantity: 65,
  buyQuantity: 65_000,
  sellQuantity: 32_500,
  bid: 101.45,
  ask: 101.55,
  buy: [
    { price: 101.45, quantity: 650, orders: 3 },
    { price: 101.4, quantity: 65, orders: 1 },
  ],
  sell: [{ price: 101.55, quantity: 1_300, orders: 2 }],
  stale: false,
  ...changes,
});

const first = (changes: Partial<ContractStory> = {}): ContractStory => ({
  token: 14_000_130,
  bid: 101,
  ask: 102,
  ltp: 101.5,
  previousClose: 95,
  oi: 1_300,
  previousOi: 1_000,
  volume: 650,
  price: 101.5,
  priceKind: "middle",
  flags: 0,
  quoteAge: 100,
  tradeAge: 5_000,
  ...changes,
});

const known = (changes: Partial<DepthSnapshot> = {}): KnownQuote => quoteOf(depth(changes), null, NOW)!;
const facts = (quote: KnownQuote | null) => Object.fromEntries(factsOf(quote, NOW, 2));

describe("[CHAIN-65] the rows of a ladder", () => {
  test("are five whatever stands in them; bars are of the largest quantity of both sides", () => {
    const rows = ladderRows(known(), 2);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      buy: { price: "101.45", quantity: "650", orders: "3", share: 0.5 },
      sell: { price: "101.55", quantity: "1,300", orders: "2", share: 1 },
    });
    expect(rows[1]!.buy).toMatchObject({ price: "101.40", share: 0.05 });
    expect(rows[1]!.sell).toEqual({ price: "", quantity: "", orders: "", share: 0 });
  });

  test("have the chain's best prices before the levels have come, and no quantity that nobody told", () => {
    const [best, next] = ladderRows(quoteOf(null, first(), NOW), 2);
    expect(best).toEqual({
      buy: { price: "101.00", quantity: "--", orders: "--", share: 0 },
      sell: { price: "102.00", quantity: "--", orders: "--", share: 0 },
    });
    expect(next!.buy.price).toBe("");
    const withoutBid = ladderRows(quoteOf(null, first({ bid: Number.NaN }), NOW), 2);
    expect(withoutBid[0]!.buy.price).toBe("");
    // A quote without its book is beside what the chain knows.
    const short = quoteOf(depth({ buy: null, sell: null, bid: Number.NaN, ask: Number.NaN }), first(), NOW);
    expect(ladderRows(short, 2)[0]!.sell).toMatchObject({ price: "102.00", quantity: "--" });
  });

  test("are empty while nothing is known, and where nobody bids", () => {
    expect(ladderRows(null, 2).map(({ buy }) => buy.price)).toEqual(["", "", "", "", ""]);
    expect(ladderRows(known({ buy: [] }), 2)[0]!.buy.price).toBe("");
  });
});

describe("[CHAIN-66] the spread", () => {
  test("is offer less bid, in rupees and in percent of their mid", () => {
    expect(spreadText(known({ buy: [{ price: 99, quantity: 65, orders: 1 }] }), 2)).toBe(
      "2.55 · 2.54 % of the mid",
    );
    expect(spreadText(quoteOf(null, first(), NOW), 2)).toBe("1.00 · 0.99 % of the mid");
  });

  test("is none where a side is empty, and said to be crossed where it is", () => {
    expect(spreadText(known({ sell: [] }), 2)).toBe("No spread: one side of the book is empty");
    expect(spreadText(known({ buy: [{ price: 102, quantity: 65, orders: 1 }] }), 2)).toMatch(/^Crossed/);
    expect(spreadText(null, 2)).toBe("--");
  });
});

describe("[CHAIN-66] what the day was", () => {
  test("is OHLC, interest with its range, volume, average and the last trade with its age", () => {
    expect(facts(known())).toEqual({
      Open: "90.00",
      High: "110.00",
      Low: "85.00",
      "Prev. close": "95.00",
      "Last quantity": "65",
      OI: "1,300",
      "OI today": "1,200 to 1,23,45,600",
      Volume: "12,34,567",
      "Average price": "100.25",
      "Last trade": "10:29:57, 3 s ago",
    });
  });

  test("of a contract that was not traded, nothing is made up", () => {
    const untraded = {
      open: 0,
      high: 0,
      low: 0,
      averagePrice: 0,
      lastQuantity: 0,
      lastTradeTime: 0,
      oiDayHigh: 0,
    };
    expect(facts(known(untraded))).toMatchObject({
      Open: "--",
      "Average price": "--",
      "Last quantity": "--",
      "OI today": "--",
      "Last trade": "none yet",
    });
    expect(facts(null)).toMatchObject({ OI: "--", Volume: "--", "Last trade": "--" });
  });

  test("a trade of another day says its day, and ages are in the unit that fits", () => {
    expect(facts(known({ lastTradeTime: NOW - 20 * 3_600_000 }))["Last trade"]).toBe(
      "19 Nov 14:30:00, 20h 0m ago",
    );
    expect([-5_000, 59_999, 60_000, 50 * 3_600_000, Number.NaN].map(ageText)).toEqual([
      "0 s",
      "59 s",
      "1m",
      "2 d",
      "--",
    ]);
  });
});

describe("[CHAIN-67] how a book stands", () => {
  const live: BookFacts = {
    now: NOW,
    lastTrade: NOW + 1,
    isMissing: false,
    refused: null,
    isKnown: true,
    hasLevels: true,
    isStale: false,
    isClosed: false,
  };
  test.each<[string, Partial<BookFacts>, RegExp, boolean]>([
    ["expired under an open book", { now: NOW + 1 }, /^Expired on 20 Nov, 10:30/, true],
    ["of an expiry that is listed no more", { lastTrade: null }, /not listed/, true],
    ["of a strike without this contract", { isMissing: true, isKnown: false }, /not listed/, true],
    ["refused", { refused: "Too many quotes" }, /^No newer figures: Too many quotes$/, true],
    ["not heard of", { isKnown: false, hasLevels: false }, /^Waiting/, false],
    ["stale", { isStale: true }, /^Stale/, true],
    ["of a market that is closed", { isClosed: true }, /^The market is closed/, false],
    ["closed, and stale", { isClosed: true, isStale: true }, /^Stale/, true],
    ["without its levels", { hasLevels: false }, /on their way/, false],
    ["expired, and stale since", { now: NOW + 1, isStale: true, refused: "gone" }, /^Expired/, true],
  ])("%s", (_, facts, text, isOld) => {
    const standing = standingOf({ ...live, ...facts });
    expect(standing?.text).toMatch(text);
    expect(standing?.isOld).toBe(isOld);
  });

  test("live, there is nothing to say; a device that does not know the time says nothing of an end", () => {
    expect(standingOf(live)).toBeNull();
    expect(standingOf({ ...live, now: Number.NaN })).toBeNull();
    expect(standingOf({ ...live, lastTrade: Number.NaN })).toBeNull();
  });
});
