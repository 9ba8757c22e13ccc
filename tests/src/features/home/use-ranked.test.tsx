// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MarketRow } from "#src/features/home/market-rows.ts";
import { useRanked } from "#src/features/home/use-market.ts";

const row = (token: number, changePct: number): MarketRow =>
  ({ underlying: { token }, figures: {}, changePct }) as MarketRow;
const byChange = (rows: readonly MarketRow[]) => [...rows].sort((a, b) => b.changePct - a.changePct);

function List({ rows }: { readonly rows: readonly MarketRow[] }) {
  const ranked = useRanked(rows, byChange);
  return <p>{ranked.map(({ underlying, changePct }) => `${underlying.token}:${changePct}`).join(" ")}</p>;
}

let root: Root;
const show = (...rows: MarketRow[]): Promise<void> => act(async () => root.render(<List rows={rows} />));
const shown = (): string | null | undefined => document.querySelector("p")?.textContent;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.body.firstElementChild as HTMLElement);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the order holds for fifteen seconds while its figures go on, then new figures change it", async () => {
  await show(row(1, 2), row(2, 1));
  expect(shown()).toBe("1:2 2:1");
  vi.advanceTimersByTime(14_000);
  await show(row(1, 2), row(2, 3));
  expect(shown()).toBe("1:2 2:3");
  vi.advanceTimersByTime(1_000);
  await show(row(1, 2), row(2, 4));
  expect(shown()).toBe("2:4 1:2");
  await show(row(1, 9), row(2, 4));
  expect(shown()).toBe("2:4 1:9");
});
