import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import type { EventBatch } from "#server/capabilities/events/repository.ts";
import type { Store } from "#server/roles/storage/store.ts";
import type { StoreHarness } from "./store.suite.ts";

const NOW = Date.UTC(2026, 10, 23, 5);

function stock(symbol: string, date: string, type: StockEvent["event_type"] = "dividend"): StockEvent {
  return {
    id: `${symbol}-${date}-${type}`,
    trading_symbol: symbol,
    date,
    event_type: type,
    description: "Rs 3 \u0000 \u20b9",
  };
}

function global(date: string, title = "CPI"): GlobalEvent {
  return {
    id: `${date}-${title}`,
    country: "India",
    title,
    date,
    time: null,
    impact: "high",
    expected: "4.1%",
    actual: null,
    previous: null,
    impacted_stocks: "",
    description: "",
  };
}

const batch = (list: "results" | "actions", from: string, to: string, events: StockEvent[]): EventBatch => ({
  list,
  from,
  to,
  events,
});

/** What every store promises of events and ban lists, whatever it keeps its rows in. */
export function eventsContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`events contract: ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const stocks = async (from = "2026-01-01", to = "2026-12-31") =>
      (await store.events.stockEvents(from, to)).events;

    it("says that nothing was ever imported, and when something was, even of no rows (EVT-3)", async () => {
      const nothing = { importedAt: null, events: [] };
      expect(await store.events.globalEvents("2026-01-01", "2026-12-31")).toEqual(nothing);
      expect(await store.events.stockEvents("2026-01-01", "2026-12-31")).toEqual(nothing);
      expect(await store.events.banLists("2026-01-01")).toEqual({ importedAt: null, lists: [] });
      await store.events.replace([batch("actions", "2026-11-20", "2026-11-20", [])], NOW);
      expect(await store.events.stockEvents("2026-01-01", "2026-12-31")).toEqual({
        importedAt: NOW,
        events: [],
      });
      expect(await store.events.globalEvents("2026-01-01", "2026-12-31")).toEqual(nothing);
    });

    it("gives back what was imported, from a date to another, both included (EVT-10)", async () => {
      const events = [
        stock("M&M", "2026-11-20"),
        stock("SAIL", "2026-11-21", "bonus"),
        stock("TCS", "2026-11-22"),
      ];
      const all = [global("2026-11-21"), global("2026-11-21", "GDP")];
      await store.events.replace(
        [
          batch("actions", "2026-11-20", "2026-11-22", events),
          { list: "global", from: "2026-11-21", to: "2026-11-21", events: all },
        ],
        NOW,
      );
      expect(await stocks()).toEqual(events);
      expect(await stocks("2026-11-21", "2026-11-21")).toEqual([events[1]]);
      expect((await store.events.globalEvents("2026-11-21", "2026-11-21")).events).toEqual(all);
    });

    it("an import replaces its list over its own days, and nothing else (EVT-10)", async () => {
      const old = ["2026-11-19", "2026-11-20", "2026-11-25"].map((date) => stock("TCS", date));
      const results = [stock("TCS", "2026-11-20", "stock_results")];
      await store.events.replace(
        [
          batch("actions", "2026-11-19", "2026-11-25", old),
          batch("results", "2026-11-20", "2026-11-20", results),
        ],
        NOW,
      );
      const moved = stock("TCS", "2026-11-21");
      await store.events.replace([batch("actions", "2026-11-20", "2026-11-24", [moved])], NOW + 5);
      expect(await stocks()).toEqual([old[0], results[0], moved, old[2]]);
      expect((await store.events.stockEvents("2026-11-19", "2026-11-19")).importedAt).toBe(NOW + 5);
    });

    it("takes many at once, and of two files that say the same the later (EVT-10)", async () => {
      const many = Array.from({ length: 1_700 }, (_, i) => stock(`S${i}`, "2026-11-20"));
      const later = { ...stock("S7", "2026-11-20"), description: "Rs 4" };
      await store.events.replace(
        [
          batch("actions", "2026-11-20", "2026-11-20", many),
          batch("actions", "2026-11-20", "2026-11-20", [later]),
        ],
        NOW,
      );
      const kept = await stocks();
      expect(kept).toHaveLength(1_700);
      expect(kept.find(({ id }) => id === later.id)).toEqual(later);
    });

    it("keeps all of an import or nothing (EVT-9)", async () => {
      const good = batch("actions", "2026-11-20", "2026-11-20", [stock("TCS", "2026-11-20")]);
      const bad = { ...good, list: null } as unknown as EventBatch;
      await expect(store.events.replace([good, bad], NOW)).rejects.toThrow();
      expect(await store.events.stockEvents("2026-01-01", "2026-12-31")).toEqual({
        importedAt: null,
        events: [],
      });
    });

    it("keeps ban lists by trade date, an empty one too (EVT-7)", async () => {
      const lists = [
        { date: "2026-11-20", symbols: ["SAIL", "M&M"] },
        { date: "2026-11-23", symbols: [] },
      ];
      await store.events.replace([{ list: "bans", from: "2026-11-20", to: "2026-11-23", lists }], NOW);
      expect(await store.events.banLists("2026-11-20")).toEqual({ importedAt: NOW, lists });
      expect((await store.events.banLists("2026-11-21")).lists).toEqual([lists[1]]);
      const newer = [{ date: "2026-11-23", symbols: ["RBLBANK"] }];
      await store.events.replace([{ list: "bans", from: "2026-11-23", to: "2026-11-23", lists: newer }], NOW);
      expect((await store.events.banLists("2026-11-20")).lists).toEqual([lists[0], newer[0]]);
    });

    it("leaves out what another version has written otherwise (EVT-10)", async () => {
      const odd = { ...stock("SAIL", "2026-11-20"), event_type: "merger" } as unknown as StockEvent;
      const known = stock("TCS", "2026-11-20");
      await store.events.replace([batch("actions", "2026-11-20", "2026-11-20", [odd, known])], NOW);
      expect(await stocks()).toEqual([known]);
    });
  });
}
