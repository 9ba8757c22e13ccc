import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

/*
 * A market file is gzip of two lines of JSON: a header with the format, its version and the SHA-256 of the second line,
 * then the market as columns, one array a field. null stands for an unknown number. Symbols that follow the exchange's
 * rule (domain/instruments/symbol.ts) are left out.
 */

const date = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const unknownable = Type.Union([Type.Number(), Type.Null()]);
const columns = Type.Array(unknownable);
const token = Type.Integer({ minimum: 0, maximum: 0xffffffff });
const size = Type.Number({ exclusiveMinimum: 0 });
const exchange = Type.Enum(["NSE", "BSE", "NFO", "BFO"]);
const expiryType = Type.Enum(["weekly", "monthly", "quarterly"]);

const side = Type.Object({
  token: Type.Array(token),
  /** null: all by the rule */
  tradingsymbol: Type.Union([Type.Array(Type.String()), Type.Null()]),
  close: columns,
  previousClose: columns,
  oi: columns,
  previousOi: columns,
  volume: columns,
});

const chain = Type.Object({
  expiry: date,
  expiryType,
  lotSize: size,
  tickSize: size,
  strikes: Type.Array(size),
  call: side,
  put: side,
  forward: unknownable,
  forwardSource: Type.Integer({ minimum: 0, maximum: 3 }),
  /** Absent in version 1, whose volatilities are without interest. */
  rate: Type.Optional(unknownable),
  atmIv: unknownable,
  iv: columns,
  solved: Type.Integer({ minimum: 0 }),
  previousAtmIv: unknownable,
  previousIv: columns,
});

const future = Type.Object({
  token,
  tradingsymbol: Type.Union([Type.String(), Type.Null()]),
  expiry: date,
  expiryType,
  lotSize: size,
  tickSize: size,
  close: unknownable,
  previousClose: unknownable,
  oi: unknownable,
  previousOi: unknownable,
  volume: unknownable,
});

const day = Type.Object({
  date,
  close: unknownable,
  iv30: unknownable,
  /** Absent in files of older programs. */
  figures: Type.Optional(
    Type.Object({
      open: unknownable,
      high: unknownable,
      low: unknownable,
      volume: unknownable,
      futuresOi: unknownable,
      expiries: Type.Array(
        Type.Object({
          expiry: date,
          callOi: Type.Number(),
          putOi: Type.Number(),
          callVolume: Type.Number(),
          putVolume: Type.Number(),
        }),
      ),
    }),
  ),
});

const underlying = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  kind: Type.Enum(["index", "stock"]),
  token,
  exchange,
  derivativeExchange: exchange,
  sectors: Type.Array(Type.String()),
  spotTickSize: size,
  strikeStep: Type.Number({ minimum: 0 }),
  close: size,
  previousClose: unknownable,
  history: Type.Array(day),
  futures: Type.Array(future),
  chains: Type.Array(chain),
});

const document = Type.Object({
  date,
  origins: Type.Array(
    Type.Object({
      file: Type.String(),
      kind: Type.Enum(["instruments", "eod", "cash"]),
      date: Type.Union([date, Type.Null()]),
      rows: Type.Integer({ minimum: 0 }),
    }),
  ),
  underlyings: Type.Array(underlying),
});

export const FORMAT = "strikewise-market";

const header = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer(),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

export const checkDocument = Compile(document);
export const checkHeader = Compile(header);

export type Document = Static<typeof document>;
export type ChainDocument = Static<typeof chain>;
export type SideDocument = Static<typeof side>;
export type DayDocument = Static<typeof day>;
export type UnderlyingDocument = Static<typeof underlying>;
