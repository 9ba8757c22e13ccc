/** The reader of frames of a strategy's market (`strategy-market.ts`), which compute workers alone need. */
import * as layout from "../generated/layout.ts";
import type { ChainRoot, ChainSide } from "../generated/records.ts";
import { FEED_STATES } from "./chain-frame.ts";
import { ROOT_FIELDS } from "./root-fields.ts";
import {
  type ChainPacket,
  EXPIRY_LENGTH,
  type ExpiryFrame,
  HEAD,
  type LinearQuote,
  PLACE,
  QUOTE,
  type StrategyMarketFrame,
} from "./strategy-market.ts";

/** A row in 32-bit words, as the decoder leaves it. */
const ROW_WORDS = layout.CHAIN_ROW_SIZE / 4;
const CALL = layout.CHAIN_ROW_CALL >> 2;
const PUT = layout.CHAIN_ROW_PUT >> 2;
const STRIKE = layout.CHAIN_ROW_STRIKE >> 2;
const INDEX = layout.CHAIN_ROW_INDEX >> 2;

/** A packet over rows in 32-bit words; objects are made as they are asked for. */
function packetOfWords(
  { epoch, sequence }: Pick<ChainPacket, "epoch" | "sequence">,
  root: ChainRoot,
  words: Int32Array,
): ChainPacket {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  const unsigned = (at: number): number => words[at]! >>> 0;

  function side(at: number): ChainSide {
    return {
      token: unsigned(at + (layout.CHAIN_SIDE_TOKEN >> 2)),
      lastPrice: words[at + (layout.CHAIN_SIDE_LAST_PRICE >> 2)]!,
      close: words[at + (layout.CHAIN_SIDE_CLOSE >> 2)]!,
      bid: words[at + (layout.CHAIN_SIDE_BID >> 2)]!,
      ask: words[at + (layout.CHAIN_SIDE_ASK >> 2)]!,
      oi: unsigned(at + (layout.CHAIN_SIDE_OI >> 2)),
      previousOi: unsigned(at + (layout.CHAIN_SIDE_PREVIOUS_OI >> 2)),
      volume: unsigned(at + (layout.CHAIN_SIDE_VOLUME >> 2)),
      lastTradeTime: unsigned(at + (layout.CHAIN_SIDE_LAST_TRADE_TIME >> 2)),
      iv: floats[at + (layout.CHAIN_SIDE_IV >> 2)]!,
      flags: unsigned(at + (layout.CHAIN_SIDE_FLAGS >> 2)),
    };
  }

  return {
    epoch,
    sequence,
    root,
    rowCount: words.length / ROW_WORDS,
    strike: (row) => words[row * ROW_WORDS + STRIKE]!,
    row(row) {
      const at = row * ROW_WORDS;
      return {
        strike: words[at + STRIKE]!,
        index: words[at + INDEX]! & 0xffff,
        previousIv: words[at + INDEX]! >>> 16,
        call: side(at + CALL),
        put: side(at + PUT),
      };
    },
  };
}

/** What a frame says; rows are read where they lie, when they are asked for. */
export function readStrategyMarket(buffer: ArrayBuffer): StrategyMarketFrame {
  const [frame, state, receivedAt, expiryCount, quoteCount] = new Float64Array(buffer, 0, HEAD.length);
  const doubles = HEAD.length + expiryCount! * EXPIRY_LENGTH + quoteCount! * QUOTE.length;
  const numbers = new Float64Array(buffer, 0, doubles);
  let at: number = HEAD.length;
  let row = doubles * 8;

  function expiryAt(): ExpiryFrame {
    const [expiry, own, epoch, sequence, rows] = numbers.subarray(at, at + PLACE.length);
    const from = at + PLACE.length;
    at += EXPIRY_LENGTH;
    const told = { expiry: expiry!, state: FEED_STATES[own!]! };
    if (rows! < 0) return { ...told, packet: null };
    const root = Object.fromEntries(
      ROOT_FIELDS.map((field, i) => [field, numbers[from + i]!]),
    ) as unknown as ChainRoot;
    const words = new Int32Array(buffer, row, rows! * ROW_WORDS);
    row += words.byteLength;
    return { ...told, packet: packetOfWords({ epoch: epoch!, sequence: sequence! }, root, words) };
  }

  function quoteAt(): LinearQuote {
    const quote = Object.fromEntries(QUOTE.map((field, i) => [field, numbers[at + i]!]));
    at += QUOTE.length;
    return quote as unknown as LinearQuote;
  }

  return {
    frame: frame!,
    state: FEED_STATES[state!]!,
    receivedAt: receivedAt!,
    expiries: Array.from({ length: expiryCount! }, expiryAt),
    quotes: Array.from({ length: quoteCount! }, quoteAt),
  };
}
