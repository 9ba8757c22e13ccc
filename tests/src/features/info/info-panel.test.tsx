// @vitest-environment happy-dom
/** The panel: head, prices, futures, the age of its figures, and parts of it that fail. */
import { act } from "react";
import { ref } from "valtio";
import { describe, expect, test, vi } from "vitest";
import { live } from "#src/live/live-state.ts";
import type { QuoteSnapshot, StatsSnapshot } from "#workers/engine/api.ts";
import { choose, openTab, panelInHand, part, selected, show, tabs, text } from "./panel.tsx";
import { told } from "./panel-mocks.ts";
import { expiryStats, NIFTY, stats } from "./world.ts";

vi.mock("@tanstack/react-router", async () => (await import("./panel-mocks.ts")).router());
vi.mock("#src/live/use-underlyings.ts", async () => (await import("./panel-mocks.ts")).underlyings());
vi.mock("#src/live/use-listed.ts", async () => (await import("./panel-mocks.ts")).listed());
vi.mock("#src/live/streams.ts", async () => (await import("./panel-mocks.ts")).streams());

panelInHand();

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
