import { ROW_CAPACITY } from "#protocol/generated/layout.ts";
import type { DecoderCore, Regions } from "./host.ts";
import { ROW_WORDS } from "./words.ts";

type RowTable = Pick<DecoderCore, "acquire" | "release" | "find">;

/** Rows by token with the module's discipline: fresh rows in order, evicted ones last out first in. */
export function createRowTable(regions: Regions): RowTable {
  const { buffer } = regions;
  const words = new Int32Array(buffer, regions.rows, ROW_CAPACITY * ROW_WORDS);
  const dirty = new Uint32Array(buffer, regions.dirty, ROW_CAPACITY / 32);
  const changed = new Uint32Array(buffer, regions.changed, ROW_CAPACITY * 2);
  const rows = new Map<number, number>();
  const references = new Uint32Array(ROW_CAPACITY);
  const free: number[] = [];
  let used = 0;

  function acquire(token: number): number {
    const key = token >>> 0;
    if (key === 0) return -1;
    const known = rows.get(key);
    if (known !== undefined) {
      references[known] = references[known]! + 1;
      return known;
    }
    const row = free.pop() ?? (used < ROW_CAPACITY ? used++ : -1);
    if (row < 0) return -1;
    rows.set(key, row);
    references[row] = 1;
    words.fill(0, row * ROW_WORDS, (row + 1) * ROW_WORDS);
    words[row * ROW_WORDS] = key;
    return row;
  }

  function release(token: number): void {
    const key = token >>> 0;
    const row = rows.get(key);
    if (row === undefined) return;
    references[row] = references[row]! - 1;
    if (references[row] > 0) return;
    rows.delete(key);
    free.push(row);
    words.fill(0, row * ROW_WORDS, (row + 1) * ROW_WORDS);
    changed[row * 2] = 0;
    changed[row * 2 + 1] = 0;
    dirty[row >>> 5] = dirty[row >>> 5]! & ~(1 << (row & 31));
  }

  return { acquire, release, find: (token) => rows.get(token >>> 0) ?? -1 };
}
