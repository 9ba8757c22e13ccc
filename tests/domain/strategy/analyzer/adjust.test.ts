import { expect, test } from "vitest";
import { type Adjustment, NO_ADJUSTMENT } from "#domain/strategy/adjust/adjustment.ts";
import {
  ATM,
  draftOf,
  FUTURE,
  NEAR,
  option,
  position,
  positionsOf,
  STRIKES,
  withLegs,
} from "./analyzer-fixture.ts";

const at = (steps: number) => STRIKES[STRIKES.indexOf(ATM) + steps]!;
const adjust = (change: Partial<Adjustment>) =>
  ({ type: "adjust", adjustment: { ...NO_ADJUSTMENT, ...change } }) as const;

test("STRAT-44: what is applied is one step of undo, however many trades it changes", () => {
  const made = withLegs(option("CE", ATM), option("PE", ATM), option("CE", at(4)));
  const before = draftOf(made.now());
  const [call, put, wing] = made.now().legs;
  const after = made.do(
    adjust({
      moves: [{ id: call!.id, contract: option("CE", at(1)) }],
      quantities: [
        { id: put!.id, quantity: 3 * put!.lotSize },
        { id: wing!.id, quantity: 0 },
      ],
      adds: [{ contract: FUTURE, quantity: -FUTURE.lotSize }],
    }),
  );
  expect(after.legs.map(({ strike, quantity, type }) => [type, strike, quantity])).toEqual([
    ["CE", at(1), call!.quantity],
    ["PE", ATM, 3 * put!.lotSize],
    ["FUT", 0, -FUTURE.lotSize],
  ]);
  expect(after.legs.every(({ isInitialized, isExpired }) => isInitialized && !isExpired)).toBe(true);
  expect(new Set(after.legs.map(({ id }) => id)).size).toBe(3);
  expect(draftOf(made.do({ type: "undo" }))).toEqual(before);
  expect(made.do({ type: "redo" }).legs).toHaveLength(3);
});

test("STRAT-44: what cannot be made whole changes nothing, and has its reason", () => {
  const made = withLegs(option("CE", ATM), option("PE", ATM));
  const before = made.now();
  const [call] = before.legs;
  const unlisted = { ...option("CE", ATM), token: 1, strike: 1 };
  const refused = [
    [adjust({ quantities: [{ id: "gone", quantity: 0 }] }), "NO_LEG"],
    [adjust({ moves: [{ id: call!.id, contract: unlisted }] }), "NOT_LISTED"],
    [adjust({ adds: [{ contract: option("PE", ATM), quantity: 65 }] }), "DUPLICATE"],
    [adjust({ quantities: [{ id: call!.id, quantity: 1e13 }] }), "QUANTITY"],
    [adjust({ adds: [{ contract: FUTURE, quantity: 0.5 }] }), "QUANTITY"],
  ] as const;
  for (const [action, reason] of refused) {
    expect(made.refusal(action)).toBe(reason);
    expect(made.do(action)).toBe(before);
  }
  expect(made.do(adjust({}))).toBe(before);
});

test("STRAT-45: a position is changed by trading, not here", () => {
  const made = withLegs(option("PE", ATM));
  made.do(positionsOf([position(option("CE", ATM))]));
  const [held] = made.now().positions;
  const action = adjust({ moves: [{ id: held!.id, contract: option("CE", at(1)) }] });
  expect(made.refusal(action)).toBe("POSITION");
  const positions = made.now().positions;
  expect(made.do(action).positions).toEqual(positions);
});

test("closing the last leg begins anew, as deleting it does", () => {
  const made = withLegs(option("CE", ATM));
  const [call] = made.now().legs;
  const after = made.do(adjust({ quantities: [{ id: call!.id, quantity: 0 }] }));
  expect(after).toMatchObject({ legs: [], dataSource: "UNSAVED_STRATEGY" });
  expect(NEAR).toBe(call!.expiry);
});
