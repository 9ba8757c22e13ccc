import { type Static, Type } from "typebox";
import { InstrumentDetails } from "./instruments.ts";

const Level = Type.Object({
  price: Type.Number({ description: "rupees" }),
  quantity: Type.Integer(),
  orders: Type.Integer(),
});

const Time = Type.Union([Type.Number(), Type.Null()], { description: "epoch ms, null never" });

/** The newest quote of one instrument. Prices in rupees; indices have neither volume nor book, so those are 0. */
export const QuoteDetails = Type.Object({
  instrument_token: Type.Integer(),
  timestamp: Time,
  last_trade_time: Time,
  last_price: Type.Number(),
  last_quantity: Type.Number(),
  average_price: Type.Number(),
  volume: Type.Number(),
  buy_quantity: Type.Number(),
  sell_quantity: Type.Number(),
  ohlc: Type.Object({
    open: Type.Number(),
    high: Type.Number(),
    low: Type.Number(),
    close: Type.Number({ description: "previous session's close" }),
  }),
  net_change: Type.Union([Type.Number(), Type.Null()], {
    description: "last price less previous close; null without one",
  }),
  oi: Type.Number(),
  oi_day_high: Type.Number(),
  oi_day_low: Type.Number(),
  depth: Type.Object({ buy: Type.Array(Level), sell: Type.Array(Level) }),
});
export type QuoteDetails = Static<typeof QuoteDetails>;

/** By the symbol as it was asked for; symbols that no instrument has are left out. */
export const QuotesResponse = Type.Object({ data: Type.Record(Type.String(), QuoteDetails) });
export type QuotesResponse = Static<typeof QuotesResponse>;

const Symbol_ = Type.String({ minLength: 1, maxLength: 64 });
export const MOST_SYMBOLS = 1_000;
/** Symbols in one address: with their exchanges they stay well below the limit of headers. */
export const MOST_QUOTED = 200;

export const QuotesQuery = Type.Object({
  i: Type.Union([Symbol_, Type.Array(Symbol_, { minItems: 1, maxItems: MOST_QUOTED })], {
    description: "tradingsymbol, with or without its exchange (NFO:NIFTY26NOV24200CE); repeat it for several",
  }),
});
export type QuotesQuery = Static<typeof QuotesQuery>;

export const SymbolsRequest = Type.Object(
  { trading_symbols: Type.Array(Symbol_, { minItems: 1, maxItems: MOST_SYMBOLS }) },
  { additionalProperties: false },
);
export type SymbolsRequest = Static<typeof SymbolsRequest>;

/** Instruments by symbol; symbols that no instrument has are left out. */
export const SymbolsResponse = Type.Object({ payload: Type.Record(Type.String(), InstrumentDetails) });
export type SymbolsResponse = Static<typeof SymbolsResponse>;
