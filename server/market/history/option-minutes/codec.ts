import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from "./bytes.ts";

/*
 * Some instruments over a quarter of an hour, by the minute: mostly the options of one expiry. A block stands alone:
 *
 *   u8     1, the version
 *   u16    little-endian, bit i: minute i of the quarter was heard
 *   n      instruments, then their tokens, each as its difference from the one before
 *   then of each minute that was heard, in order:
 *     the places that are known from this minute on
 *     of price, open interest and volume: the places that changed, and by how much
 *
 * Places: their number k; nothing more where all n are meant, n bits where an eighth or more are, else the gaps between them.
 * Changes are told in their greatest common divisor (a tick, a lot), which stands before them. Numbers are those of `bytes.ts`.
 */

/** Minutes a block. */
export const QUARTER_MINUTES = 15;

/** Instruments at the end of a minute, a place each. */
export interface MinuteState {
  /** wire integers of the last trade of the market day; 0 none yet */
  readonly close: Int32Array;
  /** units */
  readonly oi: Uint32Array;
  /** units traded since the market day began */
  readonly volume: Uint32Array;
  /** 1 where something has been heard of the instrument */
  readonly known: Uint8Array;
}

export const emptyState = (size: number): MinuteState => ({
  close: new Int32Array(size),
  oi: new Uint32Array(size),
  volume: new Uint32Array(size),
  known: new Uint8Array(size),
});

/** Writes one block, a minute after the other. */
export interface BlockWriter {
  /** bit i: minute i was heard */
  readonly heard: number;
  /** @param minute of the quarter, later than the one before */
  minute(minute: number, state: MinuteState): void;
  /** The block so far; it can be gone on with. */
  bytes(): Uint8Array;
}

/** One block, read minute by minute. */
export interface BlockReader {
  readonly heard: number;
  readonly tokens: Uint32Array;
  /** as it was at the end of the minute that `next` answered; changed in place by the following call */
  readonly state: MinuteState;
  /** The following minute of the quarter that was heard; −1 after the last. @throws RangeError when the block makes no sense */
  next(): number;
}

const VERSION = 1;

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

function writePlaces(out: ByteWriter, places: readonly number[], n: number): void {
  out.unsigned(places.length);
  if (places.length === n) return;
  if (8 * places.length >= n) {
    const bits = new Uint8Array(Math.ceil(n / 8));
    for (const place of places) bits[place >> 3]! |= 1 << (place & 7);
    out.append(bits);
    return;
  }
  let before = -1;
  for (const place of places) {
    out.unsigned(place - before - 1);
    before = place;
  }
}

function readPlaces(from: ByteReader, n: number, places: Uint32Array): number {
  const count = from.unsigned();
  if (count > n) throw new RangeError("A block of option minutes names more instruments than it has");
  if (count === n) {
    for (let i = 0; i < n; i++) places[i] = i;
    return count;
  }
  if (8 * count >= n) {
    const bits = from.take(Math.ceil(n / 8));
    let found = 0;
    for (let i = 0; i < n; i++) if ((bits[i >> 3]! & (1 << (i & 7))) !== 0) places[found++] = i;
    if (found !== count)
      throw new RangeError("A block of option minutes names other instruments than it says");
    return count;
  }
  let at = -1;
  for (let i = 0; i < count; i++) {
    at += from.unsigned() + 1;
    if (at >= n) throw new RangeError("A block of option minutes names an instrument it has not");
    places[i] = at;
  }
  return count;
}

type Column = Int32Array | Uint32Array;

function writeChanges(out: ByteWriter, before: Column, now: Column): void {
  const places: number[] = [];
  let scale = 0;
  for (let i = 0; i < now.length; i++) {
    const change = now[i]! - before[i]!;
    if (change === 0) continue;
    places.push(i);
    if (scale !== 1) scale = commonDivisor(scale, Math.abs(change));
  }
  writePlaces(out, places, now.length);
  if (places.length === 0) return;
  out.unsigned(scale);
  for (const i of places) out.signed((now[i]! - before[i]!) / scale);
  before.set(now);
}

function readChanges(from: ByteReader, column: Column, places: Uint32Array): void {
  const count = readPlaces(from, column.length, places);
  if (count === 0) return;
  const scale = from.unsigned();
  for (let i = 0; i < count; i++) column[places[i]!]! += from.signed() * scale;
}

export function createBlockWriter(tokens: Uint32Array): BlockWriter {
  const n = tokens.length;
  const last = emptyState(n);
  const minutes = createByteWriter();
  let heard = 0;
  let newest = -1;
  return {
    get heard() {
      return heard;
    },
    minute(minute, { close, oi, volume, known }) {
      if (minute <= newest || minute >= QUARTER_MINUTES)
        throw new RangeError(`Minute ${minute} does not follow minute ${newest} of its quarter`);
      newest = minute;
      heard |= 1 << minute;
      const found: number[] = [];
      for (let i = 0; i < n; i++) if (known[i]! > last.known[i]!) found.push(i);
      writePlaces(minutes, found, n);
      for (const i of found) last.known[i] = 1;
      writeChanges(minutes, last.close, close);
      writeChanges(minutes, last.oi, oi);
      writeChanges(minutes, last.volume, volume);
    },
    bytes() {
      const out = createByteWriter(minutes.length + 3 * n + 16);
      out.byte(VERSION);
      out.byte(heard & 0xff);
      out.byte(heard >> 8);
      out.unsigned(n);
      let before = 0;
      for (const token of tokens) {
        out.signed(token - before);
        before = token;
      }
      out.append(minutes.bytes());
      return out.bytes();
    },
  };
}

/** The minutes of its quarter that a block says were heard, without reading on. */
export function heardMinutes(body: Uint8Array): number[] {
  const heard = (body[1] ?? 0) | ((body[2] ?? 0) << 8);
  return Array.from({ length: QUARTER_MINUTES }, (_, minute) => minute).filter(
    (minute) => heard & (1 << minute),
  );
}

/** @throws RangeError when it is no such block, or cut short */
export function openBlock(body: Uint8Array): BlockReader {
  const from = createByteReader(body);
  if (from.byte() !== VERSION) throw new RangeError("A block of option minutes of an unknown version");
  const heard = from.byte() | (from.byte() << 8);
  const n = from.unsigned();
  // A token takes a byte at least.
  if (n > body.length) throw new RangeError("A block of option minutes is cut short");
  const tokens = new Uint32Array(n);
  let token = 0;
  for (let i = 0; i < n; i++) {
    token += from.signed();
    tokens[i] = token;
  }
  const state = emptyState(n);
  const places = new Uint32Array(n);
  let minute = -1;
  return {
    heard,
    tokens,
    state,
    next() {
      do minute++;
      while (minute < QUARTER_MINUTES && (heard & (1 << minute)) === 0);
      if (minute >= QUARTER_MINUTES) {
        if (!from.isAtEnd()) throw new RangeError("A block of option minutes is longer than it says");
        return -1;
      }
      const found = readPlaces(from, n, places);
      for (let i = 0; i < found; i++) state.known[places[i]!] = 1;
      readChanges(from, state.close, places);
      readChanges(from, state.oi, places);
      readChanges(from, state.volume, places);
      return minute;
    },
  };
}

/**
 * One block of two that were recorded of the same quarter, of the same or of other instruments. Where both have an instrument's
 * minute the second has the word; an instrument that one of them has not heard of stands as the other has it.
 */
export function joinOptionMinutes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const parts = [openBlock(first), openBlock(second)];
  const tokens = Uint32Array.from(new Set(parts.flatMap((part) => [...part.tokens])));
  const placeOf = new Map([...tokens].map((token, place) => [token, place]));
  const places = parts.map((part) => Array.from(part.tokens, (token) => placeOf.get(token)!));
  const state = emptyState(tokens.length);
  const out = createBlockWriter(tokens);
  const at = parts.map((part) => part.next());
  for (let minute = 0; minute < QUARTER_MINUTES; minute++) {
    if (!at.includes(minute)) continue;
    parts.forEach((part, p) => {
      if (at[p] !== minute) return;
      places[p]!.forEach((place, i) => {
        if (part.state.known[i] === 0) return;
        state.known[place] = 1;
        state.close[place] = part.state.close[i]!;
        state.oi[place] = part.state.oi[i]!;
        state.volume[place] = part.state.volume[i]!;
      });
      at[p] = part.next();
    });
    out.minute(minute, state);
  }
  return out.bytes();
}
