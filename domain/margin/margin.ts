/**
 * Margin of a strategy as the clearing corporation would ask for it: an estimate, to be shown as one, which the broker's own
 * figure replaces where it is to be had. The rules are quant.md §10, the rates effective-dated data (`rate-table.ts`).
 */

import { istDate } from "../calendar/ist.ts";
import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "../strategy/model.ts";
import { combine, type HeldPosition, type MarginBreakdown } from "./combine.ts";
import { type ContractRisk, contractRisk, LARGEST_VALUE, type Unvalued } from "./contract-risk.ts";
import { cashMargin } from "./delivery.ts";
import { listedFutures } from "./delta-expiry.ts";
import type { MarginMarket } from "./margin-market.ts";
import { marginRates, scanRanges } from "./margin-rates.ts";
import { type NetPosition, netPositions } from "./net-positions.ts";
import { entryOf, outlayOf } from "./outlay.ts";
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

/** A net position of the strategy: what its legs are margined as. */
export interface BookedPosition extends NetPosition, HeldPosition {
  readonly quantity: number;
}

/** A leg that counts. */
export interface BookedLeg {
  readonly leg: Leg;
  /** Null for shares, which are paid for and not margined. */
  readonly position: BookedPosition | null;
  /** Money paid to open it, rupees, received where below 0: the premium of a new trade, the price of shares. */
  readonly outlay: number;
}

/** Positions and legs that count, and the market they were taken in: what every question about the margin is answered from. */
export interface MarginBook {
  readonly context: MarginMarket;
  /** Sorted by their keys; those that are closed among them. */
  readonly positions: readonly BookedPosition[];
  /** As they were given. */
  readonly legs: readonly BookedLeg[];
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
    futures: market.kind === "commodity" ? listedFutures(market) : [],
    kernel,
  };
  const counted = legs.filter((leg) => counts(leg, market.now));
  const faults = new Map<Leg, Unvalued>();
  const booked = new Map<Leg, BookedPosition>();
  const positions: BookedPosition[] = [];
  for (const net of netPositions(counted.filter(({ type }) => type !== "EQ"))) {
    const found = contractRisk(net.contract, context);
    const risk = typeof found === "string" ? null : found;
    const fault = faultOf(net, found);
    const position: BookedPosition = { ...net, risk };
    if (fault === null) positions.push(position);
    for (const leg of net.legs) {
      if (fault === null) booked.set(leg, position);
      else faults.set(leg, fault);
    }
  }
  const all: BookedLeg[] = [];
  for (const leg of counted) {
    const position = booked.get(leg) ?? null;
    const outlay = outlayOf(leg, position?.risk ?? null);
    if (leg.type === "EQ" && !(Math.abs(outlay) <= LARGEST_VALUE)) {
      faults.set(leg, Number.isNaN(outlay) ? "NO_PRICE" : "TOO_LARGE");
    } else if (!faults.has(leg)) all.push({ leg, position, outlay });
  }
  const unvalued = counted.flatMap((leg) => {
    const reason = faults.get(leg);
    return reason === undefined ? [] : [{ legId: leg.id, reason }];
  });
  return { context, positions, legs: all, unvalued };
}

/** A leg whose size no double holds to the paisa; NaN is one. */
function isTooLarge(leg: Leg, worth: number): boolean {
  const entry = Math.abs(entryOf(leg)) * leg.multiplier;
  return !(Math.abs(leg.quantity) * (entry > worth ? entry : worth) <= LARGEST_VALUE);
}

/** What is closed needs nothing, whatever is not known of it; only what its trades cost has to be known. */
function faultOf({ quantity, legs }: NetPosition, risk: ContractRisk | Unvalued): Unvalued | null {
  const worth = typeof risk === "string" ? 0 : risk.worth;
  if (legs.some((leg) => isTooLarge(leg, worth))) return "TOO_LARGE";
  if (typeof risk !== "string") return null;
  const isClosed = quantity === 0 && legs.every((leg) => !Number.isNaN(outlayOf(leg, null)));
  return isClosed ? null : risk;
}

/** Rupees. */
export interface StrategyMargin extends MarginBreakdown {
  /** Premiums of new trades and shares bought, paid above 0. */
  readonly outlay: number;
  readonly capitalRequired: number;
}

/** The margin of everything in the book; all zero where nothing is open. Never negative, and finite whatever the legs say. */
export function marginOf({ positions, legs, context }: MarginBook): StrategyMargin {
  const margin = combine(positions, context);
  const outlay = legs.reduce((sum, leg) => sum + leg.outlay, 0);
  return { ...margin, outlay, capitalRequired: Math.max(0, margin.marginRequired + outlay) };
}
