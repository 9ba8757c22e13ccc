import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import { fieldsOf, gridTable } from "#protocol/frames/grid-table.ts";
import { TEXTS } from "#src/features/chain/texts.ts";
import { asCsv, tableRows } from "#src/features/chain/tools/table-text.ts";
import { WEBSITE_FIELDS, websiteTable } from "#src/features/chain/tools/website-table.ts";

const LOT = 65;

function chain() {
  const grid = createGridState();
  grid.rows = 3;
  grid.strikes = Float64Array.of(22_450, 22_500, 22_550);
  grid.values = new Float64Array(3 * CHAIN_FIELDS.length).fill(Number.NaN);
  const set = (row: number, field: ChainField, value: number): void => {
    grid.values[row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field]] = value;
  };
  const oi = { call: [3936, 41, 0], put: [78_800, 2673, 11_629] };
  for (const side of ["call", "put"] as const)
    for (let row = 0; row < 3; row++) {
      set(row, `${side}.oi`, oi[side][row]! * LOT);
      set(row, `${side}.volume`, (1929 + row) * LOT);
      set(row, `${side}.oiChange`, [-491, 0, 301][row]! * LOT);
    }
  set(0, "iv", 73.6);
  set(0, "call.ltp", 1475.75);
  set(0, "call.change", -122.35);
  set(0, "call.bid", 1474.05);
  set(0, "call.ask", 1479.2);
  grid.head[HEAD_INDEX.lotSize] = LOT;
  grid.head[HEAD_INDEX.tickSize] = 0.05;
  grid.head[HEAD_INDEX.callOi] = (3936 + 41) * LOT;
  grid.head[HEAD_INDEX.putOi] = (78_800 + 2673 + 11_629) * LOT;
  grid.head[HEAD_INDEX.callVolume] = (1929 + 1930 + 1931) * LOT;
  return grid;
}

const REAL = "../shared/data/chain/nse_website_option-chain-ED-NIFTY-30-Jun-2026.csv";

test.skipIf(!existsSync(REAL))("[CHAIN-39] the heads are those of the website's file, to the byte", () => {
  const heads = readFileSync(REAL, "utf8").split("\r\n").slice(0, 2).join("\r\n");
  expect(asCsv(websiteTable(chain()).slice(0, 2))).toBe(`${heads}\r\n`);
});

test("[CHAIN-39] a row reads as on the website: lots, grouped and quoted, a dash for nought and for what is not known", () => {
  const [, , first, second] = asCsv(websiteTable(chain())).split("\r\n");
  expect(first).toBe(
    ',"3,936",-491,"1,929",73.60,"1,475.75",-122.35,-,"1,474.05","1,479.20",-,"22,450.00",-,-,-,-,-,-,73.60,"1,929",-491,"78,800",',
  );
  expect(second).toBe(',41,-,"1,930",-,-,-,-,-,-,-,"22,500.00",-,-,-,-,-,-,-,"1,930",-,"2,673",');
});

test("[CHAIN-39] OI and volume of both files add up to the totals below the grid", () => {
  const grid = chain();
  const number = (text: string): number => (text === "-" ? 0 : Number(text.replaceAll(",", "")));
  const website = websiteTable(grid).slice(2);
  const sum = (column: number): number => website.reduce((all, row) => all + number(row[column]!), 0);
  const { callOi, putOi, callVolume } = HEAD_INDEX;
  expect(sum(1) * LOT).toBe(grid.head[callOi]);
  expect(sum(21) * LOT).toBe(grid.head[putOi]);
  expect(sum(3) * LOT).toBe(grid.head[callVolume]);
  const layout = layoutChain({
    view: "ltp",
    width: 1366,
    page: 0,
    quantity: quantityUnit(1e7),
    tickSize: 0.05,
    strikeStep: 50,
    isCurrency: false,
    isLastDay: false,
  });
  const [heads, ...rows] = tableRows(gridTable(grid, layout), TEXTS.columns);
  const ours = (name: string): number =>
    rows.reduce((all, row) => all + Number(row[heads!.indexOf(name)]), 0);
  expect([ours("Call OI"), ours("Put OI"), ours("Call Volume")]).toEqual([
    grid.head[callOi],
    grid.head[putOi],
    grid.head[callVolume],
  ]);
});

test("[CHAIN-39] the engine is asked for every figure of either file", () => {
  for (const field of WEBSITE_FIELDS) expect(CHAIN_FIELDS).toContain(field);
  const own = {
    columns: [
      { field: "call.ltp", companion: "call.changePct" },
      { field: null, companion: null },
    ],
  };
  expect(fieldsOf(own as unknown as Parameters<typeof fieldsOf>[0])).toEqual(["call.ltp", "call.changePct"]);
});
