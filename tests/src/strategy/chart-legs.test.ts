import { expect, test } from "vitest";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { keptLegs } from "#src/strategy/tabs/chart-legs.ts";

const leg = (change: Partial<AnalyzerLeg>): AnalyzerLeg =>
  ({
    id: "a",
    type: "CE",
    strike: 24_000,
    expiry: "2026-12-01",
    quantity: 65,
    isSelected: true,
    isExpired: false,
    ...change,
  }) as AnalyzerLeg;

test("legs whose prices alone were told anew are the legs that the chart has", () => {
  const kept = [leg({}), leg({ id: "b" })];
  expect(keptLegs(kept, [leg({ marketIv: 0.2 }), leg({ id: "b", customIv: 0.3 })])).toBe(kept);
});

test.each<Partial<AnalyzerLeg>>([
  { id: "c" },
  { type: "PE" },
  { strike: 24_050 },
  { expiry: "2026-12-08" },
  { quantity: -65 },
  { isSelected: false },
  { isExpired: true },
])("legs that stand elsewhere are others: %o", (change) => {
  const next = [leg(change)];
  expect(keptLegs([leg({})], next)).toBe(next);
  expect(keptLegs([], next)).toBe(next);
  expect(keptLegs(next, [])).toEqual([]);
});
