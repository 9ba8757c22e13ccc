import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QuoteModeRank } from "#server/market/relay/quote-store.ts";
import { type Audience, Audiences } from "#server/market/relay/rooms/audiences.ts";

type Wanted = Map<number, QuoteModeRank>;

function heard(audiences: Audiences<string>, changed: readonly number[]): Map<string, number[]> {
  const slots = new Map<string, number[]>();
  for (const audience of audiences.touch(changed, (slot) => changed.includes(slot))) {
    for (const member of audience.members) {
      const positions = audience.positions.subarray(0, audience.count);
      slots.set(member, Array.from(positions, (position) => audience.slots[position] as number).sort());
    }
  }
  audiences.reset();
  return slots;
}

describe("audiences", () => {
  it("tell every member of exactly the slots it wants, however members came and went", () => {
    const wanted = fc.dictionary(fc.integer({ min: 0, max: 7 }).map(String), fc.constantFrom(1, 2, 3), {
      minKeys: 1,
    });
    const steps = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.option(wanted)), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (moves) => {
        const audiences = new Audiences<string>();
        const held = new Map<string, { audience: Audience<string>; wants: Wanted }>();
        for (const [member, next] of moves) {
          const before = held.get(member);
          held.delete(member);
          if (next !== null) {
            const wants: Wanted = new Map(
              Object.entries(next).map(([slot, mode]) => [Number(slot), mode as QuoteModeRank]),
            );
            held.set(member, { audience: audiences.join(member, wants), wants });
          }
          if (before !== undefined && before.audience !== held.get(member)?.audience) {
            audiences.leave(member, before.audience);
          }
          const changed = [0, 2, 3, 5];
          const expected = [...held].flatMap(([name, { wants }]) => {
            const slots = changed.filter((slot) => wants.has(slot));
            return slots.length === 0 ? [] : [[name, slots] as const];
          });
          expect(heard(audiences, changed)).toEqual(new Map(expected));
          const all = new Set([...held.values()].flatMap(({ wants }) => [...wants.keys()]));
          expect(new Set(audiences.wantedSlots())).toEqual(all);
        }
      }),
      { numRuns: 200 },
    );
  });
});
