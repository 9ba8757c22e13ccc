import { describe, expect, test } from "vitest";
import { CENTRE_COLUMN_IDS, type ColumnId, SIDE_COLUMN_IDS } from "#domain/chain/column-ids.ts";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { cellText } from "#domain/format/chain-cells.ts";
import {
  CHAIN_VIEWS,
  type ChainView,
  layoutChain,
  phonePages,
  quantityUnit,
  viewFields,
} from "#domain/format/chain-columns.ts";
import { type GridLook, ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";

const options = {
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;

const of = (columns: readonly ColumnId[], look: Partial<GridLook> = {}): ChainView =>
  ownView({ columns, perLot: false, bars: "oi", bidFirst: false, ...look }, false);

describe("columns of a trader's own", () => {
  const own = ["pop", "timeValue", "ask", "bid", "ltp", "changePct", "pcr", "gamma", "ivChange"] as const;
  const idsOf = ({ columns }: ReturnType<typeof layoutChain>) => columns.map(({ id }) => id);

  test("calls from the outside in, puts mirrored, what a strike has once around it, in their order", () => {
    const layout = layoutChain({ ...options, view: of(own), width: 2000 });
    expect(idsOf(layout)).toEqual([
      ...["pop", "timeValue", "ask", "bid", "ltp", "gamma", "strike", "pcr", "ivChange"],
      ...["ltp", "bid", "ask", "timeValue", "pop"],
    ]);
    expect(layout.columns.find(({ id }) => id === "ltp")?.companion).toBe("call.changePct");
  });

  test("a view that names the strike says what stands on which side of it", () => {
    const layout = layoutChain({ ...options, view: of(["ltp", "pcr", "strike", "gamma"]), width: 2000 });
    expect(idsOf(layout)).toEqual(["ltp", "pcr", "strike", "gamma", "ltp"]);
  });

  test("the change in percent stands beside the price that it follows, elsewhere in a column of its own", () => {
    const apart = layoutChain({ ...options, view: of(["changePct", "oi", "ltp"]), width: 2000 });
    expect(idsOf(apart)).toEqual(["changePct", "oi", "ltp", "strike", "ltp", "oi", "changePct"]);
    expect(apart.columns.every(({ companion }) => companion === null)).toBe(true);
  });

  test("a column named twice stands once, and no columns at all leave the strikes", () => {
    expect(idsOf(layoutChain({ ...options, view: of(["ltp", "ltp", "iv", "iv"]) }))).toEqual([
      ...["ltp", "strike", "iv", "ltp"],
    ]);
    for (const width of [390, 1366])
      expect(idsOf(layoutChain({ ...options, view: of([]), width }))).toEqual(["strike"]);
    expect(phonePages(of([]))).toBe(1);
  });

  test("a built-in view's columns, written out, lie as the view does", () => {
    for (const view of CHAIN_VIEWS)
      for (const isLastDay of [false, true]) {
        const look = { columns: VIEW_COLUMNS[view], perLot: false, bars: "oi", bidFirst: false } as const;
        expect(layoutChain({ ...options, view: ownView(look, isLastDay), isLastDay })).toEqual(
          layoutChain({ ...options, view, isLastDay }),
        );
      }
  });

  test("a phone has a built-in view's columns on that view's pages, whatever bars and units were chosen", () => {
    for (const view of CHAIN_VIEWS)
      for (const isLastDay of [false, true]) {
        const look = { columns: VIEW_COLUMNS[view], perLot: true, bars: "volume", bidFirst: false } as const;
        const own = ownView(look, isLastDay);
        expect(phonePages(own)).toBe(phonePages(view));
        for (let page = 0; page < phonePages(view); page++) {
          const phone = { ...options, page, width: 390, isLastDay };
          expect(idsOf(layoutChain({ ...phone, view: own }))).toEqual(idsOf(layoutChain({ ...phone, view })));
        }
      }
    expect(idsOf(layoutChain({ ...options, view: of(VIEW_COLUMNS.ltp), width: 390 }))).toEqual([
      ...["oi", "ltp", "strike", "ltp", "oi"],
    ]);
  });

  test("a phone's pages hold every column of the set, two on either side of the strike", () => {
    const shown = new Set<string>();
    for (let page = 0; page < phonePages(of(own)); page++) {
      const layout = layoutChain({ ...options, view: of(own), page, width: 390 });
      expect(layout.edges.at(-1)).toBe(390);
      expect(layout.columns.length).toBeLessThanOrEqual(5);
      for (const id of idsOf(layout)) shown.add(id);
    }
    expect([...shown].sort()).toEqual([...own, "strike"].sort());
    expect(idsOf(layoutChain({ ...options, view: of(own), page: 0, width: 390 }))).toEqual([
      ...["bid", "ltp", "strike", "ltp", "bid"],
    ]);
  });

  test("the engine is asked for what they show, and for no more", () => {
    const fields = viewFields(of(own), false);
    expect(fields).toEqual(expect.arrayContaining(["call.pop", "put.timeValue", "pcr", "ivChange", "gamma"]));
    expect(fields).not.toContain("call.theta");
    expect(fields).not.toContain("straddle");
  });

  test("every column there is can be shown at once", () => {
    const everything = [...SIDE_COLUMN_IDS, ...CENTRE_COLUMN_IDS];
    const layout = layoutChain({ ...options, view: of(everything) });
    expect(new Set(idsOf(layout))).toEqual(new Set(everything.filter((id) => id !== "changePct")));
    for (const name of viewFields(of(everything), false)) expect(CHAIN_FIELDS).toContain(name);
  });

  test("[CHAIN-40] the strikes are held in sight where columns are wider than the space, not on a phone", () => {
    expect(layoutChain({ ...options, view: "all", width: 1366 }).isPinned).toBe(true);
    expect(layoutChain({ ...options, view: "ltp", width: 1366 }).isPinned).toBe(false);
    expect(layoutChain({ ...options, view: "all", width: 390 }).isPinned).toBe(false);
  });

  test("[CHAIN-43] bid stands left of ask on both sides where that is chosen, and both are told apart by their ground", () => {
    const both = ["bid", "ask", "ltp"] as const;
    const plain = layoutChain({ ...options, view: of(both) });
    expect(idsOf(plain)).toEqual(["bid", "ask", "ltp", "strike", "ltp", "ask", "bid"]);
    expect(plain.columns.every(({ quote }) => quote === null)).toBe(true);
    const { columns } = layoutChain({ ...options, view: of(both, { bidFirst: true }) });
    expect(columns.map(({ id }) => id)).toEqual(["bid", "ask", "ltp", "strike", "ltp", "bid", "ask"]);
    expect(columns.flatMap(({ quote }) => quote ?? [])).toEqual(["bid", "ask", "bid", "ask"]);
    const reversed = layoutChain({ ...options, view: of(["ask", "bid", "ltp"], { bidFirst: true }) });
    expect(idsOf(reversed)).toEqual(["bid", "ask", "ltp", "strike", "ltp", "bid", "ask"]);
    // One of them alone has nothing to stand before.
    expect(idsOf(layoutChain({ ...options, view: of(["ask", "ltp"], { bidFirst: true }) }))).toEqual([
      ...["ask", "ltp", "strike", "ltp", "ask"],
    ]);
  });

  test("[CHAIN-44] the figure that bars show is the column that has them", () => {
    const barsOf = (bars: "oi" | "oiChange" | "volume" | "none") =>
      layoutChain({ ...options, bars, view: of(VIEW_COLUMNS.ltp, { bars }) }).columns.flatMap(
        ({ id, bar }) => (bar ? [id] : []),
      );
    expect(barsOf("oi")).toEqual(["oi", "oi"]);
    expect(barsOf("oiChange")).toEqual(["oiChange", "oiChange"]);
    expect(barsOf("volume")).toEqual(["volume", "volume"]);
    expect(barsOf("none")).toEqual([]);
  });
});

describe("figures of a lot", () => {
  const shownOf = (layout: ReturnType<typeof layoutChain>, id: string, value: number): string =>
    cellText(layout.columns.find((column) => column.id === id)!, value, layout);
  const view = [
    ...(["ltp", "change", "bid", "theta", "delta", "timeValue", "intrinsic", "breakeven"] as const),
    ...(["breakevenPct", "pop", "oi", "gamma", "vega", "iv", "straddle"] as const),
  ];

  test("[CHAIN-41] of NIFTY, 65 units: rupees and greeks times 65; levels, percentages and quantities as they are", () => {
    const lot = layoutChain({ ...options, view: of(view, { perLot: true }), perLot: 65 });
    expect(shownOf(lot, "ltp", 120.55)).toBe("7,835.75");
    expect(shownOf(lot, "change", -12.4)).toBe("−806.00");
    expect(shownOf(lot, "theta", -11.36)).toBe("−738.40");
    expect(shownOf(lot, "delta", 0.52)).toBe("33.80");
    expect(shownOf(lot, "gamma", 0.00098)).toBe("0.0637");
    expect(shownOf(lot, "vega", 13.7)).toBe("890.50");
    expect(shownOf(lot, "straddle", 287)).toBe("18,655.00");
    expect(shownOf(lot, "breakeven", 24_370.55)).toBe("24,370.55");
    expect(shownOf(lot, "breakevenPct", 0.58)).toBe("+0.6");
    expect(shownOf(lot, "pop", 38.2)).toBe("38.2");
    expect(shownOf(lot, "iv", 12.25)).toBe("12.3");
    expect(shownOf(lot, "oi", 12_34_500)).toBe("12.35");
  });

  test("[CHAIN-41] of USDINR, 1,000 dollars: with the 0.1 of its delta and gamma, money in rupees and paise, levels at the tick", () => {
    const currency = { tickSize: 0.0025, strikeStep: 0.25, isCurrency: true };
    const lot = layoutChain({ ...options, ...currency, view: of(view, { perLot: true }), perLot: 1 * 1000 });
    expect(shownOf(lot, "ltp", 0.2525)).toBe("252.50");
    // 0.48 × 0.1 × 1,000
    expect(shownOf(lot, "delta", 0.48)).toBe("48.000");
    expect(shownOf(lot, "gamma", 0.9)).toBe("90.0000");
    expect(shownOf(lot, "theta", -0.0113)).toBe("−11.30");
    expect(shownOf(lot, "breakeven", 84.2525)).toBe("84.2525");
  });

  test("[CHAIN-41] of CRUDEOIL, 100 barrels, and SILVER, 30 kilograms: times the multiplier of a lot of one", () => {
    const crude = layoutChain({ ...options, view: of(view, { perLot: true }), perLot: 1 * 100 });
    expect([shownOf(crude, "ltp", 187.3), shownOf(crude, "theta", -6.21)]).toEqual(["18,730.00", "−621.00"]);
    const silver = layoutChain({ ...options, view: of(view, { perLot: true }), perLot: 1 * 30 });
    expect([shownOf(silver, "ltp", 4_120.5), shownOf(silver, "gamma", 0.0000454)]).toEqual([
      "1,23,615.00",
      "0.0014",
    ]);
  });

  test("[CHAIN-41] columns of money are wider for the words over them", () => {
    const [unit, lot] = [null, 65].map((perLot) =>
      layoutChain({ ...options, view: of(view, { perLot: perLot !== null }), width: 600, perLot }),
    );
    const widthOf = (layout: typeof unit, id: string) => layout!.columns.find((c) => c.id === id)!.width;
    expect(widthOf(lot, "theta")).toBeGreaterThan(widthOf(unit, "theta"));
    expect(widthOf(lot, "oi")).toBe(widthOf(unit, "oi"));
  });
});
