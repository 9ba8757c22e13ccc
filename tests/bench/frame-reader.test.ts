import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildFrame, OPCODE_BINARY, OPCODE_TEXT } from "#server/market/relay/frames.ts";
import { clientFrame, createFrameReader, HEAD_BYTES } from "../../bench/fan-out/frame-reader.ts";

type Seen = [opcode: number, length: number, head: string];

function readAll(chunks: readonly Buffer[]): Seen[] {
  const seen: Seen[] = [];
  const read = createFrameReader((opcode, length, head) => seen.push([opcode, length, head.toString("hex")]));
  for (const chunk of chunks) read(chunk);
  return seen;
}

describe("frame reader of the fan-out bench", () => {
  it("finds every frame however the stream is cut", () => {
    const payload = fc.tuple(
      fc.constantFrom(OPCODE_TEXT, OPCODE_BINARY),
      fc.constantFrom(0, 1, 124, 125, 126, 127, 205, 65_535, 65_536),
    );
    fc.assert(
      fc.property(
        fc.array(payload, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (frames, cuts) => {
          const made = frames.map(([opcode, length], i) => buildFrame(opcode, Buffer.alloc(length, i + 1)));
          const stream = Buffer.concat(made);
          const at = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort(
            (a, b) => a - b,
          );
          const chunks = at.slice(1).map((end, i) => stream.subarray(at[i], end));
          expect(readAll(chunks)).toEqual(
            frames.map(([opcode, length], i) => [
              opcode,
              length,
              Buffer.alloc(Math.min(length, HEAD_BYTES), i + 1).toString("hex"),
            ]),
          );
        },
      ),
    );
  });

  it("masks what clients say with zeros", () => {
    const short = clientFrame(OPCODE_TEXT, "hello");
    expect([...short.subarray(0, 6)]).toEqual([0x81, 0x85, 0, 0, 0, 0]);
    expect(short.toString("latin1", 6)).toBe("hello");
    const long = clientFrame(OPCODE_TEXT, "x".repeat(300));
    expect(long[1]).toBe(0x80 | 126);
    expect(long.readUInt16BE(2)).toBe(300);
    expect(long.length).toBe(308);
  });
});
