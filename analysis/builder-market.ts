/**
 * The market a strategy is analysed in, as the side that answers builder_v3 has it, and its form in JSON: a
 * page that was answered with it can answer the same request again itself, to the last bit.
 */

import type { Settlement } from "#domain/settlement/settlement.ts";
import type { Leg, LegQuote, LegType, StrategyMarket } from "#domain/strategy/model.ts";
import type { BuilderMarketBody, MarketVersion } from "#protocol/http/builder-market-body.ts";
import { known } from "#protocol/http/figures.ts";

/** A contract or share that a leg can hold, with what the market says of it. */
export interface BuilderContract {
  readonly token: number;
  readonly tradingsymbol: string;
  readonly type: LegType;
  /** Rupees; 0 for futures and equity. */
  readonly strike: number;
  /** YYYY-MM-DD; null for equity. */
  readonly expiry: string | null;
  /** epoch ms; NaN for equity. */
  readonly expiryInstant: number;
  readonly lotSize: number;
  readonly multiplier: number;
  /** Rupees; NaN where it is not known. */
  readonly tickSize: number;
  readonly quote: LegQuote;
  /** As `Leg.settlement`. */
  readonly settlement: Leg["settlement"];
}

export interface BuilderMarket {
  readonly strategy: StrategyMarket;
  readonly byToken: (token: number) => BuilderContract | undefined;
  readonly bySymbol: (tradingsymbol: string) => BuilderContract | undefined;
  /** The expiries that it is made of, each at its place in its stream; left out by a market of no stream. */
  readonly versions?: readonly MarketVersion[];
  /** What an expiry (YYYY-MM-DD) settled at, where that is kept; left out by a market whose contracts carry it. */
  readonly settlementOn?: (expiry: string) => Settlement | null;
}

const figure = (value: number | null): number => value ?? Number.NaN;

/** The market in JSON, with the contracts of some legs and no others, and the smiles of their expiries. */
export function builderMarketBody(
  { strategy: market, versions = [] }: Pick<BuilderMarket, "strategy" | "versions">,
  contracts: readonly BuilderContract[],
): BuilderMarketBody {
  const held = new Set(contracts.map(({ expiry }) => expiry));
  return {
    symbol: market.symbol,
    token: market.token,
    kind: market.kind,
    now: market.now,
    spot: known(market.spot),
    is_spot_implied: market.isSpotImplied,
    strike_step: market.strikeStep,
    spot_tick_size: market.spotTickSize,
    tick_size: market.tickSize,
    derivative_exchange: market.derivativeExchange,
    closest_future_expiry: market.closestFutureExpiry,
    expiries: market.expiries.map((each) => ({
      expiry: each.expiry,
      expiry_instant: each.expiryInstant,
      forward: known(each.forward),
      forward_source: each.forwardSource,
      synthetic: known(each.synthetic),
      discount: each.discount,
      discount_error: known(each.discountError),
      discount_source: each.discountSource,
      discount_lender: each.discountLender,
      atm_iv: known(each.atmIv),
      strikes: held.has(each.expiry) ? Array.from(each.strikes) : [],
      iv: held.has(each.expiry) ? Array.from(each.iv, known) : [],
      solved: held.has(each.expiry) ? Array.from(each.solved) : [],
    })),
    versions: [...versions],
    contracts: contracts.map((each) => ({
      instrument_token: each.token,
      tradingsymbol: each.tradingsymbol,
      instrument_type: each.type,
      strike: each.strike,
      expiry: each.expiry,
      expiry_instant: known(each.expiryInstant),
      lot_size: each.lotSize,
      multiplier: each.multiplier,
      tick_size: known(each.tickSize),
      last_price: known(each.quote.lastPrice),
      usable_price: known(each.quote.usablePrice),
      bid: known(each.quote.bid),
      ask: known(each.quote.ask),
      is_liquid: each.quote.isLiquid,
      liquidity_warnings: [...each.quote.warnings],
      settlement:
        each.settlement === null
          ? null
          : {
              price: each.settlement.price,
              underlying_close: each.settlement.underlyingClose,
              market: each.settlement.market ?? null,
            },
    })),
  };
}

/** The market that `builderMarketBody` wrote. */
export function builderMarketOf(body: BuilderMarketBody): BuilderMarket {
  const contracts = body.contracts.map(
    (each): BuilderContract => ({
      token: each.instrument_token,
      tradingsymbol: each.tradingsymbol,
      type: each.instrument_type,
      strike: each.strike,
      expiry: each.expiry,
      expiryInstant: figure(each.expiry_instant),
      lotSize: each.lot_size,
      multiplier: each.multiplier,
      tickSize: figure(each.tick_size),
      quote: {
        lastPrice: figure(each.last_price),
        usablePrice: figure(each.usable_price),
        bid: figure(each.bid),
        ask: figure(each.ask),
        isLiquid: each.is_liquid,
        warnings: each.liquidity_warnings,
      },
      settlement:
        each.settlement === null
          ? null
          : {
              price: each.settlement.price,
              underlyingClose: each.settlement.underlying_close,
              market: each.settlement.market,
            },
    }),
  );
  const byToken = new Map(contracts.map((each) => [each.token, each]));
  const bySymbol = new Map(contracts.map((each) => [each.tradingsymbol, each]));
  return {
    strategy: {
      symbol: body.symbol,
      token: body.token,
      kind: body.kind,
      now: body.now,
      spot: figure(body.spot),
      isSpotImplied: body.is_spot_implied,
      strikeStep: body.strike_step,
      spotTickSize: body.spot_tick_size,
      tickSize: body.tick_size,
      derivativeExchange: body.derivative_exchange,
      closestFutureExpiry: body.closest_future_expiry,
      expiries: body.expiries.map((each) => ({
        expiry: each.expiry,
        expiryInstant: each.expiry_instant,
        forward: figure(each.forward),
        forwardSource: each.forward_source,
        synthetic: figure(each.synthetic),
        discount: each.discount,
        discountError: figure(each.discount_error),
        discountSource: each.discount_source,
        discountLender: each.discount_lender,
        atmIv: figure(each.atm_iv),
        strikes: Float64Array.from(each.strikes),
        iv: Float64Array.from(each.iv, figure),
        solved: Uint8Array.from(each.solved),
      })),
    },
    versions: body.versions,
    byToken: (token) => byToken.get(token),
    bySymbol: (symbol) => bySymbol.get(symbol),
  };
}
