import type { BuilderPayload } from "#protocol/http/builder.ts";
import { outlineOf, type Sketch } from "../../../strategy/sketch/sketch.ts";

/** What the trades pay at their first expiry, near the price; null where the answer has no curve. */
export function sketchOfPayload(payload: BuilderPayload): Sketch | null {
  const { payoff_prices: prices, payoffs_at_expiry: payoffs, payoff_range: range } = payload;
  if (prices === null || payoffs === null) return null;
  const [least, most] = [range.x_min ?? Number.NEGATIVE_INFINITY, range.x_max ?? Number.POSITIVE_INFINITY];
  const points = prices.flatMap((price, i) => {
    const payoff = payoffs[i];
    return typeof payoff === "number" && price >= least && price <= most ? [[price, payoff] as const] : [];
  });
  return outlineOf(points, payload.underlying_price ?? Number.NaN);
}
