import fc from "fast-check";
import { expect, test } from "vitest";
import { createVwap } from "#domain/indicators/vwap.ts";
import { GAP, reaching } from "./bars.ts";

test("is unknown until something traded, and stays while nothing does", () => {
  const vwap = createVwap();
  expect(vwap.push(reaching(100, 1, 0))).toEqual([Number.NaN]);
  expect(vwap.push(reaching(100, 1, 65))).toEqual([100]);
  expect(vwap.push(reaching(110, 1, 0))).toEqual([100]);
  expect(vwap.push(reaching(110, 1, 65))).toEqual([105]);
});

test("a bar of unknown volume has none, and those after it have that of what is known", () => {
  const vwap = createVwap();
  vwap.push(reaching(100, 1, 65));
  expect(vwap.push(reaching(500, 1, Number.NaN))).toEqual([Number.NaN]);
  expect(vwap.push(reaching(500, 1, -65))).toEqual([Number.NaN]);
  expect(vwap.push(reaching(110, 1, 65))).toEqual([105]);
});

test("begins anew with a session, though its first bar is a gap or did not trade", () => {
  const vwap = createVwap();
  vwap.push(reaching(100, 1, 65));
  expect(vwap.peek({ ...reaching(200, 1, 65), startsSession: true })).toEqual([200]);
  vwap.push({ ...GAP, startsSession: true });
  expect(vwap.push(reaching(120, 1, 65))).toEqual([120]);
  expect(vwap.push({ ...reaching(130, 1, 0), startsSession: true })).toEqual([Number.NaN]);
  expect(vwap.push(reaching(140, 1, 65))).toEqual([140]);
});

test("lies between the lowest and the highest that traded", () => {
  const traded = fc.record({
    close: fc.integer({ min: -50_000, max: 50_000 }),
    volume: fc.integer({ min: 1, max: 1_000_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(traded, { minLength: 1, maxLength: 50 }), (list) => {
      const vwap = createVwap();
      let figure = Number.NaN;
      for (const { close, volume } of list) [figure = Number.NaN] = vwap.push(reaching(close, 0, volume));
      const closes = list.map(({ close }) => close);
      expect(figure).toBeGreaterThanOrEqual(Math.min(...closes) - 1e-6);
      expect(figure).toBeLessThanOrEqual(Math.max(...closes) + 1e-6);
    }),
  );
});
