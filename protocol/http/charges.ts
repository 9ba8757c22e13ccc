/** What trades cost beside their price: `POST v1/compute/charges`. Prices and charges in rupees, quantities in units. */

import { type Static, Type } from "typebox";
import { BROKER_IDS } from "#domain/access/brokers.ts";
import { EXCHANGES } from "#domain/calendar/exchange.ts";
import { ASSUMED_FEES } from "#domain/charges/brokerage.ts";

export const MOST_CHARGED_TRADES = 500;
/** Far above any market, far below where products of them leave the doubles. */
const MOST_RUPEES = 1e12;
const MOST_UNITS = 1e12;

const strict = { additionalProperties: false } as const;
const Price = Type.Number({ minimum: 0, maximum: MOST_RUPEES });

const Day = (description: string) => Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description });
const ExitDay = Type.Optional(Day("YYYY-MM-DD of the exit, the entry's by default; not before it"));

const TradeExit = Type.Object({ kind: Type.Literal("trade"), price: Price, date: ExitDay }, strict);
const ExpiryExit = Type.Object(
  {
    kind: Type.Literal("expiry"),
    settlement_price: Type.Number({
      minimum: 0,
      maximum: MOST_RUPEES,
      description: "the underlying's, of the expiry day",
    }),
    is_physical: Type.Boolean({ description: "shares change hands: contracts on stocks" }),
    date: ExitDay,
  },
  strict,
);

export const ChargedTradeBody = Type.Object(
  {
    exchange: Type.Enum(EXCHANGES),
    instrument_type: Type.Union([
      Type.Literal("CE"),
      Type.Literal("PE"),
      Type.Literal("FUT"),
      Type.Literal("EQ"),
    ]),
    underlying: Type.String({ minLength: 1, maxLength: 64, description: "symbol, such as NIFTY" }),
    trade_action: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: MOST_UNITS,
      description: "units, not lots; on MCX and in currency contracts",
    }),
    price: Type.Number({ minimum: 0, maximum: MOST_RUPEES, description: "entry" }),
    date: Type.Optional(Day("YYYY-MM-DD of the entry, the request's by default")),
    product: Type.Optional(
      Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")], {
        default: "NRML",
        description: "counts for shares: MIS is intraday, the others delivery",
      }),
    ),
    multiplier: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description:
          "as the instrument tells it; needed on MCX (CRUDEOIL 100) and in currency (USDINR 1000), else 1",
      }),
    ),
    strike: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: MOST_RUPEES,
        description: "of an option that is held to expiry, or whose brokerage is of strike and premium",
      }),
    ),
    orders: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description:
          "executed orders it takes, in and out; by default as many as the freeze quantities of its days make, and 1, marked in `assumed`, of an underlying that is not known",
      }),
    ),
    exit: Type.Optional(
      Type.Union([TradeExit, ExpiryExit, Type.Null()], {
        description: "how it is left, or is planned to be; null: not yet",
      }),
    ),
  },
  strict,
);
export type ChargedTradeBody = Static<typeof ChargedTradeBody>;

export const ChargesRequest = Type.Object(
  {
    broker_id: Type.Optional(Type.Enum(BROKER_IDS, { description: "the caller's own by default" })),
    date: Type.Optional(Day("YYYY-MM-DD of trades that name none, the market's day by default")),
    trades: Type.Array(ChargedTradeBody, { minItems: 1, maxItems: MOST_CHARGED_TRADES }),
  },
  strict,
);
export type ChargesRequest = Static<typeof ChargesRequest>;

export const ChargesBody = Type.Object({
  brokerage: Type.Number(),
  transaction_tax: Type.Number({ description: "STT, of commodities CTT" }),
  exchange_charge: Type.Number(),
  sebi_charge: Type.Number(),
  stamp_duty: Type.Number(),
  gst: Type.Number(),
  total: Type.Number(),
});
export type ChargesBody = Static<typeof ChargesBody>;

export const LegChargesBody = Type.Object({
  entry: ChargesBody,
  exit: ChargesBody,
  total: ChargesBody,
  gross_pnl: Type.Union([Type.Number(), Type.Null()], { description: "null without an exit" }),
  net_pnl: Type.Union([Type.Number(), Type.Null()], { description: "gross less all charges" }),
});
export type LegChargesBody = Static<typeof LegChargesBody>;

export const ChargedTradeAnswer = Type.Object({
  ...LegChargesBody.properties,
  entry_date: Type.String(),
  exit_date: Type.Union([Type.String(), Type.Null()], { description: "null without an exit" }),
  assumed: Type.Array(Type.Enum(ASSUMED_FEES), {
    description:
      "what in these charges no list names: exercise and delivery are taken as orders, devolvement as free, the number of orders as 1 or by an estimate of the freeze quantity",
  }),
});
export type ChargedTradeAnswer = Static<typeof ChargedTradeAnswer>;

export const ChargesResponse = Type.Object({
  payload: Type.Object({
    broker_id: Type.Integer(),
    plan: Type.String({ description: "the price list that brokerage follows" }),
    date: Type.String({ description: "of the trades that name none" }),
    rates_valid_from: Type.String({ description: "first day of the rates of that date" }),
    trades: Type.Array(ChargedTradeAnswer, { description: "in the order of the request" }),
    total: LegChargesBody,
  }),
});
export type ChargesResponse = Static<typeof ChargesResponse>;
