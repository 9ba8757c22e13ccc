/** A NIFTY of round figures, and legs on it. */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { ExpiryMarket, Leg, LegType, StrategyMarket, StrategyOptions } from "#domain/strategy/model.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import type { StrategySummary } from "#domain/strategy/summary-types.ts";

export const NEAR = "2026-11-24";
export const FAR = "2026-12-29";
/** A Tuesday, 24 Nov 2026 at 15:35 is a week away to the minute. */
export const NOW = istInstant("2026-11-17", "15:35");
export const SPOT = 24_000;
export const NEAR_FORWARD = 24_060;
export const FAR_FORWARD = 24_180;

export interface ExpiryTerms {
  readonly expiry: string;
  readonly forward: number;
  readonly atmIv: number;
  /** IV of a strike; the ATM IV everywhere by default. */
  readonly iv?: (strike: number) => number;
}

/** With an `iv` of its own a strike counts as quoted; without, nothing carries a smile. */
export function expiryMarket({ expiry, forward, atmIv, iv }: ExpiryTerms): ExpiryMarket {
  const strikes = Float64Array.from({ length: 121 }, (_, i) => 21_000 + 50 * i);
  return {
    expiry,
    expiryInstant: expiryInstant("NFO", expiry),
    forward,
    forwardSource: FORWARD_FUTURE,
    synthetic: forward,
    discount: 1,
    discountError: Number.NaN,
    discountSource: 0,
    discountLender: 0,
    atmIv,
    strikes,
    iv: strikes.map(iv ?? (() => atmIv)),
    solved: new Uint8Array(strikes.length).fill(iv === undefined ? 0 : 1),
  };
}

export function market(changes: Partial<StrategyMarket> = {}): StrategyMarket {
  return {
    symbol: "NIFTY",
    token: 256_265,
    kind: "index",
    now: NOW,
    spot: SPOT,
    isSpotImplied: false,
    strikeStep: 50,
    spotTickSize: 0.05,
    tickSize: 0.05,
    derivativeExchange: "NFO",
    closestFutureExpiry: NEAR,
    expiries: [
      expiryMarket({ expiry: NEAR, forward: NEAR_FORWARD, atmIv: 0.13 }),
      expiryMarket({ expiry: FAR, forward: FAR_FORWARD, atmIv: 0.14 }),
    ],
    ...changes,
  };
}

let legs = 0;

/** One lot of 65, bought, by the near expiry, quoted at its entry price. */
export function leg(type: LegType, strike: number, changes: Partial<Leg> = {}): Leg {
  legs++;
  const expiry = changes.expiry === undefined ? (type === "EQ" ? null : NEAR) : changes.expiry;
  const price = changes.entryPrice ?? Number.NaN;
  return {
    id: `leg-${legs}`,
    token: 1000 + legs,
    tradingsymbol: `NIFTY ${strike} ${type}`,
    type,
    strike,
    expiry,
    expiryInstant: expiry === null ? Number.NaN : expiryInstant("NFO", expiry),
    quantity: 65,
    lotSize: 65,
    multiplier: 1,
    entryPrice: null,
    customIv: null,
    isSelected: true,
    kind: "trade",
    bookedPnl: 0,
    quote: { lastPrice: price, usablePrice: price, bid: price, ask: price, isLiquid: true, warnings: [] },
    settlement: null,
    ...changes,
  };
}

export const call = (
  strike: number,
  quantity: number,
  entryPrice: number | null,
  changes: Partial<Leg> = {},
) => leg("CE", strike, { quantity, entryPrice, ...changes });
export const put = (
  strike: number,
  quantity: number,
  entryPrice: number | null,
  changes: Partial<Leg> = {},
) => leg("PE", strike, { quantity, entryPrice, ...changes });

export function options(changes: Partial<StrategyOptions> = {}): StrategyOptions {
  return {
    targetPrice: null,
    targetTime: null,
    targetInterval: null,
    ivOffset: 0,
    sdMode: "expiry",
    fixedSdDays: 7,
    factorInBookedPnl: true,
    manualPnl: { isChecked: false, pnl: 0 },
    wantsPayoffChart: true,
    wantsPayoffTable: true,
    wantsTradeDetails: true,
    multiplyByLotSize: true,
    multiplyByLots: true,
    ...changes,
  };
}

export function summary(
  held: readonly Leg[],
  changes: Partial<StrategyOptions> = {},
  at: StrategyMarket = market(),
): StrategySummary {
  return summarise(held, at, options(changes), referenceStrategyKernel);
}
