/** A market to answer builder requests in: NIFTY of 17 Nov 2026 in round figures, with a handful of contracts. */

import type { BuilderContract, BuilderMarket } from "#analysis/builder-market.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { FAR, market, NEAR } from "#tests/domain/strategy/strategy-fixture.ts";

function contract(
  token: number,
  tradingsymbol: string,
  changes: Partial<BuilderContract> = {},
): BuilderContract {
  const expiry = changes.expiry === undefined ? NEAR : changes.expiry;
  return {
    token,
    tradingsymbol,
    type: "CE",
    strike: 24_000,
    expiry,
    expiryInstant: expiry === null ? Number.NaN : expiryInstant("NFO", expiry),
    lotSize: 65,
    multiplier: 1,
    tickSize: 0.05,
    quote: { lastPrice: 199, usablePrice: 200.5, bid: 200, ask: 201, isLiquid: true, warnings: [] },
    settlement: null,
    ...changes,
  };
}

const thin = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: ["NO_QUOTES"],
} as const;

export const CONTRACTS = [
  contract(101, "NIFTY26NOV24000CE"),
  contract(102, "NIFTY26NOV24200CE", {
    strike: 24_200,
    quote: { ...thin, lastPrice: 110, usablePrice: 110 },
  }),
  contract(103, "NIFTY26NOV23800PE", { type: "PE", strike: 23_800, quote: thin }),
  contract(104, "NIFTY26NOVFUT", {
    type: "FUT",
    strike: 0,
    quote: { lastPrice: 24_058, usablePrice: 24_060, bid: 24_059, ask: 24_061, isLiquid: true, warnings: [] },
  }),
  contract(105, "NIFTY26DEC24000CE", { expiry: FAR }),
];

export function builderMarket(changes: Parameters<typeof market>[0] = {}): BuilderMarket {
  return {
    strategy: market(changes),
    byToken: (token) => CONTRACTS.find((each) => each.token === token),
    bySymbol: (symbol) => CONTRACTS.find((each) => each.tradingsymbol === symbol),
  };
}

/** Everything a request can say, all of it meant. */
export const REQUEST: BuilderRequest = {
  underlying_token: 256_265,
  trades: [
    { instrument_token: 101, trade_action: "SELL", quantity: 65, price: 200 },
    { tradingsymbol: "NIFTY26NOV24200CE", trade_action: "BUY", quantity: 130, iv: 0.125, leg_id: "wing" },
    { tradingsymbol: "NIFTY26DEC24000CE", trade_action: "BUY", quantity: 65, price: 480, is_selected: false },
  ],
  expired_trades: [
    {
      tradingsymbol: "NIFTY26N1024100PE",
      trade_action: "SELL",
      quantity: 65,
      price: 90,
      underlying_close: 24_050,
      instrument_info: { instrument_type: "PE", strike: 24_100, expiry: "2026-11-10", lot_size: 65 },
    },
  ],
  positions: [
    {
      instrument_token: 103,
      trade_action: "BUY",
      quantity: 65,
      average_price: 70,
      booked_profit_loss: 325.5,
      product: "NRML",
    },
  ],
  manual_pnl: { is_checked: true, pnl: -100 },
  target_underlying_price: 24_100,
  target_datetime: Date.parse("2026-11-19T10:00:00+05:30"),
  target_interval: 0.01,
  fixed_sd_days: 5,
  sd_mode: "fixed",
  iv_offset: 0.5,
  use_nse_feed: false,
  flags: { enable_payoff_table: true, enable_trade_details: true, multiply_by_number_of_lots: false },
};
