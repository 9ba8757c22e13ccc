/** A chart that is never closed: after a million bars an indicator says what one says that began a while ago. */
import { expect, test } from "vitest";
import { createIndicator } from "#domain/indicators/catalogue.ts";
import type { IndicatorBar } from "#domain/indicators/indicator.ts";
import type { IndicatorId } from "#domain/indicators/terms.ts";

const COUNT = 1_000_000;
/** Bars after which nothing of an average's beginning is left in a double. */
const SETTLED = 2000;

/** A price that climbs from a hundred to lakhs and comes back, and jitters on the way. */
function barAt(i: number): IndicatorBar {
  const part = i / COUNT;
  const close = 100 + 1_200_000 * part * (1 - part) + ((i * 7919) % 1009) / 100;
  const reach = 1 + (i % 5);
  return { open: close, high: close + reach, low: close - reach, close, volume: (i % 7) * 65 };
}

/** Sums with their rounding carried along (Kahan). */
function createSum(): { value: number; add(value: number): void } {
  let lost = 0;
  return {
    value: 0,
    add(value) {
      const next = value - lost;
      const sum = this.value + next;
      lost = sum - this.value - next;
      this.value = sum;
    },
  };
}

function expectNear(got: readonly number[], wanted: readonly number[]): void {
  got.forEach((figure, output) => {
    expect(Math.abs(figure / wanted[output]! - 1)).toBeLessThan(1e-9);
  });
}

/** The last figures of one that took in all bars and of one that took in the last few. */
function figuresAfter(id: IndicatorId, first: number): readonly (readonly number[])[] {
  const [old, fresh] = [createIndicator(id), createIndicator(id)];
  let [got, wanted]: (readonly number[])[] = [[], []];
  for (let i = first; i < COUNT; i++) {
    got = old.push(barAt(i));
    if (i >= COUNT - SETTLED) wanted = fresh.push(barAt(i));
  }
  return [got!, wanted!];
}

test("after a million bars Bollinger's bands, and the SMA in their middle, are those of the last of them alone", () => {
  const [got, wanted] = figuresAfter("bollinger", 0);
  expectNear(got!, wanted!);
  const [mean] = figuresAfter("sma", COUNT - SETTLED);
  expectNear(mean!, [got![0]!]);
});

test.each(["ema", "rsi", "macd", "atr", "supertrend"] as const)(
  "%s, which sums nothing, is that of the last bars alone after a hundred thousand",
  (id) => {
    const [got, wanted] = figuresAfter(id, COUNT - 100_000);
    expectNear(got!, wanted!);
  },
);

test("VWAP of a session of a million bars is the ratio of its sums", () => {
  const indicator = createIndicator("vwap");
  const [turnover, volume] = [createSum(), createSum()];
  let got: readonly number[] = [];
  for (let i = 0; i < COUNT; i++) {
    const bar = barAt(i);
    got = indicator.push(bar);
    turnover.add(((bar.high + bar.low + bar.close) / 3) * bar.volume);
    volume.add(bar.volume);
  }
  expectNear(got, [turnover.value / volume.value]);
});

test("a window that leaps keeps nothing of what it left", () => {
  const indicator = createIndicator("bollinger", { length: 20 });
  const at = (close: number) => indicator.push({ open: close, high: close, low: close, close, volume: 1 });
  for (let i = 0; i < 1013; i++) at(1e9 + i);
  for (let i = 0; i < 19; i++) at(0.05);
  expect(at(0.05)).toEqual([0.05, 0.05, 0.05]);
});
