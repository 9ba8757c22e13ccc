import { expect, test } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
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

test("quantities name their unit as they have room for it, unless they are written in units", () => {
  const oi = layout.columns.find((c) => c.id === "oi")!;
  expect([headingOf(layout, oi, 104), headingOf(layout, oi, 50)]).toEqual(["OI (lakh)", "OI (L)"]);
  expect(spokenHeadingOf(layout, oi)).toBe("Call open interest (lakh)");
  const small = layoutChain({ ...options, quantity: quantityUnit(4200) });
  expect([headingOf(small, oi, 104), spokenHeadingOf(small, oi)]).toEqual(["OI", "Call open interest"]);
});

test("what calls and puts both have is read out with its side, what stands between them without one", () => {
  const spoken = layout.columns
    .filter((c) => c.id === "ltp" || c.id === "iv")
    .map((c) => spokenHeadingOf(layout, c));
  expect(spoken).toEqual(["Call last traded price", "Implied volatility", "Put last traded price"]);
});

test("on the last day the column of decay is named so", () => {
  const layout = layoutChain({ ...options, view: "all", width: 2000, isLastDay: true });
  const decay = layout.columns.find(({ id }) => id === "decay")!;
  expect([headingOf(layout, decay, 100), spokenHeadingOf(layout, decay)]).toEqual([
    "Decay",
    "Call decay until expiry",
  ]);
});
