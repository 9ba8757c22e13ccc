import {
  expiryInstant,
  lastTradeInstant,
  listedExpiries,
  listedFutureExpiries,
} from "#domain/calendar/expiries.ts";
import { istDate, istInstant } from "#domain/calendar/ist.ts";
import { futureContract, optionContract } from "#domain/instruments/contracts.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { listedStrikes, monthsBetween } from "#domain/instruments/strikes.ts";
import type { Instrument } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { toPaise } from "./answers.ts";
import {
  BOOKS,
  type BookKind,
  type BookRow,
  type Leg,
  type OrderNote,
  type OrderStatus,
} from "./book-table.ts";

/** A position, quantities in units (shorts negative), prices in rupees. */
export interface Position {
  readonly instrument: Instrument;
  readonly product: "NRML" | "MIS";
  readonly quantity: number;
  readonly overnightQuantity: number;
  readonly averagePrice: number;
  readonly lastPrice: number;
  readonly closePrice: number;
  readonly pnl: number;
}

export interface Order {
  /** fifteen digits, the day first, as exchanges number them */
  readonly id: string;
  readonly exchangeId: string | null;
  /** epoch ms */
  readonly at: number;
  readonly instrument: Instrument;
  readonly side: "BUY" | "SELL";
  readonly type: "LIMIT" | "SL";
  readonly product: "NRML" | "MIS";
  readonly quantity: number;
  readonly filled: number;
  readonly price: number;
  readonly triggerPrice: number;
  readonly averagePrice: number;
  readonly status: OrderStatus;
  readonly message: string | null;
}

/** Rupees. */
interface Funds {
  readonly opening: number;
  readonly cash: number;
  readonly collateral: number;
  /** margin blocked by positions and open orders */
  readonly used: number;
  readonly unrealised: number;
  readonly available: number;
}

export interface Book {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly funds: Funds;
}

export interface BookMarket {
  /** the market's time, epoch ms */
  readonly now: number;
  /** last price of an underlying in rupees; null when it is not known, then the price it is listed around */
  readonly spotOf: (symbol: string) => number | null;
  /** last price of a contract in rupees as the market has it; null or absent: the model's */
  readonly priceOf?: (instrument: Instrument) => number | null;
}

const toTick = (price: number, tick: number): number =>
  Math.max(tick, Math.round(Math.round(price / tick) * tick * 100) / 100);

/** The listed contract a leg means: the n-th living expiry, so many steps from the money. */
function find(leg: Leg, market: BookMarket, spot: number): Instrument {
  const on = istDate(market.now);
  const spec = contractSpec(leg.symbol, on);
  const listed = leg.type === "FUT" ? listedFutureExpiries : listedExpiries;
  const living = listed(spec.expiryRule, on).filter(
    ({ date }) => lastTradeInstant(spec.derivativeExchange, date) > market.now,
  );
  const { date, type } = living[Math.min(leg.expiry, living.length - 1)]!;
  if (leg.type === "FUT") return futureContract(spec, date, type);
  // Of this expiry alone: every strike of every expiry takes tens of milliseconds of a thread that others use.
  const strikes = listedStrikes(spec, spot, type, monthsBetween(on, date));
  let atm = 0;
  for (let i = 1; i < strikes.length; i++) {
    if (Math.abs(strikes[i]! - spot) < Math.abs(strikes[atm]! - spot)) atm = i;
  }
  const strike = strikes[Math.min(strikes.length - 1, Math.max(0, atm + leg.steps))]!;
  return optionContract(spec, date, type, strike, leg.type);
}

function modelPrice(instrument: Instrument, spot: number, volatility: number, at: number): number {
  if (instrument.type === "FUT") return spot;
  const years = yearsToExpiry(at, expiryInstant(instrument.exchange, instrument.expiry!));
  return blackPrice(instrument.type as "CE" | "PE", spot, instrument.strike, years, volatility, 0);
}

function positionOf(leg: Leg, market: BookMarket): Position {
  const underlying = underlyingBySymbol(leg.symbol)!;
  const spot = market.spotOf(leg.symbol) ?? underlying.basePrice;
  const instrument = find(leg, market, spot);
  const model = (at: number): number =>
    toTick(modelPrice(instrument, spot, underlying.annualVolatility, at), instrument.tickSize);
  const price = market.priceOf?.(instrument) ?? model(market.now);
  // What was paid stays what it was, all day long.
  const averagePrice = toTick(
    model(istInstant(istDate(market.now), "00:00")) * leg.paid,
    instrument.tickSize,
  );
  const quantity = leg.lots * instrument.lotSize;
  return {
    instrument,
    product: leg.product ?? "NRML",
    quantity,
    overnightQuantity: leg.product === "MIS" ? 0 : quantity,
    averagePrice,
    lastPrice: price,
    closePrice: toTick((price + averagePrice) / 2, instrument.tickSize),
    pnl: toPaise((price - averagePrice) * quantity * instrument.multiplier),
  };
}

function orderOf(note: OrderNote, number: number, positions: readonly Position[], now: number): Order {
  const position = positions[note.leg]!;
  const { instrument } = position;
  const side = position.quantity > 0 === (note.does === "open") ? "BUY" : "SELL";
  const quantity = Math.abs(position.quantity);
  const price = toTick(
    note.does === "open" ? position.averagePrice : position.lastPrice * 1.25,
    instrument.tickSize,
  );
  const isDone = note.status === "COMPLETE";
  const reached = note.status !== "REJECTED";
  const digits = istDate(now).replaceAll("-", "").slice(2);
  return {
    id: `${digits}${String(300_000_000 + number * 7_919)}`,
    exchangeId: reached ? `1100000${String(10_000_000 + number * 104_729)}` : null,
    at: now - (note.minutesAgo * 60 + 11) * 1_000,
    instrument,
    side,
    type: note.status === "TRIGGER PENDING" ? "SL" : "LIMIT",
    product: position.product,
    quantity,
    filled: isDone ? quantity : 0,
    price,
    triggerPrice: note.status === "TRIGGER PENDING" ? toTick(price * 0.98, instrument.tickSize) : 0,
    averagePrice: isDone ? price : 0,
    status: note.status,
    message: note.message ?? null,
  };
}

/**
 * Blocked margin by rule of thumb: bought options cost their premium, everything else 12 % of what it stands for, halved where
 * the account also holds a bought option on the same underlying. The sandbox shows funds; it does not police them.
 */
function marginOf(positions: readonly Position[]): number {
  const hedged = new Set(
    positions
      .filter((each) => each.quantity > 0 && each.instrument.type !== "FUT")
      .map((each) => each.instrument.underlying),
  );
  let sum = 0;
  for (const { instrument, quantity, averagePrice, lastPrice } of positions) {
    if (quantity > 0 && instrument.type !== "FUT") sum += averagePrice * quantity * instrument.multiplier;
    else {
      const notional = (instrument.strike > 0 ? instrument.strike : lastPrice) * Math.abs(quantity);
      sum += notional * instrument.multiplier * (hedged.has(instrument.underlying) ? 0.06 : 0.12);
    }
  }
  return sum;
}

/** What an account holds now: the same legs at any time, in whatever contracts live then. */
export function bookOf(kind: BookKind, market: BookMarket): Book {
  const { legs, orders, cash, collateral }: BookRow = BOOKS[kind];
  const positions = legs.map((leg) => positionOf(leg, market));
  const used = toPaise(marginOf(positions));
  const unrealised = toPaise(positions.reduce((sum, each) => sum + each.pnl, 0));
  return {
    positions,
    orders: orders.map((note, i) => orderOf(note, i + 1, positions, market.now)),
    funds: {
      opening: cash,
      cash,
      collateral,
      used,
      unrealised,
      available: toPaise(cash + collateral - used),
    },
  };
}
