import { expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { FLAG_IV_INTERPOLATED, FLAG_POP_FROM_ATM } from "#domain/chain/flags.ts";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, type ChainField } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";

const layout = layoutChain({
  view: "all",
  width: 2000,
  page: 0,
  quantity: quantityUnit(0),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});

function textOf(id: "pop" | "popSeller", side: "call" | "put", cells: Partial<Record<ChainField, number>>) {
  const values = new Float64Array(CHAIN_FIELDS.length).fill(Number.NaN);
  for (const [field, value] of Object.entries(cells)) values[CHAIN_FIELD_INDEX[field as ChainField]] = value;
  const column: ChainColumn = { ...layout.columns[0]!, id, side, field: `${side}.${id}`, format: "pct1" };
  return cellTextAt({ ...createGridState(), values }, 0, column, layout);
}

test("decay is rupees to the tick, also below nothing and at nothing", () => {
  const column: ChainColumn = { ...layout.columns[0]!, id: "decay", field: "call.decay", format: "price" };
  const textAt = (value: number) => {
    const values = new Float64Array(CHAIN_FIELDS.length).fill(Number.NaN);
    values[CHAIN_FIELD_INDEX["call.decay"]] = value;
    return cellTextAt({ ...createGridState(), values }, 0, column, layout);
  };
  expect([-14.327, -0.09999, 0, Number.NaN].map(textAt)).toEqual(["\u221214.33", "\u22120.10", "0.00", "--"]);
});

test("a probability that no smile carries is marked, on its own side and for buyer and seller alike", () => {
  const cells = {
    "put.pop": 2.1,
    "put.popSeller": 97.9,
    "put.flags": FLAG_POP_FROM_ATM,
    "call.pop": 40,
    "call.flags": FLAG_IV_INTERPOLATED,
  };
  expect(textOf("pop", "put", cells)).toBe("~2.1");
  expect(textOf("popSeller", "put", cells)).toBe("~97.9");
  expect(textOf("pop", "call", cells)).toBe("40.0");
  expect(textOf("popSeller", "call", cells)).toBe("--");
});
