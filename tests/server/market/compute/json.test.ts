import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson, toJsonWithColumns } from "#server/market/compute/json.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("columns of figures", () => {
  const figure = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
    fc.integer({ min: -(2 ** 53), max: 2 ** 53 }),
    fc.maxSafeInteger().map((units) => units / 1e6 + 0),
    fc.integer({ min: -1e13, max: 1e13 }).map((units) => units / 1e4 + 0),
    fc.constantFrom(
      0,
      0.1,
      1,
      1e15,
      2 ** 53,
      9_007_199_254_740_991,
      1e-300,
      99_999_999,
      1e8,
      123.45,
      99_999_999.9999,
    ),
  );

  it("are read as they were, to the last bit", () => {
    fc.assert(
      fc.property(fc.array(figure), fc.array(figure), (a, b) => {
        const bytes = toJsonWithColumns(["payload"], { name: "ä", n: 1 }, { a, b, none: null });
        expect(JSON.parse(text(bytes))).toEqual({ payload: { name: "ä", n: 1, a, b, none: null } });
      }),
      { numRuns: 2_000 },
    );
  });

  it("of decimals are as short as people write them", () => {
    const column = [
      9, 10, 9999, 10_000, 10_000.0001, 100.01, 0, 1907.75, -4592.25, 24_170.65, 0.05, 100, -0.000001,
      1_234_567.891,
    ];
    expect(text(toJsonWithColumns([], {}, { column }))).toBe(JSON.stringify({ column }));
  });

  it("stand where they are said to, however deep, and however long", () => {
    const column = Array.from({ length: 20_000 }, (_, i) => i * 1234.5678);
    const bytes = toJsonWithColumns(["data", "payload"], {}, { column });
    expect(JSON.parse(text(bytes))).toEqual({ data: { payload: { column } } });
    // What was answered before must not be written into.
    const first = toJsonWithColumns([], {}, { a: [1, 2, 3] });
    toJsonWithColumns([], {}, { b: [4, 5, 6] });
    expect(text(first)).toBe('{"a":[1,2,3]}');
  });

  it("and anything else are JSON as everybody writes it", () => {
    expect(text(toJson({ a: [1, null, "x"] }))).toBe('{"a":[1,null,"x"]}');
  });
});
