import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { BrokerProtocol, StreamSink } from "../broker/broker-protocol.ts";
import { checkAnswer, readBody } from "../broker/feed-http.ts";
import type { Received } from "../broker/link.ts";
import { createListing } from "../broker/listing.ts";
import { applyKiteMessage } from "./apply-kite-packets.ts";
import { candlesAddress, readCandles } from "./candles.ts";
import { readKiteDump } from "./kite-instruments.ts";

const KITE_API_URL = "https://api.kite.trade";
const KITE_STREAM_URL = "wss://ws.kite.trade";

interface KiteOptions {
  readonly apiKey: string;
  readonly apiUrl?: string | null;
  readonly streamUrl?: string | null;
}

const VERSION = { "X-Kite-Version": "3" };
/** Tokens a command: the documentation gives no limit, and a command of this many is 10 kB. */
const TOKENS_PER_COMMAND = 1_000;
/** Three questions a second. Source: kite.trade/docs/connect/v3, "API rate limit", historical candle. */
const CANDLE_INTERVAL_MS = 340;
/** A message of one byte keeps the connection up when there is nothing to say. */
const HEARTBEAT_BYTES = 1;

const isError = Compile(Type.Object({ type: Type.Literal("error"), data: Type.Optional(Type.Unknown()) }));

/**
 * Text frames: errors and notices, and orders of the account, which are none of the feed's.
 * Source: Kite Connect 3, "WebSocket streaming", postbacks and non-binary updates.
 */
function receiveText(text: string, sink: StreamSink): Received {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    sink.garbled("a text that is not JSON");
    return "garbled";
  }
  if (!isError.Check(frame)) return "text";
  const why = typeof frame.data === "string" ? frame.data : "";
  if (/token|session|api_key|permission|forbidden/i.test(why)) return "rejected";
  sink.garbled(`an error of Kite: ${why.slice(0, 120)}`);
  return "text";
}

/**
 * Kite Connect 3: the instrument dump over HTTP and the ticker, three connections of 3,000 instruments each at most.
 * Source: kite.trade/docs/connect/v3, "Instruments" and "WebSocket streaming".
 */
export function createKiteProtocol(options: KiteOptions): BrokerProtocol {
  const { apiKey } = options;
  const apiUrl = options.apiUrl ?? KITE_API_URL;
  const streamUrl = options.streamUrl ?? KITE_STREAM_URL;
  const headersFor = (token: string | null) => ({ ...VERSION, Authorization: `token ${apiKey}:${token}` });
  const refusal = { broker: "Kite", what: "the list of instruments" };

  return {
    name: "kite",
    displayName: "Kite",
    connections: 3,
    instrumentsPerConnection: 3_000,
    times: { silence: 15_000, stall: 15_000, connect: 15_000 },
    tokenEndsAt: "06:00",
    dumpExtension: "csv",
    isListGuarded: true,
    async download(edges, token, signal) {
      const response = await edges.fetch(`${apiUrl}/instruments`, {
        signal,
        headers: headersFor(token),
      });
      checkAnswer(response, refusal);
      return readBody(response, refusal);
    },
    candleIntervalMs: CANDLE_INTERVAL_MS,
    async candles(edges, token, query, signal) {
      const response = await edges.fetch(candlesAddress(apiUrl, query), {
        signal,
        headers: headersFor(token),
      });
      const about = { broker: "Kite", what: "the historical candles" };
      checkAnswer(response, about);
      return readCandles((await readBody(response, about)).toString("utf8"), query.token);
    },
    readList: (bytes, date, symbols) =>
      createListing(date, readKiteDump(Buffer.from(bytes).toString("utf8")), symbols),
    address(_edges, token) {
      const query = new URLSearchParams({ api_key: apiKey, access_token: token });
      return Promise.resolve({ url: `${streamUrl}?${query}`, headers: VERSION });
    },
    commands(kind, tokens) {
      const messages: string[] = [];
      for (let from = 0; from < tokens.length; from += TOKENS_PER_COMMAND) {
        const some = tokens.slice(from, from + TOKENS_PER_COMMAND);
        messages.push(JSON.stringify({ a: kind, v: some }));
        if (kind === "subscribe") messages.push(JSON.stringify({ a: "mode", v: ["full", some] }));
      }
      return messages;
    },
    receive(message, sink) {
      if (typeof message === "string") return receiveText(message, sink);
      if (message.length <= HEARTBEAT_BYTES) return "heartbeat";
      return applyKiteMessage(message, sink) > 0 ? "data" : "heartbeat";
    },
  };
}
