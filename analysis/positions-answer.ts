/** positions/summary_v2 between a validated request and its payload: pure, by the same analysis as builder_v3. */

import { bareSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPayload, BuilderPosition } from "#protocol/http/builder.ts";
import { known } from "#protocol/http/figures.ts";
import type { PositionsSummaryPayload, PositionsSummaryRequest } from "#protocol/http/positions-summary.ts";
import { builderAnswer } from "./builder-answer.ts";
import type { BuilderMarket } from "./builder-market.ts";
import { type BuilderRefusal, builderLegs } from "./builder-request.ts";

export type PositionsOutcome =
  | { readonly ok: true; readonly payload: PositionsSummaryPayload }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

/** The market of the underlying that a symbol is derived from; the same object for every symbol of it. */
type MarketOfSymbol = (tradingsymbol: string) => BuilderMarket | undefined;

type UnderlyingSummary = PositionsSummaryPayload["underlyings"][number];

/** Symbols that a request names, each once: its answer needs their markets. */
export function positionSymbols({ data }: PositionsSummaryRequest): string[] {
  return [...new Set(data.flatMap(({ tradingsymbol }) => tradingsymbol ?? []))];
}

const nameOf = ({ tradingsymbol, instrument_token: token }: BuilderPosition): string =>
  tradingsymbol ?? String(token ?? "");

export function positionsAnswer(
  request: PositionsSummaryRequest,
  marketOf: MarketOfSymbol,
  kernel: StrategyKernel,
): PositionsOutcome {
  const notFound: string[] = [];
  const notValued: PositionsSummaryPayload["not_valued"] = [];
  /** Those of them that count, by underlying: what they booked is known, what they would make is not. */
  const unknown = new Map<BuilderMarket, BuilderPosition[]>();
  const held = new Map<BuilderMarket, BuilderPosition[]>();
  const noProduct: string[] = [];
  const filters = request.position_filters ?? null;
  function noteProduct(position: BuilderPosition, expiry: string | null, underlying: string): void {
    if (filters?.products === undefined || position.product !== undefined) return;
    if (!(position.is_selected ?? true) || !isOfWhatIsAsked(position, expiry, underlying, filters)) return;
    noProduct.push(nameOf(position));
  }
  for (const position of request.data) {
    const market = position.tradingsymbol === undefined ? undefined : marketOf(position.tradingsymbol);
    const known = market === undefined ? null : builderLegs(asked(market, [position], null), market);
    if (market === undefined || known === null) {
      notFound.push(nameOf(position));
      continue;
    }
    if ("refusal" in known) {
      const { code, message, details } = known.refusal;
      if (code === "derivative.not_found") notFound.push(nameOf(position));
      else {
        notValued.push({ tradingsymbol: nameOf(position), code, message });
        const expiry = typeof details.expiry === "string" ? details.expiry : null;
        noteProduct(position, expiry, market.strategy.symbol);
        const counts =
          (position.is_selected ?? true) && isWanted(position, expiry, market.strategy.symbol, request);
        if (counts) unknown.set(market, [...(unknown.get(market) ?? []), position]);
      }
      continue;
    }
    const [leg] = known.legs;
    noteProduct(position, leg?.expiry ?? null, market.strategy.symbol);
    const passes = leg !== undefined && isWanted(position, leg.expiry, market.strategy.symbol, request);
    const positions = held.get(market) ?? [];
    positions.push(passes ? position : { ...position, is_selected: false });
    held.set(market, positions);
  }
  const underlyings: UnderlyingSummary[] = [];
  for (const [market, positions] of held) {
    const manual = request.manual_pnl_per_underlying?.[market.strategy.symbol] ?? null;
    const outcome = builderAnswer(asked(market, positions, manual), market, kernel);
    if (!outcome.ok) return outcome;
    underlyings.push(summaryOf(market, positions, unknown.get(market) ?? [], manual, outcome.payload));
  }
  const alone = [...unknown].flatMap(([market, positions]) => (held.has(market) ? [] : positions));
  return {
    ok: true,
    payload: {
      hash: request.hash ?? null,
      request_timestamp: request.request_timestamp ?? null,
      ...totals(underlyings, alone),
      underlyings,
      not_found: notFound,
      not_valued: notValued,
      no_product: noProduct,
    },
  };
}

type Filters = NonNullable<PositionsSummaryRequest["position_filters"]>;

/** Every position that is neither filtered out nor switched off counts. */
function isWanted(
  position: BuilderPosition,
  expiry: string | null,
  underlying: string,
  { position_filters: filters }: PositionsSummaryRequest,
): boolean {
  if (filters == null) return true;
  const { products } = filters;
  const { product } = position;
  if (products !== undefined && (product === undefined || !products.includes(product))) return false;
  return isOfWhatIsAsked(position, expiry, underlying, filters);
}

/** Whether it passes all filters but that of products. */
function isOfWhatIsAsked(
  { tradingsymbol }: BuilderPosition,
  expiry: string | null,
  underlying: string,
  { underlyings, expiries }: Filters,
): boolean {
  if (underlyings !== undefined && !underlyings.includes(underlying)) return false;
  if (expiries === undefined) return true;
  const date = expiry ?? parseSymbol(bareSymbol(tradingsymbol ?? ""))?.expiry ?? null;
  return date !== null && expiries.includes(date);
}

type Manual = { is_checked: boolean; pnl: number } | null;

/** The builder's request that the positions of one underlying amount to. */
function asked({ strategy }: BuilderMarket, positions: BuilderPosition[], manual: Manual) {
  return {
    underlying_token: strategy.token,
    trades: [],
    positions,
    manual_pnl: manual,
    flags: { enable_payoff_chart: false, enable_trade_details: true },
  };
}

const bookedOf = (positions: readonly BuilderPosition[]): number =>
  positions.reduce((sum, each) => sum + (each.booked_profit_loss ?? 0), 0);

/** @param unknown positions of it whose money cannot be told: all but what they booked is unknown with them */
function summaryOf(
  { strategy }: BuilderMarket,
  positions: readonly BuilderPosition[],
  unknown: readonly BuilderPosition[],
  manual: Manual,
  payload: BuilderPayload,
): UnderlyingSummary {
  const counted = positions.filter((each) => each.is_selected ?? true);
  const details = (payload.trade_details ?? []).filter((each) => each.is_selected);
  const booked = bookedOf(counted) + bookedOf(unknown);
  // One that cannot be valued leaves the sum unknown: the sum of the others is not what was asked.
  const unbooked = details.reduce(
    (sum, { pnl }) => sum + (pnl ?? Number.NaN),
    unknown.length === 0 ? 0 : Number.NaN,
  );
  const byHand = manual?.is_checked === true ? manual.pnl : 0;
  return {
    underlying: strategy.symbol,
    underlying_token: strategy.token,
    underlying_price: payload.underlying_price,
    is_underlying_price_implied: payload.is_underlying_price_implied,
    booked_pnl: known(booked),
    unbooked_pnl: known(unbooked),
    manual_pnl: byHand,
    total_pnl: known(booked + unbooked + byHand),
    greeks: payload.greeks,
    decay: payload.decay,
    max_profit: payload.max_profit,
    max_loss: payload.max_loss,
    breakevens_at_expiry: payload.breakevens_at_expiry,
    pop: payload.pop,
    pop_source: payload.pop_source,
    total_premium: payload.total_premium,
    total_intrinsic_value: payload.total_intrinsic_value,
    total_time_value: payload.total_time_value,
    is_stock: payload.is_stock,
    trade_stats: payload.trade_stats,
    trade_details: payload.trade_details,
    warnings: payload.warnings,
  };
}

/** @param unknown positions that count and whose money cannot be told, of underlyings that have no others */
function totals(underlyings: readonly UnderlyingSummary[], unknown: readonly BuilderPosition[]) {
  const from = unknown.length === 0 ? 0 : Number.NaN;
  const sum = (figure: (each: UnderlyingSummary) => number | null, start = from) =>
    underlyings.reduce((all, each) => all + (figure(each) ?? Number.NaN), start);
  return {
    booked_pnl: known(sum((each) => each.booked_pnl, bookedOf(unknown))),
    unbooked_pnl: known(sum((each) => each.unbooked_pnl)),
    manual_pnl: underlyings.reduce((all, each) => all + each.manual_pnl, 0),
    total_pnl: known(sum((each) => each.total_pnl)),
  };
}
