/** The question of the bench: ten legs around the money of the market that the server simulates. */

import { istDate } from "#domain/calendar/ist.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";

const NIFTY = 256265;

export interface AskedLeg {
  readonly type: "CE" | "PE";
  readonly strike: number;
  readonly iv: number;
  /** signed units */
  readonly quantity: number;
  readonly price: number;
}

export interface AskedStrategy {
  readonly request: BuilderRequest;
  /** the same for a peer that knows no market */
  readonly legs: readonly AskedLeg[];
  readonly spot: number;
  readonly forward: number;
  readonly years: number;
}

const MS_A_YEAR = 365 * 86_400_000;

type LivePrices = LivePricesResponse["data"];

/** Near to far, those of later days than today: what ends today may be over. */
export function laterExpiries(
  data: LivePrices,
): [date: string, expiry: LivePrices["per_expiry_data"][string]][] {
  const today = istDate(data.last_updated_at);
  return Object.entries(data.per_expiry_data).filter(([date]) => date > today);
}

/** @param count of legs, calls and puts in turn over neighbouring strikes of the nearest expiry that is left tomorrow */
export async function askedStrategy(origin: string, count: number): Promise<AskedStrategy> {
  const reply = await fetch(`${origin}/v1/compute/cache/live_derivative_prices/${NIFTY}`);
  const { data } = (await reply.json()) as LivePricesResponse;
  const [date, expiry] = laterExpiries(data)[0]!;
  const spot = data.underlying_price!;
  const strikes = Object.keys(expiry.options)
    .map(Number)
    .sort((a, b) => Math.abs(a - spot) - Math.abs(b - spot))
    .slice(0, 40);
  const chosen = Array.from({ length: count }, (_, n) => {
    const strike = strikes[n % strikes.length]!;
    const type = n % 2 ? ("PE" as const) : ("CE" as const);
    const option = expiry.options[String(strike)]![type]!;
    const quantity = (n % 3 ? 75 : -75) * (1 + (n % 4));
    return { option, type, strike, quantity, price: option.last_price ?? 0 };
  });
  return {
    request: {
      underlying_token: NIFTY,
      trades: chosen.map(({ option, quantity, price }) => ({
        instrument_token: option.token,
        trade_action: quantity > 0 ? "BUY" : "SELL",
        quantity: Math.abs(quantity),
        price,
      })),
    },
    legs: chosen.map(({ option, type, strike, quantity, price }) => ({
      type,
      strike,
      iv: option.greeks_with_iv.iv ?? 0.15,
      quantity,
      price,
    })),
    spot,
    forward: expiry.forward ?? spot,
    years: (Date.parse(`${date}T15:35:00+05:30`) - data.last_updated_at) / MS_A_YEAR,
  };
}
