import { type Static, Type } from "typebox";
import { Nullable } from "./nullable.ts";

/**
 * `GET /v1/market_access`: whether the caller is served this server's market at all. The page asks where a
 * handshake with the relay fails: a browser is not told the status of a refused one.
 */
export const MarketAccessResponse = Type.Object({
  data: Type.Object({
    allowed: Type.Boolean(),
    /** why not, in words for people; null where it is allowed */
    message: Nullable(Type.String()),
    /** slug of the broker whose account opens it, where one can log in with that here; null where none does */
    login: Nullable(Type.String()),
  }),
});

export type MarketAccess = Static<typeof MarketAccessResponse>["data"];

/** State of an exchange now (rule CALL-6): `GET /v1/compute/market_status`. */
export const MarketStatusResponse = Type.Record(
  Type.String(),
  Type.Union([
    Type.Literal("open"),
    Type.Literal("closed"),
    Type.Literal("before_open"),
    Type.Literal("after_close"),
  ]),
);

const Time = Type.String({ description: "HH:MM in India" });

/** First open and last close of every exchange on the market's date. */
export const MarketTimingsResponse = Type.Record(
  Type.String({ description: "exchange" }),
  Type.Tuple([Time, Time]),
);
export type MarketTimingsResponse = Static<typeof MarketTimingsResponse>;
