import { describe, expect, test } from "vitest";
import { BAR_INTERVALS } from "#protocol/http/chart-bars.ts";
import { isSymbol, parseChartSearch, writeChartSearch } from "#src/features/chart/address/address.ts";
import {
  INTERVALS,
  intervalOf,
  intervalOfDigits,
  mayGoOn,
  wireOf,
} from "#src/features/chart/address/intervals.ts";

const parse = (query: string) => parseChartSearch(new URLSearchParams(query));

describe("[CHART-2] intervals", () => {
  test("each has one on the wire, where an M is a minute and a month is MO", () => {
    expect(INTERVALS.map(wireOf)).toEqual([...BAR_INTERVALS]);
  });

  test.each([
    ["1m", "1"],
    ["5m", "5"],
    ["5M", "5"],
    ["15min", "15"],
    ["30 ", "30"],
    ["60m", "60"],
    ["60M", "60"],
    ["1h", "60"],
    ["1H", "60"],
    ["hourly", "60"],
    ["Hour", "60"],
    ["D", "1D"],
    ["day", "1D"],
    ["daily", "1D"],
    ["1w", "1W"],
    ["weekly", "1W"],
    ["1M", "1M"],
    ["M", "1M"],
    ["1MO", "1M"],
    ["month", "1M"],
    ["Monthly", "1M"],
  ])("%s is %s", (text, interval) => expect(intervalOf(text)).toBe(interval));

  test.each(["7", "2D", "0", "-5", "45", "5s", "toString", "1Y", "3MO", ""])("%s is none", (text) =>
    expect(intervalOf(text)).toBeNull(),
  );

  test("digits choose those of minutes, and wait for a second where it may follow", () => {
    expect(["1", "3", "5", "15", "30", "60", "6", "2"].map(intervalOfDigits)).toEqual([
      ...["1", "3", "5", "15", "30", "60"],
      ...[null, null],
    ]);
    expect(["1", "3", "5", "6", "15", "7"].map(mayGoOn)).toEqual([true, true, false, true, false, false]);
  });
});

describe("[CHART-1] the address", () => {
  test("without anything is NIFTY in candles of five minutes", () => {
    expect(writeChartSearch(parse(""))).toBe("?tradingSymbol=NIFTY&interval=5");
  });

  test("holds what is chosen, and is the same when it was read and written", () => {
    const query =
      "?tradingSymbol=NIFTY26NOVFUT&interval=1D&shape=ohlc&scale=log&levels=previous&ind=ema-20%2Cbollinger-20-2.5&patterns=on&draw=on&profile=2026-11-24.2026-12-01&vs=BANKNIFTY&date=2026-11-02&view=1-2";
    expect(writeChartSearch(parse(query))).toBe(query);
  });

  test("takes other spellings, and writes its own", () => {
    expect(writeChartSearch(parse("?tradingsymbol=reliance&interval=monthly&ind=EMA,rsi"))).toBe(
      "?tradingSymbol=RELIANCE&interval=1M&ind=ema-20%2Crsi-14",
    );
  });

  test("names an interval that there is none of, and shows the usual one", () => {
    const search = parse("?tradingSymbol=NIFTY&interval=7");
    expect(search).toMatchObject({ interval: "5", unknownInterval: "7" });
    expect(writeChartSearch(search)).toContain("interval=7");
  });

  test("leaves out what is not understood", () => {
    const search = parse(
      "?ind=foo,sma-0,rsi-14-3,macd-26-12-9,__proto__&date=2026-02-31&view=9-1&shape=pie&scale=cube&patterns=1&profile=x.2026-02-31",
    );
    expect(search).toMatchObject({ hasPatterns: false, isDrawing: false, profile: [], vs: null });
    expect(search).toMatchObject({ indicators: [], date: null, view: null, shape: "candles", isLog: false });
  });

  test("keeps each indicator once, and as many panes as there is room for", () => {
    const { indicators } = parse("?ind=rsi-14,rsi-14,rsi-9,atr-14,macd,sma-5");
    expect(indicators.map(({ id }) => id)).toEqual(["rsi", "rsi", "atr", "sma"]);
  });

  test("may name what is no symbol, which is said", () => {
    expect(isSymbol(parse("?tradingSymbol=<b>").symbol)).toBe(false);
    expect(isSymbol("M&M")).toBe(true);
  });
});
