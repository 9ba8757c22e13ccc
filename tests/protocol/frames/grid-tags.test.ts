import { expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { type ChainViewName, layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import { type ContractTag, createGridTags, tagText } from "#protocol/frames/grid-tags.ts";
import { rowPrices } from "#protocol/frames/row-prices.ts";

const NIFTY = 256_265;

function gridOf(strikes: number[]) {
  const grid = createGridState();
  grid.rows = strikes.length;
  grid.strikes = Float64Array.from(strikes);
  grid.values = new Float64Array(strikes.length * CHAIN_FIELDS.length).fill(Number.NaN);
  grid.head[HEAD_INDEX.underlying] = NIFTY;
  grid.head[HEAD_INDEX.expiry] = 20261124;
  return grid;
}

const layoutOf = (view: ChainViewName, width: number, page = 0) =>
  layoutChain({
    view,
    width,
    page,
    quantity: quantityUnit(1e6),
    tickSize: 0.05,
    strikeStep: 50,
    isCurrency: false,
    isLastDay: false,
  });

const tag = (over: Partial<ContractTag> = {}): ContractTag => ({
  token: 1,
  expiry: "2026-11-24",
  strike: 24_050,
  option: "call",
  kind: "leg",
  side: "BUY",
  count: 2,
  price: 102.5,
  spoken: "buy 2 lots",
  ...over,
});

test.each([
  ["ltp", 1200, 0, "ltp"],
  ["greeks", 1200, 0, "ltp"],
  ["all", 1200, 0, "ltp"],
  ["ltp", 390, 1, "volume"],
] as const)(
  "[CHAIN-18] %s at %s px: tags stand beside the strike, on the side of their contract",
  (view, width, page, id) => {
    const grid = gridOf([24_000, 24_050, 24_100]);
    const tags = createGridTags(grid);
    tags.place(layoutOf(view, width, page));
    const call = tag();
    const put = tag({ option: "put", strike: 24_100 });
    tags.set("leg", NIFTY, [call, put]);
    const found: unknown[] = [];
    const { columns } = layoutOf(view, width, page);
    tags.each((row, column) => found.push([row, columns[column]?.id, columns[column]?.side]));
    expect(found).toEqual([
      [1, id, "call"],
      [2, id, "put"],
    ]);
  },
);

test("[CHAIN-18] another expiry's or underlying's trades are not this chain's", () => {
  const grid = gridOf([24_050]);
  const tags = createGridTags(grid);
  tags.place(layoutOf("ltp", 1200));
  const count = () => {
    let cells = 0;
    tags.each(() => cells++);
    return cells;
  };
  tags.set("leg", NIFTY, [tag({ expiry: "2026-12-01" })]);
  expect(count()).toBe(0);
  tags.set("leg", 1, [tag()]);
  expect(count()).toBe(0);
  tags.set("leg", NIFTY, [tag()]);
  expect(count()).toBe(1);
  grid.head[HEAD_INDEX.expiry] = 20261201;
  expect(count()).toBe(0);
});

test("[CHAIN-18] a tag says lots, sold ones below zero", () => {
  expect(tagText(tag())).toBe("+2");
  expect(tagText(tag({ side: "SELL", count: 1 }))).toBe("−1");
  expect(tagText(tag({ count: 1.5 }))).toBe("+1.50");
});

test("[POS-6] what is held stands beside what is planned, and each is taken off without the other", () => {
  const grid = gridOf([24_050]);
  const tags = createGridTags(grid);
  const layout = layoutOf("ltp", 1200);
  tags.place(layout);
  const inner = layout.columns.findLast(({ side }) => side === "call")!;
  const marked = () => tags.of(0, inner).map((each) => tagText(each));
  tags.set("position", NIFTY, [tag({ kind: "position", side: "SELL", count: 4 })]);
  tags.set("leg", NIFTY, [tag()]);
  expect(marked()).toEqual(["+2", "S 4"]);
  tags.set("leg", 0, []);
  expect(marked()).toEqual(["S 4"]);
  // Another underlying's positions, told while this chain is still on screen.
  tags.set("position", 1, [tag({ kind: "position" })]);
  expect(marked()).toEqual([]);
});

test("[POS-6] a position says bought or sold by a letter, in lots or in units", () => {
  expect(tagText(tag({ kind: "position" }))).toBe("B 2");
  expect(tagText(tag({ kind: "position", side: "SELL", count: 1300 }))).toBe("S 1,300");
  expect(tagText(tag({ kind: "position", count: 0.5 }))).toBe("B 0.50");
});

test("[CHAIN-14] a row says its last prices; one that never was is none, and so is a row that is not there", () => {
  const grid = gridOf([24_050]);
  grid.values[CHAIN_FIELD_INDEX["call.ltp"]] = 102.5;
  grid.values[CHAIN_FIELD_INDEX["put.ltp"]] = 0;
  expect(rowPrices(grid, 0)).toEqual({
    row: 0,
    underlying: NIFTY,
    expiry: 20261124,
    strike: 24_050,
    call: 102.5,
    put: Number.NaN,
  });
  expect(rowPrices(grid, 1)).toBeNull();
  expect(rowPrices(grid, -1)).toBeNull();
});
