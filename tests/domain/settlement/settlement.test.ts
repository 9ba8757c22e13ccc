import { describe, expect, test } from "vitest";
import { heardOrigin, type SettledContract, settlementOf } from "#domain/settlement/settlement.ts";

const CALL: SettledContract = {
  type: "CE",
  strike: 24_150,
  market: null,
  contractPrice: null,
  underlyingClose: null,
  eveningSpot: Number.NaN,
};
const AUCTION = { price: 24_154.9, origin: "closing_value" } as const;

describe("what a contract settled at", () => {
  test("NIFTY 18 Aug 2026: the auction's closing value, not the contract's average of its last half hour", () => {
    // The exchange's file of the day has a CLOSE of 24.25 for the 24150 call and an index of 24,154.90.
    expect(settlementOf({ ...CALL, market: AUCTION })).toEqual({
      value: expect.closeTo(4.9, 9),
      underlying: 24_154.9,
      greeks: { delta: 1, gamma: 0, theta: 0, vega: 0 },
      origin: "closing_value",
      isEstimated: false,
    });
    expect(settlementOf({ ...CALL, type: "PE", market: AUCTION }).value).toBe(0);
    expect(settlementOf({ ...CALL, type: "FUT", strike: 0, market: AUCTION }).value).toBe(24_154.9);
  });

  test("the surest word counts", () => {
    const all = { ...CALL, contractPrice: 7, underlyingClose: 24_160, eveningSpot: 24_170 };
    const origin = (contract: SettledContract) => settlementOf(contract).origin;
    expect(origin({ ...all, market: AUCTION })).toBe("closing_value");
    expect(origin({ ...all, market: { price: 24_154.9, origin: "simulated" } })).toBe("simulated");
    const heard = { price: 24_150.5, origin: "last_price" } as const;
    expect(settlementOf({ ...all, market: heard })).toMatchObject({
      value: 7,
      underlying: 24_157,
      origin: "exchange",
      isEstimated: false,
    });
    expect(origin({ ...all, market: heard, contractPrice: null })).toBe("given_close");
    expect(settlementOf({ ...CALL, market: heard })).toMatchObject({
      value: 0.5,
      origin: "last_price",
      isEstimated: true,
    });
    expect(settlementOf({ ...CALL, eveningSpot: 24_170 })).toMatchObject({
      value: 20,
      origin: "evening_spot",
      isEstimated: true,
    });
  });

  test("is unknown when nothing says", () => {
    const unknown = Number.NaN;
    expect(settlementOf(CALL)).toEqual({
      value: unknown,
      underlying: unknown,
      greeks: { delta: unknown, gamma: unknown, theta: unknown, vega: unknown },
      origin: null,
      isEstimated: true,
    });
    expect(settlementOf({ ...CALL, market: { price: Number.NaN, origin: "closing_value" } }).value).toBeNaN();
    expect(settlementOf({ ...CALL, type: "FUT", strike: 0 }).greeks.delta).toBeNaN();
  });

  test("the exchange's figure of a contract says how it ended, but a worth of 0 only with the underlying", () => {
    const told = (contract: Partial<SettledContract>) => {
      const { greeks, underlying } = settlementOf({ ...CALL, ...contract });
      return [greeks.delta, underlying];
    };
    expect(told({ contractPrice: 4.5 })).toEqual([1, 24_154.5]);
    expect(told({ type: "PE", contractPrice: 4.5 })).toEqual([-1, 24_145.5]);
    expect(told({ contractPrice: 0 })).toEqual([Number.NaN, Number.NaN]);
    expect(told({ contractPrice: 0, underlyingClose: 24_100 })).toEqual([0, Number.NaN]);
    expect(told({ contractPrice: 0, underlyingClose: 24_150 })).toEqual([0.5, 24_150]);
    expect(told({ type: "PE", contractPrice: 0, eveningSpot: 24_150 })).toEqual([-0.5, 24_150]);
    expect(told({ type: "FUT", strike: 0, contractPrice: 24_154.9 })).toEqual([1, 24_154.9]);
  });

  test("what a feed hears is certain of indices and shares, and of a market that is made up", () => {
    expect([heardOrigin(false, true), heardOrigin(false, false), heardOrigin(true, false)]).toEqual([
      "closing_value",
      "last_price",
      "simulated",
    ]);
  });
});
