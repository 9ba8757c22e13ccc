/**
 * The plain reference codec: the server encodes with it, tests compare the decoders against it, and whatever the
 * decoders do not keep in rows (stats, events) is read with it. `decodeMessage` reads every packet there is.
 */
import {
  DECODE_EMPTY,
  DECODE_UNKNOWN_ID,
  ID_CHART_QUOTES,
  ID_COMMON_EVENTS,
  ID_NSE_EVENTS,
  ID_OPTION_CHAIN,
  ID_OPTION_CHAIN_DELTA,
  ID_ORDER_UPDATES,
  ID_ORDER_UPDATES_V2,
  ID_PING,
  ID_QUOTE,
  ID_QUOTE_BATCH,
  ID_SCREENER_STATS,
  ID_UNDERLYING_STATS,
} from "../generated/layout.ts";
import * as records from "../generated/records.ts";
import { type DecodeError, viewOf } from "./blocks.ts";
import { chainView } from "./chain.ts";
import { type DecodedChainDelta, decodeChainDelta } from "./chain-delta.ts";
import { decodePing, decodeText, type TextMessage } from "./events.ts";
import { decodeQuotes, type QuoteMessage } from "./quote-packets.ts";
import { decodeBars, decodeScreener, decodeStats, type TableMessage } from "./row-messages.ts";

export { type ChainView, chainView, encodeChain } from "./chain.ts";
export { decodePing, decodeText, encodePing, encodeText, type TextId } from "./events.ts";
export { decodeQuotePacket, type Quote } from "./quote-object.ts";
export {
  encodeFullQuote,
  encodeIndexQuote,
  encodeQuote,
  encodeQuotes,
  splitPackets,
  truncateQuote,
} from "./quote-packets.ts";
export { isQuoteSize } from "./quote-sizes.ts";
export {
  decodeBars,
  decodeScreener,
  decodeStats,
  encodeBars,
  encodeScreener,
  encodeStats,
} from "./row-messages.ts";

type DecodedMessage =
  | QuoteMessage
  | ({ readonly kind: "chain" } & TableMessage<records.ChainRoot, records.ChainRow>)
  | ({ readonly kind: "chainDelta" } & DecodedChainDelta)
  | ({ readonly kind: "stats" } & TableMessage<records.StatsRoot, records.StatsRow>)
  | ({ readonly kind: "screener" } & TableMessage<records.ScreenerRoot, records.ScreenerRow>)
  | ({ readonly kind: "bars" } & TableMessage<records.ChartRoot, records.ChartRow>)
  | ({ readonly kind: "text"; readonly id: number } & TextMessage)
  | { readonly kind: "ping"; readonly header: records.Header; readonly root: records.PingRoot };

function tagged<K extends string, T extends object>(
  kind: K,
  decoded: T | DecodeError,
): ({ readonly kind: K } & T) | DecodeError {
  return "error" in decoded ? decoded : { kind, ...decoded };
}

function decodeChain(message: Uint8Array): TableMessage<records.ChainRoot, records.ChainRow> | DecodeError {
  const chain = chainView(message);
  if ("error" in chain) return chain;
  const view = viewOf(message);
  const rows = Array.from({ length: chain.root.rowCount }, (_, i) =>
    records.readChainRow(view, chain.rowsOffset + i * chain.rowLength),
  );
  return { header: chain.header, root: chain.root, rows };
}

/** Any binary message of the relay; never throws, whatever the bytes. */
export function decodeMessage(message: Uint8Array): DecodedMessage | DecodeError {
  const id = message[0];
  switch (id) {
    case undefined:
      return { error: DECODE_EMPTY };
    case ID_QUOTE:
    case ID_QUOTE_BATCH:
      return decodeQuotes(message);
    case ID_OPTION_CHAIN:
      return tagged("chain", decodeChain(message));
    case ID_OPTION_CHAIN_DELTA:
      return tagged("chainDelta", decodeChainDelta(message));
    case ID_UNDERLYING_STATS:
      return tagged("stats", decodeStats(message));
    case ID_SCREENER_STATS:
      return tagged("screener", decodeScreener(message));
    case ID_CHART_QUOTES:
      return tagged("bars", decodeBars(message));
    case ID_ORDER_UPDATES:
    case ID_ORDER_UPDATES_V2:
    case ID_COMMON_EVENTS:
    case ID_NSE_EVENTS: {
      const text = tagged("text", decodeText(message));
      return "error" in text ? text : { ...text, id };
    }
    case ID_PING:
      return tagged("ping", decodePing(message));
    default:
      return { error: DECODE_UNKNOWN_ID };
  }
}
