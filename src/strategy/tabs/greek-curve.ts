/** A greek of the strategy by the underlying's price, at the target date: the figures of the greeks' table, drawn. */

import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import type { AnalyzerLeg, AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import { commonLots, greekFactor } from "#domain/strategy/greek-factors.ts";
import { legGreeks } from "#domain/strategy/leg-value.ts";
import type { ExpiryMarket, StrategyMarket } from "#domain/strategy/model.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { ChartGreek, GreekCurve } from "../../components/analysis/types.ts";

const POINTS = 81;

/** What the curve is drawn of beside the answer. */
export interface CurveInputs {
  readonly legs: readonly AnalyzerLeg[];
  readonly ivOffset: number;
  readonly settings: Pick<AnalyzerSettings, "multiplyByLotSize" | "multiplyByLots">;
  readonly underlying: Pick<UnderlyingSummary, "symbol" | "token" | "kind" | "strikeStep" | "spotTickSize">;
}

/** An expiry as far as the answer tells it: its forward and discount, and the IVs of the legs' strikes. */
function expiryOf(legs: readonly AnalyzerLeg[], stats: BuilderPayload["trade_stats"]): ExpiryMarket {
  const told = legs.map((leg) => ({ leg, stat: stats[String(leg.token)] }));
  const byStrike = new Map<number, number>();
  for (const { leg, stat } of told) {
    if (leg.type === "CE" || leg.type === "PE") byStrike.set(leg.strike, stat?.iv ?? leg.marketIv);
  }
  const strikes = [...byStrike.keys()].sort((a, b) => a - b);
  const forward = told.find(({ stat }) => typeof stat?.forward === "number")?.stat?.forward;
  const discount = told.find(({ stat }) => typeof stat?.discount === "number")?.stat?.discount;
  return {
    expiry: legs[0]!.expiry!,
    expiryInstant: legs[0]!.expiryInstant,
    forward: forward ?? Number.NaN,
    forwardSource: FORWARD_FUTURE,
    synthetic: Number.NaN,
    discount: discount ?? 1,
    discountError: Number.NaN,
    discountSource: 0,
    discountLender: 0,
    atmIv: Number.NaN,
    strikes: Float64Array.from(strikes),
    iv: Float64Array.from(strikes, (strike) => byStrike.get(strike)!),
    solved: new Uint8Array(strikes.length),
  };
}

/** The market of an answer, as far as its legs need it. */
function marketOf(payload: BuilderPayload, { legs, underlying }: CurveInputs): StrategyMarket {
  const dates = [...new Set(legs.flatMap(({ expiry }) => (expiry === null ? [] : [expiry])))].sort();
  return {
    ...underlying,
    now: payload.as_of,
    spot: payload.underlying_price ?? Number.NaN,
    isSpotImplied: payload.is_underlying_price_implied,
    tickSize: underlying.spotTickSize,
    derivativeExchange: "NFO",
    closestFutureExpiry: null,
    expiries: dates.map((date) =>
      expiryOf(
        legs.filter(({ expiry }) => expiry === date),
        payload.trade_stats,
      ),
    ),
  };
}

/** @returns null where there is nothing to draw */
export function greekCurveOf(
  greek: ChartGreek | null,
  payload: BuilderPayload | null,
  inputs: CurveInputs,
): GreekCurve | null {
  const { x_min: from = null, x_max: to = null } = payload?.payoff_range ?? {};
  if (greek === null || payload === null || from === null || to === null) return null;
  const selected = inputs.legs.filter(({ isSelected }) => isSelected);
  const common = commonLots(selected);
  const market = marketOf(payload, inputs);
  const standing = standingLegs(selected, market, inputs.ivOffset).map((each) => ({
    each,
    factor: greekFactor(each.leg, common, inputs.settings),
  }));
  const time = payload.selected_target_datetime;
  const prices = Array.from({ length: POINTS }, (_, i) => from + ((to - from) * i) / (POINTS - 1));
  const values = prices.map((price) =>
    standing.reduce((sum, { each, factor }) => sum + factor * legGreeks(each, market, time, price)[greek], 0),
  );
  return values.every(Number.isFinite) ? { greek, prices, values } : null;
}
