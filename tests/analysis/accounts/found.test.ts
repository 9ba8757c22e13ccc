/** What drawn accounts have found, each by itself. */

import { expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { builderMarketOf } from "#analysis/builder-market.ts";
import { marginAnswer } from "#analysis/margin-answer.ts";
import { positionsAnswer } from "#analysis/positions-answer.ts";
import { ZERODHA } from "#domain/access/brokers.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPosition, BuilderRequest } from "#protocol/http/builder.ts";
import type { PositionsSummaryRequest } from "#protocol/http/positions-summary.ts";
import { accountWorld } from "#tests/support/accounts/worlds.ts";

const AT = "2026-11-18T10:00";
const UNKNOWN: BuilderPosition = {
  tradingsymbol: "RELIANCE26JUN1400CE",
  trade_action: "SELL",
  quantity: 500,
  average_price: 10,
  settlement_price: 4,
  product: "MIS",
};
const KNOWN: BuilderPosition = { ...UNKNOWN, tradingsymbol: "RELIANCE26OCT1400CE", product: "NRML" };

function totalOf(data: readonly BuilderPosition[], more: Omit<PositionsSummaryRequest, "data"> = {}) {
  const { market } = accountWorld("RELIANCE", AT);
  const outcome = positionsAnswer({ data: [...data], ...more }, () => market, kernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return [outcome.payload.total_pnl, outcome.payload.not_valued.length];
}

test("a position whose terms are unknown spoils the sum that it is in, and no other", () => {
  expect(totalOf([KNOWN, UNKNOWN])).toEqual([null, 1]);
  expect(totalOf([KNOWN, { ...UNKNOWN, is_selected: false }])).toEqual([3_000, 1]);
  const only = (position_filters: PositionsSummaryRequest["position_filters"]) =>
    totalOf([KNOWN, UNKNOWN], { position_filters: position_filters ?? null });
  expect(only({ products: ["NRML"] })).toEqual([3_000, 1]);
  expect(only({ products: ["MIS"] })).toEqual([null, 1]);
  expect(only({ expiries: ["2026-10-27"] })).toEqual([3_000, 1]);
  expect(only({ expiries: ["2026-06-30"] })).toEqual([null, 1]);
});

test.each(["CRUDEOIL", "GOLD", "USDINR"] as const)(
  "%s itself is no contract that anybody holds: refused by name, and no fault of ours where its charges are asked",
  (tradingsymbol) => {
    const { market } = accountWorld(tradingsymbol, AT);
    const request: BuilderRequest = {
      underlying_token: market.strategy.token,
      trades: [{ tradingsymbol, trade_action: "BUY", quantity: 1, price: 100 }],
      charges: { broker_id: ZERODHA, net: true },
    };
    const refusal = { ok: false, refusal: { code: "derivative.not_found", details: { tradingsymbol } } };
    expect(builderAnswer(request, market, kernel)).toMatchObject(refusal);
    const margin = marginAnswer(
      {
        trades: [{ trade_type: "new_trade", tradingsymbol, action: "BUY", quantity: 1 }],
        consider_positions_for_funds: false,
        consider_positions_for_margin: false,
      },
      () => ({ market, dailyVolatility: Number.NaN, previousClose: Number.NaN }),
      kernel,
    );
    expect(margin).toMatchObject(refusal);
  },
);

test("a share is held, also where the reference of a commodity is not", () => {
  const { market } = accountWorld("RELIANCE", AT);
  expect(market.bySymbol("RELIANCE")).toMatchObject({ type: "EQ", lotSize: 1, multiplier: 1 });
});

test("shares have no probability of profit beside an expired call either, on no side; what is all expired is settled", () => {
  const { markets } = accountWorld("RELIANCE", AT);
  const shares: BuilderPosition = {
    tradingsymbol: "RELIANCE",
    trade_action: "BUY",
    quantity: 500,
    average_price: 1_280,
    product: "CNC",
  };
  const popOf = (positions: BuilderPosition[]): (number | null | undefined)[] => {
    const request: BuilderRequest = {
      underlying_token: markets.token,
      trades: [],
      positions,
      charges: { broker_id: ZERODHA, net: true },
      flags: { include_market: true },
    };
    const server = builderAnswer(request, markets.server([]), kernel);
    if (!server.ok) throw new Error(server.refusal.message);
    const browser = builderAnswer(request, builderMarketOf(server.payload.market!), kernel);
    return [server.payload.pop, server.payload.net?.pop, browser.ok ? browser.payload.pop : undefined];
  };
  expect(popOf([shares])).toEqual([null, null, null]);
  expect(popOf([shares, KNOWN])).toEqual([null, null, null]);
  expect(popOf([KNOWN])).toEqual([1, 1, 1]);
});

test("a condor that expired for what it was entered at has made nothing, whatever its sums leave behind", () => {
  const { market } = accountWorld("USDINR", AT);
  const AVERAGE = 0.003906975;
  const popIn = (times: number): unknown => {
    const names = ["95.5CE", "96CE", "95PE", "94.5PE"].map((end) => `USDINR26OCT${end}`);
    const data = names.flatMap((tradingsymbol, i) =>
      Array.from(
        { length: times },
        (): BuilderPosition => ({
          tradingsymbol,
          trade_action: i % 2 === 0 ? "SELL" : "BUY",
          quantity: 3 / times,
          average_price: AVERAGE,
          settlement_price: 0,
        }),
      ),
    );
    const outcome = positionsAnswer({ data }, () => market, kernel);
    return outcome.ok ? outcome.payload.underlyings[0]!.pop : outcome.refusal;
  };
  expect([1, 2, 3, 6].map(popIn)).toEqual([0, 0, 0, 0]);
});
