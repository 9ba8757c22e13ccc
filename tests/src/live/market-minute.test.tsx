// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "#src/live/live-state.ts";
import { useMarketMinute } from "#src/live/market-minute.ts";

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("main"));
});
afterEach(async () => {
  await act(async () => root.unmount());
  live.health = null;
  vi.unstubAllGlobals();
});

test("what is said by the minute is drawn by the minute, though the market's time comes each second", async () => {
  const drawn: (number | null)[] = [];
  function Left(): null {
    drawn.push(useMarketMinute());
    return null;
  }
  const tell = (clock: string) =>
    act(async () => {
      const marketTime = Date.parse(`2026-11-24T${clock}+05:30`);
      live.health = { marketTime } as typeof live.health;
    });
  await act(async () => root.render(<Left />));
  for (const clock of ["15:29:00", "15:29:01", "15:29:59.900", "15:30:00"]) await tell(clock);
  const minutes = ["15:29", "15:30"].map((clock) => Date.parse(`2026-11-24T${clock}:00+05:30`));
  expect(drawn).toEqual([null, ...minutes]);
});
