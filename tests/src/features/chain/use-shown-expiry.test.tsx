// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { useShownExpiry } from "#src/features/chain/use-shown-expiry.ts";
import { live } from "#src/live/live-state.ts";
import type { EngineHealth, UnderlyingSummary } from "#workers/engine/api.ts";

const DAY_MS = 86_400_000;
const NOON = istInstant("2026-11-18", "12:00");
const expiries = ["2026-11-17", "2026-11-23", "2026-12-01"].map((expiry) => ({
  expiry,
  lastTrade: istInstant(expiry, "15:40"),
}));
const listed = (marketAhead: number) => ({ token: 1, expiries, marketAhead }) as unknown as UnderlyingSummary;

let root: Root;
const shown: (string | undefined)[] = [];
function Probe({ of }: { of: UnderlyingSummary }): null {
  shown.push(useShownExpiry(of, undefined)?.expiry);
  return null;
}
const show = (of: UnderlyingSummary): Promise<void> => act(async () => root.render(<Probe of={of} />));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  shown.length = 0;
  live.health = null;
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  act(() => root.unmount());
  live.health = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// [CHAIN-33]
test.each([-400, -7, 0, 7, 400])(
  "with a device %i days off the first expiry that trades is shown from the start",
  async (days) => {
    vi.spyOn(Date, "now").mockReturnValue(NOON + days * DAY_MS);
    const of = listed(-days * DAY_MS);
    await show(of);
    await act(async () => {
      live.health = { marketTime: NOON } as EngineHealth;
    });
    await show(of);
    expect(new Set(shown)).toEqual(new Set(["2026-11-23"]));
  },
);

test("where nothing says the time, the device's clock does not either: it is the first of the list", async () => {
  vi.spyOn(Date, "now").mockReturnValue(NOON + 7 * DAY_MS);
  await show(listed(Number.NaN));
  expect(shown).toEqual(["2026-11-17"]);
  await act(async () => {
    live.health = { marketTime: NOON } as EngineHealth;
  });
  expect(shown.at(-1)).toBe("2026-11-23");
});
