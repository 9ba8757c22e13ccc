import { describe, expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import { buildPreset } from "#domain/strategy/presets/build.ts";
import { PRESETS, type PresetName } from "#domain/strategy/presets/names.ts";
import { HEIGHT, sketchOf, WIDTH } from "#src/strategy/sketch/sketch.ts";

const NOW = Date.parse("2026-11-20T11:00:00+05:30");
const EXPIRIES = ["2026-11-24", "2026-12-01"] as const;
const instant = (expiry: string) => Date.parse(`${expiry}T15:30:00+05:30`);

function contracts() {
  const terms = { lotSize: 65, multiplier: 1 } as const;
  const all = EXPIRIES.flatMap((expiry, e) => [
    {
      ...terms,
      token: 900 + e,
      tradingsymbol: `F${expiry}`,
      type: "FUT" as const,
      strike: 0,
      expiry,
      expiryInstant: instant(expiry),
    },
    ...Array.from({ length: 81 }, (_, i) => 22_000 + 50 * i).flatMap((strike, i) =>
      (["CE", "PE"] as const).map((type, t) => ({
        ...terms,
        token: 1_000 + 10_000 * e + 2 * i + t,
        tradingsymbol: `${expiry} ${strike} ${type}`,
        type,
        strike,
        expiry,
        expiryInstant: instant(expiry),
      })),
    ),
  ]);
  return createContractList(all);
}

const MARKET = {
  kind: "index" as const,
  now: NOW,
  strikeStep: 50,
  expiries: EXPIRIES.map((expiry, i) => ({
    expiry,
    expiryInstant: instant(expiry),
    forward: 24_010 + 20 * i,
    atmIv: 0.13,
  })),
};

function placed(name: PresetName) {
  const market = { ...MARKET, expiries: MARKET.expiries as never };
  const outcome = buildPreset(name, { market, contracts: contracts() }, EXPIRIES[0]);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.fault}`);
  return outcome.legs;
}

const ys = (path: string) => [...path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].map(([, , y]) => Number(y));
const xs = (path: string) => [...path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].map(([, x]) => Number(x));

describe("every ready-made strategy has a picture", () => {
  test.each(PRESETS)("%s", (name) => {
    const sketch = sketchOf(placed(name), EXPIRIES[0], MARKET);
    expect(sketch).not.toBeNull();
    const { line, zero } = sketch!;
    expect(line).not.toContain("NaN");
    expect(Math.min(...ys(line))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys(line))).toBeLessThanOrEqual(HEIGHT);
    expect(xs(line)).toEqual([...xs(line)].sort((a, b) => a - b));
    expect(xs(line).at(-1)).toBeCloseTo(WIDTH, 6);
    expect(zero).toBeGreaterThan(0);
    expect(zero).toBeLessThan(HEIGHT);
  });
});

test("a bought call loses on the left and gains on the right; a sold one the other way round", () => {
  const call = sketchOf(placed("BUY_CALL"), EXPIRIES[0], MARKET)!;
  const sold = sketchOf(placed("SELL_CALL"), EXPIRIES[0], MARKET)!;
  expect(ys(call.line)[0]).toBeGreaterThan(call.zero);
  expect(ys(call.line).at(-1)).toBeLessThan(call.zero);
  expect(ys(sold.line)[0]).toBeLessThan(sold.zero);
  expect(ys(sold.line).at(-1)).toBeGreaterThan(sold.zero);
});

test("gain lies above zero and loss below it", () => {
  const { gain, loss, zero } = sketchOf(placed("SHORT_IRON_CONDOR"), EXPIRIES[0], MARKET)!;
  expect(Math.max(...ys(gain))).toBeLessThanOrEqual(zero + 0.06);
  expect(Math.min(...ys(loss))).toBeGreaterThanOrEqual(zero - 0.06);
});

test("a calendar is worth most at its strike, because the later leg is valued and not expired", () => {
  const { line } = sketchOf(placed("LONG_CALENDAR_WITH_CALLS"), EXPIRIES[0], MARKET)!;
  const highest = ys(line).indexOf(Math.min(...ys(line)));
  expect(xs(line)[highest]).toBeGreaterThan(0.4 * WIDTH);
  expect(xs(line)[highest]).toBeLessThan(0.6 * WIDTH);
});

test("without a price there is no picture", () => {
  const legs = placed("BUY_CALL");
  const without = { ...MARKET, expiries: MARKET.expiries.map((each) => ({ ...each, forward: Number.NaN })) };
  expect(sketchOf(legs, EXPIRIES[0], without)).toBeNull();
  expect(sketchOf(legs, "2027-01-01", MARKET)).toBeNull();
});
