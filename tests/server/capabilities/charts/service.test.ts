import { beforeEach, describe, expect, it } from "vitest";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import type { Origin } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { encodeChain } from "#protocol/wire/codec.ts";
import type { ChartMarket } from "#server/capabilities/charts/chart-market.ts";
import type { ChartPast } from "#server/capabilities/charts/chart-past.ts";
import { createChartService } from "#server/capabilities/charts/service.ts";
import type { PastPoint } from "#server/market/history/quarters.ts";
import type { HistoryReader } from "#server/market/history/reader.ts";
import type { SessionTimes } from "#server/market/history/session-times.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { minutePast } from "#tests/support/charts/minute-past.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";
import { NO_MINUTES } from "#tests/support/market/no-minutes.ts";
import { chainRoot, chainRows, createRandom, wireChainRows } from "#tests/support/relay/wire-samples.ts";

const QUARTER_MS = 900_000;
const TODAY = "2026-11-23" as IsoDate;
/** 09:15 in India; by 10:35 five quarters have ended and the one that began at 10:30 is on. */
const OPEN = Date.parse("2026-11-23T03:45:00Z");
const MARKET_TIME = Date.parse("2026-11-23T05:00:00Z");
const NOW = MARKET_TIME + 300_000;
const NIFTY = 256265;
const [NEAR, FAR] = ["2026-11-24", "2026-12-29"] as const;

const body = metacacheBody();
const directory = createInstrumentDirectory({
  ...body,
  chains: { ...body.chains, expiry: [20261124, 20261229], type: ["weekly", "monthly"] },
});
const option = (type: "CE" | "PE", strike: number, expiry: string = NEAR): InstrumentDetails =>
  directory
    .options(directory.underlyer("NIFTY"))
    .find((each) => each.instrument_type === type && each.strike === strike && each.expiry === expiry)!;
const CALL = option("CE", 24_500);
const PUT = option("PE", 24_300);
const [future] = directory.futures(directory.underlyer("NIFTY")) as [InstrumentDetails];

/** Closes of the quarters since 09:15, in paise; open interest grows by 65 a quarter. */
const day = (origin: Origin, ...closes: readonly number[]): PastPoint[] =>
  closes.map((close, n) => ({ start: OPEN + n * QUARTER_MS, close, oi: 6_500 + n * 65, origin }));

let past: Map<number, PastPoint[]>;
let quoted: Map<number, QuoteDetails>;
let asked: { sessionsBefore: number; until: number; tokens: number[] }[];
let isDayKnown: boolean;
beforeEach(() => {
  past = new Map([
    [NIFTY, day("recorded", 2_450_000, 2_451_000, 2_452_000, 2_453_000, 2_454_000)],
    [CALL.instrument_token, day("recorded", 10_000, 10_100, 10_200, 10_300, 10_400)],
    [PUT.instrument_token, day("recorded", 0, 5_000, 5_100, 5_200, 5_300)],
    [future.instrument_token, day("recorded", 2_460_000, 2_461_000, 2_462_000, 2_463_000, 2_464_000)],
  ]);
  quoted = new Map();
  asked = [];
  isDayKnown = true;
});

const session: SessionTimes = { date: TODAY, open: OPEN, close: OPEN + 385 * 60_000 };
const history: HistoryReader & ChartPast = {
  ...NO_MINUTES,
  ...minutePast({ sessions: [session], oi: () => 65, close: () => 10_000 }),
  heardAs: () => "recorded",
  async quarters(wanted, sessionsBefore, until) {
    asked.push({ sessionsBefore, until, tokens: wanted.map(({ token }) => token) });
    if (!isDayKnown) return null;
    return new Map(wanted.map(({ token }) => [token, [{ date: TODAY, points: past.get(token) ?? [] }]]));
  },
};

/** Each row holds a call and a put whose open interest rose from 1,000 and 2,000 units to 1,500 and 1,800. */
function chainOf(expiry: string): Uint8Array {
  const side = { oi: 1_500, previousOi: 1_000 };
  const rows = chainRows(createRandom(1), 2).map((row, n) => ({
    ...row,
    strike: (24_300 + n * 200) * 100,
    call: { ...row.call, ...side, token: option("CE", 24_300 + n * 200, expiry).instrument_token },
    put: {
      ...row.put,
      oi: 1_800,
      previousOi: 2_000,
      token: option("PE", 24_300 + n * 200, expiry).instrument_token,
    },
  }));
  const root = { ...chainRoot(createRandom(1)), spot: 24_540, marketTime: MARKET_TIME };
  return encodeChain(root, wireChainRows(rows), { epoch: 1, sequence: 1, serverTime: MARKET_TIME });
}

const market: ChartMarket = {
  key: {},
  now: () => NOW,
  directory: async () => directory,
  quotes: async (tokens) =>
    new Map(tokens.flatMap((token) => (quoted.has(token) ? [[token, quoted.get(token)!] as const] : []))),
  measures: async () => null,
  chain: async (_, expiry) => ([NEAR, FAR].some((each) => each === expiry) ? chainOf(expiry) : null),
};

function quote(token: number, lastPrice: number, timestamp: number): QuoteDetails {
  return {
    instrument_token: token,
    timestamp,
    last_trade_time: timestamp,
    last_price: lastPrice,
    last_quantity: 65,
    average_price: lastPrice,
    volume: 1_000,
    buy_quantity: 0,
    sell_quantity: 0,
    ohlc: { open: lastPrice, high: lastPrice, low: lastPrice, close: lastPrice },
    net_change: 0,
    oi: 9_000,
    oi_day_high: 0,
    oi_day_low: 0,
    depth: { buy: [], sell: [] },
  };
}

const service = createChartService(history);
const sell = (instrument: InstrumentDetails, quantity: number) =>
  ({ tradingsymbol: instrument.tradingsymbol, trade_action: "SELL", quantity }) as const;
const buy = (instrument: InstrumentDetails, quantity: number) =>
  ({ ...sell(instrument, quantity), trade_action: "BUY" }) as const;
const NIFTY_CHART = { underlying: "NIFTY", sampling_size: "15M" } as const;

describe("the chart of a strategy", () => {
  it("is of the smallest whole ratio of the quantities, and a net credit is positive", async () => {
    const trades = [sell(CALL, 130), buy(PUT, 65)];
    const chart = await service.strategy(market, { ...NIFTY_CHART, trades });
    expect(chart.unit_quantity).toBe(65);
    expect(chart.ratios.map(({ trade_action, ratio }) => [trade_action, ratio])).toEqual([
      ["SELL", 2],
      ["BUY", 1],
    ]);
    // The put has not traded in the first quarter; then 2 × 101 − 50.
    expect(chart.series.map(({ value }) => value)).toEqual([null, 152, 153, 154, 155]);
    expect(chart.series.map(({ underlying_price }) => underlying_price)).toEqual([
      24_500, 24_510, 24_520, 24_530, 24_540,
    ]);
    expect(chart.series.map(({ time }) => time)).toEqual([0, 1, 2, 3, 4].map((n) => OPEN + n * QUARTER_MS));
  });

  it("ends with the quarter that is on, from the newest quotes alone", async () => {
    quoted.set(CALL.instrument_token, quote(CALL.instrument_token, 120, NOW - 1_000));
    quoted.set(PUT.instrument_token, quote(PUT.instrument_token, 70, MARKET_TIME - 1_000));
    const chart = await service.strategy(market, { ...NIFTY_CHART, trades: [sell(CALL, 65), buy(PUT, 65)] });
    // The put's quote is of the quarter before: its last close stands.
    expect(chart.series.at(-1)).toEqual({
      time: MARKET_TIME,
      value: 67,
      underlying_price: 24_540,
      is_running: true,
      origin: "recorded",
    });
    expect(chart.series.filter(({ is_running }) => is_running)).toHaveLength(1);
  });

  it("says of each bar where it comes from: the least trustworthy of what it is made of", async () => {
    const put = past.get(PUT.instrument_token)!;
    past.set(
      PUT.instrument_token,
      put.map((point, n) => ({ ...point, origin: n < 2 ? "simulated" : "source" })),
    );
    const chart = await service.strategy(market, { ...NIFTY_CHART, trades: [sell(CALL, 65), buy(PUT, 65)] });
    expect(chart.series.map(({ origin }) => origin)).toEqual([
      "simulated",
      "simulated",
      "source",
      "source",
      "source",
    ]);
  });

  it("begins as many sessions back as it is asked for, and ends where the market has come to", async () => {
    await service.strategy(market, { ...NIFTY_CHART, offset: 3, trades: [sell(CALL, 65), buy(CALL, 65)] });
    await service.strategy(market, { ...NIFTY_CHART, trades: [sell(PUT, 65)] });
    expect(asked).toEqual([
      { sessionsBefore: 3, until: NOW, tokens: [NIFTY, CALL.instrument_token] },
      { sessionsBefore: 0, until: NOW, tokens: [NIFTY, PUT.instrument_token] },
    ]);
  });

  it.each([
    ["a contract that is not listed", "NIFTY26N1724500CE", "derivative.not_found"],
    ["a word", "NOPE", "instrument.not_found"],
    ["what is of another underlying", "RELIANCE", "request.invalid"],
    ["an index", "NIFTY", "request.invalid"],
  ])("refuses %s by its symbol", async (_, tradingsymbol, code) => {
    const trades = [sell(CALL, 65), { ...sell(CALL, 65), tradingsymbol }];
    await expect(service.strategy(market, { ...NIFTY_CHART, trades })).rejects.toMatchObject({
      code,
      details: { symbol: tradingsymbol },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ["NOPE", "underlying.not_found"],
    ["RELIANCE", "derivative.not_found"],
  ])("is refused for %s, of which nothing is derived", async (underlying, code) => {
    const chart = service.strategy(market, { ...NIFTY_CHART, underlying, trades: [sell(CALL, 65)] });
    await expect(chart).rejects.toMatchObject({ code });
  });
});

describe("open interest of contracts over the day", () => {
  it("is not there for shares, which have none", async () => {
    const share = { ...CALL, tradingsymbol: "NIFTYSHARE", instrument_type: "EQ", expiry: null };
    const withShare = {
      ...directory,
      bySymbol: (symbol: string) => (symbol === "NIFTYSHARE" ? share : null),
    };
    const chart = service.multistrikeOi(
      { ...market, directory: async () => withShare },
      { underlying: "NIFTY", legs: ["NIFTYSHARE"] },
    );
    await expect(chart).rejects.toMatchObject({
      code: "request.invalid",
      details: { symbol: "NIFTYSHARE" },
    });
  });
});

describe("the same question at once", () => {
  it("is answered once to all who are given the same market, and anew when it is answered", async () => {
    const question = { underlying_symbol: "NIFTY", expiries: [NEAR], from: null, to: null };
    const [one, other, late] = await Promise.all([
      service.oiAtInstants(market, question),
      service.oiAtInstants({ ...market, now: () => NOW }, { ...question }),
      service.oiAtInstants({ ...market, key: {} }, question),
    ]);
    expect(other).toBe(one);
    expect(late).not.toBe(one);
    expect(await service.oiAtInstants(market, question)).not.toBe(one);
  });

  it("that fails fails for all of them, and is asked again after that", async () => {
    let isThere = false;
    const failing = {
      ...market,
      key: {},
      directory: async () => {
        if (!isThere) throw new AppError("metacache.failed", "The feed does not answer");
        return directory;
      },
    };
    const question = { underlying_symbol: "NIFTY", expiries: [NEAR], from: null, to: null };
    const asked = [service.oiAtInstants(failing, question), service.oiAtInstants(failing, question)];
    for (const each of asked) {
      await expect(each).rejects.toMatchObject({
        code: "prices.failed",
        message: "Failed to fetch open interest",
      });
    }
    isThere = true;
    expect(await service.oiAtInstants(failing, question)).toMatchObject({ underlying_symbol: "NIFTY" });
  });
});

describe("open interest by strike", () => {
  const wanted = { underlying_symbol: "NIFTY", oi_vs_strike: true, oi_change_vs_strike: true };

  it("is the sum of the expiries that are asked for, each counted once", async () => {
    const all = await service.oiByStrike(market, { ...wanted, expiries: [NEAR, FAR, NEAR] });
    expect(all).toEqual({
      underlying_symbol: "NIFTY",
      expiries: [NEAR, FAR],
      last_updated_at: MARKET_TIME,
      underlying_price: 24_540,
      total_call_oi: 6_000,
      total_put_oi: 7_200,
      pcr: 1.2,
      oi_vs_strike: [24_300, 24_500].map((strike) => ({ strike, call: 3_000, put: 3_600 })),
      oi_change_vs_strike: [24_300, 24_500].map((strike) => ({ strike, call: 1_000, put: -400 })),
    });
  });

  it("says only what was asked for", async () => {
    const one = { ...wanted, oi_vs_strike: false, expiries: [NEAR] };
    expect(await service.oiByStrike(market, one)).toMatchObject({ oi_vs_strike: null, total_call_oi: 3_000 });
  });

  it("is refused for an expiry that is not listed, or is no more by the time it is read", async () => {
    const code = "derivative.not_found";
    const unknown = service.oiByStrike(market, { ...wanted, expiries: [NEAR, "2026-11-25"] });
    await expect(unknown).rejects.toMatchObject({ code, details: { expiry: "2026-11-25" } });
    const gone = { ...market, chain: async () => null };
    const late = service.oiByStrike(gone, { ...wanted, expiries: [NEAR] });
    await expect(late).rejects.toMatchObject({ code, details: { expiry: NEAR } });
  });
});

describe("what cannot be had", () => {
  const failing = (code: "quotes.failed" | "metacache.failed") => async () => {
    throw new AppError(code, "The feed does not answer");
  };

  it.each([
    ["quotes", { ...market, quotes: failing("quotes.failed") }],
    ["instruments", { ...market, directory: failing("metacache.failed") }],
  ])("for want of %s is told in the words of the chart", async (_, without) => {
    const details = { symbol: "NIFTY" };
    const strategy = service.strategy(without, { ...NIFTY_CHART, trades: [sell(CALL, 65)] });
    await expect(strategy).rejects.toMatchObject({
      code: "prices.failed",
      message: "Failed to fetch strategy chart",
      details,
    });
    const ofDay = service.multistrikeOi(without, { underlying: "NIFTY", legs: [CALL.tradingsymbol] });
    await expect(ofDay).rejects.toMatchObject({
      code: "prices.failed",
      message: "Failed to fetch the multi-strike OI chart",
      details,
    });
  });

  it("is the day itself while nothing is known of it", async () => {
    isDayKnown = false;
    const chart = service.strategy(market, { ...NIFTY_CHART, trades: [sell(CALL, 65)] });
    await expect(chart).rejects.toMatchObject({
      code: "prices.failed",
      cause: { code: "server.unavailable" },
    });
  });
});

describe("expiries for a picker", () => {
  it("choose the first that trades on: what is over stays listed until the next list", async () => {
    const chosenAt = async (now: number) => {
      const { data } = await service.expiries({ ...market, now: () => now }, "NIFTY");
      return data.filter(({ is_default_selected }) => is_default_selected).map(({ expiry }) => expiry);
    };
    expect(await chosenAt(lastTradeInstant("NFO", NEAR) - 1)).toEqual([NEAR]);
    expect(await chosenAt(lastTradeInstant("NFO", NEAR))).toEqual([FAR]);
    expect(await chosenAt(lastTradeInstant("NFO", FAR))).toEqual([]);
  });

  it("are near to far, the nearest chosen, and say which are weekly", async () => {
    const { data } = await service.expiries(market, "NIFTY");
    expect(data).toEqual([
      { expiry: NEAR, expiry_text: "24 Nov", is_weekly: true, is_default_selected: true },
      { expiry: FAR, expiry_text: "29 Dec", is_weekly: false, is_default_selected: false },
    ]);
  });
});
