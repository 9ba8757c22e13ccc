import { expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import { gridTable } from "#protocol/frames/grid-table.ts";
import { TEXTS } from "#src/features/chain/texts.ts";
import { asCsv, asTabs, tableRows } from "#src/features/chain/tools/table-text.ts";

const layoutOptions = {
  width: 1366,
  page: 0,
  // The page shows lakh; what is taken along is in units.
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;
const layout = layoutChain({ ...layoutOptions, view: "ltp" });

function table(options: Parameters<typeof layoutChain>[0] = { ...layoutOptions, view: "ltp" }) {
  const grid = createGridState();
  grid.rows = 2;
  grid.strikes = Float64Array.from([24_400, 24_450]);
  grid.values = new Float64Array(2 * CHAIN_FIELDS.length).fill(Number.NaN);
  const set = (row: number, field: (typeof CHAIN_FIELDS)[number], value: number): void => {
    grid.values[row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field]] = value;
  };
  set(0, "call.ltp", 1_162.75);
  set(0, "call.changePct", -4.25);
  set(0, "call.oi", 1_524_120);
  set(1, "put.ltp", 0);
  set(1, "put.oiChange", -130);
  set(1, "iv", 8.7);
  grid.head[HEAD_INDEX.underlying] = 256_265;
  grid.head[HEAD_INDEX.expiry] = 20_261_201;
  grid.head[HEAD_INDEX.asOf] = 1_764_000_000_000;
  set(0, "straddle", 281.525);
  set(0, "straddleChange", -1.5);
  set(0, "straddleLower", 24_118.475);
  set(0, "totalOi", 162_500);
  return gridTable(grid, layoutChain(options));
}

test("[CHAIN-39] the whole chain comes under its names, one plain number a cell, nothing where it is not known", () => {
  const [heads, first, second] = tableRows(table(), TEXTS.columns) as [string[], string[], string[]];
  const of = (line: string[], name: string): string | undefined => line[heads.indexOf(name)];
  expect(heads).toContain("Call LTP chg %");
  expect(new Set(heads).size).toBe(heads.length);
  expect([
    of(first, "Call LTP"),
    of(first, "Call LTP chg %"),
    of(first, "Call OI"),
    of(first, "Strike"),
  ]).toEqual(["1162.75", "-4.25", "1524120", "24400"]);
  expect([of(second, "Put LTP"), of(second, "Put OI chg"), of(second, "IV %"), of(second, "Put OI")]).toEqual(
    ["", "-130", "8.7", ""],
  );
});

test("[CHAIN-54] straddles come under their names, each figure once a strike, plain and unrounded", () => {
  const look = { columns: VIEW_COLUMNS.straddle, perLot: false, bars: "none", bidFirst: false } as const;
  const view = ownView(look, false);
  const [heads, first, second] = tableRows(table({ ...layoutOptions, view }), TEXTS.columns) as [
    string[],
    string[],
    string[],
  ];
  expect(heads).toEqual([
    ...["Strike", "Straddle", "Chg", "Chg %", "Move %", "Lower B/E", "Upper B/E", "PCR", "Total OI"],
    ...["Net delta", "Net gamma", "Net theta", "Net vega"],
  ]);
  const of = (line: string[], name: string): string | undefined => line[heads.indexOf(name)];
  expect(["Straddle", "Chg", "Lower B/E", "Total OI"].map((name) => of(first, name))).toEqual([
    ...["281.525", "-1.5", "24118.475", "162500"],
  ]);
  expect(["Straddle", "Chg", "Total OI"].map((name) => of(second, name))).toEqual(["", "", ""]);
});

test("[CHAIN-39] a marked part has its heads, what is not marked in its rows is left out; one cell is its number alone", () => {
  const at = (id: string, side: string) =>
    layout.columns.findIndex((column) => column.id === id && column.side === side);
  const call = at("ltp", "call");
  const strike = at("strike", "centre");
  const marked = new Map([
    [0, [call, strike]],
    [1, [strike]],
  ]);
  const part = {
    rows: [0, 1],
    isIn: (row: number, place: number) => marked.get(row)?.includes(place) === true,
  };
  expect(asTabs(tableRows(table(), TEXTS.columns, part))).toBe(
    "Call LTP\tCall LTP chg %\tStrike\n1162.75\t-4.25\t24400\n\t\t24450",
  );
  const one = { rows: [1], isIn: (_: number, place: number) => place === strike };
  expect(asTabs(tableRows(table(), TEXTS.columns, one))).toBe("24450");
});

test("a file's lines end as RFC 4180 has them", () => {
  expect(
    asCsv([
      ["Strike", "IV %"],
      ["24400", ""],
    ]),
  ).toBe("Strike,IV %\r\n24400,\r\n");
});
