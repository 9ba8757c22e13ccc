// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from "vitest";
import { priceLines } from "#src/features/chart/window/price-lines.ts";
import { dealPrice } from "#src/features/chart/window/price-place.ts";
import {
  isTradingOn,
  NO_SETTINGS,
  parseSettings,
  readSettings,
  withTrading,
  writeSettings,
} from "#src/features/chart/window/settings.ts";
import {
  type ChartDeal,
  drawnLegs,
  pageStrategy,
  propose,
  takeProposed,
  takesDealsOf,
} from "#src/shared/chart-deals.ts";
import { chartWindow, closeChart, openChart } from "#src/shared/chart-window.ts";

const CALL = {
  token: 11,
  tradingsymbol: "NIFTY24500CE",
  type: "CE",
  strike: 24_500,
  expiry: "2026-12-29",
  expiryInstant: 1_798_538_400_000,
  lotSize: 65,
  multiplier: 1,
} as const;
const deal = (underlying: string, action: ChartDeal["action"], price: number): ChartDeal => ({
  underlying,
  contract: CALL,
  action,
  price,
});

afterEach(() => {
  localStorage.clear();
  closeChart();
  Object.assign(pageStrategy, { underlying: null, waiting: [], legs: [] });
});

describe("[CHART-17] settings of the chart's window", () => {
  test("are kept with their version and come back", () => {
    const settings = withTrading({ ...NO_SETTINGS, alwaysOpenInFullScreen: true }, "option-chain", true);
    writeSettings(settings);
    expect(readSettings()).toEqual({
      version: "v1.0.0",
      alwaysOpenInFullScreen: true,
      pageWiseUiState: { "option-chain": { isTradingActive: true } },
    });
    expect(isTradingOn(readSettings(), "option-chain")).toBe(true);
    expect(isTradingOn(readSettings(), "builder")).toBe(false);
    expect(isTradingOn(readSettings(), "toString")).toBe(false);
  });

  test.each([
    ["none", null],
    ["no JSON", "{"],
    ["another version", '{"version":"v0.9.0","alwaysOpenInFullScreen":true,"pageWiseUiState":{}}'],
    ["no version", '{"alwaysOpenInFullScreen":true,"pageWiseUiState":{}}'],
    ["a damaged choice", '{"version":"v1.0.0","alwaysOpenInFullScreen":"yes","pageWiseUiState":{}}'],
    [
      "a damaged page",
      '{"version":"v1.0.0","alwaysOpenInFullScreen":true,"pageWiseUiState":{"builder":{"isTradingActive":1}}}',
    ],
    ["a list", "[]"],
  ])("that are %s are discarded whole", (_, text) => expect(parseSettings(text)).toEqual(NO_SETTINGS));
});

describe("[CHART-15] the chart's window", () => {
  test("is closed, open, goes over to what is asked for next, and closed with its trading", () => {
    expect(chartWindow.wanted).toBeNull();
    const before = chartWindow.asked;
    openChart({ symbol: "NIFTY" });
    openChart({ symbol: "RELIANCE", interval: "60" });
    expect(chartWindow.wanted).toEqual({ symbol: "RELIANCE", interval: "60" });
    expect(chartWindow.asked).toBe(before + 2);
    chartWindow.isTradingActive = true;
    closeChart();
    expect(chartWindow).toMatchObject({ wanted: null, isTradingActive: false });
  });
});

describe("[CHART-18] deals from a chart", () => {
  test("are taken by the strategy of their underlying, and others wait", () => {
    propose(deal("NIFTY", "BUY", 120));
    propose(deal("SBIN", "SELL", 9));
    const end = takesDealsOf("NIFTY");
    expect(takeProposed("NIFTY").map(({ price }) => price)).toEqual([120]);
    expect(takeProposed("NIFTY")).toEqual([]);
    end();
    expect(pageStrategy.underlying).toBeNull();
    expect(pageStrategy.waiting.map(({ underlying }) => underlying)).toEqual(["SBIN"]);
  });

  test("are at a price that can be dealt at", () => {
    expect(dealPrice(123.43, 0.05)).toBe(123.45);
    expect(dealPrice(0.07, 0.05)).toBe(0.05);
    expect(dealPrice(88.00312, 0.0025)).toBe(88.0025);
    // Futures and commodities move by more than options of shares.
    expect(dealPrice(24_512.34, 0.1)).toBe(24_512.3);
    expect(dealPrice(56_001.29, 0.2)).toBe(56_001.2);
    expect(dealPrice(91_203.6, 1)).toBe(91_204);
    for (const none of [0.01, 0, -3, Number.NaN]) expect(dealPrice(none, 0.05)).toBeNaN();
  });
});

describe("[CHART-19] lines of what is held and planned", () => {
  const told = { instrument_token: 11, close: [100, 130, null] } as never;

  test("name side, size, price and P&L at the last price, sold ones the other way round", () => {
    propose(deal("NIFTY", "SELL", 120));
    const held = {
      leg_identifier: "NFO:X:NRML",
      instrument_token: 11,
      is_expired: false,
      quantity: 130,
      multiplier: 1,
      average_price: 110,
      instrument_info: { lot_size: 65 },
    };
    const lines = priceLines(told, [held as never], drawnLegs(pageStrategy));
    expect(lines.map(({ name, value }) => [name, value])).toEqual([
      ["Held B 2 lots at 110.00, P&L +2,600.00", 110],
      ["Planned S 1 lot at 120.00, P&L −650.00", 120],
    ]);
  });

  test("are none of other contracts, of what is closed, and of what is planned at the market's price", () => {
    const other = {
      instrument_token: 12,
      is_expired: false,
      quantity: 65,
      average_price: 1,
      leg_identifier: "a",
    };
    const closed = {
      instrument_token: 11,
      is_expired: false,
      quantity: 0,
      average_price: 1,
      leg_identifier: "b",
    };
    const leg = { token: 11, quantity: 65, lotSize: 65, multiplier: 1, entryPrice: null };
    expect(priceLines(told, [other as never, { ...closed, instrument_info: null } as never], [leg])).toEqual(
      [],
    );
  });
});
