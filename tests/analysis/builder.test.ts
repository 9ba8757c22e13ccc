import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { builderAnswer, builderAnswerV2 } from "#analysis/builder-answer.ts";
import { builderMarketOf } from "#analysis/builder-market.ts";
import { builderLegs, builderOptions } from "#analysis/builder-request.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import {
  BuilderPayload,
  BuilderRequest,
  BuilderRequestV2,
  type BuilderTrade,
} from "#protocol/http/builder.ts";
import { MOST_TRADES } from "#protocol/http/builder-limits.ts";
import { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import { NEAR, NOW } from "#tests/domain/strategy/strategy-fixture.ts";
import { builderMarket, REQUEST } from "./builder-fixture.ts";

const isRequest = Compile(BuilderRequest);
const isRequestV2 = Compile(BuilderRequestV2);
const isPayload = Compile(BuilderPayload);
const isMarket = Compile(BuilderMarketBody);

const buy: BuilderTrade = { instrument_token: 101, trade_action: "BUY", quantity: 65, price: 200 };
const bare: BuilderRequest = { underlying_token: 256_265, trades: [buy] };

function answered(request: BuilderRequest, market = builderMarket()): BuilderPayload {
  expect(isRequest.Check(request)).toBe(true);
  const outcome = builderAnswer(request, market, kernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  // As it travels: what JSON cannot say becomes null there.
  const payload: unknown = JSON.parse(JSON.stringify(outcome.payload));
  if (!isPayload.Check(payload)) throw new Error(JSON.stringify(isPayload.Errors(payload)));
  expect(payload).toEqual(structuredClone(outcome.payload));
  return payload;
}

function refused(request: BuilderRequest) {
  const outcome = builderAnswer(request, builderMarket(), kernel);
  if (outcome.ok) throw new Error("answered");
  return outcome.refusal;
}

describe("what a request may say", () => {
  test("everything, or no more than the underlying and its trades", () => {
    expect(isRequest.Check(REQUEST)).toBe(true);
    expect(isRequest.Check(bare)).toBe(true);
    expect(isRequest.Check({ underlying_token: 256_265, trades: [] })).toBe(true);
  });

  test.each<[string, unknown]>([
    ["an unknown member", { ...bare, colour: "red" }],
    ["an unknown flag", { ...bare, flags: { enable_everything: true } }],
    ["an unknown member of a trade", { ...bare, trades: [{ ...buy, lots: 1 }] }],
    ["a negative price", { ...bare, trades: [{ ...buy, price: -1 }] }],
    ["an infinite quantity", { ...bare, trades: [{ ...buy, quantity: Infinity }] }],
    ["a price of 1e308", { ...bare, trades: [{ ...buy, price: 1e308 }] }],
    ["an IV that is no number", { ...bare, trades: [{ ...buy, iv: Number.NaN }] }],
    ["another action", { ...bare, trades: [{ ...buy, trade_action: "HOLD" }] }],
    ["a quantity as text", { ...bare, trades: [{ ...buy, quantity: "65" }] }],
    ["501 trades", { ...bare, trades: Array.from({ length: 501 }, () => buy) }],
    ["no trades member", { underlying_token: 256_265 }],
    ["a target interval of 0", { ...bare, target_interval: 0 }],
  ])("but not %s", (_what, request) => {
    expect(isRequest.Check(request)).toBe(false);
  });

  test("an IV of a million, ten million lots and a price of zero are merely absurd", () => {
    const request = { ...bare, trades: [{ ...buy, iv: 1e6, quantity: 1e9, price: 0 }] };
    expect(answered(request).max_loss).toBe(0);
  });
});

describe("how a request is read", () => {
  test("every trade becomes a leg, in order, with the market's contract", () => {
    const read = builderLegs(REQUEST, builderMarket());
    if ("refusal" in read) throw new Error(read.refusal.message);
    expect(
      read.legs.map(({ id, kind, quantity, entryPrice, customIv }) => [
        id,
        kind,
        quantity,
        entryPrice,
        customIv,
      ]),
    ).toEqual([
      ["trade-0", "trade", -65, 200, null],
      ["wing", "trade", 130, null, 0.125],
      ["trade-2", "trade", 65, 480, null],
      ["expired-0", "trade", -65, 90, null],
      ["position-0", "position", 65, 70, null],
    ]);
    expect(read.legs[1]).toMatchObject({
      token: 102,
      strike: 24_200,
      lotSize: 65,
      type: "CE",
      isSelected: true,
    });
    expect(read.legs[2]!.isSelected).toBe(false);
    expect(read.legs[3]).toMatchObject({
      type: "PE",
      strike: 24_100,
      settlement: { price: null, underlyingClose: 24_050 },
    });
    expect(read.legs[4]!.bookedPnl).toBe(325.5);
    expect(read.contracts).toHaveLength(5);
  });

  test("a contract that is listed no longer takes what the market has kept of its expiry, before what the request says", () => {
    const kept = { price: 24_075.5, origin: "closing_value" } as const;
    const asked: string[] = [];
    const settlementOn = (expiry: string) => {
      asked.push(expiry);
      return kept;
    };
    const symbol = "NIFTY26N1724000CE";
    const trade = { trade_action: "SELL", quantity: 65, tradingsymbol: symbol, price: 90 } as const;
    const request = { ...bare, trades: [], expired_trades: [{ ...trade, settlement_price: 12 }] };
    const market = { ...builderMarket(), settlementOn };
    const read = builderLegs(request, market);
    if ("refusal" in read) throw new Error(read.refusal.message);
    expect(asked).toEqual(["2026-11-17"]);
    expect(read.legs[0]!.settlement).toEqual({ price: 12, underlyingClose: null, market: kept });
    const outcome = builderAnswer(request, market, kernel);
    expect(outcome.ok && outcome.payload.target_pnl).toBeCloseTo(65 * (90 - 75.5), 9);
  });

  test("the options have their defaults", () => {
    expect(builderOptions(bare)).toEqual({
      entry: { mode: "ltp", slippageTicks: 0 },
      charges: null,
      targetPrice: null,
      targetTime: null,
      targetInterval: null,
      ivOffset: 0,
      sdMode: "expiry",
      fixedSdDays: 7,
      factorInBookedPnl: true,
      manualPnl: { isChecked: false, pnl: 0 },
      wantsPayoffChart: true,
      wantsPayoffTable: false,
      wantsTradeDetails: false,
      multiplyByLotSize: true,
      multiplyByLots: true,
    });
    expect(builderOptions(REQUEST)).toMatchObject({
      targetPrice: 24_100,
      ivOffset: 0.5,
      sdMode: "fixed",
      fixedSdDays: 5,
      manualPnl: { isChecked: true, pnl: -100 },
      multiplyByLots: false,
    });
  });

  test("an expired weekly contract is known by its symbol alone", () => {
    const weekly = {
      tradingsymbol: "NIFTY26N1024100PE",
      trade_action: "BUY",
      quantity: 65,
      price: 90,
    } as const;
    const payload = answered({
      ...bare,
      trades: [],
      expired_trades: [{ ...weekly, instrument_token: 9_001, settlement_price: 55 }],
      flags: { enable_trade_details: true },
    });
    expect(payload.target_pnl).toBe(-35 * 65);
    expect(payload.trade_details![0]).toMatchObject({ is_expired: true, is_estimated: false });
    expect(payload.warnings[0]!.message).toBe("You Are viewing an expired strategy.");
    expect(payload.trade_stats["9001"]!.settlement).toEqual({
      price: 55,
      origin: "exchange",
      is_estimated: false,
    });
  });

  test("an expired monthly one too: its day is the calendar's", () => {
    for (const tradingsymbol of ["NIFTY26OCT24100PE", "nfo:nifty26oct24100pe"]) {
      const monthly = { tradingsymbol, trade_action: "BUY", quantity: 65, price: 90 } as const;
      const payload = answered({
        ...bare,
        expired_trades: [{ ...monthly, underlying_close: 24_050 }],
        flags: { enable_trade_details: true, include_market: true },
      });
      expect(payload.market!.contracts.find(({ strike }) => strike === 24_100)).toMatchObject({
        instrument_type: "PE",
        strike: 24_100,
        expiry: "2026-10-27",
      });
      const expired = payload.trade_details!.find((each) => each.leg_id === "expired-0")!;
      expect(expired).toMatchObject({ is_expired: true, is_estimated: true, target_pnl: -40 * 65 });
    }
  });

  test("what expired on another underlying is none of this one's", () => {
    for (const tradingsymbol of ["BANKNIFTY26N1024100PE", "BANKNIFTY26OCT24100PE"]) {
      const other = { tradingsymbol, trade_action: "BUY", quantity: 65, price: 90 } as const;
      const info = { instrument_type: "PE", strike: 24_100, expiry: "2026-10-27" } as const;
      for (const trade of [other, { ...other, instrument_info: info }]) {
        const request = { ...bare, expired_trades: [{ ...trade, underlying_close: 24_050 }] };
        expect(refused(request).code).toBe("derivative.not_found");
      }
    }
  });

  test("a trade of the market's that lives is alive, whatever list it came in", () => {
    const payload = answered({
      ...bare,
      trades: [],
      expired_trades: [{ ...buy, settlement_price: 1 }],
      flags: { enable_trade_details: true },
    });
    expect(payload.trade_details![0]!.is_expired).toBe(false);
  });

  test("refuses what it cannot know, and says what", () => {
    const unknown = { trade_action: "BUY", quantity: 65 } as const;
    expect(refused({ ...bare, trades: [{ ...unknown, tradingsymbol: "NIFTY26DEC99000CE" }] })).toEqual({
      code: "derivative.not_found",
      message: "Derivative not found with symbol NIFTY26DEC99000CE",
      details: { tradingsymbol: "NIFTY26DEC99000CE", instrument_token: null },
    });
    expect(refused({ ...bare, trades: [{ ...unknown, instrument_token: 999 }] }).code).toBe(
      "derivative.not_found",
    );
    expect(refused({ ...bare, trades: [unknown] }).code).toBe("request.invalid");
    expect(
      refused({
        ...bare,
        trades: [
          { ...buy, leg_id: "a" },
          { ...buy, leg_id: "a" },
        ],
      }).code,
    ).toBe("request.invalid");
    // A contract that is alive but not listed cannot be described into being.
    const described = { instrument_type: "CE", strike: 1, expiry: "2026-12-29" } as const;
    expect(
      refused({ ...bare, trades: [{ ...unknown, tradingsymbol: "X", instrument_info: described }] }).code,
    ).toBe("derivative.not_found");
    const noDay = { instrument_type: "CE", strike: 1, expiry: "2026-02-31" } as const;
    expect(
      refused({ ...bare, trades: [{ ...unknown, tradingsymbol: "X", instrument_info: noDay }] }).code,
    ).toBe("derivative.not_found");
  });

  test("more than 500 trades in all are too many", () => {
    const half = Array.from({ length: MOST_TRADES / 2 + 1 }, () => buy);
    expect(refused({ ...bare, trades: half, expired_trades: half })).toMatchObject({
      code: "request.too_large",
      details: { count: 502, most: 500 },
    });
  });
});

describe("what an answer says", () => {
  test("unlimited is a word, unknown is null, all else is a number", () => {
    const payload = answered(bare);
    expect(payload.max_profit).toBe("Unlimited");
    expect(payload.max_loss).toBe(-13_000);
    expect(payload.risk_reward_ratio).toBeNull();
    expect(payload.breakevens_at_expiry).toEqual([24_200]);
    expect(payload.trade_details).toBeNull();
    expect(payload.tabular_payoffs).toBeNull();
    expect(payload.payoff_prices).toHaveLength(payload.payoffs_at_expiry!.length);
    expect(payload.trade_stats["101"]).toEqual({
      last_price: 199,
      usable_price: 200.5,
      iv: 0.13,
      forward: 24_060,
      forward_source: "FUTURE",
      discount: 1,
      discount_source: null,
      discount_lender: null,
      is_liquid: true,
      liquidity_warnings: [],
    });
    expect(answered({ ...bare, trades: [{ ...buy, trade_action: "SELL" }] }).max_loss).toBe("Unlimited");
  });

  test("everything asked for is there", () => {
    const payload = answered(REQUEST);
    expect(payload.tabular_payoffs).toHaveLength(21);
    expect(payload.trade_details).toHaveLength(5);
    expect(payload.selected_target_price).toBe(24_100);
    expect(payload.selected_target_datetime).toBe(REQUEST.target_datetime);
    expect(payload.standard_deviation.days).toBe(5);
    expect(payload.trade_stats["103"]).toMatchObject({ last_price: null, liquidity_warnings: ["NO_QUOTES"] });
    expect(payload.expiry).toBe(NEAR);
    expect(payload).not.toHaveProperty("market");
  });

  test("without an underlying it still is an answer", () => {
    const payload = answered(REQUEST, builderMarket({ spot: Number.NaN, expiries: [] }));
    expect(payload.underlying_price).toBeNull();
    expect(payload.payoff_prices).toEqual([]);
    expect(payload.pop).toBeNull();
    expect(payload.payoff_range).toEqual({ x_min: null, x_max: null });
  });

  test("with its market in it, it can be given again to the last bit", () => {
    const request = { ...REQUEST, flags: { ...REQUEST.flags, include_market: true } };
    const payload = answered(request);
    expect(isMarket.Check(payload.market)).toBe(true);
    expect(payload.market!.contracts).toHaveLength(5);
    const again = builderAnswer(request, builderMarketOf(payload.market!), kernel);
    expect(again.ok && JSON.parse(JSON.stringify(again.payload))).toEqual(payload);
  });
});

describe("builder_v2: the caller brings the market", () => {
  const request: BuilderRequestV2 = {
    ...bare,
    current_underlying_price: 24_500,
    futures_per_expiry: { [NEAR]: 24_550 },
    atm_iv_per_expiry: { [NEAR]: 0.2, "2026-12-01": null },
  };

  test("its spot, forwards and ATM IVs win", () => {
    expect(isRequestV2.Check(request)).toBe(true);
    const outcome = builderAnswerV2(request, builderMarket(), kernel);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    const { payload } = outcome;
    expect(payload.underlying_price).toBe(24_500);
    expect(payload.trade_stats["101"]!.forward).toBe(24_550);
    // One standard deviation of the caller's forward and volatility over a week.
    expect(payload.standard_deviation.sd).toBeCloseTo(24_550 * 0.2 * Math.sqrt(7 / 365), 8);
    expect(payload.target_price_defaults.default).toBe(24_500);
    expect(payload.as_of).toBe(NOW);
  });

  test("has no positions, and no days that are none", () => {
    expect(isRequestV2.Check({ ...request, positions: [] })).toBe(false);
    const outcome = builderAnswerV2(
      { ...request, futures_per_expiry: { "2026-13-01": 1 } },
      builderMarket(),
      kernel,
    );
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "request.invalid" } });
  });

  test("an underlying at 0 is none", () => {
    const outcome = builderAnswerV2({ ...request, current_underlying_price: 0 }, builderMarket(), kernel);
    expect(outcome.ok && outcome.payload.underlying_price).toBeNull();
  });
});
