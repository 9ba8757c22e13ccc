import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { windowOf } from "#src/components/analysis/payoff/payoff-scales.ts";
import {
  draggedBy,
  lanesOf,
  movableIds,
  nearestHandle,
  nearestStrike,
  nearStrikes,
  steppedStrike,
  strikeHandles,
  strikesOfHandle,
} from "#src/components/analysis/payoff/strike-handles.ts";
import type { ChartLeg } from "#src/components/analysis/types.ts";
import { payoff } from "./payoff-figures.ts";

const leg = (id: string, type: ChartLeg["type"], strike: number, quantity: number): ChartLeg => ({
  id,
  type,
  strike,
  expiry: "2026-11-24",
  quantity,
});

describe("handles of the legs", () => {
  const legs = [
    leg("a", "CE", 24_500, -65),
    leg("b", "CE", 24_500, -130),
    leg("c", "CE", 24_500, 65),
    leg("d", "PE", 24_500, -65),
    leg("e", "PE", 24_000, 65),
    leg("f", "FUT", 0, 65),
    leg("g", "CE", 24_600, 0),
  ];

  test("are one for legs of one side and type at a strike; futures and empty legs have none", () => {
    expect(
      strikeHandles(legs, []).map(({ ids, side, type, strike }) => [ids.join(), side, type, strike]),
    ).toEqual([
      ["e", "buy", "PE", 24_000],
      ["c", "buy", "CE", 24_500],
      ["a,b", "sell", "CE", 24_500],
      ["d", "sell", "PE", 24_500],
    ]);
  });

  test("in the hand neither take others with them nor vanish in them", () => {
    const before = strikeHandles(legs, ["a", "b"]);
    const dragged = legs.map((each) => (each.id === "d" ? each : { ...each, strike: 24_000 }));
    const crossing = strikeHandles([...dragged, leg("h", "CE", 24_000, -65)], ["a", "b"]);
    const held = before.find(({ ids }) => ids.includes("a"))!;
    expect(crossing.find(({ key }) => key === held.key)?.ids).toEqual(["a", "b"]);
    expect(crossing.find(({ ids }) => ids.includes("h"))?.ids).toEqual(["h"]);
  });

  test("become one when they are let go at the same strike", () => {
    const dropped = [leg("a", "CE", 24_000, -65), leg("h", "CE", 24_000, -65)];
    expect(strikeHandles(dropped, [])).toHaveLength(1);
  });

  test("are none of what is over, which does not move with the others either", () => {
    const some = [{ ...leg("x", "CE", 24_300, 65), isExpired: true }, ...legs];
    expect(strikeHandles(some, [])).toEqual(strikeHandles(legs, []));
    expect(movableIds(some)).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("of several expiries go along the strikes that are listed for all of them", () => {
    const far = { ...leg("h", "PE", 24_000, 65), expiry: "2026-12-29" };
    const listed =
      (strikes: Readonly<Record<string, readonly number[]>>) => (of: { expiry: string | null }) =>
        strikes[of.expiry ?? ""] ?? [];
    const strikesOf = listed({
      "2026-11-24": [23_900, 24_000, 24_100, 24_500],
      "2026-12-29": [23_500, 24_000, 24_500],
    });
    const [both] = strikeHandles([legs[4]!, far], []);
    expect(strikesOfHandle(both!, strikesOf)).toEqual([24_000, 24_500]);
    const [near] = strikeHandles([legs[4]!], []);
    expect(strikesOfHandle(near!, strikesOf)).toEqual([23_900, 24_000, 24_100, 24_500]);
    expect(strikesOfHandle(near!, null)).toEqual([]);
  });

  test("count when one of their legs does", () => {
    const [handle] = strikeHandles(
      [{ ...leg("a", "CE", 1, 1), isSelected: false }, leg("b", "CE", 1, 1)],
      [],
    );
    expect(handle?.isSelected).toBe(true);
    expect(strikeHandles([{ ...leg("a", "CE", 1, 1), isSelected: false }], [])[0]?.isSelected).toBe(false);
  });
});

describe("rows of handles", () => {
  test("are as few as it takes, and what is in a row stays there while it can", () => {
    expect(lanesOf([0, 100, 200], 40, 2)).toEqual([0, 0, 0]);
    expect(lanesOf([0, 20, 60], 40, 2)).toEqual([0, 1, 0]);
    expect(lanesOf([0, 100], 40, 2, [0, 1])).toEqual([0, 1]);
  });

  test("hold no two that touch, unless all are full there", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 }), (unsorted) => {
        const places = [...unsorted].sort((a, b) => a - b);
        const lanes = lanesOf(places, 40, places.length || 1);
        for (let i = 0; i < places.length; i++) {
          for (let j = i + 1; j < places.length; j++) {
            if (lanes[i] === lanes[j]) expect(places[j]! - places[i]!).toBeGreaterThanOrEqual(40);
          }
        }
        expect(lanesOf(places, 40, 2).every((lane) => lane === 0 || lane === 1)).toBe(true);
      }),
    );
  });

  test("a press takes the handle whose middle is nearest, and none out of reach", () => {
    const middles = [
      { x: 100, y: 11 },
      { x: 110, y: 11 },
      { x: 110, y: 33 },
    ];
    expect(nearestHandle(middles, { x: 104, y: 11 }, 25)).toBe(0);
    expect(nearestHandle(middles, { x: 106, y: 11 }, 25)).toBe(1);
    expect(nearestHandle(middles, { x: 110, y: 30 }, 25)).toBe(2);
    expect(nearestHandle(middles, { x: 200, y: 11 }, 25)).toBe(-1);
  });
});

describe("strikes that a leg may have", () => {
  const strikes = [23_000, 23_500, 24_000, 24_050, 24_100];

  test("the nearest is the lower of two as near, and ends are ends", () => {
    expect(nearestStrike(strikes, 24_020)).toBe(24_000);
    expect(nearestStrike(strikes, 24_025)).toBe(24_000);
    expect(nearestStrike(strikes, 24_026)).toBe(24_050);
    expect(nearestStrike(strikes, 1)).toBe(23_000);
    expect(nearestStrike(strikes, 1e308)).toBe(24_100);
    expect(nearestStrike([], 24_000)).toBeNaN();
    expect(nearestStrike(strikes, Number.NaN)).toBeNaN();
  });

  test("a key goes from one listed strike to the next, whatever lies between", () => {
    expect(steppedStrike(strikes, 24_000, 1)).toBe(24_050);
    expect(steppedStrike(strikes, 24_000, -1)).toBe(23_500);
    expect(steppedStrike(strikes, 24_000, 50)).toBe(24_100);
    expect(steppedStrike(strikes, 24_020, 1)).toBe(24_050);
    expect(steppedStrike(strikes, 24_020, -1)).toBe(24_000);
  });

  test("a drag goes by whole listed strikes from where it began", () => {
    expect(draggedBy(strikes, 24_000, 30)).toBe(50);
    expect(draggedBy(strikes, 24_000, 20)).toBe(0);
    expect(draggedBy(strikes, 24_000, -700)).toBe(-500);
    expect(draggedBy([], 24_000, -700)).toBe(0);
  });
});

describe("the strikes that the near view holds", () => {
  const LISTED = () => [24_300, 24_350, 24_400, 24_450];

  test("are those of the legs that count and the listed ones beside them, as far as there are any", () => {
    const legs = [leg("a", "CE", 24_350, 65), { ...leg("b", "PE", 24_450, -65), isSelected: false }];
    expect(nearStrikes(legs, LISTED)).toEqual([24_300, 24_350, 24_400]);
    expect(nearStrikes([leg("a", "CE", 24_450, -65)], LISTED)).toEqual([24_400, 24_450, 24_450]);
    expect(nearStrikes(legs, null)).toEqual([24_350]);
    expect(nearStrikes([leg("f", "FUT", 0, 65)], LISTED)).toEqual([]);
    expect(nearStrikes(legs, () => [])).toEqual([24_350]);
    expect(nearStrikes([{ ...legs[0]!, isExpired: true }], LISTED)).toEqual([24_350]);
  });

  test("leave room for a strike on either side of a leg, however little the market may still move", () => {
    const figures = payoff();
    const spread = [leg("a", "CE", 24_350, 65), leg("b", "CE", 24_400, -65)];
    const still = {
      ...figures,
      breakevens_at_expiry: [24_355],
      standard_deviation: { ...figures.standard_deviation, lower_2: 24_345, upper_2: 24_365 },
    };
    const { min, max } = windowOf({ kind: "ZoomIn" }, still, nearStrikes(spread, LISTED));
    expect(min).toBeLessThan(24_300);
    expect(max).toBeGreaterThan(24_450);
  });
});
