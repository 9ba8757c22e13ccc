import { type Static, Type } from "typebox";

const Time = Type.String({ description: "HH:MM in India" });

/** First open and last close of every exchange on the market's date. */
export const MarketTimingsResponse = Type.Record(
  Type.String({ description: "exchange" }),
  Type.Tuple([Time, Time]),
);
export type MarketTimingsResponse = Static<typeof MarketTimingsResponse>;
