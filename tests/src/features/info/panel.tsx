/** The panel as a whole, its figures and answers under the test's hand: a file that shows it has the mocks of `panel-mocks.ts`. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ref } from "valtio";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { CandleSignal, CandlesResponse, CandleTimeframe } from "#protocol/http/candles.ts";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import { InfoPanel } from "#src/features/info/InfoPanel.tsx";
import { live } from "#src/live/live-state.ts";
import { session } from "#src/session/session-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import type { EngineHealth } from "#workers/engine/api.ts";
import { json } from "../../../support/http/sample-answers.ts";
import { told } from "./panel-mocks.ts";
import { NOW, stats } from "./world.ts";

interface Answers {
  /** of events; null: the server fails */
  globalEvents: readonly GlobalEvent[] | null;
  stockEvents: readonly StockEvent[] | null;
  isSample: boolean;
  /** null: it fails */
  patterns: Partial<Record<CandleTimeframe, CandleSignal[]>> | "access.upgrade_needed" | null;
}
const NONE: Answers = { globalEvents: [], stockEvents: [], isSample: false, patterns: {} };

/** What the server says. */
export const answers: Answers = { ...NONE };
/** Paths that were asked for. */
export const asked: string[] = [];

function candlesAnswer(): Response {
  if (answers.patterns === null)
    return json({ error: { code: "server.unavailable", message: "Busy." } }, 503);
  if (answers.patterns === "access.upgrade_needed")
    return json({ error: { code: answers.patterns, message: "Candles are for another plan." } }, 403);
  const known = answers.patterns;
  const list = (name: CandleTimeframe) =>
    JSON.stringify((known[name] ?? []).map((each) => ({ ...each, timeFrame: name })));
  const record = (candles: number, date: string) => ({
    ...{ candles, since: candles === 0 ? null : Date.parse(`${date}T09:00:00+05:30`) },
    origin: candles === 0 ? null : ("simulated" as const),
  });
  const body: CandlesResponse = {
    data: {
      candles_daily: list("candles_daily"),
      candles_hourly: list("candles_hourly"),
      candles_weekly: list("candles_weekly"),
      candles_monthly: list("candles_monthly"),
    },
    on_record: {
      candles_daily: record(250, "2025-11-18"),
      candles_hourly: record(0, ""),
      candles_weekly: record(53, "2025-11-17"),
      candles_monthly: record(12, "2025-11-18"),
    },
  };
  return json(body);
}
async function answer({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  asked.push(pathname);
  if (pathname.includes("candles_cache")) return candlesAnswer();
  const data = pathname.endsWith("market_stock_events") ? answers.stockEvents : answers.globalEvents;
  if (data === null) return json({ error: { code: "server.unavailable", message: "Busy." } }, 503);
  const span = { date: "2026-11-18", from: "2026-10-19", to: "2027-02-16", imported_at: null };
  return json({ payload: { ...span, is_sample: answers.isSample, data } });
}

let root: Root;

/** Before and after each test of a file. */
export function panelInHand(): void {
  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    vi.stubGlobal("fetch", answer);
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    told.stats = { 1: ref(stats(1)), 2: ref(stats(2)), 3: ref(stats(3)) };
    told.quotes = [];
    told.isOld = false;
    live.link = { phase: "ready", shared: true };
    live.health = { marketTime: NOW, feed: "live", simulated: true } as EngineHealth;
    session.phase = "anonymous";
    Object.assign(answers, NONE);
    document.body.innerHTML = "<main></main>";
    root = createRoot(document.body.firstElementChild!);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    queries.clear();
    live.health = null;
    vi.unstubAllGlobals();
  });
}

export const show = (symbol: string) => act(async () => root.render(<InfoPanel symbol={symbol} />));
export const part = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
export const text = (id: string) => part(id)?.textContent ?? null;
export const tabs = () => [...document.querySelectorAll('[role="tab"]')];
export const selected = () => tabs().find((tab) => tab.getAttribute("aria-selected") === "true")?.textContent;
export const press = (id: string) => act(async () => part(id)!.click());
export const settled = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 20_000 },
  );
export async function openTab(id: string): Promise<void> {
  await press(`tab-${id}`);
  await settled(() => expect(part(`tab-${id}`)?.getAttribute("aria-selected")).toBe("true"));
}
export const choose = (expiry: string) =>
  act(async () => {
    const select = part("info-expiry") as HTMLSelectElement;
    select.value = expiry;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
