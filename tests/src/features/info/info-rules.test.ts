import { describe, expect, test } from "vitest";
import { COUNTRIES } from "#protocol/http/events.ts";
import { flagOf } from "#src/features/info/events/flags.ts";
import { eventTitle, shownEvents } from "#src/features/info/events/shown-events.ts";
import { tabsOf } from "#src/features/info/info-tabs.ts";
import { isVirtual, pageInstrument } from "#src/features/info/page-instrument.ts";
import { parseInfoSearch, widgetAddress } from "#src/features/info/pages/address.ts";
import { PATTERNS } from "#src/features/info/patterns/patterns.ts";
import { CRUDEOIL, NIFTY, SBIN, USDINR } from "./world.ts";

describe("[INFO-4] tabs", () => {
  test.each([
    ["an index", NIFTY, ["F&O data", "Events", "Candlestick patterns", "Futures prices"]],
    ["a share", SBIN, ["F&O data", "Stock Events", "Candlestick patterns", "Futures prices"]],
    ["a currency", USDINR, ["F&O data", "Events", "Candlestick patterns", "Futures prices"]],
    ["a commodity", CRUDEOIL, ["F&O data", "Futures prices"]],
  ])("of %s", (_, underlying, labels) => {
    expect(tabsOf(underlying).map(({ label }) => label)).toEqual(labels);
  });
});

describe("[INFO-10] events", () => {
  const on = (...dates: string[]) => dates.map((date) => ({ date }));
  const dates = (events: readonly { date: string }[]) => events.map(({ date }) => date.slice(8));

  test("are the next three, today's among them", () => {
    const events = on("2026-11-10", "2026-11-17", "2026-11-18", "2026-11-20", "2026-11-25", "2026-12-04");
    expect(dates(shownEvents(events, "2026-11-18"))).toEqual(["18", "20", "25"]);
  });

  test("are the latest ones where fewer are to come, and no more than there are", () => {
    const events = on("2026-11-01", "2026-11-10", "2026-11-17", "2026-11-20");
    expect(dates(shownEvents(events, "2026-11-18"))).toEqual(["10", "17", "20"]);
    expect(dates(shownEvents(events, "2026-12-18"))).toEqual(["10", "17", "20"]);
    expect(dates(shownEvents(on("2026-11-20"), "2026-11-18"))).toEqual(["20"]);
    expect(shownEvents([], "2026-11-18")).toEqual([]);
  });

  test.each([
    ["stock_results", "Quarterly results, Sep 2026", "Stock results (Quarterly)"],
    ["stock_results", " ", "Stock results"],
    ["dividend", "Interim Dividend - Rs 4 Per Share", "Dividend"],
    ["bonus", "Bonus 1:1", "Bonus"],
    ["stock_split", "Face Value Split", "Stock split"],
  ] as const)("%s of “%s” is called %s", (event_type, description, title) => {
    expect(eventTitle({ event_type, description })).toBe(title);
  });
});

test("[INFO-10] every country that has events has a flag of its own", () => {
  const flags = COUNTRIES.map(flagOf);
  expect(flags.every((flag) => flag?.includes(".svg") || flag?.startsWith("data:image/svg"))).toBe(true);
  expect(new Set(flags).size).toBe(COUNTRIES.length);
});

describe("[INFO-11] patterns", () => {
  test("are those that the product knows, each with words and a picture", () => {
    expect(PATTERNS.map(({ id }) => id)).toEqual([
      "HARAMI_BULLISH",
      "HARAMI_BEARISH",
      "ENGULF_BULLISH",
      "ENGULF_BEARISH",
      "PIERCE_BULLISH",
      "PIERCE_BEARISH",
      "MARUBOZU_BULLISH",
      "MARUBOZU_BEARISH",
      "HAMMER",
      "SHOOTING_STAR",
    ]);
    for (const { text, name, candles } of PATTERNS) {
      expect(text.length, name).toBeGreaterThan(40);
      for (const [open, high, low, close] of candles) {
        expect(high, name).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low, name).toBeLessThanOrEqual(Math.min(open, close));
        expect(low >= 0 && high <= 100, name).toBe(true);
      }
    }
    expect(PATTERNS.filter(({ isBullish }) => isBullish)).toHaveLength(5);
  });

  test("look like what is said of them", () => {
    const body = ([open, , , close]: readonly number[]) =>
      [Math.min(open!, close!), Math.max(open!, close!)] as const;
    for (const { id, candles, isBullish } of PATTERNS) {
      const [last, before] = [candles.at(-1)!, candles.at(-2)!];
      const [foot, top] = body(last);
      const [footBefore, topBefore] = body(before);
      const middle = (footBefore + topBefore) / 2;
      if (id.startsWith("HARAMI")) expect(foot > footBefore && top < topBefore, id).toBe(true);
      if (id.startsWith("ENGULF")) expect(foot < footBefore && top > topBefore, id).toBe(true);
      if (id === "PIERCE_BULLISH")
        expect(last[0] < footBefore && last[3] > middle && last[3] < topBefore).toBe(true);
      if (id === "PIERCE_BEARISH")
        expect(last[0] > topBefore && last[3] < middle && last[3] > footBefore).toBe(true);
      if (id.startsWith("MARUBOZU")) expect([last[2], last[1]], id).toEqual([foot, top]);
      if (id === "HAMMER") expect(foot - last[2], id).toBeGreaterThan(2 * (top - foot));
      if (id === "SHOOTING_STAR") expect(last[1] - top, id).toBeGreaterThan(2 * (top - foot));
      if (/HARAMI|ENGULF|PIERCE|MARUBOZU/.test(id)) expect(last[3] > last[0], id).toBe(isBullish);
    }
  });
});

describe("[INFO-12] the page's own instrument", () => {
  test.each([
    ["/option-chain", "", "NIFTY"],
    ["/option-chain", "?tradingsymbol=banknifty", "BANKNIFTY"],
    ["/option-strategy-builder", "?instrument_symbol=SBIN", "SBIN"],
    ["/home", "", null],
    ["/support", "?tradingsymbol=", null],
  ])("of %s%s is %s", (path, search, symbol) => {
    expect(pageInstrument(path, search)).toBe(symbol);
  });

  test("may be one of virtual trading", () => {
    expect(["/virtual-trading", "/virtual-portfolios", "/option-chain"].map(isVirtual)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("[INFO-14][EMB-13] the widget's address", () => {
  test("names underlying and theme, and the system's theme by none", () => {
    expect(widgetAddress("M&M", "dark")).toBe("/widget/info-modal?instrument_symbol=M%26M&theme=dark");
    expect(widgetAddress("NIFTY", "system")).toBe("/widget/info-modal?instrument_symbol=NIFTY");
  });

  test.each([
    ["instrument_symbol=M%26M", "M&M"],
    ["instrument_symbol=bajaj-auto", "BAJAJ-AUTO"],
    ["instrument_symbol=<b>", "NIFTY"],
    ["", "NIFTY"],
  ])("of ?%s shows %s", (query, symbol) => {
    expect(parseInfoSearch(new URLSearchParams(query)).symbol).toBe(symbol);
  });
});
