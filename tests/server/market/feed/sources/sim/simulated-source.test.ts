import { describe, expect, test } from "vitest";
import { istDate } from "#domain/calendar/ist.ts";
import { clearMarks, createMarketTable } from "#server/market/feed/market-table.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { ist, optionRows, quoteOf, simulatedMarket } from "#tests/support/market/simulated-market.ts";

const FEW = ["NIFTY", "BANKNIFTY", "SENSEX", "RELIANCE", "USDINR", "CRUDEOIL"];
const SATURDAY = ist("2026-11-21T11:30");
const FRIDAY = ist("2026-11-20T11:30");

function wordsAfter(steps: readonly number[], seed = 7, universe: readonly string[] = FEW): Int32Array {
  const market = simulatedMarket({ seed, clock: "always", startAt: SATURDAY, universe });
  for (const step of steps) market.advance(SATURDAY + step);
  return market.table().words;
}

describe("determinism", () => {
  test("the same seed and the same advances give identical tables", () => {
    const steps = [50, 100, 900, 5_000, 400_000, 400_050];
    expect(wordsAfter(steps)).toEqual(wordsAfter(steps));
  });

  test("another seed gives another market", () => {
    expect(wordsAfter([1000], 7)).not.toEqual(wordsAfter([1000], 8));
  });

  test("the rhythm of the caller does not matter", () => {
    const fine = Array.from({ length: 160 }, (_, k) => (k + 1) * 50);
    const odd = [37, 81, 300, 1_250, 2_000, 3_999, 5_017, 6_500, 8_000];
    const slow = [2_000, 4_000, 6_000, 8_000];
    const expected = wordsAfter(fine);
    expect(wordsAfter(odd)).toEqual(expected);
    expect(wordsAfter(slow)).toEqual(expected);
  });

  test("its own table tells what one beside it is told, and marks the same rows, over a new day too", () => {
    const start = ist("2026-11-20T08:59");
    const options = {
      seed: 7,
      clock: "exchange",
      startAt: start,
      universe: ["RELIANCE", "CRUDEOIL"],
    } as const;
    const source = createSimulatedSource(options);
    const beside = simulatedMarket(options);
    const open = () => {
      const table = source.table!();
      source.fill(table);
      return table;
    };
    let table = open();
    let days = 1;
    expect(table.dirtyCount).toBe(table.universe.instruments.length);
    clearMarks(table);
    for (const step of [50, 100, 1_000, 60_500, 60_550, 62_000]) {
      const isOther = source.advance(table, start + step);
      expect(beside.advance(start + step)).toBe(isOther);
      if (isOther) {
        table = open();
        days++;
        expect(table.universe).toBe(source.universe());
      }
      expect([...table.dirtyRows.subarray(0, table.dirtyCount)].sort()).toEqual(beside.takeDirty().sort());
      expect(table.words).toEqual(beside.table().words);
      expect(table.previousOi).toEqual(beside.table().previousOi);
      clearMarks(table);
    }
    expect(days).toBe(2);
  });

  test("a market with fewer underlyings has the same index path", () => {
    const all = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: FEW });
    const one = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: ["NIFTY"] });
    const last = (market: typeof all) => quoteOf(market.table(), market.underlying("NIFTY").index).last;
    expect(last(one)).toBe(last(all));
  });

  test("a restart finds the day's spot where it left it", () => {
    const early = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: ["NIFTY"] });
    for (let s = 1; s <= 300; s++) early.advance(SATURDAY + s * 2_000);
    const late = simulatedMarket({ clock: "always", startAt: SATURDAY + 600_000, universe: ["NIFTY"] });
    const a = quoteOf(early.table(), 0);
    const b = quoteOf(late.table(), 0);
    expect(a.close).toBe(b.close);
    // The one is published every half second, the other at the instant.
    expect(Math.abs(a.last - b.last)).toBeLessThan(5);
  });
});

describe("what is listed", () => {
  test("the whole market has the indices, at least 50 stocks, commodities and the dollar", () => {
    const source = createSimulatedSource({
      seed: 1,
      clock: "exchange",
      startAt: ist("2026-11-20T08:59"),
      universe: null,
    });
    const { underlyings, instruments, vixIndex } = source.universe();
    const symbols = underlyings.map((each) => each.underlying.symbol);
    expect(symbols).toEqual(
      expect.arrayContaining([
        ...["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTYNXT50", "SENSEX", "BANKEX"],
        ...["GOLD", "SILVER", "CRUDEOIL", "NATURALGAS", "USDINR"],
      ]),
    );
    expect(underlyings.filter((each) => each.underlying.kind === "stock").length).toBeGreaterThanOrEqual(50);
    expect(instruments[vixIndex]?.tradingsymbol).toBe("INDIA VIX");
    expect(new Set(instruments.map((each) => each.token)).size).toBe(instruments.length);
    for (const entry of underlyings) {
      expect(entry.chains.length, entry.underlying.symbol).toBeGreaterThan(0);
      for (const chain of entry.chains) {
        for (let i = 0; i < chain.strikes.length; i++) {
          if (i > 0) expect(chain.strikes[i]!).toBeGreaterThan(chain.strikes[i - 1]!);
          for (const [row, type] of [
            [chain.callIndex[i]!, "CE"],
            [chain.putIndex[i]!, "PE"],
          ] as const) {
            expect(instruments[row]).toMatchObject({ type, strike: chain.strikes[i], expiry: chain.expiry });
          }
        }
      }
    }
  });

  test("an index chain has the future of its expiry, a commodity's the first one after it", () => {
    const market = simulatedMarket({ startAt: FRIDAY, universe: FEW });
    const { instruments } = market.source.universe();
    for (const chain of market.underlying("NIFTY").chains) {
      if (chain.futureIndex >= 0) expect(instruments[chain.futureIndex]!.expiry).toBe(chain.expiry);
    }
    const crude = market.underlying("CRUDEOIL");
    const first = crude.chains[0]!;
    expect(instruments[first.futureIndex]!.expiry! >= first.expiry).toBe(true);
    expect(market.underlying("NIFTY").chains.some((chain) => chain.futureIndex >= 0)).toBe(true);
  });
});

describe("days and sessions", () => {
  test("around the clock a Saturday ticks", () => {
    const market = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: FEW });
    for (let k = 1; k <= 40; k++) market.advance(SATURDAY + k * 50);
    expect(market.takeDirty().length).toBeGreaterThan(200);
    expect(market.source.universe().date).toBe("2026-11-21");
  });

  test("with real sessions a Saturday shows Friday's closes and does not move", () => {
    const market = simulatedMarket({ startAt: SATURDAY, universe: FEW });
    for (let k = 1; k <= 40; k++) market.advance(SATURDAY + k * 50);
    expect(market.takeDirty()).toEqual([]);
    expect(market.source.universe().date).toBe("2026-11-20");
    const future = quoteOf(market.table(), market.underlying("NIFTY").futures[0]!.index);
    expect(future.volume).toBeGreaterThan(0);
    expect(istDate(future.tradedAt)).toBe("2026-11-20");
    expect(future.tradedAt).toBeLessThanOrEqual(ist("2026-11-20T15:40"));
  });

  test("before the open last prices are previous closes and nothing has traded", () => {
    const market = simulatedMarket({ startAt: ist("2026-11-20T09:05"), universe: ["NIFTY", "RELIANCE"] });
    market.advance(ist("2026-11-20T09:06"));
    expect(market.takeDirty()).toEqual([]);
    market.source.universe().instruments.forEach((_, row) => {
      const quote = quoteOf(market.table(), row);
      expect(quote.last).toBe(quote.close);
      expect([quote.volume, quote.open, quote.bid, quote.ask]).toEqual([0, 0, 0, 0]);
      expect(quote.oi).toBe(quote.previousOi);
    });
  });

  test("the opening auction prints shares, indices and the month's future before options trade", () => {
    const market = simulatedMarket({ startAt: ist("2026-11-20T09:05"), universe: ["NIFTY", "RELIANCE"] });
    for (let at = ist("2026-11-20T09:05"); at <= ist("2026-11-20T09:12"); at += 60_000) market.advance(at);
    const nifty = market.underlying("NIFTY");
    expect(quoteOf(market.table(), nifty.index).open).toBeGreaterThan(0);
    expect(quoteOf(market.table(), nifty.futures[0]!.index).volume).toBeGreaterThan(0);
    expect(quoteOf(market.table(), nifty.futures[1]!.index).volume).toBe(0);
    expect(quoteOf(market.table(), market.underlying("RELIANCE").index).volume).toBeGreaterThan(0);
    for (const row of optionRows(nifty.chains[0]!)) expect(quoteOf(market.table(), row).volume).toBe(0);
  });

  test("in the closing auction spot stands still while derivatives trade, then prints once", () => {
    const market = simulatedMarket({ startAt: ist("2026-11-20T15:14"), universe: ["NIFTY", "RELIANCE"] });
    const run = (from: string, to: string): number[] => {
      const rows = new Set<number>();
      for (let at = ist(from) + 1_000; at <= ist(to); at += 1_000) {
        market.advance(at);
        for (const row of market.takeDirty()) rows.add(row);
      }
      return [...rows];
    };
    const spots = [market.underlying("NIFTY").index, market.underlying("RELIANCE").index];
    run("2026-11-20T15:14", "2026-11-20T15:16");
    const frozen = run("2026-11-20T15:16", "2026-11-20T15:18");
    expect(frozen.filter((row) => spots.includes(row))).toEqual([]);
    expect(frozen.length).toBeGreaterThan(50);
    const before = quoteOf(market.table(), spots[0]!).last;
    market.advance(ist("2026-11-20T15:33"));
    market.takeDirty();
    const printed = run("2026-11-20T15:33", "2026-11-20T15:36");
    expect(printed).toEqual(expect.arrayContaining(spots));
    expect(quoteOf(market.table(), spots[0]!).last).not.toBe(before);
    market.advance(ist("2026-11-20T15:41"));
    market.takeDirty();
    market.advance(ist("2026-11-20T15:42"));
    expect(market.takeDirty()).toEqual([]);
  });

  test("what has expired stays as it was until the next day begins, also where the market never closes", () => {
    const lastTrade = ist("2026-11-23T15:40");
    const market = simulatedMarket({
      clock: "always",
      startAt: lastTrade - 1_000,
      universe: ["NIFTY", "SENSEX"],
    });
    const { chains, futures } = market.underlying("NIFTY");
    const chain = chains[0]!;
    expect(chain.expiry).toBe("2026-11-23");
    const rows = [...optionRows(chain), futures[0]!.index];
    const survivor = quoteOf(market.table(), futures[1]!.index);
    expect(market.advance(lastTrade)).toBe(false);
    const before = rows.map((row) => quoteOf(market.table(), row));
    market.takeDirty();
    for (let at = lastTrade + 500; at <= lastTrade + 40_000; at += 500) market.advance(at);
    const moved = market.takeDirty();
    expect(moved).toContain(futures[1]!.index);
    expect(rows.filter((row) => moved.includes(row))).toEqual([]);
    market.advance(ist("2026-11-24T08:59"));
    expect(rows.map((row) => quoteOf(market.table(), row))).toEqual(before);
    expect(market.advance(ist("2026-11-24T09:00"))).toBe(true);
    const next = market.underlying("NIFTY");
    expect(next.chains[0]!.expiry > chain.expiry).toBe(true);
    expect(quoteOf(market.table(), next.futures[0]!.index).instrument).toBe(survivor.instrument);
  });

  test("at 09:00 the day figures roll: last price becomes close, open interest the previous one", () => {
    const roll = ist("2026-11-22T09:00");
    const market = simulatedMarket({ clock: "always", startAt: roll - 500, universe: ["NIFTY"] });
    market.advance(roll - 50);
    // The near months trade in the last 50 ms too; here nothing comes between.
    const quiet = market.underlying("NIFTY").chains.at(-3)!;
    const before = quoteOf(market.table(), quiet.callIndex[4]!);
    expect(before.last).toBeGreaterThan(0);
    const spot = quoteOf(market.table(), 0).last;
    expect(market.advance(roll)).toBe(true);
    expect(market.source.universe().date).toBe("2026-11-22");
    const index = market.source
      .universe()
      .instruments.findIndex((each) => each.token === before.instrument.token);
    const after = quoteOf(market.table(), index);
    expect(after).toMatchObject({
      close: before.last,
      last: before.last,
      volume: 0,
      open: 0,
      high: 0,
      low: 0,
      average: 0,
    });
    expect(after.previousOi).toBe(before.oi);
    expect(after.oiHigh).toBe(before.oi);
    market.advance(roll + 1_000);
    expect(Math.abs(quoteOf(market.table(), 0).last / spot - 1)).toBeLessThan(0.002);
  });

  test("a new weekly appears at the roll after one has expired", () => {
    const market = simulatedMarket({
      clock: "always",
      startAt: ist("2026-12-01T15:39"),
      universe: ["NIFTY"],
    });
    const before = market.underlying("NIFTY").chains.map((each) => each.expiry);
    market.advance(ist("2026-12-02T09:00"));
    const after = market.underlying("NIFTY").chains;
    expect(after.map((each) => each.expiry)).toEqual(expect.arrayContaining(before.slice(1)));
    expect(after[0]!.expiry).toBe(before[1]);
    const fresh = after.filter((each) => !before.includes(each.expiry));
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh[0]!.expiryType).toBe("weekly");
    expect(quoteOf(market.table(), fresh[0]!.callIndex[0]!)).toMatchObject({ close: 0, oi: 0 });
  });

  test("a jump over several days ends on the right one", () => {
    const market = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: ["NIFTY"] });
    expect(market.advance(ist("2026-11-25T10:00"))).toBe(true);
    expect(market.source.universe().date).toBe("2026-11-25");
    expect(market.underlying("NIFTY").chains[0]!.expiry).toBe("2026-12-01");
  });
});

test("fill writes every row into any table of the universe", () => {
  const market = simulatedMarket({ clock: "always", startAt: SATURDAY, universe: ["NIFTY"] });
  const other = createMarketTable(market.source.universe());
  market.source.fill(other);
  expect(other.dirtyCount).toBe(other.universe.instruments.length);
  other.universe.instruments.forEach((instrument, row) => {
    expect(other.words[row * 48]! >>> 0).toBe(instrument.token);
  });
});
