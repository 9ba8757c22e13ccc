import { expiryInstant } from "#domain/calendar/expiries.ts";
import { futureContract, optionContract, spotInstrument } from "#domain/instruments/contracts.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import type { Instrument, Underlying } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { roundToTick, toWirePrice } from "#domain/units/tick.ts";
import type { MarketSource } from "#server/market/feed/market-source.ts";
import {
  type ChainEntry,
  type FutureEntry,
  type MarketTable,
  markDirty,
  ROW_WORDS,
  type UnderlyingEntry,
  type Universe,
} from "#server/market/feed/market-table.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

/** Wednesday in continuous trading, six days before the nearer expiry. */
export const FAKE_DATE = "2026-08-19";
export const FAKE_NOW = Date.parse("2026-08-19T11:00:00+05:30");
export const FAKE_EXPIRIES = ["2026-08-25", "2026-09-29"] as const;

const PLANS = [
  // The nearer expiry has a future, the farther one only its options (synthetic forward).
  { symbol: "NIFTY", spot: 24_350, step: 50, each: 10, futures: [FAKE_EXPIRIES[0]], expiries: FAKE_EXPIRIES },
  { symbol: "RELIANCE", spot: 1_400, step: 20, each: 4, futures: [], expiries: [FAKE_EXPIRIES[0]] },
] as const;
const FLAT_IV = { call: 0.13, put: 0.13 };
const CARRY = 0.06;

/** What a test says about one instrument; prices in rupees. Unmentioned fields stay. */
export interface FakeQuote {
  lastPrice?: number;
  bid?: number;
  ask?: number;
  volume?: number;
  oi?: number;
  /** epoch ms */
  lastTradeTime?: number;
}

/** A market of 78 instruments that moves only when told; the next `advance` shows the moves. */
export interface FakeMarket extends MarketSource {
  /** Sets a spot and re-prices everything of it from Black-76 at IV 13 %, one tick either side. */
  move(symbol: string, spot: number): void;
  quote(token: number, quote: FakeQuote): void;
  /** The next `advance` reports a new universe without the nearer expiry. */
  roll(): void;
  /** The next `advance` throws. */
  fail(error: Error): void;
  readonly disposed: boolean;
}

function specOf(symbol: string): Underlying {
  const spec = underlyingBySymbol(symbol);
  if (spec === undefined) throw new Error(`no underlying ${symbol}`);
  return spec;
}

/** @param expiries those still listed */
export function fakeUniverse(expiries: readonly string[] = FAKE_EXPIRIES): Universe {
  const instruments: Instrument[] = [];
  const add = (instrument: Instrument): number => instruments.push(instrument) - 1;
  const underlyings = PLANS.map((plan, underlyingIndex): UnderlyingEntry => {
    const spec = specOf(plan.symbol);
    const terms = contractSpec(plan.symbol, FAKE_DATE);
    const index = add(spotInstrument(spec));
    const futures: FutureEntry[] = plan.futures
      .filter((expiry) => expiries.includes(expiry))
      .map((expiry) => ({
        underlyingIndex,
        expiry,
        index: add(futureContract(terms, expiry, "monthly")),
        expiryInstant: expiryInstant(spec.derivativeExchange, expiry),
      }));
    const chains = plan.expiries
      .filter((expiry) => expiries.includes(expiry))
      .map((expiry): ChainEntry => {
        const count = 2 * plan.each + 1;
        const strikes = Float64Array.from(
          { length: count },
          (_, i) => plan.spot + (i - plan.each) * plan.step,
        );
        const side = (type: "CE" | "PE"): Int32Array =>
          Int32Array.from(strikes, (strike) => add(optionContract(terms, expiry, "monthly", strike, type)));
        const callIndex = side("CE");
        const putIndex = side("PE");
        return {
          underlyingIndex,
          expiry,
          expiryType: "monthly",
          expiryInstant: expiryInstant(spec.derivativeExchange, expiry),
          lotSize: terms.lotSize,
          tickSize: terms.tickSize,
          strikeStep: plan.step,
          strikes,
          callIndex,
          putIndex,
          futureIndex: futures.find((future) => future.expiry === expiry)?.index ?? -1,
        };
      });
    return {
      underlying: spec,
      index,
      lotSize: terms.lotSize,
      multiplier: terms.multiplier,
      chains,
      futures,
    };
  });
  const vixIndex = add(spotInstrument(specOf("INDIA VIX")));
  return { date: FAKE_DATE, instruments, underlyings, vixIndex };
}

/** A tiny market that a test holds in its hand. @param at market time of the opening state */
export function createFakeMarket(at: number = FAKE_NOW): FakeMarket {
  let universe = fakeUniverse();
  let rolled = false;
  let failure: Error | null = null;
  let disposed = false;
  const spots = new Map<string, number>(PLANS.map((plan) => [plan.symbol, plan.spot]));
  const queue: ((table: MarketTable, now: number) => void)[] = [];

  function write(table: MarketTable, row: number, now: number, quote: FakeQuote): void {
    const { words } = table;
    const base = row * ROW_WORDS;
    const { token, tickSize, type } = table.universe.instruments[row]!;
    const divisor = priceDivisor(token);
    const price = (rupees: number): number => toWirePrice(roundToTick(rupees, tickSize), divisor);
    words[base + WORD.token] = token;
    if (quote.lastPrice !== undefined) {
      const last = price(quote.lastPrice);
      words[base + WORD.lastPrice] = last;
      words[base + WORD.high] = Math.max(words[base + WORD.high]!, last);
      words[base + WORD.low] = Math.min(words[base + WORD.low] || last, last);
      words[base + WORD.open] ||= last;
      words[base + WORD.close] ||= last;
      // An index is computed, not traded.
      if (type !== "INDEX")
        words[base + WORD.lastTradeTime] = Math.floor((quote.lastTradeTime ?? now) / 1000);
    } else if (quote.lastTradeTime !== undefined) {
      words[base + WORD.lastTradeTime] = Math.floor(quote.lastTradeTime / 1000);
    }
    for (const [rupees, level] of [
      [quote.bid, WORD.buy],
      [quote.ask, WORD.sell],
    ] as const) {
      if (rupees === undefined) continue;
      words[base + level] = rupees > 0 ? 750 : 0;
      words[base + level + 1] = price(rupees);
      words[base + level + 2] = rupees > 0 ? 7 : 0;
    }
    if (quote.volume !== undefined) words[base + WORD.volume] = quote.volume;
    if (quote.oi !== undefined) words[base + WORD.oi] = quote.oi;
    words[base + WORD.exchangeTime] = Math.floor(now / 1000);
    markDirty(table, row);
  }

  function priceAll(table: MarketTable, entry: UnderlyingEntry, spot: number, now: number): void {
    write(table, entry.index, now, { lastPrice: spot });
    const forward = (instant: number): number => spot * Math.exp(CARRY * yearsToExpiry(now, instant));
    for (const future of entry.futures) {
      const fair = forward(future.expiryInstant);
      write(table, future.index, now, { lastPrice: fair, bid: fair - 0.1, ask: fair + 0.1, volume: 6_500 });
    }
    for (const chain of entry.chains) {
      const years = yearsToExpiry(now, chain.expiryInstant);
      const tick = chain.tickSize;
      chain.strikes.forEach((strike, i) => {
        for (const [type, row] of [
          ["call", chain.callIndex[i]!],
          ["put", chain.putIndex[i]!],
        ] as const) {
          const fair = Math.max(
            2 * tick,
            blackPrice(
              type === "call" ? "CE" : "PE",
              forward(chain.expiryInstant),
              strike,
              years,
              FLAT_IV[type],
              0,
            ),
          );
          const lots = 100 + 10 * i + (type === "call" ? 0 : 5);
          write(table, row, now, {
            lastPrice: fair,
            bid: fair - tick,
            ask: fair + tick,
            volume: lots * chain.lotSize,
            oi: 3 * lots * chain.lotSize,
          });
        }
      });
    }
  }

  return {
    name: "sim",
    simulated: true,
    universe: () => universe,
    fill(table) {
      for (const entry of universe.underlyings) {
        priceAll(table, entry, spots.get(entry.underlying.symbol)!, at);
      }
      write(table, universe.vixIndex, at, { lastPrice: 12.5 });
      table.previousOi.forEach((_, row) => {
        table.previousOi[row] = Math.round(0.9 * table.words[row * ROW_WORDS + WORD.oi]!);
      });
    },
    advance(table, now) {
      if (failure !== null) throw failure;
      if (rolled) {
        rolled = false;
        universe = fakeUniverse([FAKE_EXPIRIES[1]]);
        return true;
      }
      for (const apply of queue.splice(0)) apply(table, now);
      return false;
    },
    previousVolatility: (u, c) => {
      const count = universe.underlyings[u]!.chains[c]!.strikes.length;
      return u === 0 ? { atmIv: 0.125, iv: new Float64Array(count).fill(0.1275) } : null;
    },
    dispose() {
      disposed = true;
    },
    move(symbol, spot) {
      spots.set(symbol, spot);
      queue.push((table, now) => {
        const entry = table.universe.underlyings.find((one) => one.underlying.symbol === symbol);
        if (entry !== undefined) priceAll(table, entry, spot, now);
      });
    },
    quote(token, quote) {
      queue.push((table, now) => {
        const row = table.universe.instruments.findIndex((instrument) => instrument.token === token);
        if (row >= 0) write(table, row, now, quote);
      });
    },
    roll() {
      rolled = true;
    },
    fail(error) {
      failure = error;
    },
    get disposed() {
      return disposed;
    },
  };
}
