/** A strategy that is saved one day and opened another. NIFTY of November 2026 in round figures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Settlement } from "#domain/settlement/settlement.ts";
import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import { bringBack } from "#domain/strategy/kept/bring-back.ts";
import { keptOf } from "#domain/strategy/kept/keep.ts";
import { loadOf } from "#domain/strategy/kept/load.ts";
import { settledLegs } from "#domain/strategy/kept/settled.ts";
import { sketchOf } from "#domain/strategy/kept/sketch.ts";
import { KeptContent } from "#protocol/generated/http/shapes/kept-content.ts";
import type { BuilderInstance } from "../../../src/analyzer/answers.ts";
import { builderRequest } from "../../../src/analyzer/request-of.ts";
import { TEXTS } from "../../../src/features/builder/kept/texts.ts";
import { builderMarket, CONTRACTS } from "../../analysis/builder-fixture.ts";
import { bench, facts } from "../../domain/strategy/analyzer/analyzer-fixture.ts";

const MONDAY = Date.parse("2026-11-09T10:00:00+05:30");
const WEDNESDAY = Date.parse("2026-11-11T10:00:00+05:30");
const TUESDAY = "2026-11-10";

/** Over on Tuesday, in lots of 75; those of today are of 65. */
const WEEKLY: LegContract = {
  token: 9_001,
  tradingsymbol: "NIFTY26N1024100PE",
  type: "PE",
  strike: 24_100,
  expiry: TUESDAY,
  expiryInstant: Date.parse("2026-11-10T10:00:00Z"),
  lotSize: 75,
  multiplier: 1,
};
const CALL: LegContract = CONTRACTS[0]!;
const OPEN: AnalyzerAction = { type: "open", underlying: "NIFTY", instanceId: "one" };
const deal = (action: "BUY" | "SELL", quantity: number, entryPrice: number | null) => ({
  action,
  quantity,
  entryPrice,
});

function savedOnMonday() {
  const contracts = createContractList([...CONTRACTS, WEEKLY]);
  const analyzer = bench({ contracts, now: MONDAY });
  analyzer.do(
    OPEN,
    { type: "add-leg", contract: WEEKLY, deal: deal("SELL", 150, 90) },
    { type: "add-leg", contract: CALL, deal: deal("SELL", 65, 200) },
    { type: "set-strike-iv", expiry: CALL.expiry!, strike: CALL.strike, iv: 0.15 },
    { type: "set-iv-offset", points: 1 },
    { type: "set-target-price", price: 24_100 },
    { type: "select-tab", tab: "greeksTable" },
    { type: "prices", facts: facts([WEEKLY, CALL], { price: 119.5, iv: 0.13 }), receivedAt: 1 },
  );
  // As it travels and is stored.
  return JSON.parse(JSON.stringify(keptOf(analyzer.now(), MONDAY, 24_055.5))) as ReturnType<typeof keptOf>;
}

/** Wednesday's: what was over is listed no more. */
function openedOnWednesday(kept: ReturnType<typeof keptOf>, listed: readonly LegContract[] = CONTRACTS) {
  const contracts = createContractList(listed);
  const { actions, notes } = loadOf(kept, contracts, {
    as: { source: "SAVED_STRATEGY", meta: { id: "s1", name: "Monday's" } },
  });
  const instance = bench({ contracts, now: WEDNESDAY }).do(OPEN, ...actions);
  return { instance, notes };
}

function market(settlement: Settlement | null, changes: Partial<BuilderMarket> = {}): BuilderMarket {
  return {
    ...builderMarket({ now: WEDNESDAY }),
    settlementOn: (expiry) => (expiry === TUESDAY ? settlement : null),
    ...changes,
  };
}

function answered(instance: ReturnType<typeof openedOnWednesday>["instance"], world: BuilderMarket) {
  const request = {
    ...builderRequest(instance as BuilderInstance, 256_265),
    flags: { enable_trade_details: true },
  };
  const outcome = builderAnswer(request, world, kernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}

describe("saved on Monday, opened on Wednesday after one leg expired (KEEP-5)", () => {
  it("the leg that is over has its settlement and the lot of its day, the living rest its price of now", () => {
    const { instance, notes } = openedOnWednesday(savedOnMonday());
    expect(notes).toEqual([]);
    expect(instance).toMatchObject({
      dataSource: "SAVED_STRATEGY",
      dataSourceMeta: { id: "s1", name: "Monday's" },
      targetPrice: 24_100,
      ivOffset: 1,
      selectedAnalysisTab: "greeksTable",
    });
    expect(instance.legs.map((leg) => [leg.tradingsymbol, leg.quantity, leg.lotSize, leg.isExpired])).toEqual(
      [
        ["NIFTY26N1024100PE", -150, 75, true],
        [CALL.tradingsymbol, -65, 65, false],
      ],
    );
    const payload = answered(instance, market({ price: 24_012.35, origin: "closing_value" }));
    const [living, over] = payload.trade_details!;
    // 24100 - 24012.35 = 87.65 a unit; sold at 90.00: 2.35 × 150.
    expect(over).toMatchObject({ is_expired: true, is_estimated: false });
    expect(over!.pnl).toBeCloseTo(352.5, 6);
    // Sold at 200, 200.50 now: -0.50 × 65.
    expect(living!.is_expired).toBe(false);
    expect(living!.pnl).toBeCloseTo(-32.5, 6);
    expect(payload.warnings[0]!.message).toBe("You Are viewing an expired strategy.");
  });

  it("is the same to the rupee in a list, from what the server says of the expiry", () => {
    const kept = savedOnMonday();
    const known = [{ expiry: TUESDAY, price: 24_012.35, origin: "closing_value" as const }];
    const [over, ...others] = settledLegs(kept.legs, known, "2026-11-11");
    expect(others).toEqual([]);
    expect(over!.realised).toBeCloseTo(352.5, 6);
    expect(over!.settlement).toMatchObject({ origin: "closing_value", isEstimated: false });
    // On the day itself it is not over yet.
    expect(settledLegs(kept.legs, known, TUESDAY)).toEqual([]);
    const [unknown] = settledLegs(kept.legs, [], "2026-11-11");
    expect(unknown!.realised).toBeNaN();
    expect(unknown!.settlement.isEstimated).toBe(true);
  });

  it("is an estimate where no more than the day's close is known, and unknown where nothing is", () => {
    const { instance } = openedOnWednesday(savedOnMonday());
    const estimate = answered(instance, market({ price: 24_000, origin: "evening_spot" })).trade_details![1]!;
    expect(estimate.is_estimated).toBe(true);
    expect(estimate.pnl).toBeCloseTo((90 - 100) * 150, 6);
    expect(answered(instance, market(null)).trade_details![1]!.pnl).toBeNull();
  });

  it("settles, also when its token is another contract's by now", () => {
    const { instance } = openedOnWednesday(savedOnMonday());
    const heir = { ...CONTRACTS[1]!, token: WEEKLY.token };
    const world = market({ price: 24_012.35, origin: "closing_value" });
    const byToken = (token: number) => (token === heir.token ? heir : world.byToken(token));
    const over = answered(instance, { ...world, byToken }).trade_details![1]!;
    expect(over).toMatchObject({ is_expired: true });
    expect(over.pnl).toBeCloseTo(352.5, 6);
  });
});

describe("contracts that changed (KEEP-4)", () => {
  /** What is listed, with the call's terms in place of its own. */
  const listedAs = (change: Partial<LegContract>) =>
    CONTRACTS.map((each) => (each.token === CALL.token ? { ...each, ...change } : each));
  const { tradingsymbol } = CALL;

  it.each([
    ["lot_changed", { lotSize: 50 }, { from: 65, to: 50 }],
    ["multiplier_changed", { multiplier: 2 }, { from: 1, to: 2 }],
    ["symbol_changed", { tradingsymbol: "NIFTYNEW" }, { to: "NIFTYNEW" }],
  ] as const)("%s is named, and quantity, price and strike stay as they were", (kind, change, told) => {
    const { instance, notes } = openedOnWednesday(savedOnMonday(), listedAs(change));
    expect(notes).toEqual([{ kind, tradingsymbol, ...told }]);
    expect(instance.legs[1]).toMatchObject({
      quantity: -65,
      entryPrice: 200,
      strike: CALL.strike,
      ...change,
    });
  });

  it("all that differs of one leg is named, each once", () => {
    const { notes } = openedOnWednesday(savedOnMonday(), listedAs({ lotSize: 50, multiplier: 2 }));
    expect(notes.map(({ kind }) => kind)).toEqual(["lot_changed", "multiplier_changed"]);
  });

  it("a contract under another token is the same", () => {
    const { instance, notes } = openedOnWednesday(savedOnMonday(), listedAs({ token: 555 }));
    expect(instance.legs[1]!.token).toBe(555);
    expect(notes).toEqual([]);
  });

  it("a strike that was adjusted is named and left out; the adjusted contract, though its token is the leg's, is not put in its place", () => {
    const adjusted = listedAs({ strike: CALL.strike / 2, lotSize: 130, tradingsymbol: "NIFTYHALF" });
    const { instance, notes } = openedOnWednesday(savedOnMonday(), adjusted);
    const { expiry, strike } = CALL;
    expect(notes).toEqual([{ kind: "gone", tradingsymbol, what: "strike", expiry, strike }]);
    expect(instance.legs.map((leg) => leg.tradingsymbol)).toEqual([WEEKLY.tradingsymbol]);
  });

  it("so is the strike of one side while the other side's is listed", () => {
    const put = { ...CALL, type: "PE" as const, token: 777, tradingsymbol: "NIFTYPUT" };
    const others = CONTRACTS.filter(({ strike }) => strike !== CALL.strike);
    const { notes } = openedOnWednesday(savedOnMonday(), [...others, put]);
    expect(notes).toMatchObject([{ kind: "gone", what: "strike" }]);
  });

  it.each([
    ["an option's", { expiry: "2026-12-03" }],
    ["a future's, though options of that day are listed", { type: "FUT", strike: 0 }],
    ["none at all", { expiry: null }],
  ] as const)("an expiry that is not listed is named, and the leg left out: %s", (_, change) => {
    const kept = savedOnMonday();
    const leg = { ...kept.legs[1]!, ...change };
    const contracts = createContractList(CONTRACTS.filter(({ type }) => type !== "FUT"));
    const { found, notes } = bringBack([leg], contracts);
    expect(found).toEqual([]);
    expect(notes).toEqual([{ kind: "gone", tradingsymbol, what: "expiry", expiry: leg.expiry }]);
  });

  it("a share is kept as it was: nothing lists it", () => {
    const share = { ...savedOnMonday().legs[1]!, type: "EQ", expiry: null, expiryInstant: null } as const;
    expect(bringBack([share], createContractList(CONTRACTS))).toMatchObject({
      found: [{ kept: share }],
      notes: [],
    });
  });

  it("is read in words, of a share with what may be behind it", () => {
    const said = TEXTS.notes.note;
    const strike = { kind: "gone", tradingsymbol: "SBIN26NOV1000CE", what: "strike", strike: 1_000 } as const;
    const lot = { kind: "lot_changed", tradingsymbol: "SBIN26NOV1000CE", from: 750, to: 1_500 } as const;
    const expiry = "2026-11-24";
    expect(said({ ...strike, expiry }, true)).toBe(
      "SBIN26NOV1000CE is left out: strike 1,000 is not listed any more for 24 Nov 2026. The exchange may have adjusted it for a corporate action; nothing else is put in its place.",
    );
    expect(said({ ...strike, expiry }, false)).toMatch(/is not listed any more for 24 Nov 2026\.$/);
    expect(said({ ...strike, what: "expiry", expiry }, true)).toBe(
      "SBIN26NOV1000CE is left out: its expiry 24 Nov 2026 is not listed any more.",
    );
    expect(said({ ...strike, what: "expiry", expiry: null }, true)).toMatch(/kept without an expiry\.$/);
    expect(said(lot, true)).toMatch(/its lot was 750 and is 1500 now\. .*corporate action/);
    expect(said(lot, false)).toMatch(/its lot was 750 and is 1500 now\. Quantity and entry price/);
    expect(said({ ...lot, kind: "multiplier_changed" }, false)).toContain("its multiplier was 750");
    expect(said({ kind: "symbol_changed", tradingsymbol: "A", to: "B" }, true)).toMatch(
      /^A is listed as B now/,
    );
  });
});

describe("what is kept", () => {
  it("is what the server takes, with price and IV of the moment (KEEP-1, KEEP-3)", () => {
    const kept = savedOnMonday();
    expect(KeptContent(kept)).toBeNull();
    expect(kept).toMatchObject({ version: 1, keptOn: "2026-11-09", keptAt: MONDAY, spot: 24_055.5 });
    expect(kept.legs[1]).toMatchObject({ iv: 0.15, market: { price: 120, iv: 0.13 } });
  });

  it("opens with the settings that it was kept with, one there was not yet at its default (KEEP-3)", () => {
    const kept = { ...savedOnMonday(), settings: { sdMode: "fixed", sdFixedDays: 30 } as const };
    const contracts = createContractList(CONTRACTS);
    expect(loadOf(kept, contracts).settings).toEqual({
      ...DEFAULT_SETTINGS,
      sdMode: "fixed",
      sdFixedDays: 30,
    });
    expect(loadOf({ ...kept, settings: {} }, contracts).settings).toEqual({});
  });

  it("opens at live prices, or at those of the moment of keeping", () => {
    const kept = savedOnMonday();
    const free = { ...kept, legs: kept.legs.map((leg) => ({ ...leg, entryPrice: null })) };
    const contracts = createContractList(CONTRACTS);
    const trades = (prices: "live" | "kept") =>
      loadOf(free, contracts, { prices }).actions.flatMap((action) =>
        action.type === "load-trades" ? action.trades.map(({ entryPrice }) => entryPrice) : [],
      );
    expect(trades("live")).toEqual([null, null]);
    expect(trades("kept")).toEqual([120, 120]);
  });

  it("opened on the same day is the same work again, whatever was worked on", () => {
    const contracts = createContractList(CONTRACTS);
    const some = fc.subarray([...CONTRACTS], { minLength: 1 });
    const lots = fc.integer({ min: 1, max: 20 });
    const price = fc.option(fc.integer({ min: 0, max: 50_000 }).map((ticks) => ticks / 20));
    fc.assert(
      fc.property(some, lots, price, fc.boolean(), (held, count, entry, isSold) => {
        const first = bench({ contracts, now: WEDNESDAY }).do(
          OPEN,
          ...held.map(
            (contract): AnalyzerAction => ({
              type: "add-leg",
              contract,
              deal: deal(isSold ? "SELL" : "BUY", count * contract.lotSize, entry),
            }),
          ),
          { type: "set-iv-offset", points: count / 10 },
        );
        const kept = keptOf(first, WEDNESDAY, Number.NaN);
        expect(KeptContent(JSON.parse(JSON.stringify(kept)))).toBeNull();
        const second = bench({ contracts, now: WEDNESDAY }).do(OPEN, ...loadOf(kept, contracts).actions);
        expect(second.legs).toEqual(first.legs);
        expect(keptOf(second, WEDNESDAY, Number.NaN)).toEqual(kept);
      }),
      { numRuns: 60 },
    );
  });

  it("is sketched without figures: between 0 and 1, and -1 and 1 (KEEP-12)", () => {
    const prices = Array.from({ length: 400 }, (_, i) => 23_000 + i * 5);
    const sketch = sketchOf(
      prices,
      prices.map((price) => Math.max(price - 24_000, 0) * 65 - 9_000),
    )!;
    expect(sketch).toHaveLength(3);
    expect(sketch[1]).toEqual([expect.closeTo(1_000 / 1_995, 3), sketch[0]![1]]);
    expect(sketch[0]).toEqual([0, expect.closeTo(-9_000 / 55_675, 3)]);
    expect(sketch.at(-1)).toEqual([1, 1]);
    for (const [x, y] of sketch) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(Math.abs(y)).toBeLessThanOrEqual(1);
    }
    // Every corner is there, however narrow what it is of, and a curve has as many points as there may be.
    const fly = prices.map((price) => 3_000 - Math.min(65 * Math.abs(price - 24_020), 65 * 40));
    const corners = sketchOf(prices, fly)!.map(([x]) => 23_000 + 5 * Math.round(x * 399));
    expect(corners).toEqual([23_000, 23_980, 24_020, 24_060, 24_995]);
    const wave = prices.map((price) => Math.sin(price / 20));
    expect(sketchOf(prices, wave)).toHaveLength(64);
    expect(sketchOf([], [])).toBeNull();
    expect(sketchOf([1, 2], [0, 0])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });
});
