import { describe, expect, test } from "vitest";
import { buildPreset, type PlacedLeg, type PresetMarket } from "#domain/strategy/presets/build.ts";
import { isPresetName, MARKET_VIEWS, PRESETS, type PresetName } from "#domain/strategy/presets/names.ts";
import { presetOf, presetsFor } from "#domain/strategy/presets/preset-table.ts";
import { isRecorded, KITE_NFO_BFO } from "../../support/market/recorded-instruments.ts";
import { expiryPnl } from "./expiry-pnl.ts";
import { isWide, PROMISES, SHAPES, slopes, standardDeviation, unsound } from "./preset-promises.ts";
import {
  HAS_RECORDED,
  recordedBseWorlds,
  recordedWorlds,
  SIMULATED,
  simulatedWorld,
} from "./preset-worlds.ts";

function built(name: PresetName, world: PresetMarket, expiry: string): readonly PlacedLeg[] {
  const outcome = buildPreset(name, world, expiry);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.fault}`);
  return outcome.legs;
}

describe("the list", () => {
  test("has the 38 of the product, each with a name, a sentence and a view", () => {
    expect(PRESETS).toHaveLength(38);
    expect(new Set(PRESETS).size).toBe(38);
    expect(new Set(PRESETS.map((name) => presetOf(name).label)).size).toBe(38);
    expect(new Set(PRESETS.map((name) => presetOf(name).description)).size).toBe(38);
    for (const name of PRESETS) {
      const { views, legs, description } = presetOf(name);
      expect(views.length, name).toBeGreaterThan(0);
      expect(legs.length, name).toBeGreaterThan(0);
      expect(description, name).toMatch(/^[A-Z].{20,}\.$/);
    }
    expect(isPresetName("JADE_LIZARD")).toBe(true);
    expect(isPresetName("toString")).toBe(false);
  });

  test("leaves no view empty", () => {
    for (const view of MARKET_VIEWS) {
      expect(presetsFor(view).length, view).toBeGreaterThan(1);
      expect(presetsFor(view)[0]?.views[0]).toBe(view);
    }
    expect(presetsFor("NOT_ABOVE").map(({ name }) => name)).toEqual([
      "SELL_CALL",
      "SELL_CALL_SPREAD",
      "REVERSE_JADE_LIZARD",
    ]);
    expect(
      presetsFor("BELOW")
        .map(({ name }) => name)
        .at(-1),
    ).toBe("STRAP");
  });
});

describe.each(SIMULATED)("on simulated %s", (symbol) => {
  const world = simulatedWorld(symbol);
  /** A calendar needs one more after it. */
  const near = world.contracts.expiries.slice(0, -1).slice(0, 3);

  test.each(PRESETS)("%s has its shape and no contract twice", (name) => {
    for (const expiry of near) {
      const legs = built(name, world, expiry);
      expect(unsound(world, legs, expiry), expiry).toBe("");
      const shape = SHAPES[name];
      if (shape !== "peak") expect(slopes(expiryPnl(world, legs), legs), expiry).toEqual(shape);
    }
  });

  test.each(PRESETS)("%s gains where its market views say", (name) => {
    for (const expiry of near) {
      const sd = standardDeviation(world, expiry);
      const { forward, strikes } = world.market.expiries.find((each) => each.expiry === expiry)!;
      if (!isWide(strikes, forward, sd)) continue;
      const pnl = expiryPnl(world, built(name, world, expiry));
      for (const view of presetOf(name).views) {
        expect(
          PROMISES[view]((x) => pnl(forward + x * sd)),
          `${view} ${expiry}`,
        ).toBe(true);
      }
    }
  });
});

describe.skipIf(!HAS_RECORDED)("on every underlying of NSE on 18 Aug 2026", () => {
  const worlds = HAS_RECORDED ? recordedWorlds() : [];
  const worldOf = (symbol: string) => worlds.find((each) => each.name === symbol)!;

  test("every strategy has listed contracts only, none twice, and its shape, or says why it has none", () => {
    const faults: string[] = [];
    const refused = { NO_LATER_EXPIRY: 0, TOO_FEW_STRIKES: 0 };
    let count = 0;
    for (const world of worlds) {
      for (const [i, { expiry, forward }] of world.market.expiries.entries()) {
        for (const name of PRESETS) {
          const what = `${name} of ${world.name} ${expiry}`;
          const outcome = buildPreset(name, world, expiry);
          if (!outcome.ok) {
            const isLast = i === world.market.expiries.length - 1;
            if (outcome.fault === "NO_LATER_EXPIRY" && isLast) refused.NO_LATER_EXPIRY++;
            else if (outcome.fault === "TOO_FEW_STRIKES") refused.TOO_FEW_STRIKES++;
            else faults.push(`${outcome.fault}: ${what}`);
            continue;
          }
          count++;
          const fault = unsound(world, outcome.legs, expiry);
          if (fault !== "") faults.push(`${fault}: ${what}`);
          const shape = SHAPES[name];
          const pnl = expiryPnl(world, outcome.legs);
          if (shape === "peak" || !Number.isFinite(pnl(forward))) continue;
          const got = slopes(pnl, outcome.legs).join();
          if (got !== shape.join()) faults.push(`${got}: ${what}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(refused.NO_LATER_EXPIRY).toBe(2 * worlds.length);
    // Lists of nine strikes in the farthest month, and NIFTY's of years ahead.
    expect(refused.TOO_FEW_STRIKES).toBeLessThan(100);
    expect(count).toBeGreaterThan(24_000);
  });

  test.each(["NIFTY", "BANKNIFTY", "RELIANCE", "HDFCBANK", "SBIN", "TCS", "INFY", "ICICIBANK"])(
    "%s: every strategy of the coming monthly expiries gains where its market views say",
    (symbol) => {
      const world = worldOf(symbol);
      const faults: string[] = [];
      let judged = 0;
      for (const expiry of ["2026-08-25", "2026-09-29"]) {
        const sd = standardDeviation(world, expiry);
        const { forward, strikes } = world.market.expiries.find((each) => each.expiry === expiry)!;
        if (!isWide(strikes, forward, sd)) continue;
        judged++;
        for (const name of PRESETS) {
          const pnl = expiryPnl(world, built(name, world, expiry));
          for (const view of presetOf(name).views) {
            if (!PROMISES[view]((x) => pnl(forward + x * sd))) faults.push(`${name} ${view} ${expiry}`);
          }
        }
      }
      expect(faults).toEqual([]);
      // A week before its expiry HDFCBANK has three strikes in a standard deviation.
      expect(judged).toBe(symbol === "HDFCBANK" ? 1 : 2);
    },
  );

  test("NIFTY's strategies stand where a trader would put them", () => {
    const text = (name: PresetName) =>
      built(name, worldOf("NIFTY"), "2026-08-25")
        .map(({ action, lots, contract }) => `${action} ${lots} ${contract.strike} ${contract.type}`)
        .join(", ");
    // Forward 24,226, one standard deviation 325.
    expect(text("SHORT_STRADDLE")).toBe("SELL 1 24250 CE, SELL 1 24250 PE");
    expect(text("SHORT_STRANGLE")).toBe("SELL 1 24500 CE, SELL 1 23900 PE");
    expect(text("BUY_CALL_SPREAD")).toBe("BUY 1 24250 CE, SELL 1 24450 CE");
    expect(text("SHORT_IRON_CONDOR")).toBe(
      "SELL 1 24600 CE, SELL 1 23800 PE, BUY 1 24800 CE, BUY 1 23600 PE",
    );
  });

  test("a jade lizard costs less than a tenth of a standard deviation on the side it is built for", () => {
    for (const symbol of ["NIFTY", "BANKNIFTY"]) {
      for (const expiry of ["2026-08-25", "2026-09-29"]) {
        const world = worldOf(symbol);
        const sd = standardDeviation(world, expiry);
        const { forward } = world.market.expiries.find((each) => each.expiry === expiry)!;
        const at = (name: PresetName, x: number) =>
          expiryPnl(world, built(name, world, expiry))(forward + x * sd);
        expect(at("JADE_LIZARD", 4)).toBeGreaterThan(-0.1 * sd);
        expect(at("REVERSE_JADE_LIZARD", -4)).toBeGreaterThan(-0.1 * sd);
      }
    }
  });

  test("no leg of a strategy without a middle stands on an odd fifty of NIFTY", () => {
    for (const { expiry } of worldOf("NIFTY").market.expiries.slice(1, 6)) {
      for (const name of ["SHORT_STRANGLE", "SHORT_IRON_CONDOR", "BATMAN", "JADE_LIZARD"] as const) {
        const odd = built(name, worldOf("NIFTY"), expiry).filter(
          ({ contract }) => contract.strike % 100 !== 0,
        );
        expect(odd, `${name} ${expiry}`).toEqual([]);
      }
    }
  });

  test("the strikes a dividend left among INFY's twenties are passed over", () => {
    const { contracts } = worldOf("INFY");
    const listed = contracts.strikes("CE", "2026-08-25");
    expect(listed).toEqual(expect.arrayContaining([1_115, 1_155, 1_175]));
    for (const name of PRESETS) {
      const odd = built(name, worldOf("INFY"), "2026-08-25").filter(
        ({ contract }) => contract.strike % 20 !== 0,
      );
      expect(odd, name).toEqual([]);
    }
  });
});

describe.skipIf(!isRecorded(KITE_NFO_BFO))("on BSE's lists of 18 Aug 2026", () => {
  const worlds = isRecorded(KITE_NFO_BFO) ? recordedBseWorlds() : [];

  test.each(["SENSEX", "BANKEX"])("%s: every strategy of the near expiries has its shape", (symbol) => {
    const world = worlds.find(({ name }) => name === symbol)!;
    const near = world.contracts.expiries.slice(0, -1).slice(0, 4);
    expect(near.length).toBeGreaterThan(1);
    const faults: string[] = [];
    for (const expiry of near) {
      for (const name of PRESETS) {
        const legs = built(name, world, expiry);
        const fault = unsound(world, legs, expiry);
        if (fault !== "") faults.push(`${fault}: ${name} ${expiry}`);
        const shape = SHAPES[name];
        const got = slopes(expiryPnl(world, legs), legs).join();
        if (shape !== "peak" && got !== shape.join()) faults.push(`${got}: ${name} ${expiry}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
