import { describe, expect, it } from "vitest";
import { listedExpiries } from "#domain/calendar/expiries.ts";
import { compactDate, fromCompactDate, istInstant } from "#domain/calendar/ist.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { EXPIRY_COLUMNS, type MeasureQuarter, unpackQuarter } from "#server/market/bus/measure-quarters.ts";
import type { SimulationOptions } from "#server/market/feed/sources/sim/simulated-source.ts";
import {
  ist,
  quoteOf,
  type SimulatedMarket,
  simulatedMarket,
} from "#tests/support/market/simulated-market.ts";

/** Friday, two hours into the session; NIFTY's weeks end on Tuesdays. */
const NOW = ist("2026-11-20T11:10");
const MINUTE = 60_000;

const open = (options: Partial<SimulationOptions> = {}): SimulatedMarket =>
  simulatedMarket({ startAt: NOW, universe: ["NIFTY", "RELIANCE", "GOLD"], clock: "exchange", ...options });

const tokenOf = (market: SimulatedMarket, symbol: string): number =>
  market.underlying(symbol).underlying.token;

async function quartersOf(
  market: SimulatedMarket,
  symbol: string,
  date: string,
  expiries: readonly number[],
) {
  const told = await market.source.history!.measures!(tokenOf(market, symbol), date, expiries);
  return told === null
    ? null
    : new Map([...told].map(([start, body]): [number, MeasureQuarter] => [start, unpackQuarter(body)]));
}

/** The expiry that was next on a day. */
const nearest = (symbol: string, date: string): number =>
  compactDate(listedExpiries(contractSpec(symbol, date).expiryRule, date)[0]!.date);

/** The last minute of a day in which an expiry and its spot are known: a spot rests while its options trade on. */
function lastOf(quarters: ReadonlyMap<number, MeasureQuarter>, expiry: number) {
  const isThere = ({ underlying, expiries }: MeasureQuarter) =>
    expiries.has(expiry) && underlying.spot.some((value) => value > 0);
  const [start, quarter] = [...quarters].filter(([, each]) => isThere(each)).at(-1)!;
  const columns = quarter.expiries.get(expiry)!;
  const { spot } = quarter.underlying;
  const place = columns.forward.findLastIndex((value, i) => value > 0 && spot[i]! > 0);
  const figures = Object.fromEntries(EXPIRY_COLUMNS.map((name) => [name, columns[name][place]!]));
  return { at: start + (place + 1) * MINUTE, spot: quarter.underlying.spot[place]!, ...figures } as {
    at: number;
    spot: number;
  } & Record<(typeof EXPIRY_COLUMNS)[number], number>;
}

describe("measures of a simulated past", () => {
  it("are known of expiries that are over, so that today can be laid beside three of them", async () => {
    const market = open();
    for (const date of ["2026-11-16", "2026-11-06", "2026-11-03", "2026-09-01"]) {
      const expiry = nearest("NIFTY", date);
      const quarters = (await quartersOf(market, "NIFTY", date, [expiry]))!;
      const minutes = [...quarters.values()].reduce((sum, { sampled }) => {
        let bits = 0;
        for (let left = sampled; left > 0; left >>= 1) bits += left & 1;
        return sum + bits;
      }, 0);
      // Spot trades for as long as the cash market does.
      expect(minutes, date).toBeGreaterThanOrEqual(360);
      const last = lastOf(quarters, expiry);
      expect(Math.abs(last.forward / last.spot - 1), date).toBeLessThan(0.01);
      expect(Math.abs(last.atmStrike - last.forward), date).toBeLessThanOrEqual(50);
      expect(last.atmIv, date).toBeGreaterThan(0.02);
      expect(last.straddle, date).toBeGreaterThan(0);
      expect(last.callOi, date).toBeGreaterThan(0);
      expect(last.putOi, date).toBeGreaterThan(0);
      expect(Math.abs(last.maxPain / last.spot - 1), date).toBeLessThan(0.1);
      expect(last.callVolume, date).toBeNaN();
    }
  });

  it("are the same for the same seed and dates, and others for another seed", async () => {
    const ask = (market: SimulatedMarket) =>
      quartersOf(market, "NIFTY", "2026-11-06", [nearest("NIFTY", "2026-11-06")]);
    const told = await ask(open());
    expect(await ask(open({ universe: ["NIFTY"] }))).toEqual(told);
    expect(await ask(open({ seed: 2 }))).not.toEqual(told);
  });

  it("agree with the bars of the same minutes, and leave to bars what those say themselves", async () => {
    const market = open();
    const entry = market.underlying("NIFTY");
    const chain = entry.chains[0]!;
    const expiry = compactDate(chain.expiry);
    const date = "2026-11-18";
    const quarters = (await quartersOf(market, "NIFTY", date, [expiry]))!;
    const { instruments } = market.table().universe;
    const last = lastOf(quarters, expiry);
    const atm = chain.strikes.indexOf(last.atmStrike);
    const tokens = [entry.index, chain.callIndex[atm]!, chain.putIndex[atm]!].map(
      (row) => instruments[row]!.token,
    );
    const from = istInstant(date, "09:00");
    const query = { tokens, from, to: from + 86_400_000, seconds: 60 } as const;
    const [spot, call, put] = (await market.source.history!.bars(query))!;
    const closes = new Map(spot!.bars.map(({ start, close }) => [start, close / priceDivisor(tokens[0]!)]));
    for (const [start, { underlying, sampled }] of quarters) {
      for (let i = 0; i < 15; i++) {
        if ((sampled & (1 << i)) !== 0)
          expect(underlying.spot[i]).toBe(closes.get(start + i * MINUTE) ?? Number.NaN);
      }
    }
    // Bars are led to what follows them by a little, and are of whole ticks.
    const priceAt = (series: typeof spot) =>
      series!.bars.find(({ start }) => start === last.at - MINUTE)!.close / priceDivisor(series!.token);
    expect(Math.abs((priceAt(call) + priceAt(put)) / last.straddle - 1)).toBeLessThan(0.02);
    const parity = last.atmStrike + priceAt(call) - priceAt(put);
    expect(Math.abs(parity / last.forward - 1)).toBeLessThan(0.001);
    expect([last.callOi, last.putOi, last.maxPain]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it("are of shares and commodities too, on the days and hours that they trade", async () => {
    const market = open();
    const gold = market.underlying("GOLD").chains[0]!.expiry;
    const expiry = Number(gold.replaceAll("-", ""));
    const quarters = (await quartersOf(market, "GOLD", "2026-11-18", [expiry]))!;
    expect([...quarters.keys()].at(-1)).toBeGreaterThan(istInstant("2026-11-18", "23:00"));
    expect(lastOf(quarters, expiry).atmIv).toBeGreaterThan(0.02);
    const next = nearest("RELIANCE", "2026-10-19");
    expect(fromCompactDate(next) < "2026-11-20").toBe(true);
    const share = (await quartersOf(market, "RELIANCE", "2026-10-19", [next]))!;
    expect(lastOf(share, next).straddle).toBeGreaterThan(0);
  });

  it("go on while the spot rests in its closing auction, for as long as options trade", async () => {
    const market = open();
    const expiry = compactDate(market.underlying("NIFTY").chains[0]!.expiry);
    const quarters = (await quartersOf(market, "NIFTY", "2026-11-18", [expiry]))!;
    const [start, quarter] = [...quarters].at(-1)!;
    expect(start).toBe(istInstant("2026-11-18", "15:30"));
    const { forward, atmIv } = quarter.expiries.get(expiry)!;
    for (let i = 0; i < 10; i++) {
      expect(quarter.underlying.spot[i]).toBeNaN();
      expect(Math.min(forward[i]!, atmIv[i]!)).toBeGreaterThan(0);
    }
    expect(forward[10]).toBeNaN();
  });

  it("of today end where the live market began, at what it began with", async () => {
    const market = open();
    const { chains } = market.underlying("NIFTY");
    const chain = chains[0]!;
    const expiry = compactDate(chain.expiry);
    const last = lastOf((await quartersOf(market, "NIFTY", "2026-11-20", [expiry]))!, expiry);
    expect(last.at).toBe(NOW);
    const atm = chain.strikes.indexOf(last.atmStrike);
    const [call, put] = [chain.callIndex[atm]!, chain.putIndex[atm]!].map(
      (row) => quoteOf(market.table(), row).last,
    );
    expect(Math.abs((call! + put!) / last.straddle - 1)).toBeLessThan(0.03);
  });

  it("are none of tomorrow, of a holiday, of more than a hundred days ago and of what is not carried", async () => {
    const market = open();
    expect(await quartersOf(market, "NIFTY", "2026-11-21", [20261124])).toBeNull();
    expect((await quartersOf(market, "NIFTY", "2026-11-15", [20261117]))!.size).toBe(0);
    expect(await quartersOf(market, "NIFTY", "2026-08-01", [20261124])).toBeNull();
    expect(await market.source.history!.measures!(1, "2026-11-18", [20261124])).toBeNull();
    const over = (await quartersOf(market, "NIFTY", "2026-11-18", [20261117]))!;
    expect([...over.values()].every(({ expiries }) => expiries.size === 0)).toBe(true);
  });
});
