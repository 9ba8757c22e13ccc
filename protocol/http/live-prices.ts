import { type Static, Type } from "typebox";
import { CHAIN_STATES, FORWARD_SOURCES } from "#domain/chain/flags.ts";
import { DISCOUNT_SOURCES } from "#domain/pricing/discount-origin.ts";

const Figure = Type.Union([Type.Number(), Type.Null()]);

/** One of a few words, null when it is not known. */
function oneOf<const T extends string[]>(values: readonly [...T], description: string) {
  return Type.Union([Type.Enum(values), Type.Null()], { description });
}
const SENTIMENTS = ["bullish", "bearish", "neutral"] as const;

/** One option. Changes are fractions of the previous session's figure (0.05 is 5 %). */
export const LiveOption = Type.Object({
  token: Type.Integer(),
  last_price: Type.Union([Type.Number(), Type.Null()], { description: "rupees, null never traded" }),
  ltp_change: Figure,
  last_trade_time: Type.Union([Type.Number(), Type.Null()], { description: "epoch ms, null never" }),
  oi: Type.Number({ description: "units" }),
  oi_change: Figure,
  volume: Type.Number({ description: "units" }),
  is_liquid: Type.Boolean(),
  greeks_with_iv: Type.Object({
    iv: Type.Union([Type.Number(), Type.Null()], { description: "annual fraction, 0.135 is 13.5 %" }),
    delta: Type.Union([Type.Number(), Type.Null()], {
      description: "once the payoff is fixed 0, a half or 1 (a put's below 0), without an IV",
    }),
    gamma: Figure,
    vega: Type.Union([Type.Number(), Type.Null()], { description: "rupees a vol point" }),
    theta: Type.Union([Type.Number(), Type.Null()], { description: "rupees a calendar day" }),
  }),
  liquidity_warnings: Type.Array(Type.String()),
});
export type LiveOption = Static<typeof LiveOption>;

export const LiveFuture = Type.Object({
  token: Type.Integer(),
  last_price: Figure,
  ltp_change: Figure,
  last_trade_time: Figure,
  oi: Type.Number(),
  volume: Type.Number(),
});
export type LiveFuture = Static<typeof LiveFuture>;

export const LiveExpiry = Type.Object({
  atm_strike: Figure,
  atm_iv: Figure,
  atm_iv_change: Figure,
  atm_iv_percentile: Type.Union([Type.Number(), Type.Null()], {
    description: "share of the last 250 closes below now, 0 to 100; null with fewer than 60 closes",
  }),
  atm_iv_closes: Type.Integer({
    description:
      "daily closes that percentile and rank rest on, or would; made-up ones count only in a simulated market",
  }),
  atm_iv_rank: Type.Union([Type.Number(), Type.Null()], {
    description: "place between the least and the greatest of those closes, 0 to 100",
  }),
  atm_ivp_type: oneOf(["high", "normal", "low"], "high above 80, low below 20"),
  max_oi: Type.Number({ description: "greatest open interest of one option" }),
  pcr: Figure,
  pcr_type: oneOf(SENTIMENTS, "bullish from 0.9, bearish to 0.6"),
  max_pain_strike: Figure,
  max_pain_type: oneOf(
    SENTIMENTS,
    "bullish when max pain lies above the forward by more than half a strike step",
  ),
  forward: Figure,
  forward_source: oneOf(
    FORWARD_SOURCES,
    "what the forward was read from; SETTLEMENT: the payoff is fixed, and the forward is what it settled at",
  ),
  synthetic_future: Type.Union([Type.Number(), Type.Null()], {
    description: "implied by puts and calls, also where a future is listed",
  }),
  discount: Type.Number({
    description:
      "of a rupee on the expiry, as put-call pairs say: 1 up to 45 days and where it cannot be told",
  }),
  discount_error: Type.Union([Type.Number(), Type.Null()], {
    description: "standard error of the discount; null where it is not told",
  }),
  discount_source: oneOf(
    DISCOUNT_SOURCES,
    "who told the discount: pairs of this expiry, of the underlying's other expiries, of another index; null nobody: 1",
  ),
  discount_lender: Type.Union([Type.String(), Type.Null()], {
    description: "the index whose curve it was weighed with, such as NIFTY; null none",
  }),
  future_price: Type.Union([Type.Number(), Type.Null()], {
    description: "nearest future not before the expiry, else the synthetic one",
  }),
  future_data: Type.Union([LiveFuture, Type.Null()], { description: "the future that shares the expiry" }),
  options: Type.Record(
    Type.String({ description: "strike in rupees" }),
    Type.Object({ CE: Type.Optional(LiveOption), PE: Type.Optional(LiveOption) }),
  ),
});
export type LiveExpiry = Static<typeof LiveExpiry>;

export const LivePrices = Type.Object({
  underlying_token: Type.Integer(),
  underlying_price: Figure,
  state: oneOf(
    CHAIN_STATES,
    "of the underlying's market; in spot_auction the price is implied from the nearest forward",
  ),
  future_oi: Type.Union([Type.Number(), Type.Null()], {
    description: "open interest of the first three futures together, units; null without futures",
  }),
  last_updated_at: Type.Number({ description: "market time of the figures, epoch ms" }),
  etag: Type.String(),
  per_expiry_data: Type.Record(Type.String({ description: "YYYY-MM-DD" }), LiveExpiry),
});
export type LivePrices = Static<typeof LivePrices>;

export const LivePricesResponse = Type.Object({ data: LivePrices, etag: Type.String() });
export type LivePricesResponse = Static<typeof LivePricesResponse>;

export const LivePricesQuery = Type.Object({
  get_nse_feed: Type.Optional(
    Type.Union([Type.Literal("true"), Type.Literal("false")], {
      description: "accepted for older clients; there is one feed",
    }),
  ),
});
