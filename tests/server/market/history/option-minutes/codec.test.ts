import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createBlockWriter,
  joinOptionMinutes,
  type MinuteState,
  openBlock,
  QUARTER_MINUTES,
} from "#server/market/history/option-minutes/codec.ts";

const U32 = 2 ** 32 - 1;

interface Figures {
  readonly close: number;
  readonly oi: number;
  readonly volume: number;
}
/** By minute that was heard, by token; null not heard of yet. */
type Heard = ReadonlyMap<number, readonly (Figures | null)[]>;

const figures = fc.record({
  close: fc.oneof(
    fc.integer({ min: 0, max: 200 }).map((n) => 5 * n),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  ),
  oi: fc.oneof(
    fc.integer({ min: 0, max: 200 }).map((n) => 65 * n),
    fc.integer({ min: 0, max: U32 }),
  ),
  volume: fc.oneof(
    fc.integer({ min: 0, max: 200 }).map((n) => 65 * n),
    fc.constant(U32),
  ),
});

const quarter = fc
  .record({
    tokens: fc.uniqueArray(fc.integer({ min: 0, max: U32 }), { maxLength: 40 }),
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: QUARTER_MINUTES - 1 }), { maxLength: QUARTER_MINUTES }),
  })
  .chain(({ tokens, minutes }) =>
    fc
      .array(
        fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant("same" as const) }, figures), {
          minLength: tokens.length,
          maxLength: tokens.length,
        }),
        {
          minLength: minutes.length,
          maxLength: minutes.length,
        },
      )
      .map((rows) => {
        const heard = new Map<number, (Figures | null)[]>();
        let last: (Figures | null)[] = tokens.map(() => null);
        minutes
          .sort((a, b) => a - b)
          .forEach((minute, m) => {
            last = last.map((before, i) => (rows[m]![i] === "same" ? before : (rows[m]![i] as Figures)));
            heard.set(minute, last);
          });
        return { tokens, heard: heard as Heard };
      }),
  );

function stateOf(row: readonly (Figures | null)[]): MinuteState {
  return {
    close: Int32Array.from(row, (each) => each?.close ?? 0),
    oi: Uint32Array.from(row, (each) => each?.oi ?? 0),
    volume: Uint32Array.from(row, (each) => each?.volume ?? 0),
    known: Uint8Array.from(row, (each) => (each === null ? 0 : 1)),
  };
}

function encode(tokens: readonly number[], heard: Heard): Uint8Array {
  const block = createBlockWriter(Uint32Array.from(tokens));
  for (const [minute, row] of heard) block.minute(minute, stateOf(row));
  return block.bytes();
}

function decode(body: Uint8Array): { tokens: number[]; heard: Heard } {
  const block = openBlock(body);
  const heard = new Map<number, (Figures | null)[]>();
  for (let minute = block.next(); minute >= 0; minute = block.next()) {
    const { close, oi, volume, known } = block.state;
    heard.set(
      minute,
      Array.from(known, (is, i) => (is === 0 ? null : { close: close[i]!, oi: oi[i]!, volume: volume[i]! })),
    );
  }
  return { tokens: [...block.tokens], heard };
}

describe("a block of option minutes", () => {
  it("comes back as it was: any tokens in any order, minutes left out, figures up to a u32's limits", () => {
    fc.assert(
      fc.property(quarter, ({ tokens, heard }) => {
        expect(decode(encode(tokens, heard))).toEqual({ tokens, heard });
      }),
    );
  });

  it("can be read while it is written, and gone on with", () => {
    const block = createBlockWriter(Uint32Array.of(7));
    block.minute(2, stateOf([{ close: 10, oi: 65, volume: 65 }]));
    expect(decode(block.bytes()).heard.size).toBe(1);
    block.minute(4, stateOf([{ close: 10, oi: 65, volume: 130 }]));
    expect([...decode(block.bytes()).heard.keys()]).toEqual([2, 4]);
    expect(block.heard).toBe(0b10100);
    expect(() => block.minute(4, stateOf([null]))).toThrow(RangeError);
    expect(() => block.minute(QUARTER_MINUTES, stateOf([null]))).toThrow(RangeError);
  });

  it("is refused when it is cut short or goes on behind its end, wherever that is", () => {
    fc.assert(
      fc.property(quarter, fc.double({ min: 0, max: 1, noNaN: true }), ({ tokens, heard }, part) => {
        const body = encode(tokens, heard);
        const cut = Math.min(body.length - 1, Math.floor(part * body.length));
        expect(() => decode(body.subarray(0, cut))).toThrow(RangeError);
        expect(() => decode(Uint8Array.of(...body, 0))).toThrow(RangeError);
      }),
    );
  });

  it("that is nonsense is refused or read, and never hangs", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decode(Uint8Array.of(1, ...bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
    expect(() => decode(Uint8Array.of(2, 0, 0, 0))).toThrow(/version/);
  });

  it("takes little: a minute in which nothing changed four bytes, a change three or so", () => {
    const tokens = Array.from({ length: 200 }, (_, i) => 12_000_000 + 256 * i);
    const rows = tokens.map((_, i) => ({ close: 5 * i, oi: 65 * i, volume: 650 * i }));
    const still = new Map(Array.from({ length: 15 }, (_, minute) => [minute, rows] as const));
    const one = new Map([[0, rows] as const]);
    expect(encode(tokens, still).length - encode(tokens, one).length).toBe(14 * 4);
    const moved = rows.map((each, i) => (i % 20 === 0 ? { ...each, oi: each.oi + 130 } : each));
    const size = encode(tokens, new Map([...one, [1, moved] as const])).length - encode(tokens, one).length;
    expect(size).toBeLessThan(30);
  });
});

describe("two blocks of one quarter", () => {
  /** By the rule: minutes and tokens of both, the second's word where both speak. */
  function ruled(
    a: { tokens: readonly number[]; heard: Heard },
    b: { tokens: readonly number[]; heard: Heard },
  ) {
    const tokens = [...new Set([...a.tokens, ...b.tokens])];
    const heard = new Map<number, (Figures | null)[]>();
    let last = new Map<number, Figures>();
    for (let minute = 0; minute < QUARTER_MINUTES; minute++) {
      const rows = [a, b].filter((part) => part.heard.has(minute));
      if (rows.length === 0) continue;
      last = new Map(last);
      for (const part of rows)
        part.heard.get(minute)!.forEach((each, i) => {
          if (each !== null) last.set(part.tokens[i]!, each);
        });
      heard.set(
        minute,
        tokens.map((token) => last.get(token) ?? null),
      );
    }
    return { tokens, heard: heard as Heard };
  }

  it("become one that has the minutes and instruments of both", () => {
    fc.assert(
      fc.property(quarter, quarter, (a, b) => {
        const joined = joinOptionMinutes(encode(a.tokens, a.heard), encode(b.tokens, b.heard));
        expect(decode(joined)).toEqual(ruled(a, b));
      }),
    );
  });

  it("stay the same when the second is written again, and when both are one", () => {
    fc.assert(
      fc.property(quarter, quarter, (a, b) => {
        const [first, second] = [encode(a.tokens, a.heard), encode(b.tokens, b.heard)];
        const joined = joinOptionMinutes(first, second);
        expect(joinOptionMinutes(joined, second)).toEqual(joined);
        expect(joinOptionMinutes(first, first)).toEqual(first);
      }),
    );
  });
});
