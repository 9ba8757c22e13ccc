/** The end of a strategy: the earliest expiry of what is alive in it, and what the market says of that day. */

import { yearsToExpiry } from "../pricing/time.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { VOL_POINT } from "./effective-iv.ts";
import type { ExpiryMarket, StrategyMarket } from "./model.ts";
import type { StandingLeg } from "./standing.ts";

export interface Horizon {
  /** Null when nothing is alive but equity, or nothing at all; the rest is then the market's nearest expiry. */
  readonly expiry: IsoDate | null;
  /** Date of the expiry curve, epoch ms; now when there is no expiry at all. */
  readonly time: number;
  readonly years: number;
  /** Its forward now; NaN = none. */
  readonly forward: number;
  /** Its ATM IV with the offset; NaN = none. */
  readonly sigma: number;
  /** Forward less spot on that day: 0, but on MCX, where the basis stays. */
  readonly basis: number;
  /** Of the options whose volatility it has; undefined = there are none. */
  readonly expiryMarket: ExpiryMarket | undefined;
}

/** @param legs those that count; @param offsetPoints vol points */
export function horizonOf(
  legs: readonly StandingLeg[],
  market: StrategyMarket,
  offsetPoints: number,
): Horizon {
  let first: StandingLeg | null = null;
  for (const each of legs) {
    if (each.isExpired || each.life === Infinity) continue;
    if (first === null || each.life < first.life) first = each;
  }
  const next = market.expiries.find(({ expiryInstant }) => expiryInstant > market.now);
  const time = first?.leg.expiryInstant ?? next?.expiryInstant ?? market.now;
  // A future that expires without options takes the volatility of the options nearest to it.
  const own = first?.expiryMarket ?? nearestTo(market, time);
  const forward = first?.forward ?? (own !== undefined && own.forward > 0 ? own.forward : market.spot);
  const atmIv = own?.atmIv ?? Number.NaN;
  return {
    expiry: first?.leg.expiry ?? null,
    time,
    years: yearsToExpiry(market.now, time),
    forward,
    sigma: Math.max(0, atmIv + offsetPoints * VOL_POINT),
    basis: market.kind === "commodity" ? forward - market.spot : 0,
    expiryMarket: own,
  };
}

function nearestTo(
  { expiries }: StrategyMarket,
  time: number,
): StrategyMarket["expiries"][number] | undefined {
  const away = (each: StrategyMarket["expiries"][number]) => Math.abs(each.expiryInstant - time);
  return expiries.reduce<StrategyMarket["expiries"][number] | undefined>(
    (best, each) => (best === undefined || away(each) < away(best) ? each : best),
    undefined,
  );
}
