/** The same quotes as a broker sends them in protobuf: a map of strings to nested messages, decoded by protobufjs. */
import { readFileSync } from "node:fs";
import { decodeQuotePacket } from "#protocol/wire/codec.ts";
import { peerRequire } from "../lib/peers.ts";
import type { Messages } from "./messages.ts";

interface ProtobufType {
  fromObject(value: unknown): unknown;
  encode(message: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

interface Protobuf {
  parse(source: string): { root: { lookupType(name: string): ProtobufType } };
}

type Quote = NonNullable<ReturnType<typeof decodeQuotePacket>>;

function feedOf(quote: Quote): object {
  const { depth, ohlc } = quote;
  const time = (ms: number | null): number => ms ?? 0;
  return {
    fullFeed: {
      marketFF: {
        ltpc: {
          ltp: quote.lastPrice,
          ltt: time(quote.lastTradeTime),
          ltq: quote.lastTradeQuantity,
          cp: ohlc?.close,
        },
        marketLevel: {
          bidAskQuote: depth?.buy.map((bid, i) => ({
            bidQ: bid.quantity,
            bidP: bid.price,
            askQ: depth.sell[i]?.quantity,
            askP: depth.sell[i]?.price,
          })),
        },
        optionGreeks: { delta: 0.5, theta: -12.5, gamma: 0.001, vega: 10.5, rho: 2.25 },
        marketOHLC: { ohlc: [{ interval: "1d", ...ohlc, vol: quote.volume, ts: time(quote.timestamp) }] },
        atp: quote.averagePrice,
        vtt: quote.volume,
        oi: quote.openInterest,
        iv: 0.135,
        tbq: quote.totalBuyQuantity,
        tsq: quote.totalSellQuantity,
      },
    },
  };
}

/** Decodes the message with the given number; null when protobufjs is not installed. */
export function protobufFeed(
  messages: Messages,
): { decode: (index: number) => object; bytes: number; packets: (index: number) => number } | null {
  const protobuf = peerRequire("protobufjs") as Protobuf | null;
  if (protobuf === null) return null;
  const schema = readFileSync(new URL("upstox-like.proto", import.meta.url), "utf8");
  const type = protobuf.parse(schema).root.lookupType("feed.FeedResponse");
  const sizes: number[] = [];
  const encoded = messages.packets.map((packets) => {
    const quotes = packets.map((packet) => decodeQuotePacket(packet)!);
    const feeds = Object.fromEntries(
      quotes.map((quote) => [`NSE_FO|${quote.instrumentToken >>> 8}`, feedOf(quote)]),
    );
    sizes.push(Object.keys(feeds).length);
    return type.encode(type.fromObject({ type: 1, feeds, currentTs: 1_795_000_000_000 })).finish();
  });
  return {
    decode: (index) => type.decode(encoded[index]!),
    bytes: encoded.reduce((sum, { length }) => sum + length, 0),
    packets: (index) => sizes[index]!,
  };
}
