import { expect, test } from "vitest";
import { positionPnl } from "#domain/trading/position-pnl.ts";

const held = { quantity: -130, multiplier: 1, averagePrice: 100.05, lastPrice: 90.1, total: 1_500 };

test("[POS-5] what is open is counted, and the rest of the broker's total is booked", () => {
  expect(positionPnl(held)).toEqual({ unbooked: 1_293.5, booked: 206.5, total: 1_500 });
  // A lot of a contract that counts in lots: CRUDEOIL, a hundred barrels.
  expect(
    positionPnl({ quantity: 2, multiplier: 100, averagePrice: 6_000, lastPrice: 5_990, total: -2_000 }),
  ).toEqual({
    unbooked: -2_000,
    booked: 0,
    total: -2_000,
  });
});

test("[POS-5] with nothing open all is booked", () => {
  expect(positionPnl({ ...held, quantity: 0, averagePrice: null, total: -13.754 })).toEqual({
    unbooked: 0,
    booked: -13.75,
    total: -13.75,
  });
});

test("[POS-5] without a price the two are not told apart, and without a total nothing is booked that is known", () => {
  expect(positionPnl({ ...held, lastPrice: null })).toEqual({ unbooked: null, booked: null, total: 1_500 });
  expect(positionPnl({ ...held, averagePrice: null })).toEqual({
    unbooked: null,
    booked: null,
    total: 1_500,
  });
  expect(positionPnl({ ...held, total: null })).toEqual({ unbooked: 1_293.5, booked: null, total: null });
});
