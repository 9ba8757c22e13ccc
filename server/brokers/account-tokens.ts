import { type Static, Type } from "typebox";
import { jsonReader } from "../platform/lib/read-json.ts";

const BrokerTokens = Type.Object({
  access: Type.String(),
  refresh: Type.Optional(Type.String()),
  /** token of the streaming feed where it is another one (Angel One) */
  feed: Type.Optional(Type.String()),
});

/** Tokens of the broker, held encrypted; never sent to a browser. */
export type BrokerTokens = Readonly<Static<typeof BrokerTokens>>;

export const readBrokerTokens = jsonReader(BrokerTokens);
