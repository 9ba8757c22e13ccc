import { describe, expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import {
  createFrameBuffer,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { atmRow, figureAt, LADDER_FIELDS, openLadder } from "#src/features/builder/picker/ladder.ts";
import { ladderText } from "#src/features/builder/picker/row-painter.ts";
import { stepOf } from "#src/features/builder/picker/use-picker-keys.ts";
import { firstRunning } from "#src/shared/first-running.ts";
import { addLot, heldLots } from "#src/strategy/add-lot.ts";
import type { ChainViewSpec } from "#workers/engine/api.ts";

const contract = {
  token: 7,
  tradingsymbol: "NIFTY26NOV24000CE",
  type: "CE",
  strike: 24_000,
  expiry: "2026-11-24",
  expiryInstant: 0,
  lotSize: 65,
  multiplier: 1,
} as const;
const leg = (quantity: number, entryPrice: number | null = null) =>
  ({ ...contract, kind: "trade", quantity, entryPrice }) as never;

describe("a press in the list of strikes", () => {
  test("adds a lot, and another when it is pressed again, at the price that was set", () => {
    expect(addLot(contract, "BUY", []).deal).toEqual({ action: "BUY", quantity: 65, entryPrice: null });
    expect(addLot(contract, "BUY", [leg(130, 101)]).deal).toEqual({
      action: "BUY",
      quantity: 195,
      entryPrice: 101,
    });
  });
  test("the other way round begins with one lot at the market", () => {
    expect(addLot(contract, "SELL", [leg(130, 101)]).deal).toEqual({
      action: "SELL",
      quantity: 65,
      entryPrice: null,
    });
  });
  test("[CHAIN-16] at a price of its own a lot moves the trade's to the average; the market's stays the market's", () => {
    const price = (held: ReturnType<typeof leg>[], at: number) =>
      addLot(contract, "BUY", held, at).deal.entryPrice;
    expect(price([], 102.5)).toBe(102.5);
    expect(price([leg(65, 100)], 103)).toBe(101.5);
    expect(price([leg(130, 100)], 100.1)).toBe(100.0333);
    expect(price([leg(65, null)], 103)).toBeNull();
    expect(price([leg(-65, 100)], 103)).toBe(103);
  });
  test("the buttons know what the strategy has, sold below 0", () => {
    expect(heldLots(contract, [])).toBe(0);
    expect(heldLots(contract, [leg(-130)])).toBe(-2);
    expect(heldLots(null, [leg(65)])).toBe(0);
  });
});

test("keys walk the list and stay on it for what they do not know", () => {
  const at = { row: 5, column: 1 };
  expect(stepOf("ArrowUp", at, 20)).toEqual({ row: 4, column: 1 });
  expect(stepOf("PageDown", at, 20)).toEqual({ row: 15, column: 1 });
  expect(stepOf("End", at, 20)).toEqual({ row: 19, column: 1 });
  expect(stepOf("x", at, 20)).toBeNull();
});

test("figures of the list are written as the chain writes them; unknown ones are --", () => {
  expect(ladderText("call.ltp", 118.5, 2)).toBe("118.50");
  expect(ladderText("put.ltp", 0.125, 4)).toBe("0.1250");
  expect(ladderText("iv", 13.46, 2)).toBe("13.5");
  expect(ladderText("put.delta", -0.456, 2)).toBe("−0.46");
  expect(ladderText("call.oi", 1_234_500, 2)).toBe("12.3L");
  for (const field of LADDER_FIELDS) expect(ladderText(field, Number.NaN, 2)).toBe("--");
});

test("the list asks for every strike of its expiry and for no figure that it does not show", () => {
  let spec: ChainViewSpec | null = null;
  let port: MessagePort | null = null;
  let isClosed = false;
  const { port1, port2 } = new MessageChannel();
  const ladder = openLadder(256_265, "2026-11-24", (wanted, takePort) => {
    spec = wanted;
    takePort(port1);
    port = port1;
    return {
      configure() {},
      close() {
        isClosed = true;
      },
    };
  });
  expect(spec!.fields).toEqual([...LADDER_FIELDS]);
  expect(spec!.strikesAbove).toBeGreaterThan(1_000);
  expect(figureAt(ladder.grid, 0, "iv")).toBeNaN();
  expect(atmRow(ladder.grid)).toBe(-1);

  const buffer = createFrameBuffer(3, 1);
  const head = new Float64Array(buffer, 0, HEAD_LENGTH);
  head[HEAD_INDEX.kind] = FRAME_FULL;
  head[HEAD_INDEX.rows] = 3;
  head[HEAD_INDEX.changed] = 1;
  head[HEAD_INDEX.atmRow] = 1;
  const frame = readChainFrame(buffer);
  frame.strikes.set([23_950, 24_000, 24_050]);
  frame.values[0] = 118.5;
  frame.cells[0] = CHAIN_FIELDS.length + CHAIN_FIELDS.indexOf("call.ltp");
  const heard: boolean[] = [];
  ladder.onFrame((isOther) => heard.push(isOther));
  port!.onmessage!({ data: buffer } as MessageEvent);
  expect(heard).toEqual([true]);
  expect(figureAt(ladder.grid, 1, "call.ltp")).toBe(118.5);
  expect(figureAt(ladder.grid, 0, "call.ltp")).toBeNaN();
  expect(figureAt(ladder.grid, 9, "call.ltp")).toBeNaN();
  expect(atmRow(ladder.grid)).toBe(1);
  ladder.close();
  port2.close();
  expect(isClosed).toBe(true);
});

test("new trades are in the first expiry that runs: one of today that is over stays listed", () => {
  const listed = ["2026-11-20", "2026-11-27"];
  const expiries = listed.map((expiry, i) => ({ expiry, lastTrade: 100 + i })) as never;
  expect(firstRunning(listed, { expiries }, 99)).toBe("2026-11-20");
  expect(firstRunning(listed, { expiries }, 100)).toBe("2026-11-27");
  expect(firstRunning(listed, { expiries }, 500)).toBe("2026-11-20");
  expect(firstRunning([], { expiries }, 99)).toBeUndefined();
});
