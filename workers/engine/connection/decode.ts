import {
  ID_CHART_QUOTES,
  ID_COMMON_EVENTS,
  ID_NSE_EVENTS,
  ID_OPTION_CHAIN,
  ID_OPTION_CHAIN_DELTA,
  ID_PING,
  ID_QUOTE,
  ID_QUOTE_BATCH,
  ID_SCREENER_STATS,
  ID_UNDERLYING_STATS,
} from "#protocol/generated/layout.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import { createLateChains } from "./late-chains.ts";

/** Where decoded messages go. The result belongs to the decoder and is good until the next message. */
interface MessageSink {
  quotes(result: DecodeResult): void;
  chain(result: DecodeResult): void;
  bars(result: DecodeResult): void;
  ping(result: DecodeResult): void;
  /** Messages whose lengths the decoder has checked and whose content is read by others: the bytes may be kept. */
  stats(message: Uint8Array): void;
  screener(message: Uint8Array, epoch: number): void;
  event(message: Uint8Array): void;
  /** A JSON text frame. */
  text(text: string): void;
  /** Something that no decoder takes; counted, logged and skipped, the stream goes on. */
  refused(reason: string): void;
}

export interface MessageCounters {
  messages: number;
  bytes: number;
  quotes: number;
  refused: number;
}

export interface MessageReader {
  /** @returns true when the message was a ping */
  read(data: unknown): boolean;
  readonly counters: Readonly<MessageCounters>;
  /** Stamp of the last message that a decoder took, epoch ms; 0 when it had none. */
  readonly serverTime: number;
}

/** Routes the socket's messages through the decoder. Nothing is allocated for a quote beyond the view over its bytes. */
export function createMessageReader(decoder: Decoder, sink: MessageSink): MessageReader {
  const chains = createLateChains(decoder.input, take);
  let last: DecodeResult | null = null;
  const counters: MessageCounters = { messages: 0, bytes: 0, quotes: 0, refused: 0 };

  function refuse(reason: string): false {
    counters.refused++;
    sink.refused(reason);
    return false;
  }

  /** @returns true when the message was a ping */
  function take(message: Uint8Array): boolean {
    const result = decoder.decode(message);
    last = result;
    if (result.code < 0) return refuse(`packet ${result.id}: decoder code ${result.code}`);
    switch (result.id) {
      case ID_QUOTE:
      case ID_QUOTE_BATCH:
        counters.quotes += result.packets;
        // Packets of tokens just released are no fault; wrong lengths are.
        if (result.skipped > result.unknown) refuse(`${result.skipped - result.unknown} malformed quotes`);
        sink.quotes(result);
        return false;
      case ID_OPTION_CHAIN:
        sink.chain(result);
        return false;
      case ID_PING:
        sink.ping(result);
        return true;
      case ID_COMMON_EVENTS:
      case ID_NSE_EVENTS:
        sink.event(message);
        return false;
      case ID_UNDERLYING_STATS:
        sink.stats(message);
        return false;
      case ID_SCREENER_STATS:
        sink.screener(message, result.epoch);
        return false;
      case ID_CHART_QUOTES:
        sink.bars(result);
        return false;
      default:
        return refuse(`packet ${result.id}: it was not asked for`);
    }
  }

  return {
    counters,
    get serverTime() {
      return last?.serverTime ?? 0;
    },
    read(data) {
      counters.messages++;
      if (typeof data === "string") {
        counters.bytes += data.length;
        sink.text(data);
        return false;
      }
      if (!(data instanceof ArrayBuffer)) return refuse("neither text nor bytes");
      counters.bytes += data.byteLength;
      const message = new Uint8Array(data);
      const isChain = message[0] === ID_OPTION_CHAIN || message[0] === ID_OPTION_CHAIN_DELTA;
      const readable = isChain ? chains(message) : message;
      return readable !== null && take(readable);
    },
  };
}
