/** The last minutes of an expiry day, from the simulated market's prices to what a chain and a strategy say of them. */
import { beforeAll, describe, expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { pop } from "#domain/chain/measures.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { decodeMessage } from "#protocol/wire/codec.ts";
import { readChain } from "#server/market/compute/snapshot/read-chains.ts";
import { snapshotMarket } from "#server/market/compute/snapshot/strategy-market.ts";
import { createChainBook } from "#server/market/feed/chains/chain-book.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createVolatilityHistory } from "#server/market/feed/volatility-history.ts";
import type { InstrumentDirectory } from "#server/market/instruments/directory.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { ist, optionRows, quoteOf, simulatedMarket } from "#tests/support/market/simulated-market.ts";

const DAY = "2026-12-01";
const MINUTES = ["15:14", "15:15", "15:34", "15:35", "15:39", "15:40", "20:00"] as const;
type Minute = (typeof MINUTES)[number];

/** What the feed says of the expiring chain and of the next one. */
function chainsAt(
  market: ReturnType<typeof simulatedMarket>,
  book: ReturnType<typeof createChainBook>,
  at: number,
) {
  const packets = book.snapshots(market.underlying("NIFTY").underlying.token, at, at)!.slice(0, 2);
  return packets.map((packet) => {
    const message = decodeMessage(packet);
    if ("error" in message || message.kind !== "chain") throw new Error("not a chain");
    return message;
  });
}

/** One lot each of a call and a put sold, as builder_v3 would answer. */
function analysed(
  market: ReturnType<typeof simulatedMarket>,
  book: ReturnType<typeof createChainBook>,
  now: number,
  strike: number,
): BuilderPayload {
  const { underlying } = market.underlying("NIFTY");
  const { instruments } = market.source.universe();
  const details = (symbol: string): InstrumentDetails | null => {
    const found = instruments.find(({ tradingsymbol }) => tradingsymbol === symbol);
    if (found === undefined) return null;
    const { token, exchange, type, expiry, strike: at, lotSize, multiplier, tickSize } = found;
    const terms = {
      instrument_type: type,
      expiry,
      strike: at,
      lot_size: lotSize,
      multiplier,
      tick_size: tickSize,
    };
    return { instrument_token: token, tradingsymbol: symbol, exchange, ...terms } as InstrumentDetails;
  };
  const directory = {
    bySymbol: details,
    byToken: () => null,
    futures: () => [],
  } as unknown as InstrumentDirectory;
  const chains = book.snapshots(underlying.token, now, now)!.map(readChain);
  const snapshot = {
    listed: { underlying, directory, linear: [] },
    chains,
    quotes: new Map(),
    ivRank: null,
    settlements: new Map(),
    version: "",
  };
  const symbol = (type: string) =>
    instruments.find((each) => each.expiry === DAY && each.strike === strike && each.type === type)!
      .tradingsymbol;
  const sold = { trade_action: "SELL", quantity: 65 } as const;
  const request: BuilderRequest = {
    underlying_token: underlying.token,
    trades: [
      { ...sold, tradingsymbol: symbol("CE"), price: 200 },
      { ...sold, tradingsymbol: symbol("PE"), price: 180 },
    ],
  };
  const outcome = builderAnswer(
    request,
    snapshotMarket(snapshot, { marketTime: now, keepsSessions: true }),
    referenceStrategyKernel,
  );
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}

describe("a NIFTY expiry day, minute by minute", () => {
  /** the analysis of a sold straddle, entered at 200 and 180, by minute */
  const straddle = new Map<Minute, BuilderPayload>();
  let strike = 0;
  const seen = new Map<Minute, ReturnType<typeof chainsAt>>();
  const spots = new Map<Minute, number>();
  /** last prices of the day's options, and when they were made */
  const last = new Map<Minute, { strike: number; isCall: boolean; price: number; tradedAt: number }[]>();
  const market = simulatedMarket({ startAt: ist(`${DAY}T15:13`), universe: ["NIFTY"] });
  const row = market.underlying("NIFTY").index;

  beforeAll(() => {
    const volatilities = createVolatilityHistory();
    const { token } = market.underlying("NIFTY").underlying;
    // Closes from 5 to 25 %, between which any day's volatility lies.
    const closes = Array.from({ length: 101 }, (_, i) => 0.05 + 0.002 * i);
    volatilities.take({ underlyings: [{ underlying: token, closes, origins: 1 }] });
    const book = createChainBook({
      table: market.table(),
      source: market.source,
      kernel: referenceKernel,
      states: createMarketStates(true),
      interest: createInterest(),
      bus: createLocalBus(),
      epoch: 1,
      cpuNow: () => 0,
      volatilities,
    });
    book.solveAll(ist(`${DAY}T15:13`), 0);
    let now = ist(`${DAY}T15:13`);
    for (const minute of MINUTES) {
      const to = ist(`${DAY}T${minute}`);
      // Second by second where it matters, so that options trade as they do.
      for (const step = to - now > 3_600_000 ? to - now : 1_000; now < to; ) {
        now = Math.min(to, now + step);
        expect(market.advance(now)).toBe(false);
      }
      const rows = market.takeDirty();
      book.touch(rows, rows.length);
      book.solveAll(now, now);
      seen.set(minute, chainsAt(market, book, now));
      strike ||= seen.get(minute)![0]!.root.atmStrike;
      straddle.set(minute, analysed(market, book, now, strike));
      spots.set(minute, quoteOf(market.table(), row).last);
      last.set(
        minute,
        optionRows(market.underlying("NIFTY").chains[0]!).map((each) => {
          const { instrument, last: price, tradedAt } = quoteOf(market.table(), each);
          return { strike: instrument.strike, isCall: instrument.type === "CE", price, tradedAt };
        }),
      );
    }
  }, 240_000);

  const near = (minute: Minute) => seen.get(minute)![0]!.root;
  const far = (minute: Minute) => seen.get(minute)![1]!.root;
  const state = (minute: Minute, of: typeof near = near) => CHAIN_STATES[of(minute).state];

  test("states: the auction, then settled, then expired; the next expiry goes on beside a closed cash market", () => {
    expect(MINUTES.map((minute) => state(minute))).toEqual([
      "live",
      "spot_auction",
      "spot_auction",
      "settled",
      "settled",
      "expired",
      "expired",
    ]);
    expect(MINUTES.map((minute) => state(minute, far))).toEqual([
      "live",
      "spot_auction",
      "spot_auction",
      "spot_closed",
      "spot_closed",
      "closed",
      "closed",
    ]);
  });

  test("T runs to 15:35 and is over then", () => {
    const years = (minute: Minute) => yearsToExpiry(near(minute).marketTime, near(minute).expiryInstant);
    const minutes = (minute: Minute) => years(minute) * 365 * 1_440;
    expect(minutes("15:14")).toBeCloseTo(21, 6);
    expect(minutes("15:15")).toBeCloseTo(20, 6);
    expect(minutes("15:34")).toBeCloseTo(1, 6);
    for (const minute of ["15:35", "15:39", "15:40"] as const) expect(years(minute)).toBe(0);
  });

  test("spot stands still in the auction and prints at its end; the forward ends in that print", () => {
    const settlement = spots.get("15:35")!;
    expect(spots.get("15:34")).toBe(spots.get("15:15"));
    expect(settlement).not.toBe(spots.get("15:34"));
    // In the auction spot is implied from the forward, which the last minute leaves close to what it becomes.
    expect(near("15:34").spot).not.toBe(spots.get("15:34"));
    expect(Math.abs(near("15:34").forward / settlement - 1)).toBeLessThan(0.001);
    for (const minute of ["15:35", "15:39", "15:40", "20:00"] as const) {
      expect(near(minute).forward, minute).toBeCloseTo(settlement, 2);
      expect(near(minute).spot, minute).toBeCloseTo(settlement, 2);
      expect(far(minute).spot, minute).toBeCloseTo(settlement, 2);
    }
    expect(far("15:39").forward).not.toBe(far("15:35").forward);
  });

  test("no IV is left once the payoff is fixed, and POP knows the outcome", () => {
    const rows = (minute: Minute) => seen.get(minute)![0]!.rows;
    expect(near("15:34").atmIv).toBeGreaterThan(0);
    for (const minute of ["15:35", "15:39", "15:40"] as const) {
      expect(near(minute).atmIv).toBeNaN();
      expect(rows(minute).every(({ call, put }) => Number.isNaN(call.iv) && Number.isNaN(put.iv))).toBe(true);
      const { forward } = near(minute);
      const settlement = lognormalSettlement(forward, 0, Number.NaN);
      expect(pop("CE", forward - 100, 90, forward, 0, settlement)).toBe(1);
      expect(pop("CE", forward - 100, 110, forward, 0, settlement)).toBe(0);
    }
  });

  test("IVP does not vanish with the IV of the expiring chain: it is of thirty days, which other expiries tell", () => {
    for (const minute of MINUTES) {
      const { atmIvPercentile, iv30, ivCloses } = near(minute);
      expect(iv30, minute).toBeGreaterThan(0);
      expect(atmIvPercentile, minute).toBeGreaterThan(0);
      expect(atmIvPercentile, minute).toBeLessThan(100);
      expect([atmIvPercentile, ivCloses], minute).toEqual([far(minute).atmIvPercentile, 101]);
    }
  });

  test("options converge to the print: every trade after it is within two ticks of what the contract settles at", () => {
    const settlement = spots.get("15:35")!;
    const traded = last.get("15:40")!.filter(({ tradedAt }) => tradedAt > ist(`${DAY}T15:35`));
    expect(traded.length).toBeGreaterThan(15);
    for (const { strike, isCall, price } of traded) {
      const worth = Math.max(isCall ? settlement - strike : strike - settlement, 0);
      expect(Math.abs(price - worth), `${strike} ${isCall ? "CE" : "PE"}`).toBeLessThanOrEqual(0.1 + 0.011);
    }
  });

  test("a sold straddle: its P&L runs into what it settles at and stays there, its greeks end, its POP is the outcome", () => {
    const settlement = spots.get("15:35")!;
    const pnl = (minute: Minute) => straddle.get(minute)!.target_pnl!;
    const settled = 65 * (200 + 180 - Math.abs(settlement - strike));
    // A minute before, an at-the-money straddle still has a few rupees of time value.
    expect(Math.abs(pnl("15:34") - settled)).toBeLessThan(65 * 25);
    expect(straddle.get("15:34")!.greeks.theta).toBeGreaterThan(0);
    for (const minute of ["15:35", "15:39", "15:40", "20:00"] as const) {
      const { greeks, pop: chance, warnings } = straddle.get(minute)!;
      expect(pnl(minute), minute).toBeCloseTo(settled, 6);
      expect([greeks.delta, greeks.gamma, greeks.theta, greeks.vega], minute).toEqual([0, 0, 0, 0]);
      expect(chance, minute).toBe(settled > 0 ? 1 : 0);
      const codes = warnings.map(({ code }) => code);
      expect(codes).toContain("EXPIRED_STRATEGY");
      expect(codes, "the settlement is known, not estimated").not.toContain("ESTIMATED_SETTLEMENT");
    }
  });

  test("the chain of the day stays until the next morning", () => {
    expect(last.get("20:00")).toEqual(last.get("15:40"));
    expect(market.underlying("NIFTY").chains[0]!.expiry).toBe(DAY);
    market.advance(ist("2026-12-02T08:59"));
    expect(market.underlying("NIFTY").chains[0]!.expiry).toBe(DAY);
    expect(market.advance(ist("2026-12-02T09:00"))).toBe(true);
    expect(market.underlying("NIFTY").chains[0]!.expiry > DAY).toBe(true);
  });
});
