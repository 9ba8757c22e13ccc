import { describe, expect, test } from "vitest";
import type { BuilderContract } from "#analysis/builder-market.ts";
import { builderPayload } from "#analysis/builder-payload.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { Leg } from "#domain/strategy/model.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { CHART_GREEKS } from "#src/components/analysis/types.ts";
import { greekCurveOf } from "#src/strategy/tabs/greek-curve.ts";
import { call, FAR, leg, market, NOW, put, SPOT, summary } from "../../domain/strategy/strategy-fixture.ts";

const UNDERLYING = {
  symbol: "NIFTY",
  token: 256_265,
  kind: "index",
  strikeStep: 50,
  spotTickSize: 0.05,
} as const;
const LATER = NOW + 2 * 86_400_000;

const held = (): Leg[] => [
  call(24_200, -130, 90),
  put(23_800, -130, 80),
  call(24_000, 65, 400, { expiry: FAR, expiryInstant: market().expiries[1]!.expiryInstant, customIv: 0.16 }),
  leg("FUT", 0, { quantity: 65, entryPrice: 24_060 }),
];

/** What an answer says that the curve is drawn of. */
function answer(legs: readonly Leg[], targetPrice: number, changes: Parameters<typeof summary>[1] = {}) {
  const told = summary(legs, { ...changes, targetPrice, targetTime: LATER });
  const stats = told.tradeStats.map(({ token, iv, forward }) => [
    String(token),
    { iv: Number.isNaN(iv) ? null : iv, forward },
  ]);
  const payload = {
    as_of: NOW,
    underlying_price: SPOT,
    is_underlying_price_implied: false,
    selected_target_datetime: LATER,
    payoff_range: { x_min: 23_000, x_max: 25_000 },
    trade_stats: Object.fromEntries(stats),
  } as unknown as BuilderPayload;
  return { payload, greeks: told.greeks };
}

describe("the curve says at each price what the analysis says there", () => {
  test.each(CHART_GREEKS)("%s", (greek) => {
    const legs = held();
    for (const [multiplyByLotSize, multiplyByLots] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      const settings = { multiplyByLotSize, multiplyByLots };
      const inputs = { legs: legs as AnalyzerLeg[], ivOffset: 1, settings, underlying: UNDERLYING };
      const { payload } = answer(legs, SPOT, { ivOffset: 1, ...settings });
      const curve = greekCurveOf(greek, payload, inputs)!;
      for (const at of [0, 20, 40, 63, 80]) {
        const { greeks } = answer(legs, curve.prices[at]!, { ivOffset: 1, ...settings });
        const scale = Math.max(1e-6, Math.abs(greeks[greek]));
        expect(Math.abs(curve.values[at]! - greeks[greek]) / scale).toBeLessThan(1e-9);
      }
    }
  });
});

test.each(CHART_GREEKS)(
  "%s stands at the spot where the table of greeks has it, at each expiry's own discount",
  (greek) => {
    const discounted = market({
      expiries: market().expiries.map((each, i) => ({ ...each, discount: [0.96, 0.94][i]! })),
    });
    const legs = held();
    const byToken = (token: number) =>
      legs.find((each) => each.token === token) as BuilderContract | undefined;
    const settings = { multiplyByLotSize: true, multiplyByLots: true };
    const payload = builderPayload(summary(legs, { ivOffset: 1, targetTime: LATER }, discounted), {
      strategy: discounted,
      byToken,
    });
    expect(payload.trade_stats[String(legs[0]!.token)]!.discount).toBe(0.96);
    expect(payload.trade_stats[String(legs[2]!.token)]!.discount).toBe(0.94);
    // A range whose middle point is the spot.
    const around = { ...payload, payoff_range: { x_min: SPOT - 1000, x_max: SPOT + 1000 } };
    const inputs = { legs: legs as AnalyzerLeg[], ivOffset: 1, settings, underlying: UNDERLYING };
    const curve = greekCurveOf(greek, around, inputs)!;
    expect(curve.prices[40]).toBe(SPOT);
    expect(curve.values[40]! / payload.greeks[greek]!).toBeCloseTo(1, 9);
  },
);

test("legs that do not count are left out; without a range, a greek or an IV there is no curve", () => {
  const legs = held() as AnalyzerLeg[];
  const settings = { multiplyByLotSize: true, multiplyByLots: true };
  const inputs = { legs, ivOffset: 0, settings, underlying: UNDERLYING };
  const { payload } = answer(legs, SPOT);
  const without = { ...inputs, legs: legs.map((each, i) => ({ ...each, isSelected: i === 3 })) };
  expect(greekCurveOf("delta", payload, without)!.values).toEqual(Array.from({ length: 81 }, () => 65));
  expect(greekCurveOf(null, payload, inputs)).toBeNull();
  expect(greekCurveOf("delta", null, inputs)).toBeNull();
  const noRange = { ...payload, payoff_range: { x_min: null, x_max: null } };
  expect(greekCurveOf("delta", noRange, inputs)).toBeNull();
  const noIv = { ...payload, trade_stats: {} };
  const unknown = { ...inputs, legs: legs.map((each) => ({ ...each, marketIv: Number.NaN })) };
  expect(greekCurveOf("vega", noIv, unknown)).toBeNull();
});
