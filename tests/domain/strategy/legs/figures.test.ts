import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectiveIv } from "#domain/strategy/effective-iv.ts";
import { flip, setQuantity, swapType } from "#domain/strategy/legs/change.ts";
import { changeStrike } from "#domain/strategy/legs/change-strike.ts";
import { customIvFor, resetIvs, setStrikeIv } from "#domain/strategy/legs/ivs.ts";
import { addOrUpdate } from "#domain/strategy/legs/list.ts";
import { isWholeLots, lotMultiplier, lotRuleMessage, scaleLots } from "#domain/strategy/legs/lots.ts";
import {
  expiryFilters,
  filteredLegs,
  isProductMix,
  resetExpiryFilters,
  toggleExpiry,
} from "#domain/strategy/legs/positions.ts";
import { ATM, asPosition, bought, contracts, FAR, ids, NEAR, option, share } from "./legs-fixture.ts";

describe("the lot multiplier", () => {
  const two = setQuantity(bought(option("CE", ATM), option("PE", ATM)), "leg-1", 260);
  const legs = flip(setQuantity(two, "leg-2", 130), "leg-2");
  const quantities = (all: typeof legs) => all.map(({ quantity }) => quantity);

  test("is the common multiple of the lots, and scales them in proportion", () => {
    expect(quantities(legs)).toEqual([260, -130]);
    expect(lotMultiplier(legs)).toBe(2);
    expect(quantities(scaleLots(legs, 3))).toEqual([390, -195]);
    expect(quantities(scaleLots(legs, 1))).toEqual([130, -65]);
    expect(lotMultiplier(scaleLots(legs, 7))).toBe(7);
  });

  test("is at least 1", () => {
    for (const least of [0, -5, 0.2]) expect(quantities(scaleLots(legs, least))).toEqual([130, -65]);
    expect(scaleLots(legs, Number.NaN)).toBe(legs);
    expect(scaleLots(legs, 2)).toBe(legs);
    expect(lotMultiplier([])).toBe(1);
  });

  test("leaves positions alone, and does not count them", () => {
    const mixed = [...legs, asPosition({ ...legs[0]!, quantity: 65 })];
    expect(lotMultiplier(mixed)).toBe(2);
    expect(quantities(scaleLots(mixed, 4))).toEqual([520, -260, 65]);
  });

  test("goes by what was set last where lots are odd", () => {
    const odd = setQuantity(legs, "leg-1", 100);
    expect(lotMultiplier(odd)).toBe(1);
    const thrice = scaleLots(odd, 3);
    expect(quantities(thrice)).toEqual([300, -390]);
    expect(quantities(scaleLots(thrice, 2, 3))).toEqual([200, -260]);
  });

  test("never makes a quantity that cannot be counted", () => {
    const huge = setQuantity(legs, "leg-1", 65 * 1e13);
    expect(scaleLots(huge, 1e9)).toBe(huge);
  });

  test("there and back is where it began", () => {
    const lots = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 1000 }), ([a = 1, b = 1], multiplier) => {
        const start = setQuantity(setQuantity(legs, "leg-1", 65 * a), "leg-2", 65 * b);
        const before = lotMultiplier(start);
        expect(quantities(scaleLots(scaleLots(start, multiplier), before))).toEqual(quantities(start));
      }),
    );
  });
});

test("odd lots are told in the product's words", () => {
  expect(isWholeLots(-130, 65)).toBe(true);
  expect(isWholeLots(100, 65)).toBe(false);
  expect(isWholeLots(0, 65)).toBe(false);
  expect(lotRuleMessage("NIFTY26AUG24000CE", 65)).toBe(
    "The minimum order size for NIFTY26AUG24000CE is 65 units, and subsequent orders must be in multiples of 65, such as 2n, 3n, and so on.",
  );
});

describe("an IV that is set", () => {
  const [call, put, other, far] = bought(
    option("CE", ATM),
    option("PE", ATM),
    option("CE", ATM + 50),
    option("CE", ATM, FAR),
  );
  const legs = [call!, asPosition(put!), other!, far!];

  test("counts for call and put of the strike and expiry, positions too", () => {
    const set = setStrikeIv(legs, NEAR, ATM, 0.2);
    expect(set.map(({ customIv }) => customIv)).toEqual([0.2, 0.2, null, null]);
    expect(setStrikeIv(set, NEAR, ATM, 0.2)).toBe(set);
    expect(setStrikeIv(set, NEAR, ATM, null)).toEqual(legs);
    expect(resetIvs(set)).toEqual(legs);
    expect(resetIvs(legs)).toBe(legs);
  });

  test("is never below 0, and never unknown", () => {
    expect(setStrikeIv(legs, NEAR, ATM, -0.1)[0]?.customIv).toBe(0);
    expect(setStrikeIv(legs, NEAR, ATM, Number.NaN)).toBe(legs);
  });

  test("shows as it was typed, whatever the offset", () => {
    for (const offset of [-4, 0, 2.5]) {
      expect(effectiveIv(customIvFor(0.15, offset), 0.13, offset)).toBeCloseTo(0.15, 12);
    }
    expect(customIvFor(0.02, 3)).toBe(0);
  });

  test("meets the leg that comes to its strike, and stays behind with the strike", () => {
    const set = setStrikeIv(legs, NEAR, ATM + 50, 0.3);
    const added = addOrUpdate(
      set,
      option("PE", ATM + 50),
      { action: "BUY", quantity: 65, entryPrice: 1 },
      ids(),
    );
    expect(added.at(-1)?.customIv).toBe(0.3);
    const moved = changeStrike(set, other!.id, ATM + 200, contracts);
    expect(moved[2]).toMatchObject({ strike: ATM + 200, customIv: null });
    const swapped = swapType(set, other!.id, contracts);
    expect(swapped[2]).toMatchObject({ type: "PE", strike: ATM + 50, customIv: 0.3 });
    const future = addOrUpdate(
      set,
      contracts.futures[0]!,
      { action: "BUY", quantity: 65, entryPrice: 1 },
      ids(),
    );
    expect(future.at(-1)?.customIv).toBeNull();
  });
});

describe("position filters", () => {
  const [near, far, trade, held] = bought(
    option("CE", ATM),
    option("CE", ATM, FAR),
    option("PE", ATM),
    share(),
  );
  const legs = [asPosition(near!), asPosition(far!), trade!, asPosition(held!)];
  const filters = expiryFilters(legs);

  test("are one for each expiry of positions, all off, and then nothing is left out", () => {
    expect(filters).toEqual({ [NEAR]: false, [FAR]: false });
    expect(filteredLegs(legs, filters)).toBe(legs);
  });

  test("on, leave the positions of their expiries and every trade", () => {
    const on = toggleExpiry(filters, FAR);
    expect(filteredLegs(legs, on)).toEqual([legs[1], trade]);
    expect(filteredLegs(legs, toggleExpiry(on, NEAR))).toEqual([legs[0], legs[1], trade]);
    expect(resetExpiryFilters(on)).toEqual(filters);
    expect(toggleExpiry(filters, "2099-01-01")).toBe(filters);
    expect(toggleExpiry(filters, "toString")).toBe(filters);
  });
});

test("products mix only as carried forward beside shares", () => {
  for (const one of ["NRML", "MIS", "CNC"] as const) expect(isProductMix([one, one])).toBe(true);
  expect(isProductMix(["NRML", "CNC"])).toBe(true);
  expect(isProductMix(["NRML", "MIS"])).toBe(false);
  expect(isProductMix(["MIS", "CNC"])).toBe(false);
  expect(isProductMix(["NRML", "MIS", "CNC"])).toBe(false);
  expect(isProductMix([])).toBe(false);
});
