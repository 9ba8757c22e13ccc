import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseDate } from "#analysis/market-files/csv.ts";
import type { EodContract } from "#analysis/market-files/files.ts";
import { readFoEod } from "#analysis/market-files/fo-eod.ts";
import { createProblems } from "#analysis/market-files/problems.ts";
import { QUOTE_FULL_CLOSE, QUOTE_FULL_LAST_PRICE, QUOTE_FULL_OI } from "#protocol/generated/layout.ts";
import { startOfNextSession } from "#server/market/feed/clock.ts";
import { createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { dayFigures } from "#server/market/feed/sources/import/day-figures.ts";
import { type Imported, importMarket } from "#server/market/feed/sources/import/import-market.ts";
import type { DayFigures, MarketUnderlying } from "#server/market/feed/sources/import/imported-market.ts";
import { createImportedSource } from "#server/market/feed/sources/import/imported-source.ts";
import {
  encodeMarket,
  readMarketFile,
  writeMarketFile,
} from "#server/market/feed/sources/import/market-file.ts";
import { readText } from "#server/market/feed/sources/import/read-text.ts";
import {
  closeAgain,
  simulatedCloses,
  spokenCloses,
} from "../../../../../support/market/closing-simulation.ts";
import { createFileFolder } from "../../../../../support/market/market-files.ts";
import {
  isRecorded,
  KITE_NFO_BFO,
  KITE_NSE,
  NSE_FO_EOD_20260818,
  readGzippedCsv,
  recordedPath,
} from "../../../../../support/market/recorded-instruments.ts";

const FO_EOD_20260817 = recordedPath("eod/nse_fo_eod_2026-08-17.csv.gz");
const FO_EOD_20260819 = recordedPath("eod/nse_fo_eod_2026-08-19.csv.gz");
const CASH_20260818 = recordedPath("eod/nse_cm_eod_2026-08-18.csv.gz");
const CHAIN_20260819 = recordedPath("chain/nifty_chain_minutes_2026-08-19.csv.gz");
const udiff = (date: string) => recordedPath(`eod/udiff/BhavCopy_NSE_FO_0_0_0_${date}_F_0000.csv.zip`);

const hasAugust = isRecorded(KITE_NFO_BFO, KITE_NSE, FO_EOD_20260817, NSE_FO_EOD_20260818, CASH_20260818);
const hasUdiff = isRecorded(udiff("20250224"), udiff("20250225"), udiff("20250911"));

const folder = createFileFolder();
afterAll(folder.remove);

function bySymbol(imported: Imported, symbol: string): MarketUnderlying {
  return imported.market.underlyings.find((each) => each.symbol === symbol)!;
}

/** What an import is refused with. */
function refusal(refused: () => unknown): string {
  try {
    refused();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("was not refused");
}

let august: { imported: Imported; ms: number } | null = null;

function importAugust(): { imported: Imported; ms: number } {
  if (august !== null) return august;
  const from = performance.now();
  const imported = importMarket({
    instruments: [KITE_NFO_BFO, KITE_NSE],
    eod: [FO_EOD_20260817, NSE_FO_EOD_20260818],
    cash: [CASH_20260818],
    date: null,
  });
  august = { imported, ms: performance.now() - from };
  return august;
}

describe.skipIf(!hasAugust)("instruments and end of day of 18 Aug 2026", () => {
  test("import in seconds, with what is left out said", () => {
    const { imported, ms } = importAugust();
    // A second alone on the machine; the limit only catches work that grew out of proportion.
    expect(ms).toBeLessThan(20_000);
    expect(imported.market.date).toBe("2026-08-18");
    expect(imported.market.underlyings).toHaveLength(214);
    expect(imported.notices).toEqual([
      "130 contracts listed after the dump was made are left out; 11 of them traded",
      "380 contracts without an end of day are listed with no previous close",
      "4258 contracts of BFO are left out for want of their end of day (BANKEX, FOCIT, SENSEX, SENSEX50)",
      "1239 traded closes do not speak for a volatility: 128 in the money with less than a tick of time left, 861 dearer than a neighbour nearer the money, 249 off the line through their neighbours, 1 at a level that no other expiry allows",
    ]);
  });

  test("NIFTY's 25 Aug expiry opens with exactly the real strikes, lot, closes and positions", () => {
    const rows = readGzippedCsv(NSE_FO_EOD_20260818).filter(
      (row) => row.SYMBOL === "NIFTY" && row.EXPIRY === "2026-08-25" && row.OPT !== "",
    );
    const file = join(folder.path, "market.json.gz");
    writeMarketFile(file, encodeMarket(importAugust().imported.market));
    const market = readMarketFile(file);
    const at = startOfNextSession(market.date);
    expect(new Date(at).toISOString()).toBe("2026-08-19T03:45:00.000Z");
    const source = createImportedSource(market, {
      file,
      seed: 1,
      clock: "exchange",
      startAt: at,
      universe: ["NIFTY"],
    });
    const universe = source.universe();
    const table = createMarketTable(universe);
    source.fill(table);
    const nifty = universe.underlyings[0]!;
    const chain = nifty.chains[0]!;
    const word = (row: number, offset: number) => table.words[row * ROW_WORDS + offset / 4]! >>> 0;

    expect(universe.date).toBe("2026-08-19");
    expect([chain.expiry, chain.expiryType, chain.lotSize]).toEqual(["2026-08-25", "monthly", 65]);
    expect(nifty.chains.some((each) => each.expiry === "2026-08-18")).toBe(false);
    expect(Array.from(chain.strikes)).toEqual(
      [...new Set(rows.map((row) => Number(row.STRIKE)))].sort((a, b) => a - b),
    );
    for (const row of rows) {
      const i = chain.strikes.indexOf(Number(row.STRIKE));
      const contract = (row.OPT === "CE" ? chain.callIndex : chain.putIndex)[i]!;
      expect(word(contract, QUOTE_FULL_CLOSE)).toBe(Math.round(Number(row.CLOSE) * 100));
      expect(table.previousOi[contract]).toBe(Number(row.OI));
      expect(word(contract, QUOTE_FULL_OI)).toBe(Number(row.OI));
    }
    expect(rows).toHaveLength(2 * chain.strikes.length);
    expect(word(nifty.index, QUOTE_FULL_CLOSE)).toBe(2_415_490);

    const tokens = new Map(readGzippedCsv(KITE_NFO_BFO).map((row) => [row.tradingsymbol, row]));
    for (const each of universe.instruments.filter((one) => one.expiry !== null)) {
      const listed = tokens.get(each.tradingsymbol)!;
      expect([each.token, each.lotSize, each.tickSize]).toEqual([
        Number(listed.instrument_token),
        Number(listed.lot_size),
        Number(listed.tick_size),
      ]);
    }

    source.advance(table, at + 60_000);
    const spot = word(nifty.index, QUOTE_FULL_LAST_PRICE) / 100;
    expect(Math.abs(spot / 24_154.9 - 1)).toBeLessThan(0.03);
  });

  test("every listed contract of every underlying carries its close and positions, and a volatility", () => {
    const { imported } = importAugust();
    const rows = new Map(
      readGzippedCsv(NSE_FO_EOD_20260818).map((row) => [
        `${row.SYMBOL} ${row.EXPIRY} ${Number(row.STRIKE)} ${row.OPT || "FUT"}`,
        row,
      ]),
    );
    let met = 0;
    let strangers = 0;
    for (const { symbol, chains, futures, close } of imported.market.underlyings) {
      expect(close).toBeGreaterThan(0);
      for (const future of futures) {
        const row = rows.get(`${symbol} ${future.expiry} 0 FUT`);
        expect([future.close, future.oi]).toEqual([Number(row?.CLOSE), Number(row?.OI)]);
      }
      for (const chain of chains) {
        expect(chain.iv.every((iv) => iv > 0.02 && iv < 3)).toBe(true);
        for (const [side, right] of [
          [chain.call, "CE"],
          [chain.put, "PE"],
        ] as const) {
          chain.strikes.forEach((strike, i) => {
            if (side.token[i] === 0) return;
            const row = rows.get(`${symbol} ${chain.expiry} ${strike} ${right}`);
            if (row === undefined) {
              strangers += 1;
              return;
            }
            met += 1;
            const same =
              side.close[i] === Number(row.CLOSE) &&
              side.oi[i] === Number(row.OI) &&
              side.oi[i]! - side.previousOi[i]! === Number(row.CHG_OI) &&
              side.volume[i] === Number(row.VOLUME);
            if (!same) expect.fail(`${symbol} ${chain.expiry} ${strike} ${right}`);
          });
        }
      }
    }
    expect([met, strangers]).toEqual([34_453, 380]);
  });

  test("every close is met within a tick at its own forward, instant and discount, but for those that are told", () => {
    const { market } = importAugust().imported;
    let off = 0;
    let met = 0;
    for (const { chains } of market.underlyings) {
      for (const chain of chains) {
        for (const each of spokenCloses(chain)) {
          const isMet = Math.abs(closeAgain(market, chain, each) - each.close) <= chain.tickSize;
          if (isMet) met += 1;
          else off += 1;
        }
      }
    }
    expect(met).toBeGreaterThan(8600);
    // Some of what is left out is of contracts that the dump does not list.
    expect(off).toBeLessThanOrEqual(1239);
  });

  test("far calls are met, and the simulation starts at them", () => {
    const { market } = importAugust().imported;
    const prices = simulatedCloses(market);
    let compared = 0;
    for (const { symbol, chains } of market.underlyings) {
      if (symbol !== "NIFTY" && symbol !== "BANKNIFTY") continue;
      for (const chain of chains) {
        if (chain.expiry < "2027-08-18") continue;
        for (const each of spokenCloses(chain)) {
          const { strike, side, close } = each;
          const allowed = Math.max(chain.tickSize, 0.001 * close);
          const opened = prices.find(
            (one) =>
              one.symbol === symbol &&
              one.expiry === chain.expiry &&
              one.strike === strike &&
              one.side === side,
          );
          expect(Math.abs(closeAgain(market, chain, each) - close)).toBeLessThan(chain.tickSize);
          expect(Math.abs(opened!.price - close), `${chain.expiry} ${strike}`).toBeLessThan(allowed);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(9);
  });

  test("volatilities near the money reprice the closes they come from", () => {
    const { imported } = importAugust();
    const nifty = bySymbol(imported, "NIFTY");
    expect(nifty.token).toBe(256_265);
    expect(nifty.previousClose).toBe(24_287.65);
    for (const chain of nifty.chains.slice(0, 6)) {
      expect(Math.abs(chain.atmIv - 0.1)).toBeLessThan(0.012);
      expect(Math.abs(chain.previousAtmIv - 0.1)).toBeLessThan(0.012);
    }
    // Between one strike and the next a smile does not jump where thousands of lots traded.
    const { strikes, iv, forward } = nifty.chains[0]!;
    for (let i = 1; i < strikes.length; i++) {
      if (Math.abs(strikes[i]! / forward - 1) > 0.04) continue;
      expect(Math.abs(iv[i]! - iv[i - 1]!)).toBeLessThan(0.008);
    }
  });

  test.skipIf(!isRecorded(CHAIN_20260819))(
    "volatilities of the close are those the exchange's chain trades at the next morning",
    () => {
      const nifty = bySymbol(importAugust().imported, "NIFTY");
      const rows = readGzippedCsv(CHAIN_20260819);
      const first = rows[0]!.timestamp;
      for (const expiry of ["2026-08-25", "2026-09-01"]) {
        const chain = nifty.chains.find((each) => each.expiry === expiry)!;
        const minute = rows.filter((row) => row.timestamp === first && parseDate(row.expiry!) === expiry);
        const ivs = new Map<number, number[]>();
        for (const row of minute) {
          const strike = Number(row.strike);
          if (Math.abs(strike / Number(row.spot) - 1) > 0.015) continue;
          ivs.set(strike, [...(ivs.get(strike) ?? []), Number(row.iv) / 100]);
        }
        // The exchange has two volatilities a strike, off on either side of ours by its interest rate.
        const gaps = [...ivs]
          .filter(([, both]) => both.length === 2)
          .map(([strike, both]) => chain.iv[chain.strikes.indexOf(strike)]! - 0.5 * (both[0]! + both[1]!));
        expect(gaps.length).toBeGreaterThan(8);
        const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
        expect(Math.abs(mean)).toBeLessThan(0.012);
        for (const gap of gaps) expect(Math.abs(gap - mean)).toBeLessThan(0.012);
      }
    },
  );

  test.skipIf(!isRecorded(FO_EOD_20260819))("the dump is too old for the end of day of 19 Aug", () => {
    const late = () =>
      importMarket({
        instruments: [KITE_NFO_BFO],
        eod: [FO_EOD_20260819],
        cash: [CASH_20260818],
        date: null,
      });
    const told = refusal(late);
    expect(told).toMatch(
      /NIFTY26818\d+[CP]E expired on 2026-08-18, before the end of day of 2026-08-19: the dump is older; give Kite's dump of 2026-08-19/,
    );
    expect(told).toMatch(
      /it is of 2026-08-18 and the end of day of 2026-08-19; give the cash file of 2026-08-19/,
    );
  });
});

describe.skipIf(!hasUdiff)("UDiFF bhavcopies", () => {
  test("24 and 25 Feb 2025 parse whole and follow from one another; NIFTY's lot is 75", () => {
    const imported = importMarket({
      instruments: [],
      eod: [udiff("20250224"), udiff("20250225")],
      cash: [],
      date: null,
    });
    expect(imported.market.date).toBe("2025-02-25");
    expect(imported.market.origins.map((origin) => origin.rows)).toEqual([40_440, 40_709]);
    const nifty = bySymbol(imported, "NIFTY");
    expect(nifty.history.map((day) => day.date)).toEqual(["2025-02-24", "2025-02-25"]);
    expect(new Set(nifty.chains.map((chain) => chain.lotSize))).toEqual(new Set([75]));
    expect(nifty.chains[0]).toMatchObject({ expiry: "2025-02-27", expiryType: "monthly" });
    const call = nifty.chains[0]!.call;
    expect(call.tradingsymbol.every((symbol) => /^NIFTY25FEB\d+CE$/.test(symbol) || symbol === "")).toBe(
      true,
    );
    expect(nifty.chains[1]!.put.tradingsymbol.find((symbol) => symbol !== "")).toMatch(/^NIFTY25306\d+PE$/);
    const atm = nifty.chains.slice(0, 5).map((chain) => chain.atmIv);
    expect(atm.every((iv) => iv > 0.08 && iv < 0.2)).toBe(true);
    // Wednesday was a holiday.
    expect(new Date(startOfNextSession(imported.market.date)).toISOString()).toBe("2025-02-27T03:45:00.000Z");
  });

  test("11 Sep 2025 parses whole and opens", () => {
    const { market } = importMarket({ instruments: [], eod: [udiff("20250911")], cash: [], date: null });
    expect(market.origins[0]!.rows).toBe(30_328);
    const source = createImportedSource(market, {
      file: "m",
      seed: 3,
      clock: "exchange",
      startAt: startOfNextSession(market.date),
      universe: ["NIFTY", "BANKNIFTY", "RELIANCE"],
    });
    expect(source.universe().date).toBe("2025-09-12");
    expect(source.universe().underlyings[0]!.chains[0]).toMatchObject({ expiry: "2025-09-16", lotSize: 75 });
  });

  test("a dump of another year is refused in one line", () => {
    const faults = () =>
      importMarket({ instruments: [KITE_NFO_BFO], eod: [udiff("20250911")], cash: [], date: null });
    const told = refusal(faults);
    expect(told).toMatch(/row 4: ABCAPITAL 2025-10-28 285 CE has the token of \w+ .*\(and 9948 more\)/);
    expect(told).not.toMatch(/\n/);
  });
});

/** Open interest and volume of every expiry of an end of day, added up out of its rows, units. */
function sumsOf(file: string): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (key: string, value: number) => void sums.set(key, (sums.get(key) ?? 0) + value);
  for (const row of readGzippedCsv(file)) {
    if (row.OPT === "") continue;
    const key = `${row.SYMBOL} ${row.EXPIRY} ${row.OPT}`;
    add(`${key} oi`, Number(row.OI));
    add(`${key} volume`, Number(row.VOLUME) * Number(row.LOT_SIZE));
  }
  return sums;
}

function told(figures: readonly (readonly [symbol: string, DayFigures])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [symbol, { expiries }] of figures) {
    for (const each of expiries) {
      sums.set(`${symbol} ${each.expiry} CE oi`, each.callOi);
      sums.set(`${symbol} ${each.expiry} PE oi`, each.putOi);
      sums.set(`${symbol} ${each.expiry} CE volume`, each.callVolume);
      sums.set(`${symbol} ${each.expiry} PE volume`, each.putVolume);
    }
  }
  return sums;
}

describe("sums of every expiry", () => {
  const fileOf = (date: string) => recordedPath(`eod/nse_fo_eod_${date}.csv.gz`);
  const before = ["2026-08-14", "2026-08-17", "2026-08-18"];

  test.skipIf(!isRecorded(KITE_NFO_BFO, KITE_NSE, ...before.map(fileOf)))(
    "equal the end of day's rows, through a market file and the days that its market tells",
    async () => {
      const { market } = importMarket({
        instruments: [KITE_NFO_BFO, KITE_NSE],
        eod: before.map(fileOf),
        cash: [],
        date: null,
      });
      const kept = folder.write("sums.json.gz", encodeMarket(market));
      const read = readMarketFile(kept);
      for (const date of before) {
        const sums = told(
          read.underlyings.map(({ symbol, history }) => [
            symbol,
            history.find((one) => one.date === date)!.figures!,
          ]),
        );
        expect(sums.size).toBeGreaterThan(2_000);
        expect(sums).toEqual(sumsOf(fileOf(date)));
      }
      const source = createImportedSource(read, {
        file: kept,
        seed: 1,
        clock: "exchange",
        startAt: startOfNextSession(read.date),
        universe: ["NIFTY"],
      });
      const nifty = read.underlyings.find(({ symbol }) => symbol === "NIFTY")!;
      const past = (await source.history!.days!(nifty.token, 9))!.filter(
        ({ origin }) => origin === "imported",
      );
      expect(past.map(({ date, expiries }) => [date, expiries])).toEqual(
        nifty.history.map(({ date, figures }) => [date, figures!.expiries]),
      );
    },
    120_000,
  );

  // The dump here is of the day before: contracts of its own have expired by then, and no market is made of the two.
  test.skipIf(!isRecorded(FO_EOD_20260819))("equal the rows of an end of day without its instruments", () => {
    const problems = createProblems();
    const text = readText(FO_EOD_20260819, problems)!;
    const day = readFoEod(FO_EOD_20260819, text, problems)!;
    const contracts = new Map<string, EodContract[]>();
    for (const each of day.contracts.values()) {
      contracts.set(each.symbol, [...(contracts.get(each.symbol) ?? []), each]);
    }
    const sums = told([...contracts].map(([symbol, all]) => [symbol, dayFigures(all, undefined)]));
    expect(sums).toEqual(sumsOf(FO_EOD_20260819));
  });

  test.skipIf(!hasAugust)("stand beside what the cash market says of a share's day", () => {
    const { history } = bySymbol(importAugust().imported, "RELIANCE");
    const row = readGzippedCsv(CASH_20260818).find(
      ({ SYMBOL, SERIES }) => SYMBOL === "RELIANCE" && SERIES!.trim() === "EQ",
    )!;
    const { figures, close } = history.at(-1)!;
    expect([figures!.open, figures!.high, figures!.low, close, figures!.volume]).toEqual(
      ["OPEN_PRICE", "HIGH_PRICE", "LOW_PRICE", "CLOSE_PRICE", "TTL_TRD_QNTY"].map((name) =>
        Number(row[name]),
      ),
    );
    // No cash file of the day before was given: of its range nothing is known.
    expect(history.at(-2)!.figures!.high).toBeNaN();
    expect(history.at(-2)!.figures!.futuresOi).toBeGreaterThan(0);
  });
});
