import { describe, expect, it } from "vitest";
import {
  CHAIN_CELL_IV,
  CHAIN_ROW_CALL,
  CHAIN_ROW_PUT,
  CHAIN_ROW_SIZE,
  CHAIN_SIDE_BID,
  CHAIN_SIDE_CLOSE,
  CHAIN_SIDE_IV,
} from "#protocol/generated/layout.ts";
import { CELL_OFFSETS } from "#protocol/wire/chain-delta.ts";
import {
  createRowChanges,
  IV_SLACK,
  type RowBytes,
  takeChangedRows,
} from "#server/market/feed/chains/chain-rows.ts";

const ROWS = 3;
const CALL_IV = CHAIN_ROW_CALL + CHAIN_SIDE_IV;
const PUT_IV = CHAIN_ROW_PUT + CHAIN_SIDE_IV;

function rows(): RowBytes {
  const buffer = new ArrayBuffer(ROWS * CHAIN_ROW_SIZE);
  return { words: new Uint32Array(buffer), view: new DataView(buffer) };
}

function setIv({ view }: RowBytes, row: number, iv: number): void {
  view.setFloat32(row * CHAIN_ROW_SIZE + CALL_IV, iv);
  view.setFloat32(row * CHAIN_ROW_SIZE + PUT_IV, iv);
}

const ivOf = ({ view }: RowBytes, row: number): number => view.getFloat32(row * CHAIN_ROW_SIZE + CALL_IV);

const changes = createRowChanges(ROWS);

function take(last: RowBytes, fresh: RowBytes): number[] {
  takeChangedRows(last, fresh, ROWS, changes);
  return [...changes.indices.subarray(0, changes.count)];
}

describe("rows of a delta", () => {
  it("are told by the cells that changed, and keep an IV that moved by its last bits", () => {
    const [last, fresh] = [rows(), rows()];
    setIv(last, 1, 0.13);
    setIv(fresh, 1, 0.13 + IV_SLACK / 4);
    fresh.view.setInt32(CHAIN_ROW_SIZE + CHAIN_ROW_PUT + CHAIN_SIDE_BID, 500);
    expect(take(last, fresh)).toEqual([1]);
    expect(CELL_OFFSETS.filter((_, bit) => (changes.cells[0]! & (1 << bit)) !== 0)).toEqual([
      CHAIN_ROW_PUT + CHAIN_SIDE_BID,
    ]);
    expect(changes.isMore).toBe(false);
    expect(ivOf(last, 1)).toBe(Math.fround(0.13));
    setIv(fresh, 1, 0.13 + 2 * IV_SLACK);
    expect(take(last, fresh)).toEqual([1]);
    expect(changes.cells[0]).toBe(CHAIN_CELL_IV);
    expect(last.words).toEqual(fresh.words);
  });

  it("ask for a snapshot when something changed that no cell tells", () => {
    const [last, fresh] = [rows(), rows()];
    fresh.view.setInt32(CHAIN_ROW_SIZE + CHAIN_ROW_CALL + CHAIN_SIDE_CLOSE, 500);
    take(last, fresh);
    expect(changes.isMore).toBe(true);
    expect(last.words).toEqual(fresh.words);
    take(last, fresh);
    expect(changes.isMore).toBe(false);
  });

  it("are not told for the last bits of an IV, which never add up to more than the slack", () => {
    const [last, fresh] = [rows(), rows()];
    setIv(last, 0, 0.13);
    let told = 0;
    for (let step = 1; step <= 100; step++) {
      setIv(fresh, 0, 0.13 + (step * IV_SLACK) / 10);
      told += take(last, fresh).length;
      expect(Math.abs(ivOf(last, 0) - ivOf(fresh, 0))).toBeLessThanOrEqual(IV_SLACK);
    }
    expect(told).toBeGreaterThan(5);
    expect(told).toBeLessThan(12);
  });

  it("are told when an IV becomes known or unknown, on either side", () => {
    const [last, fresh] = [rows(), rows()];
    for (const each of [last, fresh]) for (let row = 0; row < ROWS; row++) setIv(each, row, Number.NaN);
    expect(take(last, fresh)).toEqual([]);
    fresh.view.setFloat32(2 * CHAIN_ROW_SIZE + PUT_IV, 0.2);
    expect(take(last, fresh)).toEqual([2]);
    fresh.view.setFloat32(2 * CHAIN_ROW_SIZE + PUT_IV, Number.NaN);
    expect(take(last, fresh)).toEqual([2]);
    expect(take(last, fresh)).toEqual([]);
  });
});
