import { expect, test } from "vitest";
import { CENTRE_COLUMN_IDS, SIDE_COLUMN_IDS } from "#domain/chain/column-ids.ts";
import {
  FLAG_CROSSED,
  FLAG_IV_INTERPOLATED,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_OI,
  FLAG_NO_QUOTES,
  FLAG_NO_VOLUME,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
  FLAG_WIDE_SPREAD,
  IV_REASON_NO_PRICE,
} from "#domain/chain/flags.ts";
import { type ChainColumn, layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import type { CellStory, ContractStory } from "#protocol/frames/cell-story.ts";
import { headLines } from "#src/features/chain/head-story/head-lines.ts";
import { titleOf, toldStory, valueText } from "#src/features/chain/story/story-lines.ts";
import { TEXTS } from "#src/features/chain/story/texts.ts";

const layout = layoutChain({
  view: "all",
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e6),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});
const contract: ContractStory = {
  bid: 101.5,
  ask: 102.5,
  ltp: 102.4,
  previousClose: 98.05,
  oi: 1_234_500,
  previousOi: 1_200_000,
  volume: 650,
  price: 102,
  priceKind: "middle",
  flags: 0,
  token: 14_000_130,
  quoteAge: 1_400,
  tradeAge: 4 * 60_000,
};
const story: CellStory = {
  value: 102.4,
  call: contract,
  put: contract,
  forward: 25_010.35,
  forwardSource: 2,
  spot: 24_990.1,
  atmStrike: 25_000,
  years: 0.02,
  rate: 0,
  iv: 0.1234,
  previousIv: 0.12,
  ivSource: "own",
  ivSide: "put",
  ivReason: 0,
  marketState: "live",
  state: "live",
  asOf: Date.UTC(2026, 10, 20, 5, 0, 0),
};
const column = (id: ChainColumn["id"], side: ChainColumn["side"]): ChainColumn => {
  const known = layout.columns.find((each) => each.id === id && each.side === side);
  return known ?? { ...layout.columns[0]!, id, side, format: "price" };
};
const cell = (id: ChainColumn["id"], side: ChainColumn["side"] = "call") => ({
  column: column(id, side),
  strike: 25_000,
  layout,
});
const warnings = (flags: number, id: ChainColumn["id"] = "ltp") =>
  toldStory(cell(id), { ...story, call: { ...contract, flags } }).warnings;

test("[CHAIN-48] every column that there can be has a formula and inputs", () => {
  const centre: readonly string[] = CENTRE_COLUMN_IDS;
  for (const id of [...SIDE_COLUMN_IDS, "decay", ...CENTRE_COLUMN_IDS] as const) {
    const asked = cell(id, centre.includes(id) ? "centre" : "put");
    const told = toldStory(asked, story);
    // The heading's words, and no others.
    const { says, formula, letters } = headLines(asked.column, layout);
    expect(told.formula, id).toBe([says, formula, letters].filter(Boolean).join("\n"));
    expect(told.inputs?.length, id).toBeGreaterThanOrEqual(2);
  }
});

test("[CHAIN-48] a story is called by its contract and column, and begins with the cell's text", () => {
  expect(titleOf(cell("ltp"))).toBe("25,000 CE last traded price");
  expect(titleOf(cell("iv", "centre"))).toBe("25,000 implied volatility");
  expect(valueText(cell("ltp"), story)).toBe("102.40");
  const guessed = { ...story, value: 12.34, call: { ...contract, flags: FLAG_IV_INTERPOLATED } };
  expect(valueText(cell("iv", "centre"), guessed)).toBe("~12.3");
});

test("[CHAIN-48] inputs say price and kind, forward, T, rate, IV and where it is from, and the ages", () => {
  const lines = new Map(toldStory(cell("iv", "centre"), story).inputs);
  expect(lines.get("Put price")).toBe("102.00, middle of bid and ask");
  expect(lines.get("Forward")).toBe("25,010.35");
  expect(lines.get("T")).toBe("7.30 days (0.02000 years)");
  expect(lines.get("Rate")).toBe("0.00 %");
  expect(lines.get("IV")).toBe("12.34 %, of a price of this strike");
  expect(lines.get("Call quote, trade")).toBe("1 s ago, 4 min ago");
  expect(toldStory(cell("iv", "centre"), story).forwardSource).toBe(2);
});

test("[CHAIN-50] each liquidity flag has words of its own, and no other cell warns", () => {
  const all = [
    FLAG_WIDE_SPREAD,
    FLAG_NO_ASK,
    FLAG_NO_BID,
    FLAG_NO_QUOTES,
    FLAG_CROSSED,
    FLAG_STALE_LTP,
    FLAG_NO_VOLUME,
    FLAG_NO_OI,
    FLAG_ODD_STRIKE,
  ].map((flag) => warnings(flag));
  for (const one of all) expect(one).toHaveLength(1);
  expect(new Set(all.flat()).size).toBe(9);
  expect(warnings(0)).toEqual([]);
});

test("[CHAIN-50] a strike without IV of its own says why, and an expiry that ends says so", () => {
  const why = toldStory(cell("delta"), { ...story, ivReason: IV_REASON_NO_PRICE }).warnings;
  expect(why).toEqual(["No IV of its own: it has no price to solve"]);
  expect(toldStory(cell("ltp"), { ...story, ivReason: IV_REASON_NO_PRICE }).warnings).toEqual([]);
  expect(toldStory(cell("ltp"), { ...story, marketState: "expired" }).warnings?.[0]).toMatch(/has ended/);
  expect(toldStory(cell("ltp"), { ...story, call: null }).warnings).toEqual([TEXTS.noContract]);
});

test("[CHAIN-54] the story of a straddle's figure names both contracts: prices, closes, OI, and what is amiss with either", () => {
  const put = { ...contract, price: 95.5, previousClose: 101, oi: 650, flags: FLAG_NO_BID };
  const told = (id: ChainColumn["id"]) => toldStory(cell(id, "centre"), { ...story, put });
  const prices = [
    ["Call price", "102.00, middle of bid and ask"],
    ["Put price", "95.50, middle of bid and ask"],
  ];
  expect(told("straddleUpper").inputs?.slice(0, 2)).toEqual(prices);
  expect(told("straddleChange").inputs?.slice(0, 4)).toEqual([
    ...prices,
    ["Call's previous close", "98.05"],
    ["Put's previous close", "101.00"],
  ]);
  expect(told("impliedMove").inputs?.slice(0, 3)).toEqual([...prices, ["Forward", "25,010.35"]]);
  expect(told("totalOi").inputs?.slice(0, 2)).toEqual([
    ["Put OI", "650"],
    ["Call OI", "12,34,500"],
  ]);
  expect(told("netDelta").inputs?.map(([label]) => label)).toEqual(
    expect.arrayContaining(["Forward", "IV", "Call quote, trade", "Put quote, trade"]),
  );
  expect(told("straddle").warnings).toEqual(["Put: Nothing is bid"]);
});
