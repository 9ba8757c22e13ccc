import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  QUOTE_FULL_CLOSE,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_CLOSE,
  QUOTE_INDEX_SIZE,
  QUOTE_MINI_SIZE,
} from "#protocol/generated/layout.ts";
import { encodeQuotes } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import {
  copyOf,
  MODE_FULL,
  MODE_LTP,
  MODE_MINI,
  type QuoteModeRank,
  QuoteStore,
} from "#server/market/relay/quote-store.ts";

const EPOCH = 9;

/** An instrument's packet; every byte behind the token says whose and of which round it is. */
function packet(number: number, round: number): Buffer {
  const isIndex = number % 5 === 0;
  const bytes = Buffer.alloc(isIndex ? QUOTE_INDEX_SIZE : QUOTE_FULL_SIZE, (number * 7 + round * 13) & 0xff);
  bytes.writeUInt32BE(tokenOf(number), 0);
  return bytes;
}

const tokenOf = (number: number): number => (1_000 + number) * 256 + 2;

function expected(whole: Buffer, mode: QuoteModeRank): Buffer {
  if (mode === MODE_FULL) return whole;
  if (mode === MODE_MINI) return whole.subarray(0, QUOTE_MINI_SIZE);
  const close = whole.length === QUOTE_INDEX_SIZE ? QUOTE_INDEX_CLOSE : QUOTE_FULL_CLOSE;
  return Buffer.concat([whole.subarray(0, 8), whole.subarray(close, close + 4)]);
}

function packetsOf(frame: { bytes: Buffer; sequenceAt: number }): Buffer[] {
  const header = (frame.bytes[1] ?? 0) < 126 ? 2 : frame.bytes[1] === 126 ? 4 : 10;
  const decoded = decodeQuotes(frame.bytes.subarray(header));
  if ("error" in decoded) throw new Error(`refused: ${decoded.error}`);
  return decoded.packets.map((each) => Buffer.from(each));
}

describe("a frame of quotes", () => {
  it("holds the newest packet of each chosen instrument in its mode, in order, whatever lies beside it", () => {
    const choice = fc.tuple(fc.nat(39), fc.constantFrom(MODE_LTP, MODE_MINI, MODE_FULL));
    const into = Buffer.alloc(256 * 1024);
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(39), { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        fc.array(choice, { maxLength: 60 }),
        fc.boolean(),
        (rounds, choices, isLent) => {
          const store = new QuoteStore();
          const newest = new Map<number, Buffer>();
          for (const [round, numbers] of rounds.entries()) {
            const packets = numbers.map((number) => packet(number, round));
            for (const [i, number] of numbers.entries()) newest.set(number, packets[i] as Buffer);
            store.take(encodeQuotes(packets, EPOCH, round, 0));
          }
          const known = choices.filter(([number]) => newest.has(number));
          const slots = known.map(([number]) => store.placeOf(tokenOf(number)));
          const modes = known.map(([, mode]) => mode);
          const frame = store.encode({ slots, modes }, EPOCH, 1, isLent ? into : undefined);
          const all = known.map(([number, mode]) => expected(newest.get(number) as Buffer, mode));
          expect(packetsOf(frame)).toEqual(all);

          // Every second of them; what was lent before is written over, its copy is not.
          const kept = copyOf(frame);
          const positions = known.flatMap((_, i) => (i % 2 === 0 ? [i] : []));
          const some = store.encode({ slots, modes, positions, count: positions.length }, EPOCH, 2, into);
          expect(packetsOf(some)).toEqual(positions.map((i) => all[i]));
          expect(packetsOf(kept)).toEqual(all);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("may be longer than what is lent, and grow with the store", () => {
    const store = new QuoteStore();
    const count = 3_000;
    const numbers = Array.from({ length: count }, (_, i) => i);
    store.take(
      encodeQuotes(
        numbers.map((number) => packet(number, 1)),
        EPOCH,
        1,
        0,
      ),
    );
    const slots = numbers.map((number) => store.placeOf(tokenOf(number)));
    const frame = store.encode({ slots, modes: numbers.map(() => MODE_FULL) }, EPOCH, 1, Buffer.alloc(1_000));
    expect(packetsOf(frame)).toEqual(numbers.map((number) => packet(number, 1)));
    expect(frame.bytes.readUInt32BE(frame.sequenceAt)).toBe(0);
  });
});
