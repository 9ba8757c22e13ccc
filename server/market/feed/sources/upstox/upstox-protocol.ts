import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "#domain/errors.ts";
import type { BrokerProtocol } from "../broker/broker-protocol.ts";
import { checkAnswer, readBody } from "../broker/feed-http.ts";
import { createListing, type Listing } from "../broker/listing.ts";
import { applyUpstoxMessage } from "./apply-upstox-messages.ts";
import { readUpstoxInstruments } from "./upstox-instruments.ts";

const UPSTOX_API_URL = "https://api.upstox.com";
const UPSTOX_ASSETS_URL = "https://assets.upstox.com";

interface UpstoxOptions {
  /** serves the lists of instruments too when it is not Upstox's own */
  readonly apiUrl?: string | null;
}

const KEYS_PER_COMMAND = 500;
const AUTHORIZE_MS = 10_000;

const authorized = Compile(
  Type.Object({
    status: Type.Literal("success"),
    data: Type.Object({
      authorized_redirect_uri: Type.Optional(Type.String()),
      authorizedRedirectUri: Type.Optional(Type.String()),
    }),
  }),
);

function streamOf(body: unknown): string | null {
  if (!authorized.Check(body)) return null;
  const url = body.data.authorized_redirect_uri ?? body.data.authorizedRedirectUri;
  return url !== undefined && /^wss?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

/** Tokens by instrument key, made once a list. */
function createKeys(): (listing: Listing, key: string) => number | undefined {
  let of: Listing | null = null;
  let tokens = new Map<string, number>();
  return (listing, key) => {
    if (of !== listing) {
      of = listing;
      tokens = new Map([...listing.keys].map(([token, each]) => [each, token]));
    }
    return tokens.get(key);
  };
}

/**
 * Upstox: the list of instruments, the call that authorises a stream, and Market Data Feed V3, one connection of 2,000
 * instruments in mode full.
 * Source: upstox.com/developer/api-documentation, "Market Data Feed V3", "Market Data Feed Authorize V3", "Instruments".
 */
export function createUpstoxProtocol(options: UpstoxOptions = {}): BrokerProtocol {
  const apiUrl = options.apiUrl ?? UPSTOX_API_URL;
  const assetsUrl = options.apiUrl ?? UPSTOX_ASSETS_URL;
  const tokenOfKey = createKeys();
  const list = { broker: "Upstox", what: "the list of instruments" };
  const authorize = { broker: "Upstox", what: "the call for a stream" };
  let commands = 0;

  return {
    name: "upstox",
    displayName: "Upstox",
    connections: 1,
    instrumentsPerConnection: 2_000,
    // A quiet connection is kept up by ping frames, whose rhythm is not documented.
    times: { silence: 60_000, stall: 15_000, connect: 20_000 },
    tokenEndsAt: "03:30",
    dumpExtension: "json",
    isListGuarded: false,
    async download(edges, _token, signal) {
      const response = await edges.fetch(`${assetsUrl}/market-quote/instruments/exchange/complete.json.gz`, {
        signal,
      });
      // The file needs no token: a refusal of it says nothing about ours.
      if (response.status === 401 || response.status === 403) {
        throw new AppError(
          "feed.unreachable",
          `Upstox: the list of instruments answered ${response.status}.`,
          {
            status: response.status,
          },
        );
      }
      checkAnswer(response, list);
      return readBody(response, list);
    },
    readList: (bytes, date, symbols) =>
      createListing(date, readUpstoxInstruments(Buffer.from(bytes).toString("utf8"), date), symbols),
    async address(edges, token) {
      const response = await edges.fetch(`${apiUrl}/v3/feed/market-data-feed/authorize`, {
        headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(AUTHORIZE_MS),
      });
      checkAnswer(response, authorize);
      const url = streamOf(await response.json().catch(() => null));
      if (url === null) {
        throw new AppError(
          "feed.unreachable",
          "Upstox: the call for a stream gave no address; it is tried again.",
        );
      }
      return { url, headers: {} };
    },
    commands(kind, tokens, listing) {
      const messages: Uint8Array[] = [];
      const keys = tokens.flatMap((token) => listing.keys.get(token) ?? []);
      for (let from = 0; from < keys.length; from += KEYS_PER_COMMAND) {
        const instrumentKeys = keys.slice(from, from + KEYS_PER_COMMAND);
        const method = kind === "subscribe" ? "sub" : "unsub";
        const data = kind === "subscribe" ? { mode: "full", instrumentKeys } : { instrumentKeys };
        // The stream takes its commands as binary frames of JSON.
        messages.push(Buffer.from(JSON.stringify({ guid: `strikewise-${++commands}`, method, data })));
      }
      return messages;
    },
    receive(message, sink) {
      if (typeof message === "string") return "text";
      const applied = applyUpstoxMessage(message, sink, (key) => tokenOfKey(sink.listing, key));
      if (applied === null) return "garbled";
      return applied > 0 ? "data" : "heartbeat";
    },
  };
}
