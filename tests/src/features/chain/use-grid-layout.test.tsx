// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { type ChainHead, createChainState, ShownChain } from "#src/features/chain/shown-chain.ts";
import { useGridLayout } from "#src/features/chain/use-grid-layout.ts";

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

/** Before its first packet a chain's head has rows, and 0 for the rest. */
const UNTOLD = { rows: 60, tickSize: 0, strikeStep: 0, lotSize: 0, multiplier: 0, maxOi: 0 };

/** What a grid of that state is laid out by, newest last: one entry each time that it is drawn. */
function drawnWith(state: ReturnType<typeof createChainState>, isCurrency = false, listedStep = 50) {
  const layouts: ChainViewLayout[] = [];
  function Probe(): null {
    layouts.push(
      useGridLayout({
        ...{ view: "ltp", look: null, width: 1366, page: 0, isLastDay: false, widths: null },
        isKnown: true,
        isCurrency,
        listedStep,
      }),
    );
    return null;
  }
  act(() =>
    root.render(
      <ShownChain value={state}>
        <Probe />
      </ShownChain>,
    ),
  );
  return layouts;
}

function layoutOf(head: Partial<ChainHead>, isCurrency: boolean, listedStep: number): ChainViewLayout {
  const state = createChainState();
  state.head = head as ChainHead;
  return drawnWith(state, isCurrency, listedStep).at(-1)!;
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

test("a grid is drawn again when a head changes how its columns are fitted, and not with every price", async () => {
  const state = createChainState();
  const told = { ...UNTOLD, tickSize: 0.05, strikeStep: 50, forward: 24_000, atmIv: 0.12 };
  const newest = (more: Partial<ChainHead>) =>
    act(async () => {
      state.head = { ...told, asOf: 0, expiryInstant: 5 * 86_400_000, ...more } as ChainHead;
    });
  await newest({});
  const layouts = drawnWith(state);
  await newest({ forward: 24_001.5, asOf: 250, spot: 23_990 });
  await newest({ forward: 24_003, asOf: 500, spot: 23_991 });
  expect(layouts).toHaveLength(1);
  await newest({ strikeStep: 2.5 });
  expect(layouts.map(({ strikeDecimals }) => strikeDecimals)).toEqual([0, 1]);
});
