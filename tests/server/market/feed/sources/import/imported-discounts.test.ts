/** An imported market's interest: as live chains are told it, in its volatilities, its prices and its chains. */
import { afterAll, describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate, istInstant } from "#domain/calendar/ist.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { createChainBook } from "#server/market/feed/chains/chain-book.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createMarketTable } from "#server/market/feed/market-table.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import type { MarketChain } from "#server/market/feed/sources/import/imported-market.ts";
import { createImportedSource } from "#server/market/feed/sources/import/imported-source.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import {
  closeAgain,
  simulatedCloses,
  spokenCloses,
} from "../../../../../support/market/closing-simulation.ts";
import { FAR_CLOSES } from "../../../../../support/market/far-closes.ts";
import {
  createFileFolder,
  dumpText,
  eodText,
  type MadeContract,
} from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

function contractsOf(): MadeContract[] {
  const contracts: MadeContract[] = [];
  for (const { symbol, underlying, expiry, lot, rows } of FAR_CLOSES) {
    for (const [strike, call, callLots, put, putLots] of rows) {
      for (const [type, close, volume] of [
        ["CE", call, callLots],
        ["PE", put, putLots],
      ] as const) {
        if (close === null) continue;
        const exchangeToken = 60_000 + contracts.length;
        const shared = { symbol, underlying, expiry, lot, strike, oi: 100 * lot, change: 0, tick: 0.05 };
        contracts.push({ ...shared, type, close, previousClose: close, volume, exchangeToken });
      }
    }
  }
  return contracts;
}

const contracts = contractsOf();
const { market, notices } = importMarket({
  instruments: [folder.write("d.csv", dumpText(contracts))],
  eod: [folder.write("e.csv", eodText(contracts))],
  cash: [],
  date: null,
});
const lifeOf = (expiry: string, now = sessionClose("NFO", market.date)) =>
  yearsToExpiry(now, expiryInstant("NFO", expiry));

function chainOf(symbol: string, expiry: string): MarketChain {
  return market.underlyings
    .find((each) => each.symbol === symbol)!
    .chains.find((each) => each.expiry === expiry)!;
}

describe("closes of far expiries of 18 Aug 2026", () => {
  const december = chainOf("NIFTY", "2026-12-29");
  const next = chainOf("NIFTY", "2027-12-28");
  const bank = chainOf("BANKNIFTY", "2026-12-29");

  test("are discounted as their pairs tell, and BANKNIFTY's as NIFTY's", () => {
    expect(Math.exp(-december.rate * lifeOf(december.expiry))).toBeCloseTo(0.964, 2);
    expect(Math.exp(-next.rate * lifeOf(next.expiry))).toBeCloseTo(0.875, 2);
    expect(Math.abs(bank.rate - december.rate)).toBeLessThan(0.005);
  });

  test("are met within a tick where they were kept, and counted where they were not", () => {
    let [met, kept, all] = [0, 0, 0];
    for (const chain of [december, next, bank]) {
      kept += chain.solved;
      for (const each of spokenCloses(chain)) {
        if (Math.abs(closeAgain(market, chain, each) - each.close) <= chain.tickSize) met += 1;
        all += 1;
      }
    }
    expect(met).toBe(kept);
    expect(notices.filter((each) => each.includes("do not speak"))).toEqual(
      all === kept ? [] : [expect.stringMatching(new RegExp(`^${all - kept} traded closes do not speak`))],
    );
  });

  test("are what the simulation starts from: far calls within a tick or a thousandth", () => {
    const prices = simulatedCloses(market);
    for (const chain of [next, december]) {
      for (const { strike, side, close } of spokenCloses(chain)) {
        if (side !== "call" || close < 20) continue;
        const { price } = prices.find(
          (each) =>
            each.symbol === "NIFTY" &&
            each.expiry === chain.expiry &&
            each.strike === strike &&
            each.side === side,
        )!;
        expect(Math.abs(price - close), `${chain.expiry} ${strike}`).toBeLessThan(
          Math.max(chain.tickSize, 0.001 * close),
        );
      }
    }
  });
});

test("the chains of the next session show the discount that the market is made with", () => {
  const now = istInstant("2026-08-19", "09:20");
  const source = createImportedSource(market, {
    file: "m",
    seed: 1,
    clock: "exchange",
    startAt: now,
    universe: null,
  });
  const universe = source.universe();
  const table = createMarketTable(universe);
  source.fill(table);
  const book = createChainBook({
    table,
    source,
    kernel: referenceKernel,
    states: createMarketStates(true),
    interest: createInterest(),
    bus: createLocalBus(),
    epoch: 5,
    cpuNow: () => 0,
  });
  book.solveAll(now, now);
  for (const { symbol, expiry } of FAR_CLOSES) {
    const { token } = universe.underlyings.find(({ underlying }) => underlying.symbol === symbol)!.underlying;
    const roots = book.snapshots(token, now, now)!.map((snapshot) => {
      const view = chainView(snapshot);
      if ("error" in view) throw new Error("not a chain");
      return view.root;
    });
    const root = roots.find((each) => each.expiry === compactDate(expiry))!;
    const made = Math.exp(-chainOf(symbol, expiry).rate * lifeOf(expiry, now));
    // Fitted anew to quotes in whole ticks, of books that need not be of one moment.
    expect(Math.abs(root.discount - made), `${symbol} ${expiry}`).toBeLessThan(1e-3);
  }
});
