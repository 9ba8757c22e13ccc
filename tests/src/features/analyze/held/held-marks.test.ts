import { expect, test } from "vitest";
import { heldMarks } from "#src/features/analyze/held/held-marks.ts";
import { position } from "./position.ts";

/** 10:31:05 in India. */
const LOOK = {
  inUnits: false,
  decimals: 2,
  asOf: Date.parse("2026-11-20T05:01:05Z"),
  isOld: false,
  broker: "Zerodha",
};
const marks = (...args: Parameters<typeof position>) => heldMarks([position(...args)], "NIFTY", LOOK);

test("[POS-6][POS-8] a position is marked in lots at its strike and side, and said in full", () => {
  const [mark] = marks();
  expect(mark).toEqual({
    tag: {
      token: 9_000_194,
      expiry: "2026-11-24",
      strike: 24_200,
      option: "call",
      kind: "position",
      side: "SELL",
      count: 2,
      isOld: false,
      price: 102.5,
      spoken: "position: sold 2 lots (130) at 102.50",
    },
    lines: [
      "Position: sold 2 lots (130), NRML",
      "Average 102.50 · last 98.00",
      "Open P&L +585.00",
      "As Zerodha told at 10:31:05",
    ],
  });
});

test("[POS-6] in units where the trader counts in these: barrels of crude, dollars", () => {
  const crude = position(
    { underlying_instrument: "CRUDEOIL", quantity: 3, multiplier: 100 },
    { instrument_type: "PE", strike: 6_000, lot_size: 1 },
  );
  const [mark] = heldMarks([crude], "CRUDEOIL", { ...LOOK, inUnits: true });
  expect(mark?.tag).toMatchObject({ option: "put", side: "BUY", count: 300 });
  expect(mark?.tag.spoken).toBe("position: bought 3 lots (300) at 102.50");
  const [inLots] = heldMarks([crude], "CRUDEOIL", LOOK);
  expect(inLots?.tag.count).toBe(3);
});

test("[POS-9] what is old says of when it is", () => {
  const [mark] = heldMarks([position()], "NIFTY", { ...LOOK, isOld: true });
  expect(mark?.tag).toMatchObject({
    isOld: true,
    spoken: "position: sold 2 lots (130) at 102.50, as of 10:31:05",
  });
  expect(mark?.lines.at(-1)).toBe("Old: as Zerodha told at 10:31:05");
});

test("[POS-7] what has no row in the chain has no mark", () => {
  expect(marks({ quantity: 0 })).toEqual([]);
  expect(marks({}, { instrument_type: "FUT", strike: 0 })).toEqual([]);
  expect(marks({ instrument_token: null, is_listed: false })).toEqual([]);
  expect(marks({ instrument_info: null })).toEqual([]);
  expect(marks({ is_expired: true })).toEqual([]);
  expect(marks({ underlying_instrument: "BANKNIFTY" })).toEqual([]);
});

test("[POS-8] what a broker does not say is a dash, and no price is said", () => {
  const [mark] = marks({ average_price: null, last_price: null, unbooked_pnl: null });
  expect(mark?.tag.spoken).toBe("position: sold 2 lots (130)");
  expect(mark?.lines.slice(1, 3)).toEqual(["Average -- · last --", "Open P&L --"]);
});

test("[POS-6] one contract in two products is two marks", () => {
  const both = heldMarks([position(), position({ product: "MIS", quantity: 65 })], "NIFTY", LOOK);
  expect(both.map(({ tag: { side, count } }) => [side, count])).toEqual([
    ["SELL", 2],
    ["BUY", 1],
  ]);
});
