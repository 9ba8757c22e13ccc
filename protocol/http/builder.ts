/**
 * The strategy summary: `POST v1/compute/{brokerId}/builder_v3`, and the older `builder_v2`, whose caller brings the market.
 * Prices are rupees, times epoch ms, volatilities fractions (0.135 is 13.5 %), quantities units.
 */

import { type Static, Type } from "typebox";
import { FORWARD_SOURCES } from "#domain/chain/flags.ts";
import { DISCOUNT_SOURCES } from "#domain/pricing/discount-origin.ts";
import { SETTLEMENT_ORIGINS } from "#domain/settlement/settlement.ts";
import { MOST_TRADES } from "./builder-limits.ts";
import { BuilderMarketBody, MarketVersion } from "./builder-market-body.ts";
import {
  BuilderCharges,
  BuilderChargesAsked,
  BuilderEntry,
  BuilderNet,
  LegPriceBody,
} from "./builder-money.ts";

/** Far above any market, far below where products of them leave the doubles. */
const MOST_RUPEES = 1e12;
const MOST_UNITS = 1e12;
const MOST_IV = 1e6;

const strict = { additionalProperties: false } as const;
const Price = Type.Number({ minimum: 0, maximum: MOST_RUPEES });
const Money = Type.Number({ minimum: -1e15, maximum: 1e15 });
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Token = Type.Integer({ minimum: 1, maximum: 0xffff_ffff });
const IsoDay = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
/** Up to the year 2100. */
const Instant = Type.Number({ minimum: 0, maximum: 4.2e12 });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description });
const Figure = orNull(Type.Number());

/** What an instrument is, for those that are listed no longer; a listed contract's own terms win. */
export const InstrumentInfo = Type.Object(
  {
    instrument_type: Type.Union([
      Type.Literal("CE"),
      Type.Literal("PE"),
      Type.Literal("FUT"),
      Type.Literal("EQ"),
    ]),
    strike: Type.Optional(orNull(Price)),
    expiry: Type.Optional(orNull(IsoDay)),
    lot_size: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MOST_UNITS })),
    multiplier: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
  },
  strict,
);

/** At least one of the two, the token before the symbol. */
const instrument = {
  tradingsymbol: Type.Optional(Id),
  instrument_token: Type.Optional(Token),
  instrument_info: Type.Optional(InstrumentInfo),
};

const leg = {
  ...instrument,
  leg_id: Type.Optional(Id),
  trade_action: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
  quantity: Type.Number({
    minimum: 0,
    maximum: MOST_UNITS,
    description: "units, not lots; on MCX and in currency contracts",
  }),
  iv: Type.Optional(
    orNull(
      Type.Number({ minimum: 0, maximum: MOST_IV }),
      "set by the trader, before iv_offset; null the market's",
    ),
  ),
  is_selected: Type.Optional(Type.Boolean({ default: true })),
};

export const BuilderTrade = Type.Object(
  { ...leg, price: Type.Optional(orNull(Price, "entry; null takes the usable price of now")) },
  strict,
);
export type BuilderTrade = Static<typeof BuilderTrade>;

export const BuilderExpiredTrade = Type.Object(
  {
    ...leg,
    price: Type.Optional(orNull(Price)),
    settlement_price: Type.Optional(orNull(Price, "the contract's, by the exchange")),
    underlying_close: Type.Optional(
      orNull(Price, "of the expiry day; intrinsic is estimated from it when there is no settlement price"),
    ),
  },
  strict,
);
export type BuilderExpiredTrade = Static<typeof BuilderExpiredTrade>;

export const BuilderPosition = Type.Object(
  {
    ...leg,
    average_price: Type.Optional(orNull(Price, "entry")),
    booked_profit_loss: Type.Optional(orNull(Money)),
    product: Type.Optional(Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")])),
    tag: Type.Optional(Type.String({ maxLength: 64 })),
    is_holding: Type.Optional(Type.Boolean()),
    is_expired: Type.Optional(Type.Boolean()),
    settlement_price: Type.Optional(orNull(Price)),
    underlying_close: Type.Optional(orNull(Price)),
  },
  strict,
);
export type BuilderPosition = Static<typeof BuilderPosition>;

export const BuilderFlags = Type.Object(
  {
    enable_payoff_chart: Type.Optional(Type.Boolean({ default: true })),
    enable_payoff_table: Type.Optional(Type.Boolean({ default: false })),
    enable_trade_details: Type.Optional(Type.Boolean({ default: false })),
    factor_in_booked_pnl: Type.Optional(Type.Boolean({ default: true })),
    multiply_by_lot_size: Type.Optional(
      Type.Boolean({
        default: true,
        description: "greeks, decay and P&L of trade_details; off: of one unit a lot",
      }),
    ),
    multiply_by_number_of_lots: Type.Optional(
      Type.Boolean({
        default: true,
        description: "the same; off: of the smallest position in the same proportions",
      }),
    ),
    include_market: Type.Optional(
      Type.Boolean({
        default: false,
        description: "answer the market as well: with it the same request can be answered without the server",
      }),
    ),
  },
  strict,
);

const common = {
  underlying_token: Token,
  trades: Type.Array(BuilderTrade, { maxItems: MOST_TRADES }),
  expired_trades: Type.Optional(Type.Array(BuilderExpiredTrade, { maxItems: MOST_TRADES })),
  manual_pnl: Type.Optional(orNull(Type.Object({ is_checked: Type.Boolean(), pnl: Money }, strict))),
  target_underlying_price: Type.Optional(orNull(Price, "null: the underlying's price")),
  target_datetime: Type.Optional(orNull(Instant, "null: now; clamped into target_datetime_defaults")),
  target_interval: Type.Optional(
    orNull(Type.Number({ exclusiveMinimum: 0, maximum: 1 }), "fraction between rows of the payoff table"),
  ),
  fixed_sd_days: Type.Optional(orNull(Type.Number({ exclusiveMinimum: 0, maximum: 36_500, default: 7 }))),
  sd_mode: Type.Optional(
    Type.Union([Type.Literal("expiry"), Type.Literal("fixed"), Type.Literal("target")], {
      default: "expiry",
      description: "standard deviation to the earliest expiry, over fixed_sd_days, or to target_datetime",
    }),
  ),
  iv_offset: Type.Optional(
    Type.Number({ minimum: -1e6, maximum: 1e6, default: 0, description: "vol points added to every IV" }),
  ),
  entry: Type.Optional(orNull(BuilderEntry)),
  charges: Type.Optional(orNull(BuilderChargesAsked, "null: none are answered")),
  flags: Type.Optional(BuilderFlags),
};

export const BuilderRequest = Type.Object(
  {
    ...common,
    positions: Type.Optional(Type.Array(BuilderPosition, { maxItems: MOST_TRADES })),
    use_nse_feed: Type.Optional(
      Type.Boolean({ description: "accepted for older clients; there is one feed" }),
    ),
  },
  strict,
);
export type BuilderRequest = Static<typeof BuilderRequest>;

export const BuilderRequestV2 = Type.Object(
  {
    ...common,
    current_underlying_price: Price,
    futures_per_expiry: Type.Record(IsoDay, Price),
    atm_iv_per_expiry: Type.Record(IsoDay, orNull(Type.Number({ minimum: 0, maximum: MOST_IV }))),
  },
  strict,
);
export type BuilderRequestV2 = Static<typeof BuilderRequestV2>;

/** Null where there is none; the word where there is no end. */
const Extreme = Type.Union([Type.Number(), Type.Literal("Unlimited"), Type.Null()]);

const Greeks = Type.Object({
  delta: Figure,
  gamma: Figure,
  theta: orNull(Type.Number(), "rupees a calendar day"),
  vega: orNull(Type.Number(), "rupees a vol point"),
});

const TradeStats = Type.Object({
  last_price: Figure,
  usable_price: orNull(Type.Number(), "what entry, IV and time value count from"),
  iv: orNull(Type.Number(), "the market's; null for futures and equity"),
  forward: orNull(
    Type.Number(),
    "of its expiry; of an instrument that is over what its underlying settled at",
  ),
  forward_source: orNull(Type.Enum(FORWARD_SOURCES)),
  discount: Type.Optional(
    orNull(Type.Number(), "what a rupee on the day of its expiry is worth now; left out where there is none"),
  ),
  discount_source: Type.Optional(
    orNull(
      Type.Enum(DISCOUNT_SOURCES),
      "who told it: pairs of its expiry, of the underlying's other expiries, of another index; null nobody: 1",
    ),
  ),
  discount_lender: Type.Optional(
    orNull(Type.String(), "the index whose curve it was weighed with, such as NIFTY; null none"),
  ),
  is_liquid: Type.Boolean(),
  liquidity_warnings: Type.Array(Type.String()),
  settlement: Type.Optional(
    Type.Object(
      {
        price: Figure,
        origin: Type.Union([Type.Enum(SETTLEMENT_ORIGINS), Type.Null()]),
        is_estimated: Type.Boolean(),
      },
      { description: "of an instrument that is over: what it settled at, and how that is known" },
    ),
  ),
});

const TradeDetails = Type.Object({
  leg_id: Type.String(),
  instrument_token: Type.Integer(),
  is_selected: Type.Boolean(),
  is_expired: Type.Boolean(),
  is_estimated: Type.Boolean(),
  entry_price: Figure,
  iv: orNull(Type.Number(), "after custom figure and offset"),
  pnl: Figure,
  booked_profit_loss: Figure,
  price_at_target: Figure,
  target_pnl: Figure,
  greeks: Greeks,
  decay: Figure,
  intrinsic_value: Figure,
  time_value: Figure,
});

export const BuilderPayload = Type.Object({
  as_of: Type.Number({ description: "market time of the figures" }),
  underlying_price: Figure,
  is_underlying_price_implied: Type.Boolean({
    description: "true while spot stands in its closing auction: implied from the nearest forward",
  }),
  trade_stats: Type.Record(Type.String({ description: "instrument token" }), TradeStats),
  leg_prices: Type.Array(LegPriceBody, { description: "one a leg, in their order" }),
  charges: orNull(BuilderCharges, "of the selected legs; null where they are not asked for or not known"),
  net: orNull(BuilderNet, "figures after charges; null unless asked for"),
  target_datetime_defaults: Type.Object({
    min: Type.Number(),
    max: Type.Number(),
    default: Type.Number(),
    time_intervals: Type.Array(Type.String({ description: "HH:MM" })),
    timestamps: Type.Array(Type.Number()),
  }),
  selected_target_datetime: Type.Number(),
  target_price_defaults: Type.Object({
    default: Figure,
    min: Figure,
    max: Figure,
    step: Figure,
    closest_future_expiry: orNull(Type.String()),
  }),
  selected_target_price: Figure,
  target_interval_defaults: Type.Object({ default: Type.Number(), options: Type.Array(Type.Number()) }),
  selected_target_interval: Type.Number(),
  greeks: Greeks,
  decay: Figure,
  price_at_target: Figure,
  target_pnl: Figure,
  projected_payoff: Figure,
  trade_details: orNull(Type.Array(TradeDetails)),
  payoff_range: Type.Object({ x_min: Figure, x_max: Figure }),
  standard_deviation: Type.Object({
    sd: Figure,
    days: Figure,
    lower_1: Figure,
    upper_1: Figure,
    lower_2: Figure,
    upper_2: Figure,
  }),
  payoff_prices: orNull(Type.Array(Type.Number()), "ascending; the curves' x"),
  payoffs_at_target: orNull(Type.Array(Figure), "P&L at payoff_prices"),
  payoffs_at_expiry: orNull(Type.Array(Figure), "P&L at payoff_prices"),
  net_payoffs_at_target: orNull(Type.Array(Figure), "after charges, at payoff_prices; null unless net"),
  net_payoffs_at_expiry: orNull(Type.Array(Figure)),
  tabular_payoffs: orNull(
    Type.Array(
      Type.Object({
        at: Type.Number(),
        payoff_at_expiry: Figure,
        payoff_at_target: Figure,
        percent_diff_from_current_price: Type.Number({ description: "fraction" }),
      }),
    ),
  ),
  expiry: orNull(Type.String(), "date of the expiry curve"),
  max_profit: Extreme,
  max_loss: Extreme,
  risk_reward_ratio: Figure,
  breakevens_at_expiry: Type.Array(Type.Number()),
  pop: orNull(
    Type.Number(),
    "probability of profit at expiry of who holds the strategy; risk-neutral, not a forecast",
  ),
  pop_source: orNull(
    Type.Union([Type.Literal("SMILE"), Type.Literal("ATM_IV")]),
    "SMILE: the digital of a fitted arbitrage-free smile; ATM_IV: the quotes do not carry one, so lognormal with the ATM IV",
  ),
  total_premium: Figure,
  total_intrinsic_value: Figure,
  total_time_value: Figure,
  potential_upside: Figure,
  potential_downside: Figure,
  is_stock: Type.Boolean(),
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), leg_ids: Type.Array(Type.String()) }),
  ),
  market_versions: Type.Array(MarketVersion, {
    description: "the expiries that it was computed of, each at its place in its stream (packet 3)",
  }),
  market: Type.Optional(BuilderMarketBody),
});
export type BuilderPayload = Static<typeof BuilderPayload>;

export const BuilderResponse = Type.Object({ payload: BuilderPayload });
export type BuilderResponse = Static<typeof BuilderResponse>;
