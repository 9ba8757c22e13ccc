import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createPixelColumns,
  mostBuckets,
  pointsPerBucket,
} from "#src/components/chart/data/pixel-columns.ts";

type Column = (number | null)[];

function createFor(width: number, columns: readonly Column[], points: number) {
  const most = mostBuckets(width);
  return createPixelColumns(most, columns.length, pointsPerBucket(points, most));
}

function columnsOf(width: number, columns: readonly Column[], gaps: ReadonlySet<number> = new Set()) {
  const made = createFor(width, columns, columns[0]!.length + gaps.size);
  for (let i = 0; i < columns[0]!.length; i++) {
    made.append(i, i + 1, columns);
    if (gaps.has(i)) made.appendGap(i + 0.5);
  }
  return made;
}

const figure = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** Three series of one length. */
const table = fc
  .integer({ min: 1, max: 700 })
  .chain((length) =>
    fc.tuple(...[0, 1, 2].map(() => fc.array(figure, { minLength: length, maxLength: length }))),
  );
const width = fc.integer({ min: 1, max: 40 });

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value) => value !== null && value !== undefined);

/** Stretches that a plot would draw as one line: null breaks it, undefined does not. */
function linesOf(values: readonly (number | null | undefined)[]): number[][] {
  const lines: number[][] = [[]];
  for (const value of values) {
    if (value === null) lines.push([]);
    else if (value !== undefined) lines.at(-1)!.push(value);
  }
  return lines.filter(({ length }) => length > 0);
}

describe("several series as their pixels can show them", () => {
  test("are every point while they are few, unknown ones too", () => {
    const columns = [
      [1, null, 3, 4],
      [null, 2, 2, null],
    ];
    expect(columnsOf(50, columns).drawn).toEqual([[0, 1, 2, 3], ...columns]);
  });

  test("are the same whether points come one by one or all at once", () => {
    fc.assert(
      fc.property(width, table, fc.nat(), (pixels, columns, some) => {
        const { length } = columns[0]!;
        const first = some % (length + 1);
        const made = createFor(pixels, columns, length);
        made.append(0, first, columns);
        made.append(first, length, columns);
        expect(made.drawn).toEqual(columnsOf(pixels, columns).drawn);
      }),
    );
  });

  test("keep the extremes of each, draw no figure that never was, keep x rising and are bounded", () => {
    fc.assert(
      fc.property(width, table, (pixels, columns) => {
        const [x, ...drawn] = columnsOf(pixels, columns).drawn;
        expect(x.length).toBeLessThanOrEqual(Math.max(4, pixels) * 2 * 5);
        for (let i = 1; i < x.length; i++) expect(x[i]!).toBeGreaterThan(x[i - 1]!);
        for (const [s, column] of columns.entries()) {
          expect(drawn[s]!.length).toBe(x.length);
          const [were, are] = [known(column), known(drawn[s]!)];
          expect(are.length === 0).toBe(were.length === 0);
          if (were.length === 0) continue;
          expect([Math.min(...are), Math.max(...are)]).toEqual([Math.min(...were), Math.max(...were)]);
          const ever = new Set(were);
          for (const value of are) expect(ever.has(value)).toBe(true);
        }
      }),
    );
  });

  test("never draw a line across what is not known: two figures on one line were neighbours of known ones alone", () => {
    fc.assert(
      fc.property(
        width,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
        (pixels, runs) => {
          // Runs of known figures, each run its own number, a gap behind every one.
          const column: Column = runs.flatMap((length, run) => [...Array<number>(length).fill(run), null]);
          const [, drawn] = columnsOf(pixels, [column]).drawn;
          for (const line of linesOf(drawn!)) expect(new Set(line).size).toBe(1);
        },
      ),
    );
  });

  test("break where nothing is known between two points", () => {
    fc.assert(
      fc.property(width, fc.integer({ min: 2, max: 600 }), fc.nat(), (pixels, length, seed) => {
        const at = seed % (length - 1);
        const column = Array.from({ length }, (_, i) => (i <= at ? 1 : 2));
        const [, drawn] = columnsOf(pixels, [column], new Set([at])).drawn;
        expect(linesOf(drawn!).every((line) => new Set(line).size === 1)).toBe(true);
      }),
    );
  });

  test("are the same whether they were read on the way or not", () => {
    fc.assert(
      fc.property(width, table, fc.nat(), (pixels, columns, seed) => {
        const read = createFor(pixels, columns, columns[0]!.length);
        const until = seed % columns[0]!.length;
        for (let i = 0; i < columns[0]!.length; i++) {
          read.append(i, i + 1, columns);
          if (i === until) expect(read.drawn[0].length).toBeGreaterThan(0);
        }
        expect(read.drawn).toEqual(columnsOf(pixels, columns).drawn);
      }),
    );
  });

  test("show every bucket's extremes of 100,000 points", () => {
    const column = Array.from({ length: 100_000 }, (_, i) => Math.sin(i / 900) * 50 + ((i * 7919) % 101));
    const [x, y] = columnsOf(100, [column]).drawn;
    // Two buckets a pixel, so of 100,000 points 512 each.
    const bucket = 512;
    for (let from = 0; from < column.length; from += bucket) {
      const whole = column.slice(from, from + bucket);
      const shown = known(y!.filter((_, i) => x[i]! >= from && x[i]! < from + bucket));
      expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...whole), Math.max(...whole)]);
    }
  });
});
