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
    expect(settlementOf({ ...all, market: heard })).toEqual({
      value: 7,
      origin: "exchange",
      isEstimated: false,
    });
    expect(origin({ ...all, market: heard, contractPrice: null })).toBe("given_close");
    expect(settlementOf({ ...CALL, market: heard })).toEqual({
      value: 0.5,
      origin: "last_price",
      isEstimated: true,
    });
    expect(settlementOf({ ...CALL, eveningSpot: 24_170 })).toEqual({
      value: 20,
      origin: "evening_spot",
      isEstimated: true,
    });
  });

  test("is unknown when nothing says", () => {
    expect(settlementOf(CALL)).toEqual({ value: Number.NaN, origin: null, isEstimated: true });
    expect(settlementOf({ ...CALL, market: { price: Number.NaN, origin: "closing_value" } }).value).toBeNaN();
  });

  test("what a feed hears is certain of indices and shares, and of a market that is made up", () => {
    expect([heardOrigin(false, true), heardOrigin(false, false), heardOrigin(true, false)]).toEqual([
      "closing_value",
      "last_price",
      "simulated",
    ]);
  });
});
