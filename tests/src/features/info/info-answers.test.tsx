// @vitest-environment happy-dom
/** What the panel asks the server for: events and candlestick patterns. */
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import type { CandleSignal } from "#protocol/http/candles.ts";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import { answers, asked, openTab, panelInHand, part, press, settled, show, tabs, text } from "./panel.tsx";

vi.mock("@tanstack/react-router", async () => (await import("./panel-mocks.ts")).router());
vi.mock("#src/live/use-underlyings.ts", async () => (await import("./panel-mocks.ts")).underlyings());
vi.mock("#src/live/use-listed.ts", async () => (await import("./panel-mocks.ts")).listed());
vi.mock("#src/live/streams.ts", async () => (await import("./panel-mocks.ts")).streams());

panelInHand();

const signal = (
  name: CandleSignal["candle_names"][number],
  date: number,
  more: Partial<CandleSignal> = {},
): CandleSignal => ({
  ...{ date, candle_names: [name], timeFrame: "candles_daily", origin: "simulated" },
  ...more,
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
    answers.globalEvents = [
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
    answers.isSample = true;
    const event = (id: string, symbol: string, more: Partial<StockEvent> = {}): StockEvent => ({
      id,
      trading_symbol: symbol,
      date: "2026-11-20",
      event_type: "stock_results",
      description: "Quarterly results, Sep 2026",
      ...more,
    });
    answers.stockEvents = [
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
    answers.globalEvents = null;
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(text("events-failed")).toMatch(/^Api error! .+Try again$/));
    expect(cards()).toHaveLength(0);
    answers.globalEvents = [global("a")];
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
    answers.globalEvents = [global("a")];
    await show("NIFTY");
    await openTab("events");
    await settled(() => expect(cards()).toHaveLength(1));
    await show("SBIN");
    answers.globalEvents = null;
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
    answers.patterns = {
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
    answers.patterns = { candles_daily: [signal("HAMMER", day("2026-11-17"))] };
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
    answers.patterns = null;
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(text("patterns-failed")).toBe("Api error! Busy.Try again"));
    expect(title()).toBe("Candlestick Patterns");
    answers.patterns = {};
    await act(async () => part("patterns-failed")!.querySelector("button")!.click());
    await settled(() => expect(title()).toBe("No Candlestick Patterns detected"));
    expect(part("patterns-failed")).toBeNull();
  });

  test("of a plan that has none are not asked for again", async () => {
    answers.patterns = "access.upgrade_needed";
    await show("NIFTY");
    await openTab("candlestickPatterns");
    await settled(() => expect(text("patterns-failed")).toBe("Candles are for another plan."));
    expect(part("patterns-failed")?.querySelector("button")).toBeNull();
  });
});
