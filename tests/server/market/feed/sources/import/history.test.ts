import { afterAll, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { QUOTE_FULL_CLOSE } from "#protocol/generated/layout.ts";
import { createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
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

const contracts = madeContracts();
const { market } = importMarket({
  instruments: [folder.write("d.csv", dumpText(contracts))],
  eod: [folder.write("e.csv", eodText(contracts))],
  cash: [],
  date: null,
});
const OPEN = istInstant("2026-08-19", "09:15");
const source = createImportedSource(market, {
  file: "m.json.gz",
  seed: 1,
  clock: "exchange",
  startAt: OPEN,
  universe: null,
});
const universe = source.universe();
const table = createMarketTable(universe);
source.fill(table);

it("the closes of an imported market end with the file's own, and the made-up ones before lead to them", async () => {
  for (const { underlying } of universe.underlyings) {
    const own = market.underlyings.find(({ symbol }) => symbol === underlying.symbol)!;
    const closes = (await source.history!.closes(underlying.token, 250))!;
    expect(closes).toHaveLength(250);
    const last = closes.at(-1)!;
    expect(last.date).toBe(market.date);
    expect(last.spot).toBeCloseTo(own.close, 2);
    expect(last.iv30).toBe(own.history.at(-1)!.iv30);
    // One file, one real close: all before it says that it is made up.
    expect(closes.filter(({ origin }) => origin === "imported")).toEqual([last]);
    expect(closes.slice(0, -1).every(({ origin }) => origin === "simulated")).toBe(true);
    for (let i = 1; i < closes.length; i++) {
      expect(Math.abs(closes[i]!.spot / closes[i - 1]!.spot - 1), closes[i]!.date).toBeLessThan(0.12);
      expect(Math.abs(Math.log(closes[i]!.iv30 / closes[i - 1]!.iv30)), closes[i]!.date).toBeLessThan(0.8);
    }
  }
});

it("the bars of an imported market end at the file's closes and open interest", async () => {
  const some = contracts.filter(({ type }) => type !== "FUT").slice(0, 8);
  const tokens = some.map(({ exchangeToken }) => exchangeToken * 256 + 2);
  const day = istInstant("2026-08-18", "09:00");
  const series = await source.history!.bars({ tokens, from: day, to: day + 86_400_000, seconds: 900 });
  expect(series!.every(({ origin }) => origin === "simulated")).toBe(true);
  let told = 0;
  for (const [i, token] of tokens.entries()) {
    const last = series!.find((each) => each.token === token)?.bars.at(-1);
    if (last === undefined) continue;
    told++;
    const row = universe.instruments.findIndex((each) => each.token === token);
    expect(last.oi).toBe(some[i]!.oi);
    expect(Math.abs(last.close - table.words[row * ROW_WORDS + QUOTE_FULL_CLOSE / 4]!)).toBeLessThanOrEqual(
      5,
    );
  }
  expect(told).toBeGreaterThan(3);
});

it("an imported market is not the simulated one, nor that of another file's day", () => {
  expect(source.history!.market).toBe("import 2026-08-19 1 exchange");
});

it("the days of an imported market are the file's own, what it does not know left unknown, and made up before", async () => {
  for (const { underlying } of universe.underlyings) {
    const own = market.underlyings.find(({ symbol }) => symbol === underlying.symbol)!;
    const days = (await source.history!.days!(underlying.token, 30))!;
    const last = days.at(-1)!;
    const { figures, close } = own.history.at(-1)!;
    expect(last).toEqual({ ...figures, date: market.date, close, origin: "imported" });
    expect(figures!.high).toBeNaN();
    expect(figures!.futuresOi).toBeGreaterThan(0);
    expect(days.slice(0, -1).every(({ origin, high, low }) => origin === "simulated" && high > low)).toBe(
      true,
    );
  }
});
