import fc from "fast-check";
import { expect, test } from "vitest";
import { assignSlots, nearestRow } from "#src/features/chain/slots.ts";

test("a strip keeps its canvas while it is on screen, and leaves it to another when it goes", () => {
  expect(assignSlots([], [0, 1, 2])).toEqual([0, 1, 2]);
  expect(assignSlots([0, 1, 2], [1, 2, 3])).toEqual([3, 1, 2]);
});

test("canvases are never taken away, whatever comes and goes", () => {
  expect(assignSlots([0, 1, 2], [])).toEqual([-1, -1, -1]);
  const lists = fc.array(fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 6 }), { maxLength: 30 });
  fc.assert(
    fc.property(lists, (screens) => {
      let slots: readonly number[] = [];
      let most = 0;
      for (const visible of screens) {
        const next = assignSlots(slots, visible);
        most = Math.max(most, visible.length);
        expect(next.filter((strip) => strip >= 0).sort()).toEqual([...visible].sort());
        for (const [slot, strip] of slots.entries()) {
          if (visible.includes(strip)) expect(next[slot]).toBe(strip);
        }
        slots = next;
      }
      expect(slots).toHaveLength(most);
    }),
  );
});

test("the row of a strike is the nearest one when the strike itself is not listed", () => {
  const strikes = Float64Array.of(100, 150, 200, 300);
  expect(nearestRow(strikes, 150)).toBe(1);
  expect(nearestRow(strikes, 240)).toBe(2);
  expect(nearestRow(strikes, 5000)).toBe(3);
  expect(nearestRow(strikes, 1)).toBe(0);
});
