import { expect, test } from "vitest";
import { ist, optionRows, quoteOf, simulatedMarket } from "#tests/support/market/simulated-market.ts";

test("a weekly gathers positions as it comes nearer, as one that is entered late has them", () => {
  const universe = ["NIFTY"];
  const lots = (market: ReturnType<typeof simulatedMarket>, expiry: string): number => {
    const chain = market.underlying("NIFTY").chains.find((each) => each.expiry === expiry)!;
    return optionRows(chain).reduce((sum, row) => sum + quoteOf(market.table(), row).oi, 0) / chain.lotSize;
  };
  const run = simulatedMarket({ startAt: ist("2026-11-18T10:00"), universe });
  const weeks = lots(run, "2026-12-08");
  run.advance(ist("2026-12-07T10:00"));
  const entered = lots(simulatedMarket({ startAt: ist("2026-12-07T10:00"), universe }), "2026-12-08");
  expect(weeks).toBeLessThan(entered / 10);
  expect(lots(run, "2026-12-08")).toBeGreaterThan(entered / 4);
  expect(lots(run, "2026-12-08")).toBeLessThan(entered * 2);
});
