import { expect, test } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { headingOf, spokenHeadingOf } from "#src/features/chain/headings.ts";

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
const layout = layoutChain(options);

test("the headings of what is scaled say so where they have the room, and always to who hears them", () => {
  const currency = layoutChain({ ...options, view: "greeks", isCurrency: true });
  const delta = currency.columns.find((c) => c.id === "delta")!;
  expect(headingOf(currency, delta, 90)).toBe("Delta ×0.1");
  expect(headingOf(currency, delta, 58)).toBe("Delta");
  expect(spokenHeadingOf(currency, delta)).toBe("Call delta, times 0.1");
  expect(headingOf(layout, delta, 90)).toBe("Delta");
});

test("quantities name their unit by one word, as all have room for it, unless they are written in units", () => {
  const oi = layout.columns.find((c) => c.id === "oi")!;
  expect(headingOf(layout, oi, 104)).toBe("OI (lakh)");
  const narrow = { ...layout, edges: layout.edges.map((edge) => edge * 0.8) };
  const volume = layout.columns.find((c) => c.id === "volume")!;
  expect([headingOf(narrow, oi, 104), headingOf(narrow, volume, 70)]).toEqual(["OI (L)", "Volume (L)"]);
  expect(spokenHeadingOf(layout, oi)).toBe("Call open interest (lakh)");
  const small = layoutChain({ ...options, quantity: quantityUnit(4200) });
  expect([headingOf(small, oi, 104), spokenHeadingOf(small, oi)]).toEqual(["OI", "Call open interest"]);
});

test("what calls and puts both have is read out with its side, what stands between them without one", () => {
  const spoken = layout.columns
    .filter((c) => c.id === "ltp" || c.id === "iv")
    .map((c) => spokenHeadingOf(layout, c));
  expect(spoken).toEqual([
    "Call last traded price and its change, percent",
    "Implied volatility",
    "Put last traded price and its change, percent",
  ]);
});

test("[CHAIN-41] figures of a lot say so where they have the room, and always to who hears them", () => {
  const lot = layoutChain({
    ...options,
    view: ownView({ columns: VIEW_COLUMNS.greeks, perLot: true, bars: "oi", bidFirst: false }, false),
    perLot: 1000,
    isCurrency: true,
  });
  const of = (id: string) => lot.columns.find((column) => column.id === id)!;
  expect([headingOf(lot, of("theta"), 110), headingOf(lot, of("theta"), 80)]).toEqual([
    "Theta per lot",
    "Theta/lot",
  ]);
  expect(spokenHeadingOf(lot, of("theta"))).toBe("Call theta per day per lot");
  expect([150, 110, 75].map((width) => headingOf(lot, of("delta"), width))).toEqual([
    "Delta ×0.1 per lot",
    "Delta ×0.1/lot",
    "Delta/lot",
  ]);
  expect(spokenHeadingOf(lot, of("delta"))).toBe("Call delta, times 0.1 per lot");
  // Levels and percentages are those of the underlying.
  expect(headingOf(lot, of("iv"), 200)).toBe("IV %");
  for (const column of lot.columns.filter(({ id }) => id === "gamma" || id === "vega" || id === "theta"))
    expect(headingOf(lot, column, column.width)).toContain("/lot");
});

test("[CHAIN-44] quantities in lots say so", () => {
  const lots = layoutChain({ ...options, quantity: quantityUnit(1e7, "lots", 65) });
  const oi = lots.columns.find((c) => c.id === "oi")!;
  expect([headingOf(lots, oi, 104), headingOf(lots, oi, 50), spokenHeadingOf(lots, oi)]).toEqual([
    "OI (lots)",
    "OI",
    "Call open interest (lots)",
  ]);
});

test("on the last day the column of decay is named so", () => {
  const layout = layoutChain({ ...options, view: "all", width: 2000, isLastDay: true });
  const decay = layout.columns.find(({ id }) => id === "decay")!;
  expect([headingOf(layout, decay, 100), spokenHeadingOf(layout, decay)]).toEqual([
    "Decay",
    "Call decay until expiry",
  ]);
});
