import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { Market, MarketChain } from "#server/market/feed/sources/import/imported-market.ts";
import { simulationBase } from "#server/market/feed/sources/import/imported-source.ts";
import { createDayPlan } from "#server/market/feed/sources/sim/day-plan.ts";
import { createLatent } from "#server/market/feed/sources/sim/latent.ts";
import { valueOption } from "#server/market/feed/sources/sim/quoting.ts";
import { createMarketState, futureInstants } from "#server/market/feed/sources/sim/state.ts";
import { buildUniverse } from "#server/market/feed/sources/sim/universe.ts";

/** An option as the simulated market of an import holds it before its first move. */
export interface SimulatedClose {
  readonly symbol: string;
  readonly expiry: string;
  readonly strike: number;
  readonly side: "call" | "put";
  /** Rupees. */
  readonly price: number;
}

/** Every option's fair value at the close that a market was imported from. */
export function simulatedCloses(market: Market): SimulatedClose[] {
  const base = simulationBase(market, market.underlyings);
  const specs = base.underlyings ?? [];
  const plan = createDayPlan("exchange", base.date);
  const latent = createLatent({ seed: 1, clock: "exchange", specs, anchor: base, chainSeeds: base.chains });
  latent.startDay(plan);
  const spotOf = (symbol: string): number => base.spot.get(symbol)!;
  const listed = base.instruments;
  const universe = buildUniverse({
    date: plan.date,
    at: plan.start,
    specs,
    spotOf,
    listed,
    previous: undefined,
  });
  const state = createMarketState(universe, specs);
  latent.setChains(state.chains, futureInstants(state));
  latent.lookBack(plan.start - 1);
  return universe.underlyings.flatMap(({ underlying: { symbol }, chains }) =>
    chains.flatMap(({ expiry, strikes, callIndex, putIndex }) =>
      [...strikes].flatMap((strike, i) =>
        (["call", "put"] as const).flatMap((side) => {
          const row = (side === "call" ? callIndex : putIndex)[i]!;
          return row < 0
            ? []
            : [{ symbol, expiry, strike, side, price: valueOption(state, latent, row).fair }];
        }),
      ),
    ),
  );
}

interface SpokenClose {
  /** Place of the strike. */
  readonly i: number;
  readonly strike: number;
  readonly side: "call" | "put";
  /** Rupees. */
  readonly close: number;
}

/** Closes that a chain's volatilities speak for: of the side out of the money, of the other where only that traded. */
export function spokenCloses({ strikes, forward, call, put }: MarketChain): SpokenClose[] {
  return [...strikes].flatMap((strike, i) =>
    (["call", "put"] as const).flatMap((side) => {
      const [own, other] = side === "call" ? [call, put] : [put, call];
      const isOwn = (side === "call") === strike >= forward;
      return own.volume[i]! > 0 && (isOwn || !(other.volume[i]! > 0))
        ? [{ i, strike, side, close: own.close[i]! }]
        : [];
    }),
  );
}

/** What a chain's volatility, forward and discount make of an option at the close they were made of, rupees. */
export function closeAgain(market: Market, chain: MarketChain, { i, strike, side }: SpokenClose): number {
  const years = yearsToExpiry(sessionClose("NFO", market.date), expiryInstant("NFO", chain.expiry));
  return blackPrice(side === "call" ? "CE" : "PE", chain.forward, strike, years, chain.iv[i]!, chain.rate);
}
