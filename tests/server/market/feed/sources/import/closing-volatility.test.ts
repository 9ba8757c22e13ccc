import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FORWARD_CARRY, FORWARD_FUTURE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import type { ClosingChain, DroppedPrints } from "#server/market/feed/sources/import/closing-prints.ts";
import { closingVolatilities, parityForward } from "#server/market/feed/sources/import/closing-volatility.ts";
import { smileAt } from "../../../../../support/market/market-files.ts";

const SPOT = 24_000;
const FORWARD = 24_040;
const YEARS = 10 / 365;

interface Made extends ClosingChain {
  futureClose: number | null;
}

/** Every strike traded at the smile's price, to the tick. */
function made(forward = FORWARD, years = YEARS, futureClose: number | null = forward, rate = 0): Made {
  const strikes = Float64Array.from({ length: 41 }, (_, i) => 23_000 + 50 * i);
  const side = (type: "CE" | "PE") => ({
    close: strikes.map((strike) => {
      const price = blackPrice(type, forward, strike, years, smileAt(Math.log(strike / forward)), rate);
      return Math.max(0.05, Math.round(price * 20) / 20);
    }),
    volume: new Float64Array(strikes.length).fill(1000),
  });
  return { strikes, call: side("CE"), put: side("PE"), futureClose, years, tickSize: 0.05 };
}

const fitsOf = (chains: readonly ClosingChain[], rate = 0) =>
  closingVolatilities(
    chains,
    SPOT,
    chains.map(() => rate),
  );
const fitOf = (chain: ClosingChain, rate = 0) => fitsOf([chain], rate)[0]!;
const total = (dropped: DroppedPrints) => Object.values(dropped).reduce((sum, each) => sum + each, 0);

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
  expect(fit).toMatchObject({ forward: FORWARD, forwardSource: FORWARD_FUTURE, rate: 0 });
  expect(total(fit.dropped)).toBe(0);
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
    expect(Math.abs(parityForward(chain, SPOT, 1) - FORWARD)).toBeLessThan(0.11);
  });

  test("is carried on from the last expiry that has one, at its rate", () => {
    const near = made(SPOT * Math.exp(0.06 * YEARS));
    const far = made(SPOT * Math.exp(0.06 * 0.5), 0.5, null);
    far.call.volume.fill(0);
    far.put.volume.fill(0);
    const [, fit] = fitsOf([near, far]);
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
  expect(fit.dropped).toMatchObject({ dearer: 1, outlying: 0 });
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
    const [near, far] = fitsOf([made(), quiet([])]);
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
    const level = fitsOf([made(), chain])[1]!.atmIv;
    expect(level).toBeGreaterThan(0.1);
    const dearer = quiet([20]);
    dearer.put.close[20] = dearer.put.close[20]! * 1.2;
    expect(fitsOf([made(), dearer])[1]!.atmIv / level).toBeCloseTo(1.2, 1);
    const absurd = quiet([20]);
    absurd.put.close[20] = absurd.put.close[20]! * 6;
    const fit = fitsOf([made(), absurd])[1]!;
    expect(fit.dropped).toMatchObject({ unlike: 1 });
    expect(fit.atmIv).toBeLessThan(0.14);
  });

  test("without any print of the underlying anywhere nothing is known", () => {
    const [fit] = fitsOf([quiet([])]);
    expect(fit!.atmIv).toBeNaN();
    expect(fit!.iv.every(Number.isNaN)).toBe(true);
  });

  test("meets each of its prints, at the level between them", () => {
    const chain = quiet([12, 30]);
    chain.put.close[12] = chain.put.close[12]! * 1.1;
    const fit = fitsOf([made(), chain])[1]!;
    expect(fit.solved).toBe(2);
    for (const [i, side] of [
      [12, "put"],
      [30, "call"],
    ] as const) {
      const type = side === "call" ? "CE" : "PE";
      const price = blackPrice(type, fit.forward, chain.strikes[i]!, chain.years, fit.iv[i]!, fit.rate);
      expect(Math.abs(price - chain[side].close[i]!)).toBeLessThan(1e-6);
    }
  });
});

describe("with interest", () => {
  const RATE = 0.07;
  const LIFE = 300 / 365;
  const far = (futureClose: number | null = null) => made(FORWARD, LIFE, futureClose, RATE);

  test("the forward is the pairs' and volatilities are the smile's", () => {
    const chain = far();
    const fit = fitOf(chain, RATE);
    expect(fit.forwardSource).toBe(FORWARD_SYNTHETIC);
    expect(Math.abs(fit.forward - FORWARD)).toBeLessThan(0.15);
    expect(missOf(chain, fit.iv)).toBeLessThan(0.05);
    // Without it they are not.
    expect(missOf(chain, fitOf(chain).iv)).toBeGreaterThan(0.3);
  });

  test("a close of the side in the money gives itself back", () => {
    const chain = far(FORWARD);
    chain.put.volume.fill(0, 0, 5);
    const fit = fitOf(chain, RATE);
    for (let i = 0; i < 5; i++) {
      const price = blackPrice("CE", FORWARD, chain.strikes[i]!, LIFE, fit.iv[i]!, RATE);
      expect(Math.abs(price - chain.call.close[i]!)).toBeLessThan(0.05);
    }
  });

  test("one with less than a tick of time left is counted", () => {
    const chain = far(FORWARD);
    const discount = Math.exp(-RATE * LIFE);
    chain.put.volume[0] = 0;
    chain.call.close[0] = discount * (FORWARD - chain.strikes[0]!) + 0.02;
    expect(fitOf(chain, RATE).dropped.worthless).toBe(1);
  });
});
