import fc from "fast-check";
import { expect, test } from "vitest";
import { black76 } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import type { GreekColumns } from "#domain/pricing/kernel-port.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";

function greekColumns(count: number): GreekColumns {
  const column = () => new Float64Array(count);
  return {
    callDelta: column(),
    putDelta: column(),
    gamma: column(),
    vega: column(),
    callTheta: column(),
    putTheta: column(),
  };
}

test("the batch greeks are those of the single option, at every rate, time and moneyness", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.double({ min: 0.7, max: 1.4, noNaN: true }), fc.double({ min: 0, max: 2, noNaN: true })),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      fc.constantFrom(0, 1 / (365 * 24 * 60), 7 / 365, 1.5),
      fc.constantFrom(0, 0.065),
      (rows, years, rate) => {
        const forward = 24000;
        const strikes = Float64Array.from(rows, ([ratio]) => Math.round(forward * ratio));
        const sigma = Float64Array.from(rows, ([, s]) => s);
        const out = greekColumns(rows.length);
        referenceKernel.greeks(rows.length, forward, strikes, years, rate, sigma, out);
        for (let i = 0; i < rows.length; i++) {
          const call = black76("CE", forward, strikes[i]!, years, sigma[i]!, rate);
          const put = black76("PE", forward, strikes[i]!, years, sigma[i]!, rate);
          const near = (got: number, wanted: number) =>
            expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-13 * Math.abs(wanted) + 1e-300);
          near(out.callDelta[i]!, call.delta);
          near(out.putDelta[i]!, put.delta);
          near(out.gamma[i]!, call.gamma);
          near(out.vega[i]!, call.vega);
          near(out.callTheta[i]!, call.theta);
          near(out.putTheta[i]!, put.theta);
        }
      },
    ),
  );
});

test("the batch IV is that of the single option, and rows past the count stay as they were", () => {
  const price = Float64Array.of(159.11, 0, 40, 24000);
  const strikes = Float64Array.of(24000, 24100, 23000, 24200);
  const isCall = Uint8Array.of(1, 1, 0, 1);
  const out = Float64Array.of(-1, -1, -1, -1);
  referenceKernel.impliedVolatility(3, price, 24000, strikes, 7 / 365, isCall, out);
  expect(out[0]).toBe(impliedVolatility(159.11, 24000, 24000, 7 / 365, true));
  expect(out[1]).toBeNaN();
  expect(out[2]).toBe(impliedVolatility(40, 24000, 23000, 7 / 365, false));
  expect(out[3]).toBe(-1);
});
