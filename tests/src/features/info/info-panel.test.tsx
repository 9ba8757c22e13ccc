// @vitest-environment happy-dom
/** The panel as a whole, its figures and answers under the test's hand. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { proxy, ref } from "valtio";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CandleSignal, CandlesResponse, CandleTimeframe } from "#protocol/http/candles.ts";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import { live } from "#src/live/live-state.ts";
import type { Streamed } from "#src/live/streams.ts";
import { session } from "#src/session/session-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import type { EngineHealth, QuoteSnapshot, StatsSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";
import { json } from "../../../support/http/sample-answers.ts";
import {
  CRUDE_FUTURES,
  CRUDEOIL,
  expiryStats,
  future,
  NIFTY,
  NIFTY_FUTURES,
  NOW,
  SBIN,
  stats,
} from "./world.ts";

vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate() {} }),
  useRouterState: () => false,
}));

const KNOWN: Readonly<Record<string, UnderlyingSummary>> = { NIFTY, SBIN, CRUDEOIL };
vi.mock("#src/live/use-underlyings.ts", () => ({
  useUnderlying: (symbol: string) =>
    symbol in KNOWN
      ? { ok: true, value: KNOWN[symbol] }
      : { ok: false, code: "underlying.not_found", message: "none" },
}));
const FUTURES = { NIFTY: NIFTY_FUTURES, SBIN: [future("2026-11-24", 21)], CRUDEOIL: CRUDE_FUTURES };
vi.mock("#src/live/use-listed.ts", () => ({
  useListed: (symbol: keyof typeof FUTURES) => ({ futures: FUTURES[symbol] }),
}));

/** What streams say, by the token that they begin with. */
const told = proxy<{
  stats: Record<number, StatsSnapshot>;
  quotes: readonly QuoteSnapshot[];
  isOld: boolean;
}>({
  stats: {},
  quotes: [],
  isOld: false,
});
vi.mock("#src/live/streams.ts", async () => {
  const { useSnapshot } = await import("valtio");
  return {
    streamOf: (spec: { kind: string; tokens: readonly number[] }) => spec,
    useStream: (
      spec: { kind: string; tokens?: readonly number[] },
      select: (state: Streamed<unknown>) => unknown,
    ) => {
      const { stats: all, quotes, isOld } = useSnapshot(told);
      // A handle that asks for nothing.
      if (spec.tokens === undefined) return select({ data: null, refused: null, isOld: false });
      const of = all[spec.tokens[0] ?? 0];
      if (spec.kind === "quotes" && spec.tokens[0] === 9) {
        return select({
          data: [{ token: 9, lastPrice: 11.9, previousClose: 12.14 }],
          refused: null,
          isOld,
        } as never);
      }
      return select({ data: spec.kind === "quotes" ? quotes : of && [of], refused: null, isOld } as never);
    },
  };
});

const { InfoPanel } = await import("#src/features/info/InfoPanel.tsx");
/** What the server says of events; null: it fails. */
let globalEvents: readonly GlobalEvent[] | null = [];
let stockEvents: readonly StockEvent[] | null = [];
let isSample = false;
/** What it says of patterns; null: it fails. */
let patterns: Partial<Record<CandleTimeframe, CandleSignal[]>> | "access.upgrade_needed" | null = {};
const asked: string[] = [];

function candlesAnswer(): Response {
  if (patterns === null) return json({ error: { code: "server.unavailable", message: "Busy." } }, 503);
  if (patterns === "access.upgrade_needed")
    return json({ error: { code: patterns, message: "Candles are for another plan." } }, 403);
  const list = (name: CandleTimeframe, known = patterns as Exclude<typeof patterns, string | null>) =>
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
const signal = (
  name: CandleSignal["candle_names"][number],
  date: number,
  more: Partial<CandleSignal> = {},
): CandleSignal => ({
  ...{ date, candle_names: [name], timeFrame: "candles_daily", origin: "simulated" },
  ...more,
});

async function answer({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  asked.push(pathname);
  if (pathname.includes("candles_cache")) return candlesAnswer();
  const data = pathname.endsWith("market_stock_events") ? stockEvents : globalEvents;
  if (data === null) return json({ error: { code: "server.unavailable", message: "Busy." } }, 503);
  const span = { date: "2026-11-18", from: "2026-10-19", to: "2027-02-16", imported_at: null };
  return json({ payload: { ...span, is_sample: isSample, data } });
}

let root: Root;
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
  patterns = {};
  globalEvents = [];
  stockEvents = [];
  isSample = false;
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.body.firstElementChild!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  queries.clear();
  live.health = null;
  vi.unstubAllGlobals();
});

const show = (symbol: string) => act(async () => root.render(<InfoPanel symbol={symbol} />));
const part = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
const text = (id: string) => part(id)?.textContent ?? null;
const tabs = () => [...document.querySelectorAll('[role="tab"]')];
const selected = () => tabs().find((tab) => tab.getAttribute("aria-selected") === "true")?.textContent;
const press = (id: string) => act(async () => part(id)!.click());
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    check();
  });
async function openTab(id: string): Promise<void> {
  await press(`tab-${id}`);
  await settled(() => expect(part(`tab-${id}`)?.getAttribute("aria-selected")).toBe("true"));
}
const choose = (expiry: string) =>
  act(async () => {
    const select = part("info-expiry") as HTMLSelectElement;
    select.value = expiry;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });

describe("[INFO-2][INFO-3] head and prices", () => {
  test("of an index", async () => {
    await show("NIFTY");
    expect(text("info-price")).toBe("Last price24,231.85▲ +0.24 %");
    expect((part("info-expiry") as HTMLSelectElement).value).toBe("2026-11-24");
    expect(text("info-future")).toBe("Futures price24,268.40");
    expect(part("info-volume")).toBeNull();
    expect(text("info-ohlc")).toBe("Open24,180.00High24,260.00Low24,120.00Close24,174.65");
    expect(text("info-vix")).toBe("IndiaVIX11.90−1.98%");
    await choose("2026-12-01");
    expect(text("info-future")).toBe("Synthetic futures price24,290.50");
  });

  test("of a share, whose volume has no average to be compared with yet", async () => {
    await show("SBIN");
    expect(text("info-volume")).toBe("Equity volume45.60L-- of its average");
    told.stats[2] = ref(stats(2, { volumeSpike: 1.8, averageVolume: 2_500_000, volumeDays: 12 }));
    await act(async () => {});
    expect(text("info-volume")).toBe("Equity volume45.60L1.8x of its average (12 days)");
    told.stats[2] = ref(stats(2, { volumeSpike: 1.8, averageVolume: 2_500_000, volumeDays: 250 }));
    await act(async () => {});
    expect(text("info-volume")).toBe("Equity volume45.60L1.8x of its average");
  });

  test("of a commodity: the future after the option, and no volume", async () => {
    told.stats[3] = ref(stats(3, { expiries: [expiryStats("2026-12-16", { futurePrice: 5_432 })] }));
    await show("CRUDEOIL");
    expect(text("info-future")).toBe("Futures price (18 Dec)5,432.00");
    expect(part("info-volume")).toBeNull();
  });

  test("are -- where nothing is told", async () => {
    told.stats = {};
    await show("NIFTY");
    expect(text("info-ohlc")).toBe("Open--High--Low--Close--");
    expect(text("info-price")).toBe("Last price----");
    expect(text("info-future")).toBe("Futures price--");
  });

  test("the way to the chart leads to the instrument's own", async () => {
    await show("NIFTY");
    const link = part("info-chart")?.closest("a") ?? part("info-chart");
    expect(link?.getAttribute("href")).toMatch(/^\/chart\?.*NIFTY/);
    expect(part("info-chart")?.getAttribute("aria-disabled")).toBeNull();
  });
});

describe("[INFO-12] another instrument", () => {
  test("begins with the first tab and its own first expiry", async () => {
    await show("NIFTY");
    await openTab("futurePrices");
    await choose("2026-12-29");
    await show("SBIN");
    expect(selected()).toBe("F&O data");
    expect((part("info-expiry") as HTMLSelectElement).value).toBe("2026-11-24");
    await show("CRUDEOIL");
    expect(tabs().map(({ textContent }) => textContent)).toEqual(["F&O data", "Futures prices"]);
  });

  test("that is not listed is said to be none", async () => {
    await show("NOSUCH");
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(
      "No options or futures are listed on NOSUCH.",
    );
  });

  test("an expiry that ends under it is over, and the next one a press away", async () => {
    await show("NIFTY");
    await choose("2026-11-24");
    expect(text("info-over")).toBe("");
    live.health = { ...live.health!, marketTime: NIFTY.expiries[0]!.lastTrade };
    await act(async () => {});
    expect(text("info-over")).toBe("The expiry of 24 Nov is over.Show 1 Dec");
    await act(async () => part("info-over")!.querySelector("button")!.click());
    expect((part("info-expiry") as HTMLSelectElement).value).toBe("2026-12-01");
    expect(text("info-over")).toBe("");
  });
});

describe("[INFO-9] age", () => {
  test("late figures fade and are called stale", async () => {
    await show("NIFTY");
    expect(text("info-standing")).not.toContain("Stale");
    told.isOld = true;
    await act(async () => {});
    expect(text("info-standing")).toBe("StaleMarket time 10:00:00 ISTSimulated market");
    expect(document.querySelector("[data-stale]")).not.toBeNull();
  });
});

describe("[INFO-7][INFO-8] futures", () => {
  test("of an index have synthetic ones among them", async () => {
    told.quotes = ref([{ token: 11, lastPrice: 24_270 }] as QuoteSnapshot[]);
    await show("NIFTY");
    await openTab("futurePrices");
    expect(document.querySelector("h4")?.textContent).toBe("Futures & Synthetic Futures");
    expect(part("info-synthetic")).not.toBeNull();
    const rows = [...document.querySelectorAll('[data-testid="info-future-row"]')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "24 Nov6d6 days to expiry24,270.00",
      "1 Dec13d13 days to expiryWWeekly24,290.50Synthetic",
      "29 Dec41d41 days to expiry--",
    ]);
  });

  test("of a commodity say what its options stand on", async () => {
    await show("CRUDEOIL");
    await openTab("futurePrices");
    expect(document.querySelector("h4")?.textContent).toBe("Futures");
    expect(part("info-synthetic")).toBeNull();
    expect(part("info-panel")?.textContent).toContain(
      "MCX options use the futures that expire after the option’s expiry as their underlying.",
    );
  });
});

const global = (id: string, more: Partial<GlobalEvent> = {}): GlobalEvent => ({
  id,
  country: "India",
  title: `RBI policy ${id}`,
  date: "2026-12-04",
  time: "10:00",
  impact: "high",
  expected: "5.25%",
  actual: null,
  previous: "5.25%",
  impacted_stocks: "Banks and real estate",
  description: "The repo rate",
  ...more,
});

describe("[INFO-10] events", () => {
  const cards = () => [...document.querySelectorAll<HTMLElement>('[data-testid="event"]')];

  test("of economies: three cards that open", async () => {
    globalEvents = [
      global("a"),
      global("b", { country: "USA", time: null, impact: "low" }),
      global("c"),
      global("d"),
    ];
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(cards()).toHaveLength(3));
    expect(cards()[0]!.textContent).toContain("India4 Dec 2026, 10:00 IST●●● High impactRBI policy a");
    expect(cards()[0]!.textContent).toContain("Expected5.25%Actual--Previous5.25%");
    expect(cards()[1]!.textContent).toContain("USA4 Dec 2026●○○ Low impact");
    const more = cards()[0]!.querySelector("button")!;
    const parts = document.getElementById(more.getAttribute("aria-controls")!)!;
    expect([more.getAttribute("aria-expanded"), parts.hidden]).toEqual(["false", true]);
    await act(async () => more.click());
    expect([more.getAttribute("aria-expanded"), parts.hidden]).toEqual(["true", false]);
    expect(parts.textContent).toBe("Impact on stocksBanks and real estateDescriptionThe repo rate");
    expect(part("events-sample")).toBeNull();
    expect(part("all-events")?.getAttribute("aria-label")).toMatch(
      /^View All Events: not available yet\. The calendar/,
    );
  });

  test("of a share: its own alone, results in brackets, samples called so", async () => {
    isSample = true;
    const event = (id: string, symbol: string, more: Partial<StockEvent> = {}): StockEvent => ({
      id,
      trading_symbol: symbol,
      date: "2026-11-20",
      event_type: "stock_results",
      description: "Quarterly results, Sep 2026",
      ...more,
    });
    stockEvents = [
      event("1", "SBIN"),
      event("2", "TCS"),
      event("3", "SBIN", { event_type: "dividend", description: "Rs 4", date: "2026-12-01" }),
    ];
    await show("SBIN");
    expect(tabs()[1]?.textContent).toBe("Stock Events");
    await openTab("events");
    await settled(() => expect(cards()).toHaveLength(2));
    expect(cards().map(({ textContent }) => textContent)).toEqual([
      "Stock results (Quarterly)20 Nov 2026Quarterly results, Sep 2026",
      "Dividend1 Dec 2026Rs 4",
    ]);
    expect(text("events-sample")).toMatch(/^Sample /);
    expect(part("all-events")).toBeNull();
  });

  test("that fail leave an empty list, the reason and a way to ask again", async () => {
    globalEvents = null;
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(text("events-failed")).toMatch(/^Api error! .+Try again$/));
    expect(cards()).toHaveLength(0);
    globalEvents = [global("a")];
    await act(async () => part("events-failed")!.querySelector("button")!.click());
    await settled(() => expect(cards()).toHaveLength(1));
    expect(part("events-failed")).toBeNull();
  });

  test("are none where none are known", async () => {
    await show("SBIN");
    await openTab("events");
    await settled(() =>
      expect(part("info-panel")?.textContent).toContain("No results, dividends, bonuses or splits of SBIN"),
    );
  });

  test("of a window that was closed are not those of the next", async () => {
    globalEvents = [global("a")];
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(cards()).toHaveLength(1));
    await show("SBIN");
    globalEvents = null;
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(part("events-failed")).not.toBeNull());
    expect(cards()).toHaveLength(0);
  });
});

describe("[INFO-11] candlestick patterns", () => {
  const day = (date: string) => Date.parse(`${date}T09:00:00+05:30`);
  const rows = () =>
    [...document.querySelectorAll('[data-testid="signal"]')].map((row) =>
      row.textContent?.replace(/\s+/g, " "),
    );
  const title = () => text("patterns-title");

  test("are counted, and the latest three shown by date: hours with their time, the rest by their day", async () => {
    patterns = {
      candles_daily: [
        signal("HAMMER", day("2026-11-17"), { origin: "recorded" }),
        signal("ENGULF_BEARISH", day("2026-09-01")),
      ],
      candles_hourly: [signal("PIERCE_BULLISH", Date.parse("2026-11-17T14:15:00+05:30"))],
      candles_weekly: [signal("SHOOTING_STAR", day("2026-11-09"))],
    };
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(title()).toBe("4 Candlestick Patterns detected"));
    expect(asked.at(-1)).toBe("/v1/candles_cache/NIFTY");
    expect(rows()).toEqual([
      "Bullish Piercing▲ Bullish17 Nov 2026, 14:15HourlySimulatedView Chart",
      "Hammer▲ Bullish17 Nov 2026DailyView Chart",
      "Shooting Star▼ Bearish9 Nov 2026WeeklySimulatedView Chart",
    ]);
    expect(text("candles-on-record")).toBe(
      "Daily250 since 18 Nov 2025Hourlynone on recordWeekly53 since 17 Nov 2025Monthly12 since 18 Nov 2025, too few to look in",
    );
  });

  test("are explained one by one, and all that are looked for behind one more button", async () => {
    patterns = { candles_daily: [signal("HAMMER", day("2026-11-17"))] };
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(title()).toBe("1 Candlestick Pattern detected"));
    await press("signal-about-HAMMER");
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain("a small body at the top");
    expect(part("pattern-drawer")?.querySelector("svg")?.getAttribute("aria-label")).toBe(
      "Candles of Hammer",
    );
    await press("patterns-all");
    expect(part("pattern-drawer")).toBeNull();
    expect(part("patterns-drawer")?.querySelectorAll("li")).toHaveLength(10);
    await press("pattern-SHOOTING_STAR");
    expect(text("pattern-drawer")).toContain("a long upper shadow");
    await act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
    expect(part("pattern-drawer")).toBeNull();
  });

  test("are none where none were found, with since when there are candles", async () => {
    await show("SBIN");
    await openTab("candlestickPatterns");
    await settled(() => expect(title()).toBe("No Candlestick Patterns detected"));
    expect(rows()).toEqual([]);
    expect(text("candles-on-record")).toContain("Daily250 since 18 Nov 2025");
    await press("patterns-about");
    expect(part("patterns-drawer")).not.toBeNull();
  });

  test("that cannot be had are said to be missing, and can be asked for again", async () => {
    patterns = null;
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(text("patterns-failed")).toBe("Api error! Busy.Try again"));
    expect(title()).toBe("Candlestick Patterns");
    patterns = {};
    await act(async () => part("patterns-failed")!.querySelector("button")!.click());
    await settled(() => expect(title()).toBe("No Candlestick Patterns detected"));
    expect(part("patterns-failed")).toBeNull();
  });

  test("of a plan that has none are not asked for again", async () => {
    patterns = "access.upgrade_needed";
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(text("patterns-failed")).toBe("Candles are for another plan."));
    expect(part("patterns-failed")?.querySelector("button")).toBeNull();
  });
});

describe("a part that fails", () => {
  const failing = (name: string, known: StatsSnapshot): StatsSnapshot =>
    Object.defineProperty({ ...known }, name, {
      get() {
        throw new RangeError("Invalid time value");
      },
    });

  test("is missing alone, says so, and is there again when it is asked for", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    told.stats[1] = ref(failing("spotOpen", stats(1)));
    await show("NIFTY");
    expect(text("info-price")).toContain("24,231.85");
    expect(part("info-ohlc")).toBeNull();
    expect(text("info-fault")).toBe("This part failed and is not shown.Try again");
    expect(tabs()).toHaveLength(4);
    told.stats[1] = ref(stats(1));
    await act(async () => part("info-fault")!.querySelector("button")!.click());
    expect(text("info-ohlc")).toContain("24,180.00");
  });

  test("of a tab leaves the tabs, and another one is shown", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    told.stats[1] = ref(failing("futureOi", stats(1)));
    await show("NIFTY");
    expect(part("info-fault")?.closest('[role="tabpanel"]')).not.toBeNull();
    await openTab("candlestickPatterns");
    expect(part("info-fault")).toBeNull();
    expect(part("patterns-title")).not.toBeNull();
  });
});
