import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjusted, NO_ADJUSTMENT } from "#domain/strategy/adjust/adjustment.ts";
import { type Roll, rollOf } from "#domain/strategy/adjust/roll.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { adjustWorld, condor, NOW, option, strikeAt } from "./adjust-fixture.ts";

const world = adjustWorld("NIFTY");
const { contracts } = world;
const [near, far] = contracts.expiries;

function rolled(legs: readonly Leg[], roll: Roll): readonly Leg[] {
  const outcome = rollOf(legs, roll, contracts, NOW);
  if (!outcome.ok) throw new Error(outcome.fault);
  return adjusted(legs, outcome.adjustment, () => "");
}

const faultOf = (legs: readonly Leg[], roll: Roll) => {
  const outcome = rollOf(legs, roll, contracts, NOW);
  return outcome.ok ? null : outcome.fault;
};

/** What a trader chose: no quotes. */
const chosen = (legs: readonly Leg[]) =>
  legs.map(({ id, token, quantity, isSelected, entryPrice }) => ({
    id,
    token,
    quantity,
    isSelected,
    entryPrice,
  }));

describe("a roll", () => {
  test("STRAT-37: takes a leg along the listed strikes, as many lots, at the market's price", () => {
    const legs = condor(world).map((leg) => ({ ...leg, entryPrice: 100 }));
    const after = rolled(legs, { legId: "call", strikes: 3, expiry: null });
    expect(after[0]).toMatchObject({
      strike: strikeAt(world, 7),
      quantity: legs[0]!.quantity,
      entryPrice: null,
    });
    expect(after.slice(1)).toEqual(legs.slice(1));
  });

  test("STRAT-37: to another expiry lands on the nearest strike that is listed there, then goes on from it", () => {
    const legs = condor(world);
    const [call] = rolled(legs, { legId: "call", strikes: 0, expiry: far! });
    expect(call).toMatchObject({ expiry: far, type: "CE" });
    const listed = contracts.strikes("CE", far!);
    const away = Math.min(...listed.map((strike) => Math.abs(strike - legs[0]!.strike)));
    expect(Math.abs(call!.strike - legs[0]!.strike)).toBe(away);
    const [on] = rolled(legs, { legId: "call", strikes: 2, expiry: far! });
    expect(listed.indexOf(on!.strike) - listed.indexOf(call!.strike)).toBe(2);
  });

  test("STRAT-37: and its reverse leave the strategy as it was", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("call", "put", "call-wing", "put-wing", null),
        fc.integer({ min: -6, max: 6 }),
        (legId, strikes) => {
          const legs = condor(world);
          const there = rollOf(legs, { legId, strikes, expiry: null }, contracts, NOW);
          expect(there.ok ? "HELD" : there.fault).toMatch(/^(NO_CHANGE|HELD)$/);
          if (!there.ok) return;
          const moved = adjusted(legs, there.adjustment, () => "");
          expect(chosen(moved)).not.toEqual(chosen(legs));
          expect(chosen(rolled(moved, { legId, strikes: -strikes, expiry: null }))).toEqual(chosen(legs));
        },
      ),
    );
    const legs = condor(world);
    const later = rolled(legs, { legId: null, strikes: 0, expiry: far! });
    expect(later.every(({ expiry }) => expiry === far)).toBe(true);
    expect(chosen(rolled(later, { legId: null, strikes: 0, expiry: near! }))).toEqual(chosen(legs));
  });

  test("STRAT-37: is whole or nothing, and says why", () => {
    const legs = condor(world);
    expect(faultOf(legs, { legId: "call", strikes: 8, expiry: null })).toBe("HELD");
    expect(faultOf(legs, { legId: "call", strikes: 0, expiry: null })).toBe("NO_CHANGE");
    expect(faultOf(legs, { legId: null, strikes: 5_000, expiry: null })).toBe("NO_STRIKE");
    expect(faultOf(legs, { legId: "call", strikes: 0, expiry: "2031-01-01" })).toBe("NO_EXPIRY");
    expect(faultOf(legs, { legId: "gone", strikes: 1, expiry: null })).toBe("NO_LEG");
    // All at once, what another leg leaves is free.
    expect(faultOf(legs, { legId: null, strikes: 8, expiry: null })).toBeNull();
  });

  test("STRAT-45: positions, shares, and what is over or not selected are not rolled", () => {
    const [leg] = condor(world);
    const others: Leg[] = [
      { ...leg!, kind: "position" },
      { ...leg!, isSelected: false },
      { ...leg!, expiryInstant: NOW },
      { ...leg!, settlement: { price: 1, underlyingClose: null } },
      { ...leg!, type: "EQ", expiry: null, expiryInstant: Number.NaN },
    ];
    for (const each of others)
      expect(faultOf([each], { legId: null, strikes: 1, expiry: null })).toBe("NO_LEG");
  });

  test("a future is rolled to the next one, whatever the strikes", () => {
    const [first, second] = contracts.futures;
    const legs = [world.leg("future", first!, 1)];
    expect(rolled(legs, { legId: null, strikes: 3, expiry: second!.expiry })[0]!.token).toBe(second!.token);
  });
});

describe("an adjustment", () => {
  test("STRAT-44: is made whole or not at all", () => {
    const legs = condor(world);
    const held = { ...NO_ADJUSTMENT, adds: [{ contract: option(world, "CE", 4), quantity: 65 }] };
    const gone = { ...NO_ADJUSTMENT, quantities: [{ id: "gone", quantity: 0 }] };
    const twice = {
      ...NO_ADJUSTMENT,
      moves: [{ id: "call", contract: option(world, "CE", 6) }],
      quantities: [{ id: "call", quantity: 0 }],
    };
    const split = { ...NO_ADJUSTMENT, adds: [{ contract: option(world, "CE", 5), quantity: 0.5 }] };
    for (const each of [NO_ADJUSTMENT, held, gone, twice, split])
      expect(adjusted(legs, each, () => "n")).toBe(legs);
    const closes = adjusted(legs, { ...NO_ADJUSTMENT, quantities: [{ id: "call", quantity: 0 }] }, () => "n");
    expect(closes.map(({ id }) => id)).toEqual(["put", "call-wing", "put-wing"]);
  });
});
