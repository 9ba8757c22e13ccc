/**
 * Margins: `POST v1/compute/{brokerId}/broker_data/calculate_margin_v5` and `POST /v1/calculate_margin_v3`. Prices and margins
 * are rupees, quantities units, volatilities fractions (0.04 is 4 points).
 */

import { type Static, Type } from "typebox";

export const MOST_MARGIN_TRADES = 500;
/** Far above any market, far below where products of them leave the doubles. */
const MOST_RUPEES = 1e12;
const MOST_UNITS = 1e12;

const strict = { additionalProperties: false } as const;
const Symbol_ = Type.String({ minLength: 1, maxLength: 64 });
const Action = Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]);
const Quantity = Type.Number({
  minimum: 0,
  maximum: MOST_UNITS,
  description: "units, not lots; on MCX and in currency contracts",
});
const Price = Type.Union([Type.Number({ minimum: 0, maximum: MOST_RUPEES }), Type.Null()], {
  description: "null: at the market",
});

const Product = Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")]);
const AskedProduct = Type.Union(Product.anyOf, {
  description: "left out: that of the loaded position which the trade leaves, else NRML",
});

const MarginDetails = Type.Object(
  {
    scenarios: Type.Optional(Type.Boolean({ description: "loss under each of the sixteen scenarios" })),
    exits: Type.Optional(Type.Boolean({ description: "margin after leaving each contract" })),
    placing: Type.Optional(Type.Boolean({ description: "money needed after each order, bought ones first" })),
    timeline: Type.Optional(Type.Boolean({ description: "margin on the days around the next expiry" })),
  },
  strict,
);

export const MarginTrade = Type.Object(
  {
    trade_type: Type.Union([Type.Literal("new_trade"), Type.Literal("loaded_position")]),
    tradingsymbol: Symbol_,
    action: Action,
    quantity: Quantity,
    price: Type.Optional(Price),
    product: Type.Optional(AskedProduct),
  },
  strict,
);
export type MarginTrade = Static<typeof MarginTrade>;

export const MarginTradesRequest = Type.Object(
  {
    trades: Type.Array(MarginTrade, { maxItems: MOST_MARGIN_TRADES }),
    consider_positions_for_funds: Type.Boolean({
      description: "count the account's positions at the broker against the funds; the estimate knows none",
    }),
    consider_positions_for_margin: Type.Boolean({
      description: "let the account's positions at the broker hedge these trades; the estimate knows none",
    }),
    details: Type.Optional(MarginDetails),
  },
  strict,
);
export type MarginTradesRequest = Static<typeof MarginTradesRequest>;

export const MarginInput = Type.Object(
  {
    underlying: Type.Optional(Symbol_),
    tradingsymbol: Symbol_,
    action: Action,
    quantity: Quantity,
    price: Type.Optional(Price),
    product: Type.Optional(AskedProduct),
    multiplier: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    expiry: Type.Optional(Type.Union([Type.String({ maxLength: 32 }), Type.Null()])),
    instrument_type: Type.Optional(
      Type.Union([Type.Literal("CE"), Type.Literal("PE"), Type.Literal("FUT"), Type.Literal("EQ")]),
    ),
    strike_price: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: MOST_RUPEES }), Type.Null()])),
  },
  {
    ...strict,
    description: "the listed contract of the symbol wins over what is said of it here",
  },
);
export type MarginInput = Static<typeof MarginInput>;

export const MarginInputsRequest = Type.Object(
  {
    brokerCache: Type.Union([Type.String({ maxLength: 128 }), Type.Number(), Type.Boolean(), Type.Null()], {
      description: "version of the instrument list the caller worked from; only the symbols are used",
    }),
    trade_inputs: Type.Array(MarginInput, { maxItems: MOST_MARGIN_TRADES }),
    details: Type.Optional(MarginDetails),
  },
  strict,
);
export type MarginInputsRequest = Static<typeof MarginInputsRequest>;

/** Both forms of calculate_margin_v5, and of calculate_margin_v3. */
export const MarginRequest = Type.Union([MarginTradesRequest, MarginInputsRequest]);
export type MarginRequest = Static<typeof MarginRequest>;

const Figure = Type.Union([Type.Number(), Type.Null()], {
  description: "rupees; null where it is not known",
});

/** Figures that both the estimate and a broker may know. */
const figures = {
  margin_required: Figure,
  capital_required: Type.Union([Type.Number(), Type.Null()], {
    description:
      "margin and the premiums of new trades, paid less received; what must be there at the order is peak_funds",
  }),
  span: Figure,
  exposure: Figure,
  additional: Type.Union([Type.Number(), Type.Null()], {
    description: "deep out-of-the-money, expiry-day and delivery margins",
  }),
};

const Estimate = Type.Object({
  ...figures,
  scan_risk: Figure,
  calendar_charge: Figure,
  net_option_value: Figure,
  short_option_minimum: Figure,
  deep_otm: Figure,
  expiry_day: Figure,
  delivery: Figure,
  premium: Type.Union([Type.Number(), Type.Null()], {
    description: "of new trades, paid above 0; shares bought included",
  }),
});
export type MarginEstimateBody = Static<typeof Estimate>;

const Scenario = Type.Object({
  underlying: Type.String(),
  product: Product,
  group: Type.Union([Type.Literal("running"), Type.Literal("expiring today"), Type.Literal("tender period")]),
  number: Type.Integer({ minimum: 1, maximum: 16 }),
  price_move: Type.Number({ description: "rupees a unit" }),
  volatility_shift: Type.Number(),
  weight: Type.Number(),
  loss: Type.Number({ description: "weight counted; gains are below 0" }),
  is_worst: Type.Boolean(),
});

const Exit = Type.Object({
  tradingsymbol: Type.String(),
  product: Product,
  quantity: Type.Number({ description: "signed units: all trades and positions of the contract together" }),
  margin_required: Type.Number({ description: "of all the others" }),
  released: Type.Number({ description: "below 0 where the position hedges others" }),
  breaks_hedge: Type.Boolean({ description: "leaving it asks for more margin than there is" }),
});

const Closed = Type.Object({
  tradingsymbol: Type.String(),
  product: Product,
  premium: Type.Number({ description: "of its new trades, paid above 0" }),
});

const Placed = Type.Object({
  tradingsymbol: Type.String(),
  funds: Type.Number({ description: "margin, and premiums paid out of one's own money, up to this order" }),
});

const Day = Type.Object({
  underlying: Type.String(),
  date: Type.String({ description: "YYYY-MM-DD" }),
  days_to_expiry: Type.Integer({ description: "trading days; -1 the first one after it" }),
  span: Type.Number(),
  exposure: Type.Number(),
  additional: Type.Number(),
  margin_required: Type.Number(),
});

const NotValued = Type.Object({
  tradingsymbol: Type.String(),
  reason: Type.Enum(["NO_PRICE", "NO_TERMS", "NO_RATES", "TOO_LARGE"], {
    description:
      "no price of the underlying, or of a share; terms of the contract are not known; margin rates of its commodity or currency pair are not known; worth more than 1e15 rupees",
  }),
});

export const MarginPayload = Type.Object({
  ...figures,
  source: Type.Union([Type.Literal("estimate"), Type.Literal("broker")], {
    description: "whose the figures above are; the estimate is always beside them",
  }),
  is_estimate: Type.Boolean(),
  peak_funds: Type.Union([Type.Number(), Type.Null()], {
    description:
      "estimate: most of margin and premiums paid while the orders are placed, bought ones first; a premium received lowers no margin",
  }),
  estimate: Estimate,
  not_valued: Type.Array(NotValued, {
    description: "trades that cannot be valued: while there are any, the estimate is null",
  }),
  expired: Type.Array(Type.String(), {
    description: "symbols that have expired: they need no margin and are left out, here and at the broker",
  }),
  closed: Type.Array(Closed, {
    description:
      "contracts of which nothing stays open: they need no margin, and no broker is asked about them",
  }),
  two_products: Type.Array(Type.String(), {
    description: "contracts bought in one product and sold in another: margined as two positions",
  }),
  scenarios: Type.Optional(Type.Array(Scenario)),
  exits: Type.Optional(Type.Array(Exit)),
  placing: Type.Optional(Type.Array(Placed)),
  timeline: Type.Optional(Type.Array(Day)),
});
export type MarginPayload = Static<typeof MarginPayload>;

export const MarginResponse = Type.Object({ payload: MarginPayload });
export type MarginResponse = Static<typeof MarginResponse>;

export const MarginV3Response = Type.Object({
  total_margin: Figure,
  span_margin: Figure,
  exposure_margin: Figure,
  additional_margin: Figure,
  source: MarginPayload.properties.source,
  is_estimate: Type.Boolean(),
});
export type MarginV3Response = Static<typeof MarginV3Response>;
