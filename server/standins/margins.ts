/**
 * What the stand-ins of brokers answer when they are asked for margins: the product's own rules of margin at the sandbox's own
 * prices, the model's of its books (one flat volatility an underlying, forwards at spot). A broker's figure differs from an
 * estimate in just such things.
 */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { type MarginBook, marginBook, marginOf } from "#domain/margin/margin.ts";
import { dailyVolatility } from "#domain/margin/volatility.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { ExpiryMarket, Leg, StrategyMarket } from "#domain/strategy/model.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { BookMarket, Position } from "./book.ts";

/** An order whose margin is asked for, or a position that is there. */
export interface SandboxOrder {
  readonly instrument: Pick<
    InstrumentDetails,
    | "instrument_token"
    | "tradingsymbol"
    | "exchange"
    | "instrument_type"
    | "underlying_instrument"
    | "strike"
    | "expiry"
    | "lot_size"
    | "multiplier"
    | "tick_size"
  >;
  /** Signed units. */
  readonly quantity: number;
  /** Rupees; 0 at the market, which is the sandbox's own price. */
  readonly price: number;
  readonly isPosition: boolean;
  readonly product: "NRML" | "MIS" | "CNC";
}

/** Rupees. */
export interface SandboxMargin {
  readonly span: number;
  readonly exposure: number;
  readonly additional: number;
  /** Net of options; received below 0. */
  readonly premium: number;
  /** Of shares bought: their price. */
  readonly cash: number;
  readonly total: number;
}

const NOT_QUOTED = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};
type DerivativeExchange = StrategyMarket["derivativeExchange"];

export function positionOrder({ instrument, quantity, averagePrice, product }: Position): SandboxOrder {
  const { token, type, underlying, lotSize, tickSize, ...rest } = instrument;
  return {
    instrument: {
      ...rest,
      instrument_token: token,
      instrument_type: type,
      underlying_instrument: underlying,
      lot_size: lotSize,
      tick_size: tickSize,
    },
    quantity,
    price: averagePrice,
    isPosition: true,
    product,
  };
}

function legOf({ instrument, quantity, price, isPosition, product }: SandboxOrder, id: string): Leg {
  const { expiry, exchange } = instrument;
  return {
    id,
    token: instrument.instrument_token,
    tradingsymbol: instrument.tradingsymbol,
    type: instrument.instrument_type as Leg["type"],
    strike: instrument.strike,
    expiry,
    expiryInstant: expiry === null ? Number.NaN : expiryInstant(exchange as DerivativeExchange, expiry),
    quantity,
    lotSize: instrument.lot_size,
    multiplier: instrument.multiplier,
    product,
    entryPrice: price > 0 ? price : null,
    customIv: null,
    isSelected: true,
    kind: isPosition ? "position" : "trade",
    bookedPnl: 0,
    quote: NOT_QUOTED,
    settlement: null,
  };
}

/** null for an underlying that the sandbox knows no price of. */
function bookOfUnderlying(
  symbol: string,
  orders: readonly SandboxOrder[],
  at: BookMarket,
): MarginBook | null {
  const underlying = underlyingBySymbol(symbol);
  if (underlying === undefined) return null;
  const spot = at.spotOf(symbol) ?? underlying.basePrice;
  const legs = orders.map((order, i) => legOf(order, String(i)));
  const expiries = new Map<string, ExpiryMarket>();
  for (const { expiry, expiryInstant: instant } of legs) {
    if (expiry === null) continue;
    expiries.set(expiry, {
      expiry,
      expiryInstant: instant,
      forward: spot,
      forwardSource: 0,
      synthetic: spot,
      discount: 1,
      discountError: Number.NaN,
      discountSource: 0,
      discountLender: 0,
      atmIv: underlying.annualVolatility,
      strikes: new Float64Array(),
      iv: new Float64Array(),
      solved: new Uint8Array(),
    });
  }
  const market: StrategyMarket = {
    symbol,
    token: underlying.token,
    kind: underlying.kind,
    now: at.now,
    spot,
    isSpotImplied: false,
    strikeStep: underlying.strikeStep,
    spotTickSize: underlying.spotTickSize,
    tickSize: orders[0]?.instrument.tick_size ?? 0.05,
    derivativeExchange: underlying.derivativeExchange as DerivativeExchange,
    closestFutureExpiry: null,
    expiries: [...expiries.values()].sort((a, b) => a.expiryInstant - b.expiryInstant),
  };
  // Shares at the market cost what the underlying stands at.
  const priced = legs.map((leg) =>
    leg.type === "EQ" && leg.entryPrice === null ? { ...leg, entryPrice: spot } : leg,
  );
  const daily = dailyVolatility(underlying.annualVolatility);
  return marginBook(
    { legs: priced, market, dailyVolatility: daily, previousClose: Number.NaN },
    referenceStrategyKernel,
  );
}

/** Margin of orders taken together; null when one of them cannot be valued. */
export function sandboxMargin(orders: readonly SandboxOrder[], at: BookMarket): SandboxMargin | null {
  const byUnderlying = new Map<string, SandboxOrder[]>();
  for (const order of orders) {
    const symbol = order.instrument.underlying_instrument;
    const known = byUnderlying.get(symbol);
    if (known === undefined) byUnderlying.set(symbol, [order]);
    else known.push(order);
  }
  const sum = { span: 0, exposure: 0, additional: 0, premium: 0, cash: 0 };
  for (const [symbol, own] of byUnderlying) {
    const book = bookOfUnderlying(symbol, own, at);
    if (book === null || book.unvalued.length > 0) return null;
    const { span, exposure, additional, outlay } = marginOf(book);
    sum.span += span;
    sum.exposure += exposure;
    sum.additional += additional;
    const shares = book.legs.reduce((paid, leg) => (leg.position === null ? paid + leg.outlay : paid), 0);
    sum.premium += outlay - shares;
    sum.cash += shares;
  }
  return { ...sum, total: sum.span + sum.exposure + sum.additional + sum.premium + sum.cash };
}
