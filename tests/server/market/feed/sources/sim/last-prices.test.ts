import { describe, expect, test } from "vitest";
import { ist, optionRows, quoteOf, simulatedMarket } from "#tests/support/market/simulated-market.ts";

const inside = ({ last, bid, ask }: ReturnType<typeof quoteOf>): boolean => last >= bid && last <= ask;

describe("last prices of a busy market", () => {
  const startAt = ist("2026-12-01T12:30");
  const market = simulatedMarket({ startAt, universe: ["NIFTY", "RELIANCE"] });
  const table = market.table();
  const volumeBefore = table.universe.instruments.map((_, row) => quoteOf(table, row).volume);
  const seen = new Map<number, { inside: number; looks: number }>();
  const chain = market.underlying("NIFTY").chains[1]!;
  const spot = quoteOf(table, market.underlying("NIFTY").index).last;
  for (let k = 1; k <= 1_200; k++) {
    market.advance(startAt + k * 50);
    if (k < 200 || k % 10 !== 0) continue;
    for (const row of optionRows(chain)) {
      const looks = seen.get(row) ?? { inside: 0, looks: 0 };
      seen.set(row, looks);
      looks.looks += 1;
      if (inside(quoteOf(table, row))) looks.inside += 1;
    }
  }

  test("lie in their books nearly always near the money", () => {
    let looks = 0;
    let good = 0;
    for (const row of optionRows(chain)) {
      const out = table.universe.instruments[row]!.type === "CE" ? 1 : -1;
      const far = out * (table.universe.instruments[row]!.strike - spot);
      if (far < -100 || far > 300) continue;
      looks += seen.get(row)!.looks;
      good += seen.get(row)!.inside;
    }
    expect(looks).toBeGreaterThan(1_000);
    expect(good / looks).toBeGreaterThan(0.95);
  });

  test("stay behind in contracts without trades", () => {
    for (const row of optionRows(market.underlying("NIFTY").chains.at(-1)!)) {
      expect(quoteOf(table, row).volume).toBe(volumeBefore[row]);
    }
  });

  test("cost no volume: trades that follow the book are taken off later ones", () => {
    let expected = 0;
    let traded = 0;
    for (const row of optionRows(chain)) {
      traded += quoteOf(table, row).volume - volumeBefore[row]!;
      expected += volumeBefore[row]!;
    }
    // Since 09:15 about half of the day's activity has passed; a minute is some half per cent of it.
    expect(traded / expected).toBeGreaterThan(0.0015);
    expect(traded / expected).toBeLessThan(0.009);
  });
});

describe("books of a market that stays shut", () => {
  const universe = ["NIFTY", "GOLD"];
  /** Options within two per cent of the money in the nearest chain, and how many are quoted on both sides. */
  const near = (market: ReturnType<typeof simulatedMarket>, symbol: string) => {
    const { index, chains } = market.underlying(symbol);
    const spot = quoteOf(market.table(), index).last;
    const quotes = optionRows(chains[0]!)
      .map((row) => quoteOf(market.table(), row))
      .filter(({ instrument }) => Math.abs(instrument.strike / spot - 1) < 0.02);
    return { all: quotes.length, quoted: quotes.filter((each) => each.bid > 0 && each.ask > 0), quotes };
  };

  test("on a weekend are Friday's, with last prices inside near the money", () => {
    const { quoted, all } = near(simulatedMarket({ startAt: ist("2026-11-21T11:00"), universe }), "NIFTY");
    expect(quoted.length).toBeGreaterThan(0.9 * all);
    const good = quoted.filter(inside).length;
    expect(good / quoted.length).toBeGreaterThan(0.8);
    const last = Math.max(...quoted.map((each) => each.tradedAt));
    expect(last).toBeLessThan(ist("2026-11-20T15:40"));
    expect(last).toBeGreaterThan(ist("2026-11-20T15:39"));
  });

  test("are there on a holiday whose evening MCX trades, entered in the morning or come to from the day before", () => {
    const fresh = simulatedMarket({ startAt: ist("2026-11-24T11:00"), universe });
    const come = simulatedMarket({ startAt: ist("2026-11-23T23:54"), universe });
    come.advance(ist("2026-11-24T11:00"));
    for (const market of [fresh, come]) {
      for (const symbol of universe) {
        const { quoted, all, quotes } = near(market, symbol);
        expect(quoted.length).toBeGreaterThan(0.7 * all);
        if (symbol === "GOLD") expect(quotes.every((each) => each.volume === 0)).toBe(true);
      }
    }
  });

  test("are empty before a market opens", () => {
    const market = simulatedMarket({ startAt: ist("2026-12-01T09:07"), universe });
    expect(near(market, "NIFTY").quoted).toHaveLength(0);
    expect(near(market, "GOLD").quoted.length).toBeGreaterThan(0);
  });
});
