import { describe, expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { cellText, companionText, formatCell, strikeText } from "#domain/format/chain-cells.ts";
import {
  CHAIN_VIEWS,
  layoutChain,
  phonePages,
  quantityUnit,
  viewFields,
} from "#domain/format/chain-columns.ts";
import { greekDecimals, USUAL_DECIMALS } from "#domain/format/greek-decimals.ts";

const options = {
  view: "ltp",
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;

describe("layout of the chain's columns", () => {
  test.each(CHAIN_VIEWS)("calls and puts of view %s are mirror images around the centre", (view) => {
    const { columns, edges } = layoutChain({ ...options, view, width: 2000 });
    const calls = columns.filter((c) => c.side === "call");
    const puts = columns.filter((c) => c.side === "put");
    expect(puts.map((c) => c.id)).toEqual([...calls.map((c) => c.id)].reverse());
    const width = (i: number): number => edges[i + 1]! - edges[i]!;
    calls.forEach((_, i) => {
      expect(Math.abs(width(i) - width(columns.length - 1 - i))).toBeLessThanOrEqual(1);
    });
  });

  test("a wide screen is filled exactly up to a readable width, a narrow one keeps the natural widths and scrolls", () => {
    expect(layoutChain({ ...options, width: 1600 }).edges.at(-1)).toBe(1600);
    const widest = layoutChain({ ...options, width: 9000 }).edges.at(-1)!;
    expect(widest).toBeGreaterThan(1600);
    expect(layoutChain({ ...options, width: 12_000 }).edges.at(-1)).toBe(widest);
    const narrow = layoutChain({ ...options, view: "all", width: 700 });
    expect(narrow.edges.at(-1)).toBe(narrow.columns.reduce((sum, c) => sum + c.width, 0));
  });

  test("columns follow the widest figure, calls and puts alike; none is narrower for it than it has to be", () => {
    const narrow = { ...options, view: "all", width: 700 } as const;
    const [before, after] = [layoutChain(narrow), layoutChain({ ...narrow, widest: { theta: 112, iv: 10 } })];
    const widths = ({ columns, edges }: typeof before) =>
      new Map(columns.map(({ side, id }, i) => [`${side}.${id}`, edges[i + 1]! - edges[i]!]));
    const [was, is] = [widths(before), widths(after)];
    for (const [name, width] of is) expect(width, name).toBe(name.endsWith(".theta") ? 112 : was.get(name));
    // A phone turns pages, it does not scroll sideways.
    const phone = layoutChain({ ...options, width: 390, widest: { oi: 120, ltp: 118 } });
    expect(phone.edges.at(-1)).toBe(390);
  });

  test("a phone shows two columns a side around the strike on every page", () => {
    for (const view of CHAIN_VIEWS) {
      for (let page = 0; page < phonePages(view); page++) {
        const { columns, edges, compact } = layoutChain({ ...options, view, page, width: 390 });
        expect(columns.map((c) => c.side)).toEqual(["call", "call", "centre", "put", "put"]);
        expect(edges.at(-1)).toBe(390);
        expect(compact).toBe(true);
      }
    }
  });

  test("on the last day decay stands where theta did, named, on wide screens and phones", () => {
    for (const view of ["greeks", "all"] as const) {
      for (const [width, page] of [[2000, 0] as const, ...[0, 1, 2, 3].map((each) => [390, each] as const)]) {
        const [before, on] = [false, true].map((isLastDay) =>
          layoutChain({ ...options, view, width, page, isLastDay }),
        );
        expect(on!.columns.map(({ id }) => id)).toEqual(
          before!.columns.map(({ id }) => (id === "theta" ? "decay" : id)),
        );
        expect(on!.edges).toEqual(before!.edges);
      }
    }
  });

  test.each(CHAIN_VIEWS.flatMap((view) => [[view, false] as const, [view, true] as const]))(
    "view %s asks the engine for every figure its cells read, and for fields that exist (last day %s)",
    (view, isLastDay) => {
      const fields = viewFields(view, isLastDay);
      expect(new Set(fields).size).toBe(fields.length);
      for (const name of fields) expect(CHAIN_FIELDS).toContain(name);
      for (const width of [390, 2000]) {
        for (let page = 0; page < phonePages(view); page++) {
          for (const column of layoutChain({ ...options, view, width, page, isLastDay }).columns) {
            if (column.field) expect(fields).toContain(column.field);
            if (column.companion && width > 600) expect(fields).toContain(column.companion);
          }
        }
      }
    },
  );

  test("prices show the tick's decimals: two for options on NIFTY, four for currency", () => {
    expect(layoutChain(options).priceDecimals).toBe(2);
    expect(layoutChain({ ...options, tickSize: 0.0025, strikeStep: 0.25 })).toMatchObject({
      priceDecimals: 4,
      strikeDecimals: 2,
    });
    expect(layoutChain({ ...options, strikeStep: 2.5 }).strikeDecimals).toBe(1);
  });
});

describe("cells as text", () => {
  const layout = layoutChain(options);
  const column = (id: string, side: string) => layout.columns.find((c) => c.id === id && c.side === side)!;

  test("unknown figures and prices that never were read as --", () => {
    expect(cellText(column("ltp", "call"), Number.NaN, layout)).toBe("--");
    expect(cellText(column("ltp", "call"), 0, layout)).toBe("--");
    expect(cellText(column("delta", "put"), Number.NaN, layout)).toBe("--");
    expect(cellText(column("volume", "put"), 0, layout)).toBe("0.00");
  });

  test("quantities are in lakh with the sign of a change in front", () => {
    expect(cellText(column("oi", "call"), 12_34_500, layout)).toBe("12.35");
    expect(cellText(column("oiChange", "put"), -1_65_000, layout)).toBe("−1.65");
    expect(cellText(column("oiChange", "put"), 1_65_000, layout)).toBe("+1.65");
  });

  test("a chain without a lakh of OI is written in units", () => {
    const small = layoutChain({ ...options, quantity: quantityUnit(4200) });
    expect(cellText(small.columns.find((c) => c.id === "oi")!, 4200, small)).toBe("4,200");
  });

  test("IV has one decimal, delta two", () => {
    expect(formatCell("pct1", 13.456, layout)).toBe("13.5");
    expect(formatCell("delta", -0.4967, layout)).toBe("−0.50");
    expect(formatCell("theta", -11.3648, layout)).toBe("−11.36");
  });

  test("[CHAIN-3] delta and gamma of currency options are shown times 0.1", () => {
    const currency = layoutChain({ ...options, view: "greeks", isCurrency: true });
    const shown = (id: string) => cellText(currency.columns.find((c) => c.id === id)!, 0.48, currency);
    expect(shown("delta")).toBe("0.048");
    expect(shown("gamma")).toBe("0.0480");
    expect(shown("vega")).toBe("0.48");
  });

  test("[CHAIN-44] quantities are in lakh, lots or units by choice, with one precision; what is there never reads as nothing", () => {
    const oi = (unit: ReturnType<typeof quantityUnit>, value: number): string => {
      const chosen = layoutChain({ ...options, quantity: unit });
      return cellText(chosen.columns.find(({ id }) => id === "oi")!, value, chosen);
    };
    expect(oi(quantityUnit(1e7, "lakh"), 130)).toBe("<0.01");
    expect(oi(quantityUnit(1e7, "lakh"), 0)).toBe("0.00");
    expect(oi(quantityUnit(1e7, "lots", 65), 130)).toBe("2");
    expect(oi(quantityUnit(1e7, "units", 65), 12_34_500)).toBe("12,34,500");
    // Of a chain whose lot is not known yet.
    expect(quantityUnit(1e7, "lots").name).toBe("units");
    expect(quantityUnit(4200, "lakh").name).toBe("lakh");
  });

  test("[CHAIN-44] gamma has the decimals that its largest needs, four at least, the same in every row", () => {
    // Silver at 1,50,000 with 20 days and 25 %: 0.3989 / (150000 × 0.25 × 0.23408) = 0.0000454.
    const silver = { forward: 150_000, atmIv: 0.25, years: 20 / 365 };
    expect(greekDecimals(silver, 1, 1).gamma).toBe(6);
    const wide = layoutChain({ ...options, view: "greeks", greeks: { ...USUAL_DECIMALS, gamma: 6 } });
    const gamma = wide.columns.find(({ id }) => id === "gamma")!;
    expect([cellText(gamma, 0.0000454, wide), cellText(gamma, 0.0000021, wide)]).toEqual([
      "0.000045",
      "0.000002",
    ]);
    // USDINR times 0.1: 0.3989 / (84 × 0.03 × 0.1387) × 0.1 = 0.114.
    expect(greekDecimals({ forward: 84, atmIv: 0.03, years: 7 / 365 }, 0.1, 1).gamma).toBe(4);
    expect(greekDecimals({ forward: Number.NaN, atmIv: 0.2, years: 0.1 }, 1, 1)).toEqual(USUAL_DECIMALS);
    expect(greekDecimals({ forward: 24_000, atmIv: 0.2, years: 0 }, 1, 1).gamma).toBe(4);
  });

  test("[CHAIN-44] theta and vega have three significant digits of their largest, two decimals to four, the same in every row", () => {
    // At the money: theta 84 × 0.3989 × 0.04 / (2 × 0.1385 × 365) = 0.0133, vega 84 × 0.3989 × 0.1385 / 100 = 0.0464.
    const rupee = { forward: 84, atmIv: 0.04, years: 7 / 365 };
    expect(greekDecimals(rupee, 0.1, 1)).toMatchObject({ theta: 4, vega: 4 });
    // Of a lot of a thousand dollars 13.3 and 46.4.
    expect(greekDecimals(rupee, 100, 1_000)).toMatchObject({ theta: 2, vega: 2 });
    // A share at 100 with 30 % and 30 days: 0.0572 and 0.114.
    const share = { forward: 100, atmIv: 0.3, years: 30 / 365 };
    expect(greekDecimals(share, 1, 1)).toMatchObject({ theta: 4, vega: 3 });
    expect(greekDecimals({ forward: 24_000, atmIv: 0.12, years: 7 / 365 }, 1, 1)).toMatchObject({
      theta: 2,
      vega: 2,
    });
    const dollars = layoutChain({ ...options, view: "greeks", greeks: { gamma: 4, theta: 4, vega: 3 } });
    const text = (id: string, value: number) =>
      cellText(dollars.columns.find((each) => each.id === id)!, value, dollars);
    expect([text("theta", -0.0133), text("theta", -2)]).toEqual(["−0.0133", "−2.0000"]);
    expect(text("vega", 0.0464)).toBe("0.046");
  });

  test("strikes and changes read as traders write them", () => {
    expect(strikeText(24200, layout)).toBe("24,200");
    expect(companionText(4.16)).toBe("+4.2%");
    expect(companionText(135.04)).toBe("+135%");
    expect(companionText(99.97)).toBe("+100%");
    expect(companionText(Number.NaN)).toBe("");
  });
});
