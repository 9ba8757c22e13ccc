import { expect, test } from "vitest";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import { eventsOf, resultsRows } from "#src/features/iv-chart/events/iv-events.ts";

const stock = (id: string, date: string, event_type: StockEvent["event_type"], trading_symbol = "RELIANCE") =>
  ({ id, date, event_type, trading_symbol, description: "Quarterly results" }) as StockEvent;
const economic = (id: string, date: string, impact: GlobalEvent["impact"]) =>
  ({ id, date, impact, country: "India", title: "GDP" }) as GlobalEvent;

test("[IV-7] events are those of the share, and economic ones of high impact, by date", () => {
  const events = eventsOf(
    "RELIANCE",
    [stock("a", "2026-11-20", "dividend"), stock("b", "2026-11-10", "bonus", "TCS")],
    [economic("c", "2026-11-15", "high"), economic("d", "2026-11-15", "low")],
  );
  expect(events.map(({ id, kind }) => [id, kind])).toEqual([
    ["c", "economic"],
    ["a", "dividend"],
  ]);
});

test("[IV-8] over results stand the close before and the first one on the day or after it", () => {
  const days = {
    dates: ["2026-11-12", "2026-11-13", "2026-11-16"],
    iv: [0.3, 0.32, 0.24],
    close: [1_000, 1_010, 1_060.5],
  };
  const of = (date: string) =>
    resultsRows(days, eventsOf("RELIANCE", [stock("a", date, "stock_results")], []));
  const [row] = of("2026-11-14");
  expect(row).toMatchObject({ date: "2026-11-14", ivBefore: 0.32, ivAfter: 0.24 });
  expect(row!.move).toBeCloseTo(0.05, 12);
  expect(of("2026-11-13")[0]).toMatchObject({ ivBefore: 0.3, ivAfter: 0.32 });
  // What is to come, and what was before the range, has no two closes.
  expect([...of("2026-12-01"), ...of("2026-11-12")]).toEqual([]);
});
