/**
 * Rows by instrument token: open addressing with linear probing, key 0 empty, entries of key u32 and row u32.
 * Erasing shifts the run behind it back, so there are no tombstones and probes stay short however long we run.
 */
import { ROW_BYTES, ROW_CAPACITY } from "../../protocol/generated/layout";
import {
  CHANGED_BASE,
  DIRTY_BASE,
  FREE_BASE,
  HASH_BASE,
  HASH_BITS,
  REFERENCES_BASE,
  ROWS_BASE,
} from "./memory";

const SLOT_MASK: u32 = ((1 << 17) - 1) as u32;

/** Rows ever handed out; those evicted since lie on the free stack. */
let used: u32 = 0;
let freeCount: u32 = 0;

/** Fibonacci hashing: the low byte of a token is its segment and barely varies, the product's top bits do. */
function home(token: u32): u32 {
  return (token * 2654435761) >>> (32 - HASH_BITS);
}

/** Row of a token, -1 when it has no owner. Token 0 is no instrument. */
export function find(token: u32): i32 {
  if (token == 0) return -1;
  let slot = home(token);
  while (true) {
    const entry = HASH_BASE + ((slot << 3) as usize);
    const key = load<u32>(entry);
    if (key == token) return load<i32>(entry, 4);
    if (key == 0) return -1;
    slot = (slot + 1) & SLOT_MASK;
  }
}

/** One more reference to a token's row, a zeroed row when it is the first; -1 when every row is taken. */
export function acquire(token: u32): i32 {
  if (token == 0) return -1;
  let slot = home(token);
  let entry: usize = 0;
  while (true) {
    entry = HASH_BASE + ((slot << 3) as usize);
    const key = load<u32>(entry);
    if (key == token) {
      const known = load<i32>(entry, 4);
      const count = REFERENCES_BASE + ((known << 2) as usize);
      store<u32>(count, load<u32>(count) + 1);
      return known;
    }
    if (key == 0) break;
    slot = (slot + 1) & SLOT_MASK;
  }
  let row: u32;
  if (freeCount > 0) {
    freeCount -= 1;
    row = load<u32>(FREE_BASE + ((freeCount << 2) as usize));
  } else if (used < (ROW_CAPACITY as u32)) {
    row = used;
    used += 1;
  } else {
    return -1;
  }
  store<u32>(entry, token);
  store<u32>(entry, row, 4);
  store<u32>(REFERENCES_BASE + ((row << 2) as usize), 1);
  const address = ROWS_BASE + ((row * ROW_BYTES) as usize);
  memory.fill(address, 0, ROW_BYTES);
  store<u32>(address, token);
  return row as i32;
}

/** One reference less; the last one evicts the row. A token without an owner is ignored. */
export function release(token: u32): void {
  if (token == 0) return;
  let slot = home(token);
  let entry: usize = 0;
  while (true) {
    entry = HASH_BASE + ((slot << 3) as usize);
    const key = load<u32>(entry);
    if (key == 0) return;
    if (key == token) break;
    slot = (slot + 1) & SLOT_MASK;
  }
  const row = load<u32>(entry, 4);
  const count = REFERENCES_BASE + ((row << 2) as usize);
  const left = load<u32>(count) - 1;
  store<u32>(count, left);
  if (left > 0) return;
  erase(slot);
  // A row handed to another token must not report what the old one left behind.
  store<u64>(CHANGED_BASE + ((row << 3) as usize), 0);
  const dirty = DIRTY_BASE + (((row >>> 5) << 2) as usize);
  store<u32>(dirty, load<u32>(dirty) & ~(1 << (row & 31)));
  memory.fill(ROWS_BASE + ((row * ROW_BYTES) as usize), 0, ROW_BYTES);
  store<u32>(FREE_BASE + ((freeCount << 2) as usize), row);
  freeCount += 1;
}

function erase(slot: u32): void {
  let hole = slot;
  let next = slot;
  while (true) {
    next = (next + 1) & SLOT_MASK;
    const from = HASH_BASE + ((next << 3) as usize);
    const key = load<u32>(from);
    if (key == 0) break;
    // An entry may fill the hole only if its home does not lie behind the hole, else a probe would miss it.
    if (((next - home(key)) & SLOT_MASK) >= ((next - hole) & SLOT_MASK)) {
      store<u64>(HASH_BASE + ((hole << 3) as usize), load<u64>(from));
      hole = next;
    }
  }
  store<u64>(HASH_BASE + ((hole << 3) as usize), 0);
}
