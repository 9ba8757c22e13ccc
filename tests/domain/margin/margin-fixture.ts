import { expiryInstant } from "#domain/calendar/expiries.ts";
import type { ExpiryMarket, Leg, LegType, StrategyMarket } from "#domain/strategy/model.ts";

const DAY_MS = 86_400_000;
const NOT_QUOTED = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};

/**
 * The market of the cases named `reference` in tests/vectors/margin.json: NIFTY at 24,000, forward 24,060,
 * seven days, lots of 65.
 */
export const SPOT = 24_000;
export const FORWARD = 24_060;
export const LOT = 65;
export const EXPIRY = "2026-12-08";
export const EXPIRY_AT = expiryInstant("NFO", EXPIRY);
export const NOW = EXPIRY_AT - 7 * DAY_MS;

export function expiryMarket(changes: Partial<ExpiryMarket> = {}): ExpiryMarket {
  return {
    expiry: EXPIRY,
    expiryInstant: EXPIRY_AT,
    forward: FORWARD,
    forwardSource: 1,
    synthetic: FORWARD,
    discount: 1,
    discountError: Number.NaN,
    discountSource: 0,
    discountLender: 0,
    atmIv: 0.13,
    strikes: new Float64Array(),
    iv: new Float64Array(),
    solved: new Uint8Array(),
    ...changes,
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
    closestFutureExpiry: EXPIRY,
    expiries: [expiryMarket()],
    ...changes,
  };
}

/** A leg of so many lots, negative for a sold one; `sigma` is its own volatility where the market has no smile. */
export function leg(
  type: LegType,
  strike: number,
  lots: number,
  sigma: number | null = null,
  changes: Partial<Leg> = {},
): Leg {
  return {
    id: `${type}${strike}${lots}`,
    token: 1,
    tradingsymbol: `NIFTY ${strike} ${type}`,
    type,
    strike,
    expiry: type === "EQ" ? null : EXPIRY,
    expiryInstant: type === "EQ" ? Number.NaN : EXPIRY_AT,
    quantity: lots * LOT,
    lotSize: LOT,
    multiplier: 1,
    entryPrice: null,
    customIv: sigma,
    isSelected: true,
    kind: "trade",
    bookedPnl: 0,
    quote: NOT_QUOTED,
    settlement: null,
    ...changes,
  };
}
