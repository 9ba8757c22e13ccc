/**
 * Margin of a strategy as the clearing corporation would ask for it: an estimate, to be shown as one, which the broker's own
 * figure replaces where it is to be had. The rules are quant.md §10, the rates effective-dated data (`rate-table.ts`).
 */

import { istDate } from "../calendar/ist.ts";
import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "../strategy/model.ts";
import { combine, type MarginBreakdown } from "./combine.ts";
import { cashMargin } from "./delivery.ts";
import { LARGEST_VALUE, type LegRisk, legRisk, sharesOutlay, type Unvalued } from "./leg-risk.ts";
import type { MarginMarket } from "./margin-market.ts";
import { marginRates, scanRanges } from "./margin-rates.ts";
import { annualVolatility } from "./volatility.ts";

/** One underlying's legs and what is known of its market. */
export interface MarginInputs {
  readonly legs: readonly Leg[];
  readonly market: StrategyMarket;
  /** EWMA σ of one day's return (`volatility.ts`); NaN leaves the floors of the scan ranges alone. */
  readonly dailyVolatility: number;
  /** Close of the underlying on the previous session, rupees; NaN takes the spot. */
  readonly previousClose: number;
}

/** Risks of the legs that count, and the market they were taken in: what every question about the margin is answered from. */
export interface MarginBook {
  readonly context: MarginMarket;
  readonly risks: readonly LegRisk[];
  /** Rupees paid for shares, by new trades in them. */
  readonly shares: number;
  /** Legs that could not be valued: the margin without them is no margin of the strategy. */
  readonly unvalued: readonly { readonly legId: string; readonly reason: Unvalued }[];
}

/** Legs that are alive and switched on; what has expired is not margined (quant.md §13). */
function counts(leg: Leg, now: number): boolean {
  if (!leg.isSelected || leg.quantity === 0 || leg.settlement !== null) return false;
  return leg.type === "EQ" || !(leg.expiryInstant <= now);
}

export function marginBook(inputs: MarginInputs, kernel: StrategyKernel): MarginBook {
  const { legs, market, dailyVolatility, previousClose } = inputs;
  const rates = marginRates(market.symbol, market.kind, istDate(market.now));
  const annual = annualVolatility(dailyVolatility);
  const context: MarginMarket = {
    market,
    rates,
    ranges: scanRanges(rates, dailyVolatility, annual),
    cashMargin: cashMargin(rates, dailyVolatility),
    annualVolatility: annual,
    previousClose,
    kernel,
  };
  const risks: LegRisk[] = [];
  const unvalued: { legId: string; reason: Unvalued }[] = [];
  let shares = 0;
  for (const leg of legs) {
    if (!counts(leg, market.now)) continue;
    if (leg.type === "EQ") {
      const paid = sharesOutlay(leg);
      if (Math.abs(paid) <= LARGEST_VALUE) shares += paid;
      else unvalued.push({ legId: leg.id, reason: Number.isNaN(paid) ? "NO_PRICE" : "TOO_LARGE" });
      continue;
    }
    const risk = legRisk(leg, context);
    if (typeof risk === "string") unvalued.push({ legId: leg.id, reason: risk });
    else risks.push(risk);
  }
  return { context, risks, shares, unvalued };
}

/** The margin of everything in the book; all zero without legs. Never negative, and finite whatever the legs say. */
export function marginOf({ risks, context, shares }: MarginBook): MarginBreakdown {
  return combine(risks, context, shares);
}
