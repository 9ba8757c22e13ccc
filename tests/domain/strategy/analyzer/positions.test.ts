import { describe, expect, test } from "vitest";
import {
  isMixAllowed,
  isTargetPriceEdited,
  positionStats,
  positionsPnlPerUnderlying,
  strategyLegs,
} from "#domain/strategy/analyzer/figures.ts";
import {
  ATM,
  type Bench,
  bench,
  expired,
  FAR,
  NEAR,
  NOW,
  option,
  position,
  positionsOf,
  prices,
  share,
  withLegs,
} from "./analyzer-fixture.ts";

const near = position(option("CE", ATM));
const far = position(option("CE", ATM, FAR));
const toggle = (made: Bench, id: string) => made.do({ type: "toggle-leg", id });

describe("[ANZ-31] positions", () => {
  test("replace positions and source, and nothing else", () => {
    const made = withLegs(option("PE", ATM));
    made.do({ type: "set-target-price", price: 25_000 });
    const before = made.now();
    const meta = { id: "4", name: "Paper" };
    made.do({ type: "load-positions", source: "DRAFT_PORTFOLIOS", meta, positions: [near] });
    expect(made.now()).toMatchObject({
      dataSource: "DRAFT_PORTFOLIOS",
      dataSourceMeta: meta,
      targetPrice: 25_000,
    });
    expect(made.now().legs).toBe(before.legs);
    expect(made.now().positions).toEqual([near]);
  });

  test("told again keep their selection and the newest prices", () => {
    const made = bench();
    made.do(positionsOf([near, far]), prices([near, far], 70, 5));
    toggle(made, near.id);
    const steps = made.now().past.length;
    const quote = { ...near.quote, lastPrice: 71 };
    made.do(
      positionsOf([
        { ...near, quantity: -130 },
        { ...far, quote, quotedAt: 6 },
      ]),
    );
    expect(made.now().positions).toMatchObject([
      { isSelected: false, quantity: -130, quotedAt: 5, marketIv: 0.14, quote: { lastPrice: 70 } },
      { isSelected: true, quotedAt: 6, quote: { lastPrice: 71 } },
    ]);
    expect(made.now().past).toHaveLength(steps);
  });

  test("have their ids once, and none of a trade's", () => {
    const made = withLegs(option("PE", ATM));
    made.do(positionsOf([near, { ...far, id: near.id }, { ...far, id: made.now().legs[0]!.id }]));
    expect(made.now().positions).toEqual([near]);
  });

  test("that are over are known as such", () => {
    const made = bench();
    made.do(positionsOf([near, position(expired(), { isExpired: false })]));
    expect(positionStats(made.now())).toEqual({ count: 2, expired: 1 });
  });
});

describe("[ANZ-32] expiries of positions", () => {
  const filters = (made: Bench) => made.now().positionExpiryFilters;
  const equity = position(share(), { product: "CNC" });
  const seen = (made: Bench) => strategyLegs(made.now()).map(({ id }) => id);

  test("are all off at first: then all positions count; on, those alone", () => {
    const made = bench();
    made.do(positionsOf([near, far, equity]));
    expect(filters(made)).toEqual({ [NEAR]: false, [FAR]: false });
    expect(seen(made)).toEqual([near.id, far.id, equity.id]);
    made.do({ type: "toggle-position-expiry", expiry: FAR });
    expect(seen(made)).toEqual([far.id]);
    made.do({ type: "reset-position-expiries" });
    expect(filters(made)).toEqual({ [NEAR]: false, [FAR]: false });
    const state = made.state();
    made.do({ type: "reset-position-expiries" }, { type: "toggle-position-expiry", expiry: "2031-01-01" });
    expect(made.state()).toBe(state);
  });

  test("keep their filters when positions are told again, and lose them when others are loaded", () => {
    const made = bench();
    made.do(positionsOf([near, far]), { type: "toggle-position-expiry", expiry: FAR });
    made.do(positionsOf([near, far]));
    expect(filters(made)).toEqual({ [NEAR]: false, [FAR]: true });
    made.do(positionsOf([near]));
    expect(filters(made)).toEqual({ [NEAR]: false });
    made.do({ type: "toggle-position-expiry", expiry: NEAR }, positionsOf([near, far], "DRAFT_PORTFOLIOS"));
    expect(filters(made)).toEqual({ [NEAR]: false, [FAR]: false });
  });
});

test("[ANZ-33] products that do not belong together are refused together", () => {
  const of = (...products: ("NRML" | "MIS" | "CNC" | null)[]) => products.map((product) => ({ product }));
  for (const good of [of(), of("NRML"), of("MIS", "MIS"), of("CNC"), of("NRML", "CNC"), of(null, "MIS")])
    expect(isMixAllowed(good)).toBe(true);
  for (const bad of [of("NRML", "MIS"), of("MIS", "CNC"), of("NRML", "MIS", "CNC")])
    expect(isMixAllowed(bad)).toBe(false);
  const made = bench();
  const state = made.state();
  const action = positionsOf([near, { ...far, product: "MIS" }]);
  expect(made.refusal(action)).toBe("PRODUCT_MIX");
  made.do(action);
  expect(made.state()).toBe(state);
});

test("[ANZ-34] the P&L is booked and open, at the last price once there is one", () => {
  const made = bench();
  expect(positionsPnlPerUnderlying(made.now())).toBeNull();
  made.do(positionsOf([near, far]));
  expect(positionsPnlPerUnderlying(made.now())).toBe(2 * (250 - 40));
  made.do(prices([near], 100, 1));
  expect(positionsPnlPerUnderlying(made.now())).toBe(250 + (100 - 90) * -65 + (250 - 40));
  expect(isTargetPriceEdited(made.now())).toBe(false);
  expect(isTargetPriceEdited(made.do({ type: "set-target-price", price: NOW % 1000 }))).toBe(true);
});
