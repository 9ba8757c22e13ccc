import { describe, expect, test } from "vitest";
import {
  type ChainView,
  layoutChain,
  phonePages,
  quantityUnit,
  viewFields,
} from "#domain/format/chain-columns.ts";
import { VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { TEXTS as STORY } from "#src/features/chain/head-story/texts.ts";
import { shownView } from "#src/features/chain/own-columns/own-view.ts";
import { TEXTS } from "#src/features/chain/own-columns/texts.ts";

const options = {
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;
const UNASKED = { phase: "loading", profile: null } as const;
const VISITOR = { phase: "anonymous", profile: null } as const;
const LOOK = { columns: VIEW_COLUMNS.ltp, perLot: true, unit: "lots", bars: "oi", bidFirst: false } as const;

const straddles = (who: Parameters<typeof shownView>[3] = UNASKED): ChainView =>
  shownView("straddle", null, false, who);
const idsOf = (view: ChainView, more: object = {}): string[] =>
  layoutChain({ ...options, view, ...more }).columns.map(({ id }) => id);

describe("the view of straddles", () => {
  test("[CHAIN-54] has each figure once, right of the strike, and fits a laptop", () => {
    expect(idsOf(straddles())).toEqual([
      ...["strike", "straddle", "straddleChange", "straddleChangePct", "impliedMove"],
      ...["straddleLower", "straddleUpper", "pcr", "totalOi"],
      ...["netDelta", "netGamma", "netTheta", "netVega"],
    ]);
    const layout = layoutChain({ ...options, view: straddles() });
    expect(layout.isPinned).toBe(false);
    expect(layout.columns.every(({ side, bar }) => side === "centre" && !bar)).toBe(true);
  });

  test("[CHAIN-54] a phone has premium and move, breakevens and OI, greeks: three pages around the strike", () => {
    expect(phonePages(straddles())).toBe(3);
    const page = (at: number) => idsOf(straddles(), { width: 390, page: at });
    expect(page(0)).toEqual(["straddle", "straddleChange", "strike", "straddleChangePct", "impliedMove"]);
    expect(page(1)).toEqual(["straddleLower", "straddleUpper", "strike", "pcr", "totalOi"]);
    expect(page(2)).toEqual(["netDelta", "netGamma", "strike", "netTheta", "netVega"]);
  });

  test("[CHAIN-54] PCR of a strike comes with the plan that it needs; until it is known who asks nothing is taken away", () => {
    expect(idsOf(straddles(VISITOR))).toEqual(VIEW_COLUMNS.straddle.filter((id) => id !== "pcr"));
    expect(viewFields(straddles(VISITOR), false)).not.toContain("pcr");
    const page = (at: number) => idsOf(straddles(VISITOR), { width: 390, page: at });
    expect(page(1)).toEqual(["straddleLower", "straddleUpper", "strike", "totalOi"]);
    expect(page(2)).toEqual(["netDelta", "netGamma", "strike", "netTheta", "netVega"]);
    expect(idsOf(straddles(UNASKED))).toContain("pcr");
  });

  test("[CHAIN-41] premium, its change and greeks are of a lot where that is chosen; levels, percentages and OI are not", () => {
    const { columns } = layoutChain({
      ...options,
      perLot: 65,
      view: shownView("straddle", { ...LOOK, columns: VIEW_COLUMNS.straddle }, false, UNASKED),
    });
    expect(columns.flatMap(({ id, ofLot }) => (ofLot ? [id] : []))).toEqual([
      ...["straddle", "straddleChange", "netDelta", "netGamma", "netTheta", "netVega"],
    ]);
  });

  test("every column of it has a heading of its own, and a formula", () => {
    const named: Readonly<Record<string, { readonly heading: string }>> = TEXTS.columns;
    const own = VIEW_COLUMNS.straddle.filter((id) => id !== "strike" && id !== "straddle");
    expect(new Set(own.map((id) => named[id]?.heading)).size).toBe(own.length);
    for (const id of own) expect(STORY.columns[id].formula, id).not.toBe("");
  });
});

test("other views are as they are named, or as the trader chose them", () => {
  expect(shownView("greeks", null, false, UNASKED)).toBe("greeks");
  expect(idsOf(shownView("all", LOOK, false, UNASKED), { perLot: 65 })).toEqual(idsOf("ltp"));
});
