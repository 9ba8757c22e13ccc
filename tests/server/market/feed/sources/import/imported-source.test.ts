import { afterAll, describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { QUOTE_FULL_CLOSE, QUOTE_FULL_LAST_PRICE, QUOTE_FULL_OI } from "#protocol/generated/layout.ts";
import { createMarketTable, type MarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import { createImportedSource } from "#server/market/feed/sources/import/imported-source.ts";
import {
  createFileFolder,
  dumpText,
  eodText,
  madeContracts,
} from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

/**
 * Positions left over from another lot, a price off the tick grid, a contract that never traded, and a
 * forward half a per cent over spot, which no usual carry makes of a week.
 */
const contracts = madeContracts().map((each, i) => ({
  ...each,
  underlying: each.symbol === "NIFTY" ? 23_900 : each.underlying,
  oi: i === 5 ? 12_345 : each.oi,
  change: i === 5 ? 0 : each.change,
  close: i === 0 ? 24_031.07 : each.close,
}));
const unlisted = { ...contracts[5]!, strike: 26_000, exchangeToken: 77_777 };
const expiring = contracts
  .slice(1, 11)
  .map((each, i) => ({ ...each, expiry: "2026-08-18", exchangeToken: 88_000 + i }));
const { market } = importMarket({
  instruments: [folder.write("d.csv", dumpText([...contracts, ...expiring, unlisted]))],
  eod: [folder.write("e.csv", eodText([...contracts, ...expiring]))],
  cash: [],
  date: null,
});

const OPEN = istInstant("2026-08-19", "09:15");
const options = { file: "m.json.gz", seed: 1, clock: "exchange", startAt: OPEN, universe: null } as const;

function word(table: MarketTable, row: number, offset: number): number {
  return table.words[row * ROW_WORDS + offset / 4]! >>> 0;
}

describe("at the open of the next session", () => {
  const source = createImportedSource(market, options);
  const universe = source.universe();
  const table = createMarketTable(universe);
  source.fill(table);
  const rowOf = new Map(universe.instruments.map((instrument, row) => [instrument.token, row]));

  test("exactly the contracts that live on are listed, with their tokens and symbols", () => {
    expect(universe.date).toBe("2026-08-19");
    const listed = universe.instruments.filter((each) => each.expiry !== null);
    expect(listed.map((each) => each.token).sort()).toEqual(
      [...contracts, unlisted].map((each) => each.exchangeToken * 256 + 2).sort(),
    );
    expect(universe.underlyings.map((each) => each.underlying.symbol)).toEqual(["NIFTY", "RELIANCE"]);
    expect(universe.underlyings[0]!.chains.map((chain) => [chain.expiry, chain.lotSize])).toEqual([
      ["2026-08-25", 65],
      ["2026-09-29", 65],
    ]);
    expect(universe.instruments[universe.vixIndex]!.tradingsymbol).toBe("INDIA VIX");
  });

  test("previous closes and positions are the file's to the paisa and the unit", () => {
    for (const each of contracts) {
      const row = rowOf.get(each.exchangeToken * 256 + 2)!;
      expect(word(table, row, QUOTE_FULL_CLOSE)).toBe(Math.round(each.close * 100));
      // The month's futures have had their auction by now.
      if (each.type !== "FUT") expect(word(table, row, QUOTE_FULL_OI)).toBe(each.oi);
      expect(table.previousOi[row]).toBe(each.oi);
    }
    const nifty = universe.underlyings[0]!.index;
    expect(word(table, nifty, QUOTE_FULL_CLOSE)).toBe(2_390_000);
  });

  test("a contract without an end of day has no price and no positions", () => {
    const row = rowOf.get(77_777 * 256 + 2)!;
    expect(word(table, row, QUOTE_FULL_CLOSE)).toBe(0);
    expect(word(table, row, QUOTE_FULL_LAST_PRICE)).toBe(0);
    expect(table.previousOi[row]).toBe(0);
  });

  test("previous volatilities are the ones inverted from the closes", () => {
    const chain = market.underlyings[0]!.chains[1]!;
    const previous = source.previousVolatility(0, 1)!;
    expect(previous.atmIv).toBe(chain.atmIv);
    expect(Array.from(previous.iv)).toEqual(Array.from(chain.iv));
    expect(source.name).toBe("import");
    expect(source.simulated).toBe(true);
  });

  test("the market then trades near its close, on the fitted surface", () => {
    for (let second = 1; second <= 120; second++) source.advance(table, OPEN + 1000 * second);
    const nifty = universe.underlyings[0]!;
    const spot = word(table, nifty.index, QUOTE_FULL_LAST_PRICE) / 100;
    expect(Math.abs(spot / 23_900 - 1)).toBeLessThan(0.03);
    const chain = nifty.chains[0]!;
    const at = chain.strikes.findIndex((strike) => strike >= spot);
    const straddle =
      (word(table, chain.callIndex[at]!, QUOTE_FULL_LAST_PRICE) +
        word(table, chain.putIndex[at]!, QUOTE_FULL_LAST_PRICE)) /
      100;
    // Futures and options of an expiry know the same forward.
    const future = word(table, chain.futureIndex, QUOTE_FULL_LAST_PRICE) / 100;
    const [call, put] = [chain.callIndex[at]!, chain.putIndex[at]!].map(
      (row) => word(table, row, QUOTE_FULL_LAST_PRICE) / 100,
    );
    expect(Math.abs(chain.strikes[at]! + call! - put! - future)).toBeLessThan(0.0015 * spot);
    expect(future / spot).toBeGreaterThan(1.0035);
    // 0.8 σ√T of a 12 % volatility over a week, a session's worth of either side allowed for.
    expect(straddle).toBeGreaterThan(0.55 * 0.8 * 24_000 * 0.12 * Math.sqrt(6.27 / 365));
    expect(straddle).toBeLessThan(1.6 * 0.8 * 24_000 * 0.12 * Math.sqrt(6.27 / 365));
  });
});

test("the same file and seed open the same market", () => {
  const [one, other] = [1, 1].map((seed) => {
    const source = createImportedSource(market, { ...options, seed });
    const table = createMarketTable(source.universe());
    source.fill(table);
    source.advance(table, OPEN + 60_000);
    return table.words;
  });
  expect(one).toEqual(other);
});

test("days later the closes are the market's own and what expired is gone", () => {
  const source = createImportedSource(market, { ...options, startAt: istInstant("2026-08-26", "11:00") });
  expect(source.universe().date).toBe("2026-08-19");
  let table = createMarketTable(source.universe());
  source.fill(table);
  let universes = 0;
  while (source.advance(table, istInstant("2026-08-26", "11:00"))) {
    universes += 1;
    table = createMarketTable(source.universe());
    source.fill(table);
  }
  // Four sessions roll, the Tuesday's expiry and the day after it.
  expect(universes).toBeGreaterThanOrEqual(1);
  expect(source.universe().date).toBe("2026-08-26");
  expect(source.universe().underlyings[0]!.chains.map((chain) => chain.expiry)).toEqual(["2026-09-29"]);
  expect(source.previousVolatility(0, 0)!.atmIv).not.toBe(market.underlyings[0]!.chains[1]!.atmIv);
});

test("only the underlyings asked for are carried", () => {
  const source = createImportedSource(market, { ...options, universe: ["RELIANCE"] });
  expect(source.universe().underlyings.map((each) => each.underlying.symbol)).toEqual(["RELIANCE"]);
});

test("a clock or a universe that the file does not serve is refused with the variable's name", () => {
  const opened = (over: Partial<Parameters<typeof createImportedSource>[1]>) => () =>
    createImportedSource(market, { ...options, ...over });
  for (const startAt of [istInstant("2026-08-18", "10:00"), istInstant("2026-11-19", "10:00")]) {
    expect(opened({ startAt })).toThrow(/MARKET_CLOCK starts on .* opens the session of 2026-08-19; unset/);
  }
  expect(opened({ universe: ["RELIANCE", "GOLD"] })).toThrow(
    "MARKET_UNIVERSE names GOLD, which m.json.gz does not hold; leave it out or import files with it",
  );
});
