/**
 * The frame that an engine posts to a tab's compute worker: the market of some expiries of one underlying, as its packets left
 * it. One transferred ArrayBuffer of native-endian numbers, whole each time. Engine and tab come from one build (handshake), so
 * there is no versioning here.
 *
 *   Float64 × HEAD                        head, indices below
 *   Float64 × EXPIRY × head[expiries]     each expiry: its root block of packet 3 and its place in its stream
 *   Float64 × QUOTE × head[quotes]        futures, and the share itself
 *   Int32   × ROW_WORDS × rows            rows of packet 3, expiry after expiry: wire integers, the IV a float
 *
 * Rows are the wire's own integers, so that what is computed from them is computed from the bits that the server has too.
 */
import type { ChainRoot, ChainRow } from "../generated/records.ts";
import { FEED_STATES, type FeedState } from "./chain-frame.ts";
import { ROOT_FIELDS } from "./root-fields.ts";

/** One expiry as the packets of its stream left it at one place: a snapshot and the deltas on it. */
export interface ChainPacket {
  readonly epoch: number;
  readonly sequence: number;
  readonly root: ChainRoot;
  readonly rowCount: number;
  /** Strikes ascend; as the wire has them. */
  strike(row: number): number;
  row(row: number): ChainRow;
}

/** The newest quote of a future or a share, rupees. NaN is what it does not have. */
export interface LinearQuote {
  readonly token: number;
  readonly lastPrice: number;
  readonly previousClose: number;
  readonly bid: number;
  readonly ask: number;
  /** Units. */
  readonly volume: number;
  readonly oi: number;
  /** epoch ms; 0 never */
  readonly lastTradeTime: number;
}

/** What is told of an expiry; without packets it is awaited. */
export interface ExpiryFrame {
  /** YYYYMMDD */
  readonly expiry: number;
  readonly state: FeedState;
  readonly packet: ChainPacket | null;
}

export interface StrategyMarketFrame {
  /** Counts frames of the stream from 1. */
  readonly frame: number;
  /** Of the expiry that stands worst. */
  readonly state: FeedState;
  /** Device's clock when the newest packet came, epoch ms; NaN none. */
  readonly receivedAt: number;
  readonly expiries: readonly ExpiryFrame[];
  readonly quotes: readonly LinearQuote[];
}

/** An expiry on its way into a frame: `words` are rows as the decoder has them. */
export interface WrittenExpiry {
  readonly expiry: number;
  readonly state: FeedState;
  readonly packet: {
    readonly epoch: number;
    readonly sequence: number;
    readonly root: ChainRoot;
    readonly words: Int32Array;
    readonly rows: number;
  } | null;
}

export const HEAD = ["frame", "state", "receivedAt", "expiries", "quotes"] as const;

/** Before the root: place and state. `rows` is -1 while the expiry is awaited. */
export const PLACE = ["expiry", "state", "epoch", "sequence", "rows"] as const;
export const QUOTE = [
  "token",
  "lastPrice",
  "previousClose",
  "bid",
  "ask",
  "volume",
  "oi",
  "lastTradeTime",
] as const satisfies readonly (keyof LinearQuote)[];

export const EXPIRY_LENGTH = PLACE.length + ROOT_FIELDS.length;

export function writeStrategyMarket(
  { frame, state, receivedAt }: Pick<StrategyMarketFrame, "frame" | "state" | "receivedAt">,
  expiries: readonly WrittenExpiry[],
  quotes: readonly LinearQuote[],
): ArrayBuffer {
  const doubles = HEAD.length + expiries.length * EXPIRY_LENGTH + quotes.length * QUOTE.length;
  const words = expiries.reduce((sum, { packet }) => sum + (packet?.words.length ?? 0), 0);
  const buffer = new ArrayBuffer(doubles * 8 + words * 4);
  const numbers = new Float64Array(buffer, 0, doubles);
  numbers.set([frame, FEED_STATES.indexOf(state), receivedAt, expiries.length, quotes.length]);
  let at: number = HEAD.length;
  let row = doubles * 8;
  for (const { expiry, state, packet } of expiries) {
    const rows = packet === null ? -1 : packet.rows;
    numbers.set([expiry, FEED_STATES.indexOf(state), packet?.epoch ?? -1, packet?.sequence ?? -1, rows], at);
    at += PLACE.length;
    for (const field of ROOT_FIELDS) numbers[at++] = packet?.root[field] ?? Number.NaN;
    if (packet === null) continue;
    new Int32Array(buffer, row, packet.words.length).set(packet.words);
    row += packet.words.length * 4;
  }
  for (const quote of quotes) for (const field of QUOTE) numbers[at++] = quote[field];
  return buffer;
}
