/** Worlds to adjust strategies in: every listed contract quoted at its model price, a tick or more either side. */

import { ZERODHA } from "#domain/access/brokers.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { AdjustWorld } from "#domain/strategy/adjust/world.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { marketIv } from "#domain/strategy/effective-iv.ts";
import { newTrade } from "#domain/strategy/legs/change.ts";
import type { Leg, LegQuote, StrategyMarket } from "#domain/strategy/model.ts";
import { type PresetWorld, SIMULATED_NOW, simulatedWorld } from "../preset-worlds.ts";
import { options } from "../strategy-fixture.ts";

const EXCHANGES: Readonly<Record<string, StrategyMarket["derivativeExchange"]>> = {
  USDINR: "CDS",
  CRUDEOIL: "MCX",
  GOLD: "MCX",
  SENSEX: "BFO",
};

export interface World extends AdjustWorld {
  /** One lot of a contract, bought above 0, with its quote, at the market's price. */
  leg(id: string, contract: LegContract | null, lots: number, changes?: Partial<Leg>): Leg;
}

interface Changes {
  readonly quotes?: (contract: LegContract, quote: LegQuote) => LegQuote;
  readonly given?: PresetWorld;
}

export function adjustWorld(symbol = "NIFTY", { quotes = (_, quote) => quote, given }: Changes = {}): World {
  const { market: placed, contracts, spot } = given ?? simulatedWorld(symbol);
  const tick = symbol === "USDINR" ? 0.0025 : 0.05;
  const market: StrategyMarket = {
    ...placed,
    symbol,
    token: 1,
    now: placed.now,
    spot,
    isSpotImplied: false,
    spotTickSize: tick,
    tickSize: tick,
    derivativeExchange: EXCHANGES[symbol] ?? "NFO",
    closestFutureExpiry: contracts.futures[0]?.expiry ?? null,
  };
  const known = new Map<number, LegQuote>();

  function modelPrice(contract: LegContract): number {
    const { type, strike, expiry, expiryInstant } = contract;
    const own = market.expiries.find((each) => each.expiry === expiry);
    const forward = own?.forward ?? spot;
    if (type !== "CE" && type !== "PE") return forward;
    const sigma = marketIv({ ...newTrade([], contract, "", ONE), quote: NONE }, own, market);
    return blackPrice(type, forward, strike, yearsToExpiry(market.now, expiryInstant), sigma, 0);
  }

  function quoteOf(contract: LegContract): LegQuote {
    const before = known.get(contract.token);
    if (before !== undefined) return before;
    const middle = Math.max(tick, Math.round(modelPrice(contract) / tick) * tick);
    const half = Math.max(tick, middle * 0.002);
    const bid = Math.max(0, middle - half);
    const quote: LegQuote = {
      lastPrice: middle,
      usablePrice: middle,
      bid: bid > 0 ? bid : Number.NaN,
      ask: middle + half,
      isLiquid: true,
      warnings: [],
    };
    const changed = quotes(contract, quote);
    known.set(contract.token, changed);
    return changed;
  }

  return {
    market,
    options: options(),
    contracts,
    quoteOf,
    broker: ZERODHA,
    dailyVolatility: Number.NaN,
    previousClose: spot,
    kernel: referenceStrategyKernel,
    leg(id, contract, lots, changes = {}) {
      const action = lots > 0 ? "BUY" : "SELL";
      const deal = { action, quantity: Math.abs(lots) * contract!.lotSize, entryPrice: null } as const;
      return { ...newTrade([], contract!, id, deal), quote: quoteOf(contract!), ...changes };
    },
  };
}

const ONE = { action: "BUY", quantity: 1, entryPrice: null } as const;
const NONE: LegQuote = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};

export { SIMULATED_NOW as NOW };

/** The listed strike so many steps from the money, of the first expiry unless another is told. */
export function strikeAt({ contracts, market }: World, steps: number, at = 0): number {
  const strikes = contracts.strikes("CE", contracts.expiries[at]!);
  const middle = strikes.reduce(
    (best, strike, i) => (Math.abs(strike - market.spot) < Math.abs(strikes[best]! - market.spot) ? i : best),
    0,
  );
  return strikes[middle + steps]!;
}

export function option(world: World, type: "CE" | "PE", steps: number, at = 0): LegContract {
  return world.contracts.option(type, world.contracts.expiries[at]!, strikeAt(world, steps, at))!;
}

/** Sold a call 4 strikes and a put 8 strikes away, wings 8 further out. */
export function condor(world: World): Leg[] {
  return [
    world.leg("call", option(world, "CE", 4), -2),
    world.leg("put", option(world, "PE", -8), -2),
    world.leg("call-wing", option(world, "CE", 12), 2),
    world.leg("put-wing", option(world, "PE", -16), 2),
  ];
}
