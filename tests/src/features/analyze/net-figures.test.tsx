// @vitest-environment happy-dom
/** The strip beside the chain after charges: what says that it is net, is. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writtenFigure } from "#src/strategy/summary/figures.ts";
import { createWorld } from "../../analyzer/world.ts";

vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
const { AnalyzerProvider } = await import("#src/analyzer/use-analyzer.tsx");
const { Figures } = await import("#src/features/analyze/strip/Figures.tsx");
const { ModalNote } = await import("#src/features/analyze/modal/ModalNote.tsx");

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const textOf = (id: string) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
const curve = () =>
  [...document.querySelectorAll("[data-testid=strip-sketch] path")].at(-1)!.getAttribute("d");

test("[STRAT-32] the strip's figures, its picture and the window's P&L are net where the switch is on", async () => {
  const { analyzer, state, clock, sell } = await createWorld();
  sell(24_300, "CE", 65);
  sell(23_700, "PE", 65);
  await clock.run(1_000);
  const create = () => analyzer;
  await act(async () =>
    root.render(
      <AnalyzerProvider namespace="optionChain" create={create}>
        <Figures />
        <ModalNote />
      </AnalyzerProvider>,
    ),
  );
  const before = { profit: textOf("strip-maxProfit"), pnl: textOf("modal-pnl"), curve: curve() };
  expect(before.profit).not.toContain("net");
  await act(async () => {
    analyzer.saveSettings({ netOfCharges: true });
    await clock.run(2_000);
  });
  const net = state.payload!.net!;
  expect(Number(net.max_profit)).toBeLessThan(Number(state.payload!.max_profit));
  const written = writtenFigure("maxProfit", {
    payload: { ...state.payload!, net: null, max_profit: net.max_profit },
    settings: { riskRewardMode: "ratio" },
    margin: null,
    spans: { marginRequired: null, capitalRequired: null },
    charges: null,
    decimals: 2,
  });
  expect(textOf("strip-maxProfit")).toContain(written.value);
  expect(textOf("strip-maxProfit")).toContain("net");
  expect(textOf("strip-maxProfit")).not.toContain(before.profit.replace(/^\D+/, ""));
  expect(textOf("modal-pnl")).not.toBe(before.pnl);
  expect(curve()).not.toBe(before.curve);
});
