import { expect, test } from "vitest";
import { CENTRE_COLUMN_IDS, SIDE_COLUMN_IDS } from "#domain/chain/column-ids.ts";
import { type ChainViewLayout, layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { ownView } from "#domain/format/own-columns.ts";
import { headLines } from "#src/features/chain/head-story/head-lines.ts";

const EVERY = [...SIDE_COLUMN_IDS, ...CENTRE_COLUMN_IDS];

function layoutOf(perLot: number | null, isCurrency = false, quantity = quantityUnit(1e7)): ChainViewLayout {
  const look = { columns: EVERY, perLot: perLot !== null, bars: "oi", bidFirst: false } as const;
  return layoutChain({
    view: ownView(look, false),
    ...{ width: 4000, page: 0, tickSize: 0.05, strikeStep: 50, isLastDay: false },
    ...{ quantity, isCurrency, perLot },
  });
}

function toldOf(id: string, layout: ChainViewLayout) {
  return headLines(layout.columns.find((column) => column.id === id)!, layout);
}

test("[CHAIN-60] every column tells one sentence and its formula, calls what puts do", () => {
  const layout = layoutOf(null);
  for (const column of layout.columns) {
    const told = headLines(column, layout);
    expect(told.says, column.id).toMatch(/^[A-Z][^.]+\.$/);
    expect(told.formula, column.id).not.toBe("");
    const twin = layout.columns.find(({ id, side }) => id === column.id && side !== column.side);
    if (twin !== undefined) expect(headLines(twin, layout)).toEqual(told);
  }
});

test("[CHAIN-60] letters of a formula are said, and no others", () => {
  const layout = layoutOf(null);
  expect(toldOf("gamma", layout).letters).toBe(
    "F forward of the expiry, K strike, T years to expiry, σ IV, r interest, n its density",
  );
  expect(toldOf("impliedMove", layout).letters).toBe(
    "F forward of the expiry, C price of the call, P price of the put",
  );
  expect(toldOf("intrinsicSpot", layout).letters).toBe("S spot, K strike");
  expect(toldOf("oiChangePct", layout).letters).toBe("");
});

test("[CHAIN-60] what is shown otherwise than it is computed says so: of a lot, scaled, in lots", () => {
  expect(toldOf("theta", layoutOf(75)).shown).toBe("Per lot: what a unit has, times 75.");
  expect(toldOf("iv", layoutOf(75)).shown).toBeNull();
  expect(toldOf("delta", layoutOf(null, true)).shown).toContain("times 0.1");
  const lots = quantityUnit(1e7, "lots", 75);
  expect(toldOf("oi", layoutOf(null, false, lots)).shown).toBe("Shown in lots: units / 75.");
  expect(toldOf("oi", layoutOf(null)).shown).toBe("Shown in lakh: units / 1,00,000.");
});
