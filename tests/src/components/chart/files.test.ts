import { describe, expect, test } from "vitest";
import { csvOf, fileName, isoInIndia, plainNumber } from "#src/components/chart/files/chart-files.ts";
import { strikeFiles } from "#src/components/chart/files/strike-files.ts";
import { timeFiles } from "#src/components/chart/files/time-files.ts";
import { PRICE_LAYER } from "#src/components/chart/prices/price-layer.tsx";
import type { StrikeBarsProps, TimeChartProps } from "#src/components/chart/types.ts";

/** 24 Nov 2026, 09:15 in India. */
const OPEN = Date.UTC(2026, 10, 24, 3, 45);
const source = { symbol: "NIFTY", title: "OI over time", origin: 'recorded "here", simulated', asOf: OPEN };

const time = {
  times: [OPEN, OPEN + 60_000],
  panes: [{ name: "OI" }, { name: "Ratio" }],
  lines: [
    { name: "24,500 CE", pane: 0, values: [-1500, null], colour: "ink", format: () => "−1.5K" },
    { name: "PCR", pane: 1, values: [0.9, 1.25], colour: "accent", dash: [2, 2], format: String },
  ],
  source,
} as unknown as TimeChartProps;

describe("what is kept of a chart", () => {
  test("is a table with a header, times of India, plain figures and where they come from", () => {
    expect(
      csvOf(
        timeFiles(time, () => null),
        "Source",
      ),
    ).toBe(
      [
        'Time (IST),"OI, 24,500 CE","Ratio, PCR",Source',
        '2026-11-24T09:15:00+05:30,-1500,0.9,"NIFTY, OI over time, recorded ""here"", simulated"',
        '2026-11-24T09:16:00+05:30,,1.25,"NIFTY, OI over time, recorded ""here"", simulated"',
        "",
      ].join("\r\n"),
    );
  });

  test("has open, high and low before the close of bars of prices", () => {
    const prices = { open: [1, 2], high: [4, 5], low: [0.5, null] };
    const [line] = time.lines;
    const of = { ...time, lines: [{ ...line!, prices }], layer: PRICE_LAYER };
    const { columns } = timeFiles(of, () => null);
    expect(columns.slice(1).map(({ name, value }) => [name, value(1)])).toEqual([
      ["OI, 24,500 CE, Open", "2"],
      ["OI, 24,500 CE, High", "5"],
      ["OI, 24,500 CE, Low", ""],
      ["OI, 24,500 CE", ""],
    ]);
  });

  test("names times that are not those of bars by what they are", () => {
    expect(timeFiles({ ...time, timeName: "Expiry" }, () => null).columns[0]!.name).toBe("Expiry");
  });

  test("has a column of what is said of single bars", () => {
    const words = [{ name: "Candle pattern", at: (row: number) => (row === 1 ? "Hammer" : null) }];
    const last = timeFiles({ ...time, words }, () => null).columns.at(-1)!;
    expect([last.name, last.text(0), last.text(1), last.value(1)]).toEqual([
      ...["Candle pattern", "", "Hammer", "Hammer"],
    ]);
  });

  test("reads on the screen as the chart's owner writes figures", () => {
    const { columns, legend, rows } = timeFiles(time, () => null);
    expect(rows).toBe(2);
    expect(columns.map((column) => [column.text(0), column.text(1)])).toEqual([
      ["24 Nov 09:15", "24 Nov 09:16"],
      ["−1.5K", "--"],
      ["0.9", "1.25"],
    ]);
    expect(legend.map(({ dash }) => dash)).toEqual([[], [2, 2]]);
  });

  test("has before beside now where strikes are compared", () => {
    const strikes = {
      ...{
        strikes: [24_500],
        now: { call: [5], put: [null] },
        before: { call: [4], put: [3] },
        measure: "oi",
      },
      ...{ source, format: String, formatStrike: String },
    } as unknown as StrikeBarsProps;
    const [head, row] = csvOf(
      strikeFiles(strikes, () => null),
      "Source",
    ).split("\r\n");
    expect(head).toBe("Strike,Call,Put,Call before,Put before,Source");
    expect(row).toMatch(/^24500,5,,4,3,/);
  });

  test("is named by symbol, title and time, without what file systems refuse", () => {
    expect(fileName(source, "csv")).toBe("NIFTY OI over time 2026-11-24 0915.csv");
    expect(fileName({ ...source, symbol: 'A/B:"C"', asOf: null }, "png")).toBe("A-B-C- OI over time.png");
  });

  test("writes no figure for what is not known, and seconds of India's clock", () => {
    expect([plainNumber(null), plainNumber(Number.NaN), plainNumber(-0.5)]).toEqual(["", "", "-0.5"]);
    expect(isoInIndia(OPEN + 7000)).toBe("2026-11-24T09:15:07+05:30");
  });
});
