// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { ChainHead } from "#src/features/chain/shown-chain.ts";
import { useGridLayout } from "#src/features/chain/use-grid-layout.ts";

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

/** Before its first packet a chain's head has rows, and 0 for the rest. */
const UNTOLD = { rows: 60, tickSize: 0, strikeStep: 0, lotSize: 0, multiplier: 0, maxOi: 0 };

function layoutOf(head: Partial<ChainHead>, isCurrency: boolean, listedStep: number): ChainViewLayout {
  let layout: ChainViewLayout | null = null;
  function Probe(): null {
    layout = useGridLayout({
      ...{ view: "ltp", look: null, width: 1366, page: 0, isLastDay: false, widths: null },
      head: head as ChainHead,
      isCurrency,
      listedStep,
    });
    return null;
  }
  act(() => root.render(<Probe />));
  return layout!;
}

test.each([
  ["an index", false, 50, [0, 2]],
  ["a cheap share", false, 2.5, [1, 2]],
  ["a currency", true, 0.25, [2, 4]],
])(
  "strikes and prices of %s have their decimals before its chain has told its steps",
  (_, isCurrency, step, decimals) => {
    const { strikeDecimals, priceDecimals } = layoutOf(UNTOLD, isCurrency, step);
    expect([strikeDecimals, priceDecimals]).toEqual(decimals);
  },
);

test("what the chain has told counts", () => {
  const { strikeDecimals, priceDecimals } = layoutOf(
    { ...UNTOLD, tickSize: 0.01, strikeStep: 2.5 },
    false,
    5,
  );
  expect([strikeDecimals, priceDecimals]).toEqual([1, 2]);
});
