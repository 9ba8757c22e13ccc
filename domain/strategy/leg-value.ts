/** One leg at another date and another price of the underlying (quant.md §5, §9). */

import { type Black76, black76, blackPrice, intrinsicValue } from "../pricing/black76.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import type { StrategyMarket } from "./model.ts";
import type { StandingLeg } from "./standing.ts";

/**
 * F(t, S') - S': the basis of now, run off in proportion to the time left; on MCX it stays.
 * @param time epoch ms, now or later
 */
export function basisAt(standing: StandingLeg, time: number): number {
  const { basis, basisDecays, life, leg } = standing;
  if (!basisDecays) return basis;
  if (life === Infinity || life <= 0) return 0;
  // At expiry the forward is the spot, also when neither is known now.
  return time < leg.expiryInstant ? basis * ((leg.expiryInstant - time) / life) : 0;
}

/** F(t, S'), at least one tick while the contract lives. */
function forwardAt(standing: StandingLeg, market: StrategyMarket, time: number, spot: number): number {
  const forward = spot + basisAt(standing, time);
  if (standing.leg.type === "EQ") return spot;
  return Math.max(isOver(standing, time) ? 0 : market.tickSize, forward);
}

/** Whether the leg's payoff is fixed by then. */
export function isOver(standing: StandingLeg, time: number): boolean {
  return standing.isExpired || standing.leg.expiryInstant <= time;
}

/** Rupees a unit. */
export function legPrice(standing: StandingLeg, market: StrategyMarket, time: number, spot: number): number {
  if (standing.isExpired) return standing.price;
  const forward = forwardAt(standing, market, time, spot);
  const { type, strike, expiryInstant } = standing.leg;
  if (type !== "CE" && type !== "PE") return forward;
  if (isOver(standing, time)) return intrinsicValue(type, forward, strike);
  return blackPrice(type, forward, strike, yearsToExpiry(time, expiryInstant), standing.sigma, standing.rate);
}

/** What an option will be in the money by, rupees a unit, at the forward of then; NaN of what is no option. */
export function intrinsicThen(
  standing: StandingLeg,
  market: StrategyMarket,
  time: number,
  spot: number,
): number {
  const { type, strike } = standing.leg;
  if (type !== "CE" && type !== "PE") return Number.NaN;
  return intrinsicValue(type, forwardAt(standing, market, time, spot), strike);
}

const LINEAR: Omit<Black76, "price"> = { delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 };
const EXPIRED: Omit<Black76, "price"> = { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 };

/** Price and greeks of one unit, bought: what they would still change. An expired leg's settlement says how it ended. */
export function legGreeks(
  standing: StandingLeg,
  market: StrategyMarket,
  time: number,
  spot: number,
): Black76 {
  if (standing.isExpired) return { price: standing.price, ...EXPIRED };
  const forward = forwardAt(standing, market, time, spot);
  const { type, strike, expiryInstant } = standing.leg;
  if (type !== "CE" && type !== "PE") {
    return Number.isNaN(forward) ? nothing() : { price: forward, ...LINEAR };
  }
  const years = yearsToExpiry(time, expiryInstant);
  return black76(type, forward, strike, years, years > 0 ? standing.sigma : 0, standing.rate);
}

function nothing(): Black76 {
  const none = Number.NaN;
  return { price: none, delta: none, gamma: none, theta: none, vega: none, rho: none };
}
