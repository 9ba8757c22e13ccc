import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FORWARD_CARRY, FORWARD_FUTURE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import {
  type ClosingChain,
  closingVolatilities,
  parityForward,
} from "#server/market/feed/sources/import/closing-volatility.ts";
import { smileAt } from "../../../../../support/market/market-files.ts";

const SPOT = 24_000;
const FORWARD = 24_040;
const YEARS = 10 / 365;

interface Made extends ClosingChain {
  futureClose: number | null;
}

/** Every strike traded at the smile's price, to the tick. */
function made(forward = FORWARD, years = YEARS, futureClose: number | null = forward): Made {
  const strikes = Float64Array.from({ length: 41 }, (_, i) => 23_000 + 50 * i);
  const side = (type: "CE" | "PE") => ({
    close: strikes.map((strike) => {
      const price = blackPrice(type, forward, strike, years, smileAt(Math.log(strike / forward)), 0);
      return Math.max(0.05, Math.round(price * 20) / 20);
    }),
    volume: new Float64Array(strikes.length).fill(1000),
  });
  return { strikes, call: side("CE"), put: side("PE"), futureClose, years, tickSize: 0.05 };
}

const fitOf = (chain: ClosingChain) => closingVolatilities([chain], SPOT)[0]!;

/** Largest miss of the fitted smile within 3 % of the money, vol points. */
function missOf(chain: ClosingChain, iv: Float64Array, forward = FORWARD): number {
  let worst = 0;
  chain.strikes.forEach((strike, i) => {
    const x = Math.log(strike / forward);
    if (Math.abs(x) < 0.03) worst = Math.max(worst, 100 * Math.abs(iv[i]! - smileAt(x)));
  });
  return worst;
}

test("prices made from a smile give it back", () => {
  const chain = made();
  const fit = fitOf(chain);
  expect(fit).toMatchObject({ forward: FORWARD, forwardSource: FORWARD_FUTURE, dropped: 0 });
  expect(fit.atmIv).toBeCloseTo(smileAt(0), 3);
  expect(missOf(chain, fit.iv)).toBeLessThan(0.1);
});

describe("forward", () => {
  test("comes from the pairs that traded when no future of the expiry did", () => {
    const fit = fitOf(made(FORWARD, YEARS, null));
    expect(fit.forwardSource).toBe(FORWARD_SYNTHETIC);
    expect(Math.abs(fit.forward - FORWARD)).toBeLessThan(0.11);
  });

  test("is not moved by an old price beside a few good pairs, nor by pairs of which one side did not trade", () => {
    const chain = made(FORWARD, YEARS, null);
    chain.call.close[20] = chain.call.close[20]! + 400;
    chain.put.volume[21] = 0;
    chain.put.close[21] = 9000;
    expect(Math.abs(parityForward(chain, SPOT) - FORWARD)).toBeLessThan(0.11);
  });

  test("is carried on from the last expiry that has one, at its rate", () => {
    const near = made(SPOT * Math.exp(0.06 * YEARS));
    const far = made(SPOT * Math.exp(0.06 * 0.5), 0.5, null);
    far.call.volume.fill(0);
    far.put.volume.fill(0);
    const [, fit] = closingVolatilities([near, far], SPOT);
    expect(fit!.forwardSource).toBe(FORWARD_CARRY);
    expect(fit!.forward).toBeCloseTo(SPOT * Math.exp(0.03), 6);
  });

  test("a future at a price that no carry explains is passed over", () => {
    expect(fitOf(made(FORWARD, YEARS, 19_000)).forwardSource).toBe(FORWARD_SYNTHETIC);
  });
});

test("closes that did not trade have no say", () => {
  const chain = made();
  chain.strikes.forEach((_, i) => {
    if (i % 3 === 0) return;
    chain.call.volume[i] = 0;
    chain.put.volume[i] = 0;
    chain.call.close[i] = 777;
    chain.put.close[i] = 777;
  });
  const fit = fitOf(chain);
  expect(fit.solved).toBe(14);
  expect(missOf(chain, fit.iv)).toBeLessThan(0.15);
});

test("where only the in-the-money side traded it speaks by parity", () => {
  const chain = made();
  chain.strikes.forEach((strike, i) => {
    if (strike >= FORWARD) chain.call.volume[i] = 0;
    else chain.put.volume[i] = 0;
  });
  expect(missOf(chain, fitOf(chain).iv)).toBeLessThan(0.15);
});

test("a print dearer than its neighbour nearer the money goes, the less traded of the two", () => {
  const chain = made();
  const at = 30;
  chain.call.close[at] = chain.call.close[at - 1]! + 40;
  chain.call.volume[at] = 3;
  const fit = fitOf(chain);
  expect(fit.dropped).toBe(1);
  expect(missOf(chain, fit.iv)).toBeLessThan(0.15);
});

test("up to a few wild prints anywhere do not bend the smile", () => {
  const wild = fc.record({
    at: fc.integer({ min: 2, max: 38 }),
    factor: fc.constantFrom(0.3, 0.5, 2, 4),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(wild, { selector: ({ at }) => Math.floor(at / 8), maxLength: 4 }),
      (prints) => {
        const chain = made();
        for (const { at, factor } of prints) {
          const side = chain.strikes[at]! >= FORWARD ? chain.call : chain.put;
          side.close[at] = Math.round(side.close[at]! * factor * 20) / 20;
          side.volume[at] = 2;
        }
        const fit = fitOf(chain);
        expect(missOf(chain, fit.iv)).toBeLessThan(0.4);
        expect(fit.iv.every((iv) => iv > 0.05 && iv < 0.6)).toBe(true);
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});

describe("an expiry with little trade", () => {
  function quiet(keep: readonly number[], years = 60 / 365): Made {
    const chain = made(SPOT * Math.exp(0.06 * years), years);
    chain.strikes.forEach((_, i) => {
      if (keep.includes(i)) return;
      chain.call.volume[i] = 0;
      chain.put.volume[i] = 0;
    });
    return chain;
  }

  test("has its neighbour's smile, in standard deviations", () => {
    const [near, far] = closingVolatilities([made(), quiet([])], SPOT);
    expect(far!.solved).toBe(0);
    expect(far!.atmIv).toBe(near!.atmIv);
    expect(far!.iv.every((iv) => iv > 0.05 && iv < 0.5)).toBe(true);
    // At the same number of deviations from the money the two are alike.
    const z = Math.log(23_500 / FORWARD) / (near!.atmIv * Math.sqrt(YEARS));
    const strike = far!.forward * Math.exp(z * far!.atmIv * Math.sqrt(60 / 365));
    const at = quiet([]).strikes.findIndex((each) => each >= strike);
    const expected = near!.iv[made().strikes.indexOf(23_500)]!;
    if (at > 0) expect(Math.abs(far!.iv[at]! - expected)).toBeLessThan(0.01);
    else expect(far!.iv[0]!).toBeGreaterThan(far!.atmIv);
  });

  test("takes the level of its one print and not that of one out of all reason", () => {
    const chain = quiet([20]);
    const level = closingVolatilities([made(), chain], SPOT)[1]!.atmIv;
    expect(level).toBeGreaterThan(0.1);
    const dearer = quiet([20]);
    dearer.put.close[20] = dearer.put.close[20]! * 1.2;
    expect(closingVolatilities([made(), dearer], SPOT)[1]!.atmIv / level).toBeCloseTo(1.2, 1);
    const absurd = quiet([20]);
    absurd.put.close[20] = absurd.put.close[20]! * 6;
    const fit = closingVolatilities([made(), absurd], SPOT)[1]!;
    expect(fit.dropped).toBe(1);
    expect(fit.atmIv).toBeLessThan(0.14);
  });

  test("without any print of the underlying anywhere nothing is known", () => {
    const [fit] = closingVolatilities([quiet([])], SPOT);
    expect(fit!.atmIv).toBeNaN();
    expect(fit!.iv.every(Number.isNaN)).toBe(true);
  });
});
