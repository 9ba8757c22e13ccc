import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import { buildPreset, PRESET_FAULTS, type PresetMarket } from "#domain/strategy/presets/build.ts";
import { PRESETS, type PresetName } from "#domain/strategy/presets/names.ts";
import { presetOf } from "#domain/strategy/presets/preset-table.ts";
import { rungStrikes } from "#domain/strategy/presets/rungs.ts";
import { simulatedWorld } from "./preset-worlds.ts";

const ladder = (strikes: readonly number[], over: Partial<Parameters<typeof rungStrikes>[0]> = {}) => ({
  strikes,
  forward: 24_010,
  standardDeviation: 400,
  strikeStep: 50,
  roundStep: 100,
  ...over,
});
const every50 = Array.from({ length: 81 }, (_, i) => 22_000 + 50 * i);

describe("rungs", () => {
  const place = (...args: Parameters<typeof rungStrikes>) => Object.fromEntries(rungStrikes(...args) ?? []);

  test("stand standard deviations apart, in round steps", () => {
    expect(place(ladder(every50), [0, 1, 2], 0.5)).toEqual({ 0: 24_000, 1: 24_200, 2: 24_400 });
    expect(place(ladder(every50), [-1, 1], 1)).toMatchObject({ "-1": 23_600, 1: 24_400 });
    // A third of 400 is 133, nearer to 150 than to 100, but 150 would end on odd strikes.
    expect(place(ladder(every50), [0, 1, 2, 3], 1 / 3)).toEqual({
      0: 24_000,
      1: 24_100,
      2: 24_200,
      3: 24_300,
    });
  });

  test("are never nearer than the strikes, and neighbours when the volatility is not known", () => {
    for (const standardDeviation of [1, 0, Number.NaN]) {
      const wings = place(ladder(every50, { standardDeviation }), [-2, -1, 1, 2], 1);
      expect(wings).toMatchObject({ "-2": 23_900, "-1": 23_950, 1: 24_050, 2: 24_100 });
    }
  });

  test("are centred on a round strike when no leg stands in the middle", () => {
    const odd = ladder(every50, { forward: 24_040 });
    expect(place(odd, [0, 1], 0.5)).toMatchObject({ 0: 24_050 });
    expect(place(odd, [-1, 1], 0.5)).toMatchObject({ "-1": 23_800, 1: 24_200 });
  });

  test("keep one width where a strike is missing, and take the nearest where none is whole", () => {
    const gap = every50.filter((strike) => strike !== 24_200);
    expect(place(ladder(gap), [0, 1, 2], 0.5)).toEqual({ 0: 24_000, 1: 24_300, 2: 24_600 });
    const ragged = [23_000, 23_700, 24_000, 24_130, 24_500, 26_000];
    expect(place(ladder(ragged), [-1, 0, 1, 2], 0.5)).toEqual({
      "-1": 23_700,
      0: 24_000,
      1: 24_500,
      2: 26_000,
    });
  });

  test("do not pile up at the end of a short list", () => {
    const short = [23_950, 24_000, 24_050, 24_100, 24_150];
    expect(place(ladder(short, { standardDeviation: 4_000 }), [0, 1, 2, 3], 1)).toEqual({
      0: 24_000,
      1: 24_050,
      2: 24_100,
      3: 24_150,
    });
    expect(rungStrikes(ladder(short), [-2, -1, 0], 1)).toBeNull();
    expect(rungStrikes(ladder([]), [0], 1)).toBeNull();
  });

  test("are listed, different and in order on any list of strikes", () => {
    const lists = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        lists,
        fc.double({ min: 1, max: 400, noNaN: true }),
        fc.oneof(fc.double({ min: 0, max: 200, noNaN: true }), fc.constant(Number.NaN)),
        fc.constantFrom(...PRESETS),
        fc.constantFrom(0, 5),
        (list, forward, standardDeviation, name, strikeStep) => {
          const strikes = list.toSorted((a, b) => a - b);
          const { legs, rungSd } = presetOf(name);
          const rungs = [...new Set(legs.map(({ rung }) => rung))].sort((a, b) => a - b);
          const places = rungStrikes(
            { strikes, forward, standardDeviation, strikeStep, roundStep: 2 * strikeStep },
            rungs,
            rungSd,
          );
          if (places === null) {
            expect(strikes.length).toBeLessThan(60);
            return;
          }
          const got = rungs.map((rung) => places.get(rung)!);
          for (const [i, strike] of got.entries()) {
            expect(strikes).toContain(strike);
            if (i > 0) expect(strike).toBeGreaterThan(got[i - 1]!);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("what cannot be built says why", () => {
  const world = simulatedWorld("NIFTY");
  const [expiry = ""] = world.contracts.expiries;
  const faultOf = (name: PresetName, changed: Partial<PresetMarket>, on = expiry) => {
    const outcome = buildPreset(name, { ...world, ...changed }, on);
    if (outcome.ok) return null;
    expect(PRESET_FAULTS[outcome.fault].length).toBeGreaterThan(20);
    return outcome.fault;
  };
  const { market } = world;

  test("no such expiry, or one that is over", () => {
    expect(faultOf("SHORT_STRADDLE", {}, "2026-08-20")).toBe("NO_EXPIRY");
    const instant = market.expiries[0]!.expiryInstant;
    expect(faultOf("SHORT_STRADDLE", { market: { ...market, now: instant } })).toBe("NO_EXPIRY");
    expect(faultOf("SHORT_STRADDLE", { contracts: createContractList([]) })).toBe("NO_EXPIRY");
  });

  test("no forward", () => {
    const expiries = market.expiries.map((each) => ({ ...each, forward: Number.NaN }));
    expect(faultOf("BUY_CALL", { market: { ...market, expiries } })).toBe("NO_ATM");
  });

  test("too few strikes, and one side only", () => {
    const all = world.contracts;
    const some = (strikes: readonly number[], sides: readonly ("CE" | "PE")[]) =>
      createContractList(sides.flatMap((side) => strikes.map((strike) => all.option(side, expiry, strike)!)));
    const three = [24_000, 24_050, 24_100];
    expect(faultOf("SHORT_IRON_CONDOR", { contracts: some(three, ["CE", "PE"]) })).toBe("TOO_FEW_STRIKES");
    expect(faultOf("SHORT_STRADDLE", { contracts: some(three, ["CE"]) })).toBe("TOO_FEW_STRIKES");
    expect(faultOf("BUY_CALL", { contracts: some(three, ["CE"]) })).toBeNull();
  });

  test("no future, and no later expiry for a calendar", () => {
    const options = createContractList(
      world.contracts.strikes("CE", expiry).map((strike) => world.contracts.option("CE", expiry, strike)!),
    );
    expect(faultOf("BUY_FUTURE", { contracts: options })).toBe("NO_FUTURE");
    const last = world.contracts.futures.at(-1)!;
    const after = { ...world.market, now: last.expiryInstant };
    expect(faultOf("BUY_FUTURE", { market: after })).toBe("FUTURE_OVER");
    const [first] = world.contracts.futures;
    const meanwhile = buildPreset(
      "BUY_FUTURE",
      { ...world, market: { ...world.market, now: first!.expiryInstant } },
      first!.expiry!,
    );
    expect(meanwhile).toMatchObject({ ok: true, legs: [{ contract: world.contracts.futures[1] }] });
    expect(faultOf("LONG_CALENDAR_WITH_CALLS", { contracts: options })).toBe("NO_LATER_EXPIRY");
  });
});

describe("expiries", () => {
  const world = simulatedWorld("NIFTY");
  const { expiries, futures } = world.contracts;
  const contractsOf = (name: PresetName, expiry: string) => {
    const outcome = buildPreset(name, world, expiry);
    return outcome.ok ? outcome.legs.map(({ contract }) => contract) : [];
  };

  test("a calendar sells the chosen expiry and buys the next at one strike that both list", () => {
    for (const [i, expiry] of expiries.slice(0, -1).entries()) {
      const [near, far] = contractsOf("LONG_CALENDAR_WITH_PUTS", expiry);
      expect([near?.expiry, far?.expiry]).toEqual([expiry, expiries[i + 1]]);
      expect(near?.strike).toBe(far?.strike);
    }
  });

  test("a future is that of the expiry, else the next, else the last", () => {
    const weekly = expiries.find((each) => futures.every((future) => future.expiry !== each))!;
    expect(contractsOf("BUY_FUTURE", futures[1]!.expiry!)[0]).toBe(futures[1]);
    expect(contractsOf("BUY_FUTURE", weekly)[0]?.expiry).toBe(
      futures.find((future) => future.expiry! > weekly)?.expiry,
    );
    expect(contractsOf("SELL_FUTURE", expiries.at(-1)!)[0]).toBe(futures.at(-1));
  });
});
