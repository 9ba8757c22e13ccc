import { type Static, Type } from "typebox";

const Figure = Type.Union([Type.Number(), Type.Null()]);

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
    delta: Figure,
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
  atm_iv_percentile: Figure,
  max_oi: Type.Number({ description: "greatest open interest of one option" }),
  pcr: Figure,
  max_pain_strike: Figure,
  forward: Figure,
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
