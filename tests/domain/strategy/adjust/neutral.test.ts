import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjusted } from "#domain/strategy/adjust/adjustment.ts";
import { deltaOf } from "#domain/strategy/adjust/figures.ts";
import { deltaNeutral, wholeLotsAgainst } from "#domain/strategy/adjust/neutral.ts";
import { quotedLegs } from "#domain/strategy/adjust/world.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { adjustWorld, condor, option } from "./adjust-fixture.ts";

const world = adjustWorld("NIFTY");
const total = (legs: readonly Leg[]) => legs.reduce((sum, leg) => sum + deltaOf(leg, world), 0);

describe("delta neutral", () => {
  test("STRAT-43: no other whole number of lots leaves less", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        (delta, perLot) => {
          const lots = wholeLotsAgainst(delta, perLot);
          const left = (n: number) => Math.abs(delta + n * perLot);
          expect(Number.isInteger(lots)).toBe(true);
          for (const other of [lots - 1, lots + 1]) {
            expect(left(lots)).toBeLessThanOrEqual(left(other) * (1 + 1e-12));
          }
        },
      ),
    );
    expect(wholeLotsAgainst(32.5, 65)).toBe(0);
    expect(wholeLotsAgainst(-97.5, 65)).toBe(1);
  });

  test("STRAT-43: what is applied leaves what was said, and half a lot at most", () => {
    for (const steps of [-20, -4, 0, 3]) {
      const legs = [world.leg("call", option(world, "CE", steps), -7), ...condor(world).slice(1)];
      const neutral = deltaNeutral(legs, world)!;
      expect(neutral.deltaBefore).toBeCloseTo(total(legs), 9);
      const after = quotedLegs(
        adjusted(legs, neutral.adjustment!, () => "future"),
        legs,
        world,
      );
      expect(total(after)).toBeCloseTo(neutral.deltaAfter, 6);
      expect(Math.abs(neutral.deltaAfter)).toBeLessThanOrEqual(neutral.future.lotSize / 2 + 1e-9);
    }
  });

  test("STRAT-43: the nearest future that is alive and priced; a trade in it gets more or fewer lots, or goes", () => {
    const [first, second] = world.contracts.futures;
    const dark = adjustWorld("NIFTY", {
      quotes: (contract, quote) =>
        contract.token === first!.token
          ? { ...quote, usablePrice: Number.NaN, lastPrice: Number.NaN }
          : quote,
    });
    const calls = [dark.leg("call", option(dark, "CE", -10), -5)];
    expect(deltaNeutral(calls, dark)!.future.token).toBe(second!.token);

    const alone = [world.leg("future", first!, 3)];
    const neutral = deltaNeutral(alone, world)!;
    expect(neutral).toMatchObject({ lots: -3, deltaAfter: 0 });
    expect(adjusted(alone, neutral.adjustment!, () => "n")).toEqual([]);

    const idle = [...calls, world.leg("future", first!, 1, { isSelected: false })];
    expect(deltaNeutral(idle, world)!.future.token).toBe(second!.token);
  });

  test("STRAT-43: null without a future or a delta; no lots where none helps", () => {
    const call = [world.leg("call", option(world, "CE", 15), 1)];
    expect(deltaNeutral(call, world)).toMatchObject({ lots: 0, adjustment: null });
    const bare = { ...world, contracts: { ...world.contracts, futures: [] } };
    expect(deltaNeutral(call, bare)).toBeNull();
    const dark = { ...world, market: { ...world.market, spot: Number.NaN, expiries: [] } };
    expect(deltaNeutral(call, dark)).toBeNull();
  });
});
