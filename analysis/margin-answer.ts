/** The whole of the margin calls between a validated request and its payload: pure, the same wherever it runs. */

import {
  type BookedPosition,
  type MarginBook,
  type MarginInputs,
  marginBook,
  marginOf,
  type StrategyMargin,
} from "#domain/margin/margin.ts";
import { fundsByOrder, marginAfterExits, peakFunds } from "#domain/margin/questions.ts";
import { SCENARIOS } from "#domain/margin/scenarios.ts";
import { marginTimeline } from "#domain/margin/timeline.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg } from "#domain/strategy/model.ts";
import type {
  MarginEstimateBody,
  MarginPayload,
  MarginRequest,
  MarginV3Response,
} from "#protocol/http/margin.ts";
import type { BuilderContract, BuilderMarket } from "./builder-market.ts";
import type { BuilderRefusal } from "./builder-request.ts";
import { expiredTerms } from "./expired-contract.ts";
import { type AskedTrade, askedTrades } from "./margin-request.ts";

/** One underlying as margins need it. */
export interface MarginUnderlying extends Pick<MarginInputs, "dailyVolatility" | "previousClose"> {
  readonly market: BuilderMarket;
}

/** Of the underlying that a symbol is derived from; the same object for every symbol of it. Undefined for an unknown symbol. */
export type UnderlyingOf = (tradingsymbol: string) => MarginUnderlying | undefined;

export type MarginOutcome =
  | { readonly ok: true; readonly payload: MarginPayload }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

/** What a broker says its margin of the same trades is. Rupees; null what it does not tell apart. */
export interface BrokerMarginFigure {
  readonly marginRequired: number;
  readonly capitalRequired: number;
  readonly span: number | null;
  readonly exposure: number | null;
  readonly additional: number | null;
}

interface Margined {
  readonly inputs: MarginInputs;
  readonly book: MarginBook;
  readonly margin: StrategyMargin;
}

/** @param kernel the arithmetic, WASM where there is one */
export function marginAnswer(
  request: MarginRequest,
  underlyingOf: UnderlyingOf,
  kernel: StrategyKernel,
): MarginOutcome {
  const trades = askedTrades(request);
  const legsOf = new Map<MarginUnderlying, Leg[]>();
  const expired = new Set<string>();
  for (const [i, trade] of trades.entries()) {
    const { tradingsymbol } = trade;
    const underlying = underlyingOf(tradingsymbol);
    const contract = underlying?.market.bySymbol(tradingsymbol);
    if (underlying !== undefined && contract === undefined) {
      // A margin needs nothing but its name of what is over.
      if (expiredTerms({ tradingsymbol }, underlying.market.strategy) !== null) {
        expired.add(tradingsymbol);
        continue;
      }
    }
    if (underlying === undefined || contract === undefined) {
      const message = `Derivative not found with symbol ${tradingsymbol}`;
      return { ok: false, refusal: { code: "derivative.not_found", message, details: { tradingsymbol } } };
    }
    if (contract.expiryInstant <= underlying.market.strategy.now) {
      expired.add(tradingsymbol);
      continue;
    }
    const legs = legsOf.get(underlying) ?? [];
    legs.push(legOf(String(i), trade, contract));
    legsOf.set(underlying, legs);
  }
  const margined = [...legsOf].map(([{ market, dailyVolatility, previousClose }, legs]): Margined => {
    const inputs = { legs, market: market.strategy, dailyVolatility, previousClose };
    const book = marginBook(inputs, kernel);
    return { inputs, book, margin: marginOf(book) };
  });
  return { ok: true, payload: payloadOf(request, trades, margined, [...expired], kernel) };
}

function legOf(id: string, trade: AskedTrade, contract: BuilderContract): Leg {
  return {
    id,
    token: contract.token,
    tradingsymbol: contract.tradingsymbol,
    type: contract.type,
    strike: contract.strike,
    expiry: contract.expiry,
    expiryInstant: contract.expiryInstant,
    quantity: trade.quantity,
    lotSize: contract.lotSize,
    multiplier: contract.multiplier,
    product: trade.product,
    entryPrice: trade.price,
    customIv: null,
    isSelected: true,
    kind: trade.kind,
    bookedPnl: 0,
    quote: contract.quote,
    settlement: null,
  };
}

/** Null while a trade could not be valued: the sum of the others is not the margin of what was asked. */
function estimateOf(margined: readonly Margined[]): MarginEstimateBody {
  const isWhole = margined.every(({ book }) => book.unvalued.length === 0);
  const sum = (figure: (margin: StrategyMargin) => number): number | null => {
    const total = margined.reduce((all, { margin }) => all + figure(margin), 0);
    return isWhole && Number.isFinite(total) ? total : null;
  };
  const marginRequired = sum((margin) => margin.marginRequired);
  const premium = sum((margin) => margin.outlay);
  return {
    margin_required: marginRequired,
    capital_required:
      marginRequired === null || premium === null ? null : Math.max(0, marginRequired + premium),
    span: sum((margin) => margin.span),
    exposure: sum((margin) => margin.exposure),
    additional: sum((margin) => margin.additional),
    scan_risk: sum((margin) => margin.scanRisk),
    calendar_charge: sum((margin) => margin.calendarCharge),
    net_option_value: sum((margin) => margin.netOptionValue),
    short_option_minimum: sum((margin) => margin.shortOptionMinimum),
    deep_otm: sum((margin) => margin.deepOtm),
    expiry_day: sum((margin) => margin.expiryDay),
    delivery: sum((margin) => margin.delivery),
    premium,
  };
}

function payloadOf(
  { details }: MarginRequest,
  trades: readonly AskedTrade[],
  margined: readonly Margined[],
  expired: readonly string[],
  kernel: StrategyKernel,
): MarginPayload {
  const symbolOf = (legId: string) => trades[Number(legId)]!.tradingsymbol;
  const estimate = estimateOf(margined);
  const peak = peakFunds(margined.map(({ book }) => book));
  const notValued = margined.flatMap(({ book }) =>
    book.unvalued.map(({ legId, reason }) => ({ tradingsymbol: symbolOf(legId), reason })),
  );
  return {
    margin_required: estimate.margin_required,
    capital_required: estimate.capital_required,
    span: estimate.span,
    exposure: estimate.exposure,
    additional: estimate.additional,
    source: "estimate",
    is_estimate: true,
    peak_funds: notValued.length === 0 && Number.isFinite(peak) ? peak : null,
    estimate,
    not_valued: notValued,
    expired: [...expired],
    closed: margined.flatMap(closedOf),
    two_products: margined.flatMap(twoProductsOf),
    ...(details?.scenarios === true ? { scenarios: margined.flatMap(scenariosOf) } : {}),
    ...(details?.exits === true ? { exits: exitsOf(margined) } : {}),
    ...(details?.placing === true ? { placing: placingOf(margined, symbolOf) } : {}),
    ...(details?.timeline === true ? { timeline: margined.flatMap((each) => daysOf(each, kernel)) } : {}),
  };
}

function scenariosOf({ book, margin }: Margined): NonNullable<MarginPayload["scenarios"]> {
  const { market, ranges } = book.context;
  const spot = market.spot > 0 ? market.spot : (book.positions[0]?.risk?.forward ?? 0);
  return margin.groups.flatMap(({ product, kind, losses, worst }) =>
    SCENARIOS.map(({ number, move, shift, weight }, i) => ({
      underlying: market.symbol,
      product,
      group: kind,
      number,
      price_move: move * ranges.price * spot,
      volatility_shift: shift * ranges.volatility,
      weight,
      loss: losses[i]!,
      is_worst: number === worst,
    })),
  );
}

/** Contracts that nothing is left of, and what their new trades cost all the same. */
function closedOf({ book }: Margined): MarginPayload["closed"] {
  return book.positions
    .filter(({ quantity }) => quantity === 0)
    .map((position) => ({
      tradingsymbol: position.contract.tradingsymbol,
      product: position.product,
      premium: book.legs.reduce((sum, leg) => (leg.position === position ? sum + leg.outlay : sum), 0),
    }));
}

/** Contracts that are open in two products, against one another. */
function twoProductsOf({ book }: Margined): string[] {
  const signs = new Map<string, number>();
  const found = new Set<string>();
  for (const { contract, quantity } of book.positions) {
    if (quantity === 0) continue;
    const symbol = contract.tradingsymbol;
    const sign = Math.sign(quantity);
    if (signs.has(symbol) && signs.get(symbol) !== sign) found.add(symbol);
    signs.set(symbol, sign);
  }
  return [...found];
}

/** What is left at most of a difference of two sums, rupees. */
const NOTHING = 0.005;

function exitsOf(margined: readonly Margined[]): NonNullable<MarginPayload["exits"]> {
  const whole = margined.reduce((sum, { margin }) => sum + margin.marginRequired, 0);
  const found = margined.flatMap(({ book }) => {
    const exits = new Map(marginAfterExits(book).map((exit) => [exit.position, exit]));
    return inOrderOf(book).flatMap((position) => exits.get(position) ?? []);
  });
  return found.map(({ position, released }) => ({
    tradingsymbol: position.contract.tradingsymbol,
    product: position.product,
    quantity: position.quantity,
    margin_required: whole - released,
    released,
    breaks_hedge: released < -NOTHING,
  }));
}

/** Its positions as their first legs come. */
function inOrderOf({ legs }: MarginBook): BookedPosition[] {
  return [...new Set(legs.flatMap(({ position }) => position ?? []))];
}

function placingOf(
  margined: readonly Margined[],
  symbolOf: (legId: string) => string,
): NonNullable<MarginPayload["placing"]> {
  const { orders } = fundsByOrder(margined.map(({ book }) => book));
  return orders.map(({ legId, funds }) => ({ tradingsymbol: symbolOf(legId), funds }));
}

function daysOf({ inputs }: Margined, kernel: StrategyKernel): NonNullable<MarginPayload["timeline"]> {
  return marginTimeline(inputs, kernel).map(({ date, daysToExpiry, marginRequired, ...parts }) => ({
    underlying: inputs.market.symbol,
    date,
    days_to_expiry: daysToExpiry,
    ...parts,
    margin_required: marginRequired,
  }));
}

/** The broker's figure in the estimate's place; the estimate and all that only it can tell stay beside it. */
export function withBrokerFigure(payload: MarginPayload, figure: BrokerMarginFigure | null): MarginPayload {
  if (figure === null) return payload;
  // What is closed was not asked about, but buying it back costs what it costs.
  const paid = payload.closed.reduce((sum, { premium }) => sum + premium, 0);
  return {
    ...payload,
    margin_required: figure.marginRequired,
    capital_required: Math.max(0, figure.capitalRequired + paid),
    span: figure.span,
    exposure: figure.exposure,
    additional: figure.additional,
    source: "broker",
    is_estimate: false,
  };
}

/** calculate_margin_v3 of the same payload. */
export function marginV3(payload: MarginPayload): MarginV3Response {
  return {
    total_margin: payload.margin_required,
    span_margin: payload.span,
    exposure_margin: payload.exposure,
    additional_margin: payload.additional,
    source: payload.source,
    is_estimate: payload.is_estimate,
  };
}
