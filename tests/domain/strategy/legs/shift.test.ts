import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import { SHIFTS, shiftLegs } from "#domain/strategy/legs/shift.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { ATM, asPosition, bought, contracts, FAR, NEAR, option, STRIKES, share } from "./legs-fixture.ts";

/** C+100 is the call 100 above the money. */
const named = (legs: readonly Leg[]) =>
  legs.map(({ type, strike, expiry }) => {
    const from = type === "FUT" ? "" : `${strike < ATM ? "-" : "+"}${Math.abs(strike - ATM)}`;
    return `${type[0]}${from}${expiry === NEAR ? "" : ` ${expiry}`}`;
  });
const call = (away: number, expiry = NEAR) => option("CE", ATM + away, expiry);
const put = (away: number, expiry = NEAR) => option("PE", ATM + away, expiry);
const condor = bought(put(-200), put(-100), call(100), call(200));
const butterfly = bought(call(0), put(0), call(200), put(-200));

describe("[STRAT-14] all legs up and down", () => {
  test("move one listed strike together, at the market's price, as many lots as before", () => {
    const up = shiftLegs(condor, "up", contracts);
    expect(named(up)).toEqual(["P-150", "P-50", "C+150", "C+250"]);
    expect(up.map(({ quantity, entryPrice }) => [quantity, entryPrice])).toEqual(
      condor.map(() => [65, null]),
    );
    expect(named(shiftLegs(up, "down", contracts))).toEqual(named(condor));
  });

  test("may take one another's place, as the legs of a ladder do", () => {
    const ladder = bought(call(0), call(50), call(100));
    expect(named(shiftLegs(ladder, "up", contracts))).toEqual(["C+50", "C+100", "C+150"]);
  });

  test("stay all of them when one stands at the end of the list", () => {
    const high = bought(call(0), option("CE", STRIKES.at(-1)!));
    expect(shiftLegs(high, "up", contracts)).toBe(high);
    expect(shiftLegs(high, "down", contracts)).not.toBe(high);
    const low = bought(call(0), option("PE", STRIKES[0]!));
    expect(shiftLegs(low, "down", contracts)).toBe(low);
  });

  test("leave positions, futures and shares where they are", () => {
    const [first, ...rest] = bought(call(0), contracts.futures[0]!, share(), call(100));
    const legs = [asPosition(first!), ...rest];
    const up = shiftLegs(legs, "up", contracts);
    expect(up.slice(0, 3)).toEqual(legs.slice(0, 3));
    expect(named(up)[3]).toBe("C+150");
    expect(shiftLegs(legs.slice(0, 3), "up", contracts)).toEqual(legs.slice(0, 3));
  });

  test("keep a calendar a calendar where the later expiry lists every other strike", () => {
    const all = ["CE", "PE"].flatMap((type) =>
      [NEAR, FAR].flatMap((expiry) =>
        STRIKES.filter((strike) => expiry === NEAR || strike % 100 === 0).map((strike) => ({
          ...option("CE", ATM),
          type: type as "CE",
          expiry,
          strike,
          token: strike * 4 + (type === "CE" ? 0 : 1) + (expiry === NEAR ? 0 : 2),
        })),
      ),
    );
    const sparse = createContractList(all);
    const calendar = bought(sparse.option("CE", NEAR, ATM)!, sparse.option("CE", FAR, ATM)!);
    expect(named(shiftLegs(calendar, "up", sparse))).toEqual(["C+100", `C+100 ${FAR}`]);
    const diagonal = bought(sparse.option("CE", NEAR, ATM + 50)!, sparse.option("CE", FAR, ATM)!);
    expect(named(shiftLegs(diagonal, "up", sparse))).toEqual(["C+100", `C+100 ${FAR}`]);
  });

  test("leave an expired leg where it is", () => {
    const [live, over] = bought(call(0), call(100));
    const legs = [live!, { ...over!, expiry: "2026-01-06", settlement: { price: 1, underlyingClose: 2 } }];
    const up = shiftLegs(legs, "up", contracts);
    expect(up[0]!.strike).toBe(ATM + 50);
    expect(up[1]).toBe(legs[1]);
  });
});

describe("[STRAT-14] wider and narrower", () => {
  test.each([
    ["a strangle", [call(100), put(-100)], ["C+150", "P-150"], ["C+50", "P-50"]],
    ["a straddle", [call(0), put(0)], ["C+50", "P-50"], null],
    [
      "an iron condor",
      [put(-200), put(-100), call(100), call(200)],
      ["P-250", "P-150", "C+150", "C+250"],
      ["P-150", "P-50", "C+50", "C+150"],
    ],
    [
      "an iron butterfly, by its wings",
      [call(0), put(0), call(200), put(-200)],
      ["C+0", "P+0", "C+250", "P-250"],
      ["C+0", "P+0", "C+150", "P-150"],
    ],
    ["a call spread, by its higher strike", [call(0), call(200)], ["C+0", "C+250"], ["C+0", "C+150"]],
    ["a put spread, by its lower strike", [put(0), put(-200)], ["P+0", "P-250"], ["P+0", "P-150"]],
    [
      "a butterfly of calls, by both ends",
      [call(0), call(100), call(200)],
      ["C-50", "C+100", "C+250"],
      ["C+50", "C+100", "C+150"],
    ],
    [
      "in-the-money calls and puts, away from one another all the same",
      [call(-100), put(100)],
      ["C-150", "P+150"],
      ["C-50", "P+50"],
    ],
    ["a single option", [call(0)], null, null],
    ["a calendar", [call(0), call(0, FAR)], null, null],
  ] as const)("%s", (_, held, wider, narrower) => {
    const legs = bought(...held);
    const unchanged = named(legs);
    expect(named(shiftLegs(legs, "wider", contracts))).toEqual(wider ?? unchanged);
    expect(named(shiftLegs(legs, "narrower", contracts))).toEqual(narrower ?? unchanged);
    if (wider === null) expect(shiftLegs(legs, "wider", contracts)).toBe(legs);
    if (narrower === null) expect(shiftLegs(legs, "narrower", contracts)).toBe(legs);
  });

  test("stop before two legs meet on one contract or cross", () => {
    for (const held of [
      [call(0), call(50)],
      [call(50), put(0)],
      [call(0), put(0), call(50), put(-50)],
      [call(0), call(50), call(100)],
    ]) {
      const legs = bought(...held);
      expect(shiftLegs(legs, "narrower", contracts)).toBe(legs);
    }
  });

  test("a strangle may become a straddle", () => {
    const legs = bought(call(50), put(-50));
    expect(named(shiftLegs(legs, "narrower", contracts))).toEqual(["C+0", "P+0"]);
  });
});

describe("[STRAT-14] the next expiry", () => {
  const [, second = "", third = ""] = contracts.expiries;

  test("takes each option to the nearest strike of the expiry after its own", () => {
    const legs = bought(call(0), call(0, second));
    const rolled = shiftLegs(legs, "next-expiry", contracts);
    expect(rolled.map(({ expiry }) => expiry)).toEqual([second, third]);
    expect(rolled.map(({ strike }) => strike)).toEqual([ATM, ATM]);
  });

  test("takes a future to the next one, and shares nowhere", () => {
    const [near, next] = contracts.futures;
    const legs = bought(near!, share());
    const rolled = shiftLegs(legs, "next-expiry", contracts);
    expect(rolled.map(({ token }) => token)).toEqual([next!.token, share().token]);
  });

  test("is not taken when one leg has none, or two would meet on one strike", () => {
    const last = contracts.expiries.at(-1)!;
    const ended = bought(call(0), option("CE", contracts.strikes("CE", last)[0]!, last));
    expect(shiftLegs(ended, "next-expiry", contracts)).toBe(ended);
    const few = createContractList([
      { ...call(0), token: 1 },
      { ...call(50), token: 2 },
      { ...call(0), token: 3, expiry: FAR },
    ]);
    const spread = bought(few.option("CE", NEAR, ATM)!, few.option("CE", NEAR, ATM + 50)!);
    expect(shiftLegs(spread, "next-expiry", few)).toBe(spread);
  });

  test("leaves what has expired where it is, with its entry price", () => {
    const [live, over] = bought(call(0), call(100));
    const legs = [live!, { ...over!, expiry: "2026-01-06", settlement: { price: 1, underlyingClose: 2 } }];
    const rolled = shiftLegs(legs, "next-expiry", contracts);
    expect(rolled[0]).toMatchObject({ expiry: second, strike: ATM });
    expect(rolled[1]).toBe(legs[1]);
    expect(shiftLegs([legs[1]!], "next-expiry", contracts)).toEqual([legs[1]]);
  });
});

describe("[STRAT-14] what expired today and is listed until the morning", () => {
  test.each(SHIFTS)("stays where it is: %s", (shift) => {
    const [, , ...over] = bought(call(50), put(-50), call(100), put(-100), contracts.futures[0]!);
    const alive = bought(call(0, FAR), call(100, FAR), put(-100, FAR));
    const ended = over.map((leg) => ({ ...leg, id: `over-${leg.id}`, isExpired: true }));
    const after = shiftLegs([...alive, ...ended], shift, contracts);
    expect(after.slice(alive.length)).toEqual(ended);
    expect(after.slice(0, alive.length)).not.toEqual(alive);
    expect(shiftLegs(ended, shift, contracts)).toBe(ended);
  });
});

test("no shifts in any order put two trades on one contract, off the list, or change their number", () => {
  const listed = fc.record({
    type: fc.constantFrom("CE" as const, "PE" as const),
    expiry: fc.constantFrom(...contracts.expiries.slice(0, 3)),
    at: fc.nat(STRIKES.length - 1),
  });
  fc.assert(
    fc.property(
      fc.array(listed, { maxLength: 6 }),
      fc.array(fc.constantFrom(...SHIFTS), { maxLength: 12 }),
      (terms, shifts) => {
        const held = terms.flatMap(({ type, expiry, at }) => {
          const contract = contracts.option(type, expiry, STRIKES[at]!);
          return contract === null ? [] : [contract];
        });
        const legs = bought(...held);
        const after = shifts.reduce((all, shift) => shiftLegs(all, shift, contracts), legs);
        expect(after).toHaveLength(legs.length);
        expect(new Set(after.map(({ token }) => token)).size).toBe(legs.length);
        for (const { type, expiry, strike, token } of after)
          expect(contracts.option(type as "CE", expiry!, strike)?.token).toBe(token);
      },
    ),
  );
});

test("a butterfly of puts and calls keeps its body however often it is widened", () => {
  let legs = butterfly;
  for (let n = 0; n < 5; n++) legs = shiftLegs(legs, "wider", contracts);
  expect(named(legs)).toEqual(["C+0", "P+0", "C+450", "P-450"]);
});
