/** Far legs are worth what a rupee on their expiry is worth now (quant.md §3). */
import { expect, test } from "vitest";
import { black76, blackPrice } from "#domain/pricing/black76.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { call, expiryMarket, leg, market, put, summary } from "./strategy-fixture.ts";

const NEXT_YEAR = "2027-12-28";
const FORWARD = 26_200;
const DISCOUNT = 0.92;
const far = {
  ...expiryMarket({ expiry: NEXT_YEAR, forward: FORWARD, atmIv: 0.14 }),
  discount: DISCOUNT,
  discountError: 0.002,
};
const at = market({ expiries: [...market().expiries, far] });
const years = yearsToExpiry(at.now, far.expiryInstant);
const rate = rateOf(DISCOUNT, years);

test("a far option is its discount times the undiscounted one, greeks too", () => {
  const [detail] = summary([call(26_000, 65, null, { expiry: NEXT_YEAR })], {}, at).tradeDetails!;
  const whole = blackPrice("CE", FORWARD, 26_000, years, 0.14, 0);
  expect(detail!.priceAtTarget).toBeCloseTo(DISCOUNT * whole, 8);
  const greeks = black76("CE", FORWARD, 26_000, years, 0.14, rate);
  for (const name of ["delta", "gamma", "theta", "vega"] as const) {
    expect(detail!.greeks[name]).toBeCloseTo(65 * greeks[name], 8);
  }
});

test("a call bought and a put sold far away are the discounted distance of the forward, at every price", () => {
  const legs = [
    call(26_000, 65, 0, { expiry: NEXT_YEAR }),
    put(26_000, -65, 0, { expiry: NEXT_YEAR }),
    // So that the curve at the target is drawn while they live.
    call(24_000, 65, 0),
    call(24_000, -65, 0),
  ];
  const { payoffs } = summary(legs, { wantsPayoffChart: true }, at);
  payoffs!.price.forEach((price, i) => {
    const distance = price + (FORWARD - at.spot) - 26_000;
    expect(payoffs!.atTarget[i]).toBeCloseTo(65 * DISCOUNT * distance, 4);
  });
});

test("it runs to 1 at its rate: half way, at the square root", () => {
  const half = at.now + (far.expiryInstant - at.now) / 2;
  const { tradeDetails } = summary([call(26_000, 65, null, { expiry: NEXT_YEAR })], { targetTime: half }, at);
  const forward = at.spot + (FORWARD - at.spot) / 2;
  const undiscounted = blackPrice("CE", forward, 26_000, years / 2, 0.14, 0);
  expect(tradeDetails![0]!.priceAtTarget).toBeCloseTo(Math.sqrt(DISCOUNT) * undiscounted, 6);
});

test("a near leg beside it, a future and what has expired know nothing of it", () => {
  const legs = [call(24_000, 65, null), leg("FUT", 0, { expiry: NEXT_YEAR })];
  const [near, future] = summary(legs, {}, at).tradeDetails!;
  expect(near!.priceAtTarget).toBeCloseTo(blackPrice("CE", 24_060, 24_000, 7 / 365, 0.13, 0), 8);
  expect(future!.priceAtTarget).toBe(FORWARD);
});
