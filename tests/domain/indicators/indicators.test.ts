/** What is said of every indicator: docs/quant.md, Indicators. Their figures are those of tests/vectors/indicators.json. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIndicator } from "#domain/indicators/catalogue.ts";
import { feedColumns, indicatorColumns } from "#domain/indicators/columns.ts";
import type { IndicatorParams } from "#domain/indicators/params.ts";
import { INDICATOR_IDS, INDICATOR_TERMS, type IndicatorId } from "#domain/indicators/terms.ts";
import { bars, columnsOf, GAP, reaching, repriced, still } from "./bars.ts";

/** Short enough that every drawn list of bars says something. */
const SHORT: Readonly<Record<IndicatorId, IndicatorParams>> = {
  sma: { length: 4 },
  ema: { length: 4 },
  bollinger: { length: 4 },
  rsi: { length: 4 },
  macd: { fast: 2, slow: 5, signal: 3 },
  atr: { length: 4 },
  supertrend: { length: 4, factor: 1 },
  vwap: {},
};

const unknown = (id: IndicatorId): number[] => INDICATOR_TERMS[id].outputs.map(() => Number.NaN);

describe.each(INDICATOR_IDS)("%s", (id) => {
  const { outputs } = INDICATOR_TERMS[id];
  const fresh = () => createIndicator(id, SHORT[id]);

  test("answers bar by bar what whole columns hold, to the digit", () => {
    fc.assert(
      fc.property(bars, (list) => {
        const columns = indicatorColumns(id, SHORT[id], columnsOf(list));
        const indicator = fresh();
        const pushed = list.map((bar) => indicator.push(bar));
        expect(columns.map((column) => Array.from(column))).toEqual(
          outputs.map((_, output) => pushed.map((figures) => figures[output])),
        );
      }),
    );
  });

  test("a bar that is running is figured as if it had ended, and leaves no trace", () => {
    fc.assert(
      fc.property(bars, bars, (list, running) => {
        const [looked, untouched] = [fresh(), fresh()];
        const peeked = list.map((bar, i) => {
          for (const other of running.slice(0, 1 + (i % 3))) looked.peek(other);
          return [looked.peek(bar), looked.push(bar)];
        });
        const wanted = list.map((bar) => untouched.push(bar));
        expect(peeked).toEqual(wanted.map((figures) => [figures, figures]));
      }),
    );
  });

  test("a gap has no figure, and what follows is figured as if it were not there", () => {
    const list = Array.from({ length: 12 }, (_, i) => reaching(100 + 3 * Math.sin(i), 2));
    const [gapped, whole] = [fresh(), fresh()];
    for (const bar of list) {
      expect(gapped.peek(GAP)).toEqual(unknown(id));
      expect(gapped.push(GAP)).toEqual(unknown(id));
      expect(gapped.push(bar)).toEqual(whole.push(bar));
    }
  });

  test("an infinite price is no price", () => {
    const indicator = fresh();
    const endless = reaching(Number.POSITIVE_INFINITY, 1);
    const before = Array.from({ length: 8 }, () => indicator.push(reaching(100, 1))).at(-1);
    expect(indicator.push(endless)).toEqual(unknown(id));
    expect(indicator.push(reaching(100, 1)).map((figure) => figure.toFixed(9))).toEqual(
      before!.map((figure) => figure.toFixed(9)),
    );
  });

  test("prices of another unit give figures of that unit", () => {
    const hasUnit = outputs.map((output) => output !== "rsi" && output !== "direction");
    fc.assert(
      fc.property(bars, fc.constantFrom(0.5, 4, 1024), (list, times) => {
        const plain = indicatorColumns(id, SHORT[id], columnsOf(list));
        const scaled = indicatorColumns(id, SHORT[id], columnsOf(repriced(list, (price) => times * price)));
        // By a power of two nothing is rounded otherwise.
        plain.forEach((column, output) => {
          const wanted = hasUnit[output] ? column.map((figure) => times * figure) : column;
          expect(Array.from(scaled[output]!)).toEqual(Array.from(wanted));
        });
      }),
    );
  });

  test("goes on where its columns' ended bars end", () => {
    fc.assert(
      fc.property(bars, fc.nat(), (list, drawn) => {
        const ended = drawn % (list.length + 1);
        const columns = columnsOf(list);
        const indicator = fresh();
        const shown = feedColumns(indicator, outputs.length, columns, ended);
        const wanted = indicatorColumns(id, SHORT[id], columns);
        for (const [output, column] of shown.entries()) {
          // The first running bar follows what has ended.
          expect(Array.from(column.slice(0, ended + 1))).toEqual(
            Array.from(wanted[output]!.slice(0, ended + 1)),
          );
        }
        const rest = list.slice(ended).map((bar) => indicator.push(bar));
        expect(rest.map((figures) => figures[0])).toEqual(Array.from(wanted[0]!.slice(ended)));
      }),
    );
  });

  test("no bars are no figures", () => {
    expect(indicatorColumns(id, {}, columnsOf([]))).toEqual(outputs.map(() => new Float64Array()));
  });
});

test("constant prices: averages are that price to the digit, nothing has a width, nothing moved", () => {
  const price = 24_051.35;
  const list = Array.from({ length: 60 }, () => still(price));
  const last = (id: IndicatorId) => indicatorColumns(id, {}, columnsOf(list)).map((column) => column.at(-1));
  expect(last("sma")).toEqual([price]);
  expect(last("ema")).toEqual([price]);
  expect(last("bollinger")).toEqual([price, price, price]);
  expect(last("rsi")).toEqual([50]);
  expect(last("macd")).toEqual([0, 0, 0]);
  expect(last("atr")).toEqual([0]);
  expect(last("supertrend")).toEqual([price, -1]);
  expect(last("vwap")[0]).toBeCloseTo(price, 9);
});

test("of one bar: averages are the close, RSI knows its way alone, the range is the bar's own", () => {
  const list = [reaching(100, 3), reaching(104, 1), reaching(101, 2), reaching(101, 2)];
  const columns = (id: IndicatorId, params: IndicatorParams) =>
    indicatorColumns(id, params, columnsOf(list)).map((column) => Array.from(column));
  expect(columns("sma", { length: 1 })).toEqual([[100, 104, 101, 101]]);
  expect(columns("ema", { length: 1 })).toEqual([[100, 104, 101, 101]]);
  expect(columns("bollinger", { length: 1 })).toEqual(Array(3).fill([100, 104, 101, 101]));
  expect(columns("rsi", { length: 1 })).toEqual([[Number.NaN, 100, 0, 50]]);
  // 105 from 100, 99 from 104, and the bar's own 4 where it did not jump.
  expect(columns("atr", { length: 1 })).toEqual([[6, 5, 5, 4]]);
});

test("no indicator but VWAP cares for sessions or volume", () => {
  fc.assert(
    fc.property(bars, (list) => {
      const bare = list.map((bar) => ({ ...bar, volume: Number.NaN, startsSession: false }));
      for (const id of INDICATOR_IDS.filter((each) => each !== "vwap")) {
        expect(indicatorColumns(id, SHORT[id], columnsOf(bare))).toEqual(
          indicatorColumns(id, SHORT[id], columnsOf(list)),
        );
      }
    }),
  );
});

describe("of prices upside down", () => {
  const AROUND = 4000;
  const mirrored = (id: IndicatorId, check: (plain: number[][], turned: number[][]) => void) =>
    fc.assert(
      fc.property(bars, (list) => {
        const columns = (each: typeof list) =>
          indicatorColumns(id, SHORT[id], columnsOf(each)).map((column) => Array.from(column));
        check(columns(list), columns([...repriced(list, (price) => AROUND - price)]));
      }),
    );
  const expectNear = (got: readonly number[], wanted: readonly number[], digits: number) =>
    got.forEach((figure, i) => {
      if (Number.isNaN(wanted[i])) expect(figure).toBeNaN();
      else expect(figure).toBeCloseTo(wanted[i]!, digits);
    });

  test("RSI is 100 less what it was", () => {
    mirrored("rsi", ([plain], [turned]) =>
      expectNear(
        turned!,
        plain!.map((each) => 100 - each),
        6,
      ),
    );
  });

  test("MACD has the other sign", () => {
    mirrored("macd", (plain, turned) =>
      turned.forEach((column, i) => {
        expectNear(
          column,
          plain[i]!.map((each) => -each),
          6,
        );
      }),
    );
  });

  test("ranges are as wide, and Bollinger's bands change places", () => {
    mirrored("atr", ([plain], [turned]) => expectNear(turned!, plain!, 6));
    mirrored("bollinger", ([, upper], [, , lower]) =>
      expectNear(
        lower!,
        upper!.map((each) => AROUND - each),
        6,
      ),
    );
  });
});
