import { expect, test } from "vitest";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { isShownNegative, marketOf, priceText, readShownPrice } from "#src/strategy/legs/leg-prices.ts";

const leg = (quantity: number): AnalyzerLeg =>
  ({
    token: 1,
    quantity,
    customIv: null,
    marketIv: 0.15,
    isInitialized: true,
    quote: { lastPrice: 118.5, usablePrice: 118.25, isLiquid: true },
  }) as AnalyzerLeg;

const inverted = { ivOffset: 0, decimals: 2, settings: { invertPrice: true } };

test("[STRAT-23] inverted, what is sold is written below zero and what is bought is not", () => {
  expect(marketOf(leg(-65), null, inverted)).toMatchObject({
    lastPrice: "−118.50",
    usablePrice: "−118.25",
  });
  expect(marketOf(leg(65), null, inverted)).toMatchObject({
    lastPrice: "118.50",
    usablePrice: "118.25",
  });
  const plain = { ...inverted, settings: { invertPrice: false } };
  expect(marketOf(leg(-65), null, plain)).toMatchObject({ lastPrice: "118.50" });
  expect(priceText(0, true, 2)).toBe("0.00");
});

test("[STRAT-23] a price is typed as it is shown, or without its minus; below zero is none that can be paid", () => {
  const isNegative = isShownNegative(leg(-65), { invertPrice: true });
  for (const typed of ["-118.5", "−118.50", " 118.5 "])
    expect(readShownPrice(typed, isNegative)).toEqual({ ok: true, value: 118.5 });
  expect(readShownPrice("-118.5", isShownNegative(leg(65), { invertPrice: true }))).toMatchObject({
    ok: false,
  });
  expect(readShownPrice("", isNegative)).toEqual({ ok: true, value: null });
});

test("what the last answer says of a leg goes before what its quote said; unknown is written as such", () => {
  const stats = { "1": { last_price: null, usable_price: 120, iv: 0.2, is_liquid: false } };
  const market = marketOf(leg(65), { trade_stats: stats, leg_prices: [] } as never, {
    ...inverted,
    ivOffset: 1,
  });
  expect(market).toMatchObject({ lastPrice: "--", usablePrice: "120.00", isLiquid: false });
  expect(market.iv).toBeCloseTo(0.21, 12);
});
