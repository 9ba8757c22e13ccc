import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { type MarginInputs, marginBook, marginOf } from "#domain/margin/margin.ts";
import { fundsByOrder, marginAfterExits, peakFunds } from "#domain/margin/questions.ts";
import { marginTimeline } from "#domain/margin/timeline.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, LegType, StrategyMarket } from "#domain/strategy/model.ts";
import { expiryMarket, leg, market } from "./margin-fixture.ts";

interface World {
  readonly at: StrategyMarket;
  readonly near: string;
  readonly far: string;
  /** Units of a lot, and what a unit is multiplied by. */
  readonly lot: number;
  readonly multiplier: number;
  readonly strike: number;
}

function world(
  changes: Pick<StrategyMarket, "symbol" | "kind" | "derivativeExchange" | "spot" | "tickSize">,
  on: string,
  [near, far]: readonly [string, string],
  rest: Pick<World, "lot" | "multiplier" | "strike">,
): World {
  const exchange = changes.derivativeExchange;
  const expiries = [near, far].map((expiry, i) =>
    expiryMarket({
      expiry,
      expiryInstant: expiryInstant(exchange, expiry),
      forward: changes.spot * (1 + 0.002 * i),
      atmIv: 0.2,
    }),
  );
  return { at: market({ ...changes, now: istInstant(on, "10:00"), expiries }), near, far, ...rest };
}

const NIFTY = {
  symbol: "NIFTY",
  kind: "index",
  derivativeExchange: "NFO",
  spot: 24_000,
  tickSize: 0.05,
} as const;
const RELIANCE = { ...NIFTY, symbol: "RELIANCE", kind: "stock", spot: 1_400 } as const;
const CRUDE = {
  ...NIFTY,
  symbol: "CRUDEOIL",
  kind: "commodity",
  derivativeExchange: "MCX",
  spot: 7_400,
} as const;
const DOLLAR = {
  ...NIFTY,
  symbol: "USDINR",
  kind: "currency",
  derivativeExchange: "CDS",
  spot: 95.5,
  tickSize: 0.0025,
} as const;
const MONTHS = ["2026-12-29", "2027-01-25"] as const;
const LOTS = { lot: 65, multiplier: 1, strike: 24_500 };
const WORLDS = {
  "an index": world(NIFTY, "2026-12-01", ["2026-12-08", "2026-12-15"], LOTS),
  "an index on its expiry day": world(NIFTY, "2026-12-08", ["2026-12-08", "2026-12-15"], LOTS),
  "a share near delivery": world(RELIANCE, "2026-12-24", MONTHS, { lot: 500, multiplier: 1, strike: 1_300 }),
  "a share on its expiry day": world(RELIANCE, "2026-12-29", MONTHS, {
    lot: 500,
    multiplier: 1,
    strike: 1_300,
  }),
  "crude oil": world(CRUDE, "2026-12-01", ["2026-12-17", "2027-01-14"], {
    lot: 1,
    multiplier: 100,
    strike: 7_500,
  }),
  "the dollar": world(DOLLAR, "2026-12-01", MONTHS, { lot: 1, multiplier: 1_000, strike: 96 }),
} satisfies Record<string, World>;
const NAMES = Object.keys(WORLDS) as (keyof typeof WORLDS)[];

function held(
  { at, near, far, lot, multiplier }: World,
  type: LegType,
  strike: number,
  lots: number,
  changes: Partial<Leg> & { readonly isFar?: boolean } = {},
): Leg {
  const { isFar = false, ...rest } = changes;
  const expiry = isFar ? far : near;
  return leg(type, type === "FUT" ? 0 : strike, lots, 0.2, {
    quantity: lots * lot,
    lotSize: lot,
    multiplier,
    expiry,
    expiryInstant: expiryInstant(at.derivativeExchange, expiry),
    entryPrice: 10,
    ...rest,
  });
}

const inputsOf = (legs: readonly Leg[], { at }: World): MarginInputs => ({
  legs,
  market: at,
  dailyVolatility: 0.012,
  previousClose: at.spot,
});
const bookOf = (legs: readonly Leg[], at: World) => marginBook(inputsOf(legs, at), kernel);
const of = (legs: readonly Leg[], at: World) => marginOf(bookOf(legs, at));
const PARTS = ["span", "exposure", "additional", "marginRequired"] as const;
const partsOf = (legs: readonly Leg[], at: World) => {
  const margin = of(legs, at);
  return PARTS.map((part) => margin[part]);
};

describe.each(NAMES)("positions in %s", (name) => {
  const at = WORLDS[name];
  const position = (type: LegType, lots: number) =>
    held(at, type, at.strike, lots, { id: "held", kind: "position" });
  const order = (type: LegType, lots: number) => held(at, type, at.strike, lots, { id: "order" });

  test.each(["CE", "PE", "FUT"] as const)("%s sold and bought back needs nothing", (type) => {
    const closed = of([position(type, -6), order(type, 6)], at);
    expect(closed).toMatchObject({ marginRequired: 0, span: 0, exposure: 0, additional: 0, groups: [] });
    expect(marginTimeline(inputsOf([position(type, -6), order(type, 6)], at), kernel)).toEqual([]);
    expect(marginAfterExits(bookOf([position(type, -6), order(type, 6)], at))).toEqual([]);
  });

  test.each(["CE", "PE", "FUT"] as const)("half of a %s bought back leaves half of its margin", (type) => {
    const half = of([position(type, -6), order(type, 3)], at);
    expect(half.marginRequired).toBe(of([position(type, -3)], at).marginRequired);
    expect(half.marginRequired).toBeCloseTo(of([position(type, -6)], at).marginRequired / 2, 4);
  });
});

const rows = fc.array(
  fc.record({
    type: fc.constantFrom<LegType>("CE", "PE", "FUT"),
    step: fc.integer({ min: -4, max: 4 }),
    lots: fc.integer({ min: -20, max: 20 }).filter((n) => n !== 0),
    isFar: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);
const drawn = fc.tuple(fc.constantFrom(...NAMES), rows).map(([name, all]) => {
  const at = WORLDS[name];
  const legs = all.map(({ type, step, lots, isFar }, i) =>
    held(at, type, at.strike * (1 + 0.02 * step), lots, { id: `${i}`, isFar }),
  );
  return { at, legs };
});

describe("whatever is held", () => {
  test("in however many trades, it is one position", () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: -30, max: 30 }), ({ at, legs }, more) => {
        const split = legs.flatMap((each) => [
          { ...each, id: `${each.id}a`, quantity: each.quantity + more * at.lot },
          { ...each, id: `${each.id}b`, quantity: -more * at.lot, kind: "position" as const },
        ]);
        expect(partsOf(split, at)).toEqual(partsOf(legs, at));
      }),
    );
  });

  test("beside its exact opposite it needs nothing", () => {
    fc.assert(
      fc.property(drawn, ({ at, legs }) => {
        const opposite = legs.map((each) => ({ ...each, id: `-${each.id}`, quantity: -each.quantity }));
        expect(partsOf([...legs, ...opposite], at)).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test("the order of its legs does not matter", () => {
    fc.assert(
      fc.property(drawn, fc.infiniteStream(fc.nat()), ({ at, legs }, numbers) => {
        const keyed = legs.map((each) => ({ each, key: numbers.next().value as number }));
        const mixed = keyed.sort((a, b) => a.key - b.key).map(({ each }) => each);
        expect(partsOf(mixed, at)).toEqual(partsOf(legs, at));
      }),
    );
  });

  test("funds depend on the order of placing alone: the last of them are the margin and the premiums paid, however trades are split", () => {
    fc.assert(
      fc.property(drawn, ({ at, legs }) => {
        const { orders } = fundsByOrder([bookOf(legs, at)]);
        const { marginRequired } = of(legs, at);
        const paid = legs.filter(({ type, quantity }) => type !== "FUT" && quantity > 0);
        const premium = paid.reduce((sum, each) => sum + 10 * each.quantity * each.multiplier, 0);
        expect(orders.at(-1)!.funds).toBeCloseTo(marginRequired + premium, 3);
      }),
    );
  });
});

describe("questions about positions", () => {
  const at = WORLDS["an index"];
  const sold = held(at, "CE", 24_500, -4, { id: "sold", kind: "position" });
  const more = held(at, "CE", 24_500, -2, { id: "more" });
  const wing = held(at, "CE", 24_700, 6, { id: "wing" });

  test("legs of one contract are left together", () => {
    const exits = marginAfterExits(bookOf([sold, wing, more], at));
    expect(exits.map(({ position }) => position.quantity)).toEqual([-6 * 65, 6 * 65]);
    expect(exits.map(({ released }) => Math.sign(released))).toEqual([1, -1]);
  });

  test("an exit that is placed needs less, not more", () => {
    const exit = held(at, "CE", 24_500, 4, { id: "exit", entryPrice: 0 });
    const { before, orders } = fundsByOrder([bookOf([sold, exit], at)]);
    expect(before).toBeGreaterThan(100_000);
    expect(orders).toEqual([{ legId: "exit", funds: 0 }]);
    expect(peakFunds([bookOf([sold, exit], at)])).toBe(before);
  });

  test("the days to come are those of what is open", () => {
    const closing = held(at, "CE", 24_500, 4, { id: "exit" });
    const far = held(at, "CE", 24_500, -1, { id: "far", isFar: true });
    const days = marginTimeline(inputsOf([sold, closing, far], at), kernel);
    expect(days.find(({ daysToExpiry }) => daysToExpiry === 0)!.date).toBe(at.far);
  });

  test("what is closed needs nothing, whatever is not known of its market, as long as its trades have prices", () => {
    const blind = { ...at, at: { ...at.at, spot: Number.NaN, expiries: [] } };
    const exit = held(at, "CE", 24_500, 4, { id: "exit" });
    expect(bookOf([sold, exit], blind).unvalued).toEqual([]);
    expect(of([sold, exit], blind)).toMatchObject({ marginRequired: 0, outlay: 4 * 65 * 10 });
    const unpriced = { ...exit, entryPrice: null };
    expect(bookOf([sold, unpriced], blind).unvalued).toHaveLength(2);
  });
});

describe("two products", () => {
  const at = WORLDS["an index"];
  const overnight = held(at, "FUT", 0, 1, { id: "overnight", kind: "position", product: "NRML" });
  const intraday = held(at, "FUT", 0, -1, { id: "intraday", kind: "position", product: "MIS" });

  test("of one contract are two positions, and neither hedges the other", () => {
    const both = of([overnight, intraday], at);
    expect(both.marginRequired).toBe(of([overnight], at).marginRequired + of([intraday], at).marginRequired);
    expect(both.groups.map(({ product }) => product)).toEqual(["MIS", "NRML"]);
    expect(of([overnight, { ...intraday, product: "NRML" }], at).marginRequired).toBe(0);
  });

  test("a trade that names no product is carried overnight", () => {
    expect(of([overnight, { ...intraday, kind: "trade", product: null }], at).marginRequired).toBe(0);
  });
});
