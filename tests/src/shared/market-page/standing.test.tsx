// @vitest-environment happy-dom
/** What the head of a page says of a market whose feed is heard. */

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { live } from "#src/live/live-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import type { EngineHealth, UnderlyingSummary } from "#workers/engine/api.ts";

const call = vi.fn();
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
const { Standing } = await import("#src/shared/market-page/Standing.tsx");

const NIFTY = { kind: "index", exchange: "NSE", derivativeExchange: "NFO" } as UnderlyingSummary;
const CRUDEOIL = { kind: "commodity", exchange: "MCX", derivativeExchange: "MCX" } as UnderlyingSummary;
const HOURS = { NFO: ["09:15", "15:40"] };

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
  call.mockResolvedValue(HOURS);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  queries.clear();
  live.health = null;
  vi.unstubAllGlobals();
});

async function shown(clock: string, underlying = NIFTY, feed: FeedState = "live"): Promise<string> {
  live.health = { marketTime: istInstant("2026-11-18", clock), feed } as EngineHealth;
  await act(async () => {
    root.render(<Standing underlying={underlying} feed={feed} />);
    await vi.dynamicImportSettled();
  });
  // Which hours the market keeps is asked, and answered a moment later.
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
  return document.body.textContent ?? "";
}

test.each([
  ["08:50", "Market closed"],
  ["11:00", "Live"],
  // The spot rests in its auction, the options trade.
  ["15:20", "Live"],
  ["15:37", "Live"],
  ["18:00", "Market closed"],
])("[OI-13] at %s of a session it is %j", async (clock, said) => {
  expect(await shown(clock)).toBe(said);
});

test("[OI-13] in the evening commodities are live", async () => {
  expect(await shown("20:00", CRUDEOIL)).toBe("Live");
});

test("[OI-13] a market around the clock never closes", async () => {
  call.mockResolvedValue({ NFO: ["00:00", "24:00"] });
  expect(await shown("20:00")).toBe("Live");
});

test("[OI-14] a feed that is not heard is told before the market's hours", async () => {
  expect(await shown("20:00", NIFTY, "offline")).toBe("Offline: figures are older than they should be");
});
