import { describe, expect, it, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { packetMarket } from "#analysis/strategy-market.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { FORWARD_SETTLEMENT } from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createGreekRoom, liveExpiry } from "#server/market/compute/live-prices/expiry.ts";
import { type ReadChain, readChain } from "#server/market/compute/snapshot/read-chains.ts";
import { createChainBook } from "#server/market/feed/chains/chain-book.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { contextOf, EXPIRY, pricedChain } from "#tests/domain/chain/chain-fixture.ts";
import { leg, market, NEAR, summary } from "#tests/domain/strategy/strategy-fixture.ts";
import { createChainStream, EXPIRY_INSTANT } from "#tests/support/market/chain-stream.ts";
import { ist, simulatedMarket } from "#tests/support/market/simulated-market.ts";

interface Told {
  readonly delta: number | null;
  readonly gamma: number | null;
  readonly theta: number | null;
  readonly vega: number | null;
}
type Ask = (type: "CE" | "PE", strike: number, settlement: number) => Told;

const known = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

const ofChain: Ask = (type, strike, settlement) => {
  const chain = pricedChain();
  const solved = createLoneChainSolver(referenceKernel)(chain, contextOf({ now: EXPIRY, spot: settlement }));
  const row = chain.strikes.indexOf(strike);
  const isCall = type === "CE";
  return {
    delta: known((isCall ? solved.callDelta : solved.putDelta)[row]!),
    gamma: known(solved.gamma[row]!),
    theta: known((isCall ? solved.callTheta : solved.putTheta)[row]!),
    vega: known(solved.vega[row]!),
  };
};

/** An expiry of packet 3 whose payoff is fixed. */
function settledChain(settlement: number): ReadChain {
  const stream = createChainStream();
  Object.assign(stream.root, {
    marketTime: EXPIRY_INSTANT,
    forward: settlement,
    forwardSource: Number.isNaN(settlement) ? 0 : FORWARD_SETTLEMENT,
    atmIv: Number.NaN,
  });
  for (const { call, put } of stream.rows) call.iv = put.iv = Number.NaN;
  return readChain(stream.snapshot());
}

const liveOf = (chain: ReadChain) =>
  liveExpiry(chain, { quotes: new Map(), ivRank: null }, createGreekRoom(referenceKernel));

const ofLivePrices: Ask = (type, strike, settlement) => {
  const { delta, gamma, theta, vega } = liveOf(settledChain(settlement)).options[strike]![type]!
    .greeks_with_iv;
  return { delta, gamma, theta, vega };
};

const ofBuilder: Ask = (type, strike, settlement) => {
  const held = leg(type, strike, {
    quantity: 1,
    lotSize: 1,
    entryPrice: 100,
    settlement: {
      price: null,
      underlyingClose: null,
      market: Number.isNaN(settlement) ? null : { price: settlement, origin: "closing_value" },
    },
  });
  // Two days later no spot is that of the expiry any more.
  const later = market({ now: expiryInstant("NFO", NEAR) + 2 * 86_400_000, expiries: [] });
  const { delta, gamma, theta, vega } = summary([held], {}, later).tradeDetails![0]!.greeks;
  return { delta: known(delta), gamma: known(gamma), theta: known(theta), vega: known(vega) };
};

const NOTHING_ELSE = { gamma: 0, theta: 0, vega: 0 };

describe("the greeks of a settled option are one answer, whoever is asked", () => {
  const CASES = [
    ["CE", "in the money", 24_000, 1],
    ["CE", "at the strike", 24_050, 0.5],
    ["CE", "out of the money", 24_100, 0],
    ["PE", "in the money", 24_100, -1],
    ["PE", "at the strike", 24_050, -0.5],
    ["PE", "out of the money", 24_000, 0],
  ] as const;
  const ASKED = [
    ["the chain", ofChain],
    ["live prices", ofLivePrices],
    ["the builder", ofBuilder],
  ] as const;

  describe.each(ASKED)("%s", (_, ask) => {
    it.each(CASES)("%s %s", (type, __, strike, delta) => {
      expect(ask(type, strike, 24_050)).toEqual({ delta, ...NOTHING_ELSE });
    });

    it.each(["CE", "PE"] as const)("of a %s whose settlement is not known, nothing", (type) => {
      expect(ask(type, 24_050, Number.NaN)).toEqual({ delta: null, gamma: null, theta: null, vega: null });
    });
  });
});

test("with time left greeks go by the IV, and without one there are none", () => {
  const stream = createChainStream();
  stream.rows[40]!.call.iv = stream.rows[40]!.put.iv = Number.NaN;
  const { options } = liveOf(readChain(stream.snapshot()));
  expect(options["24000"]!.CE!.greeks_with_iv).toMatchObject({ delta: null, gamma: null });
  expect(options["24050"]!.CE!.greeks_with_iv.delta).toBeGreaterThan(0.4);
});

/** The nearest expiry of a simulated market as the feed solves and encodes it, with two of its strikes. */
function feedsChain(symbol: string, at: string) {
  const simulated = simulatedMarket({ startAt: ist(at), universe: [symbol] });
  const book = createChainBook({
    table: simulated.table(),
    source: simulated.source,
    kernel: referenceKernel,
    states: createMarketStates(true),
    interest: createInterest(),
    bus: createLocalBus(),
    epoch: 5,
    cpuNow: () => 0,
  });
  book.solveAll(ist(at), ist(at));
  const { underlying, chains } = simulated.underlying(symbol);
  const snapshots = book.snapshots(underlying.token, ist(at), ist(at)) ?? [];
  const [entry] = [...chains].sort((a, b) => a.expiryInstant - b.expiryInstant);
  return { underlying, entry: entry!, chain: readChain(snapshots[0]!), table: simulated.table() };
}

describe("the forward of a settled expiry says that it is the settlement", () => {
  it.each([
    ["an index", "NIFTY", "2026-08-18T15:36"],
    ["a share", "RELIANCE", "2026-08-25T15:36"],
    ["a commodity", "CRUDEOIL", "2026-08-17T23:45"],
    ["a currency", "USDINR", "2026-08-27T12:31"],
  ])("of %s", (_, symbol, at) => {
    const { underlying, entry, chain, table } = feedsChain(symbol, at);
    const { root } = chain.view;
    expect(root.marketTime).toBeGreaterThanOrEqual(root.expiryInstant);
    expect(root.forward).toBeGreaterThan(0);
    expect(root.forwardSource).toBe(FORWARD_SETTLEMENT);

    const live = liveOf(chain);
    expect(live).toMatchObject({ forward: root.forward, forward_source: "SETTLEMENT", atm_iv: null });

    const middle = entry.strikes.findIndex((strike) => strike > root.forward);
    const option = table.universe.instruments[entry.callIndex[middle - 1]!]!;
    const terms = {
      instrument_token: option.token,
      tradingsymbol: option.tradingsymbol,
      instrument_type: "CE" as const,
      exchange: underlying.derivativeExchange,
      strike: entry.strikes[middle - 1]!,
      expiry: entry.expiry,
      lot_size: entry.lotSize,
      multiplier: 1,
      tick_size: entry.tickSize,
    };
    const built = packetMarket(
      { packets: [chain.packet], quotes: new Map() },
      {
        listed: { underlying, futures: [] },
        lookup: { byToken: (token) => (token === option.token ? terms : null), bySymbol: () => null },
        marketTime: root.marketTime,
        keepsSessions: true,
      },
    );
    const answer = builderAnswer(
      {
        underlying_token: underlying.token,
        trades: [{ instrument_token: option.token, trade_action: "BUY", quantity: 1, price: 1 }],
        flags: { enable_trade_details: true },
      },
      built,
      referenceStrategyKernel,
    );
    if (!answer.ok) throw new Error(answer.refusal.message);
    const { trade_stats, trade_details, greeks } = answer.payload;
    expect(trade_stats[String(option.token)]).toMatchObject({
      forward: root.forward,
      forward_source: "SETTLEMENT",
    });
    expect(trade_details![0]!.greeks.delta).toBe(1);
    expect(live.options[String(terms.strike)]!.CE!.greeks_with_iv.delta).toBe(1);
    // It can no longer be hedged.
    expect(greeks).toEqual({ delta: 0, gamma: 0, theta: 0, vega: 0 });
  });
});
