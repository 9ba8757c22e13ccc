/*
 * Whole numbers in as few bytes as they need: 7 bits a byte, the lowest first, the highest bit says that more follow (LEB128).
 * Up to 2^35, so that the difference of any two u32 has room, its sign folded into the lowest bit.
 */

/** Bytes that grow as numbers are appended. */
export interface ByteWriter {
  readonly length: number;
  byte(value: number): void;
  /** @param value whole, 0 to 2^35 − 1 */
  unsigned(value: number): void;
  /** @param value whole, between ±2^34 */
  signed(value: number): void;
  append(bytes: Uint8Array): void;
  /** A copy of what was written. */
  bytes(): Uint8Array;
}

export interface ByteReader {
  /** All has been read. */
  isAtEnd(): boolean;
  /** @throws RangeError beyond the end, as do the others */
  byte(): number;
  unsigned(): number;
  signed(): number;
  take(length: number): Uint8Array;
}

const MOST_BYTES = 5;

export function createByteWriter(room = 256): ByteWriter {
  let buffer = new Uint8Array(room);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(Math.max(2 * buffer.length, length + more));
    grown.set(buffer);
    buffer = grown;
  }

  function unsigned(value: number): void {
    reserve(MOST_BYTES);
    let rest = value;
    while (rest >= 0x80) {
      buffer[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[length++] = rest;
  }

  return {
    get length() {
      return length;
    },
    byte(value) {
      reserve(1);
      buffer[length++] = value;
    },
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    append(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    bytes: () => buffer.slice(0, length),
  };
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;

  function byte(): number {
    const value = bytes[at];
    if (value === undefined) throw new RangeError("A block of option minutes is cut short");
    at++;
    return value;
  }

  function unsigned(): number {
    let value = byte();
    if (value < 0x80) return value;
    value -= 0x80;
    for (let n = 1, scale = 0x80; n < MOST_BYTES; n++, scale *= 0x80) {
      const next = byte();
      if (next < 0x80) return value + next * scale;
      value += (next - 0x80) * scale;
    }
    throw new RangeError("A block of option minutes holds a number beyond its range");
  }

  return {
    isAtEnd: () => at === bytes.length,
    byte,
    unsigned,
    signed() {
      const folded = unsigned();
      return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    },
    take(length) {
      if (at + length > bytes.length) throw new RangeError("A block of option minutes is cut short");
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}
