import { expect, it } from "vitest";
import type { StockEvent } from "#protocol/http/events.ts";
import { createShareChanges } from "#server/roles/api/share-changes.ts";

const NOW = Date.parse("2026-11-20T11:00:00+05:30");
const event = (symbol: string, type: StockEvent["event_type"], description: string): StockEvent => ({
  id: `${symbol}-${type}`,
  trading_symbol: symbol,
  date: "2026-08-18",
  event_type: type,
  description,
});

function open(events: readonly StockEvent[]) {
  let clock = 0;
  let asked: (readonly [string, string])[] = [];
  let isAway = false;
  const changes = createShareChanges({
    events: {
      async stockEvents(from, to) {
        asked = [...asked, [from, to]];
        if (isAway) throw new Error("away");
        return { importedAt: 1, events };
      },
    },
    directory: async () => ({
      byToken: (token) => (token === 1 ? ({ tradingsymbol: "TDPOWERSYS" } as never) : null),
    }),
    now: () => NOW,
    clock: () => clock,
  });
  return {
    changes,
    asked: () => asked,
    pass: (ms: number) => void (clock += ms),
    setAway: (next: boolean) => void (isAway = next),
  };
}

const BOTH = "Bonus 1:1/Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share";

it("are those of the underlying's symbol, each with the words it was read out of", async () => {
  const { changes } = open([
    event("TDPOWERSYS", "bonus", BOTH),
    event("TDPOWERSYS", "stock_split", BOTH),
    event("TDPOWERSYS", "dividend", "Dividend - Rs 3 Per Share"),
    event("TDPOWERSYS", "stock_split", "Split, details later"),
    event("OTHER", "bonus", "Bonus 2:1"),
  ]);
  expect(await changes(1)).toEqual([
    { date: "2026-08-18", shares: 2, source: BOTH },
    { date: "2026-08-18", shares: 5, source: BOTH },
  ]);
  expect(await changes(7)).toEqual([]);
});

it("are looked up once a minute, as far back as days are kept, and again at once after storage was away", async () => {
  const { changes, asked, pass, setAway } = open([event("TDPOWERSYS", "bonus", "Bonus 2:1")]);
  setAway(true);
  await expect(changes(1)).rejects.toThrow("away");
  setAway(false);
  expect(await changes(1)).toHaveLength(1);
  await changes(1);
  expect(asked()).toHaveLength(2);
  expect(asked()[0]).toEqual(["2025-05-19", "2026-11-20"]);
  pass(60_000);
  await changes(1);
  expect(asked()).toHaveLength(3);
});
