import type { ErrorCode } from "#domain/errors.ts";
import type { QuoteMode } from "#protocol/wire/quote-packets.ts";
import type { EngineHealth } from "../measure/engine-health.ts";
import type {
  BarSnapshot,
  DepthSnapshot,
  LivePricesSnapshot,
  QuoteSnapshot,
  ScreenerSnapshot,
  StatsSnapshot,
  StrategyMarketNews,
} from "./stream-snapshots.ts";

/** Lengths of running bars, seconds; a minute unless asked. */
export const BAR_SECONDS = [60, 180, 300, 900, 1_800, 3_600] as const;
export type BarSeconds = (typeof BAR_SECONDS)[number];

/** What a stream of each kind tells. Instruments and underlyings that nothing is known of yet are left out. */
export interface StreamData {
  readonly quotes: readonly QuoteSnapshot[];
  readonly depth: DepthSnapshot;
  readonly bars: readonly BarSnapshot[];
  readonly stats: readonly StatsSnapshot[];
  readonly screener: ScreenerSnapshot;
  readonly "live-prices": LivePricesSnapshot;
  readonly health: EngineHealth;
  /** Goes to a compute worker, which its port is handed to. */
  readonly "strategy-market": StrategyMarketNews;
}
export type StreamKind = keyof StreamData;

interface StreamSpecs {
  readonly quotes: { readonly tokens: readonly number[]; readonly mode: QuoteMode };
  /** The book of one instrument: asked for in full for as long as the stream is open. */
  readonly depth: { readonly token: number };
  /** The running bars of instruments. @see BAR_SECONDS */
  readonly bars: { readonly tokens: readonly number[]; readonly seconds?: BarSeconds };
  /** Tokens of underlyings. */
  readonly stats: { readonly tokens: readonly number[] };
  readonly screener: unknown;
  readonly "live-prices": { readonly underlying: number };
  readonly health: unknown;
  /** Expiries (YYYY-MM-DD) of an underlying; at most ten frames a second. */
  readonly "strategy-market": { readonly underlying: number; readonly expiries: readonly string[] };
}

/** What a consumer wants, of one kind. */
export type StreamSpecOf<K extends StreamKind> = StreamSpecs[K] & {
  readonly kind: K;
  /** Messages a second at most; 1 unless asked. */
  readonly maxRate?: number;
  /** Told while its tab is out of sight as well: for the little that is seen of one. */
  readonly isHiddenToo?: boolean;
};
export type StreamSpec = { [K in StreamKind]: StreamSpecOf<K> }[StreamKind];

/** Why something is not told. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * Messages that may be under way to one receiver, which gives credit for another with each that it has dealt with (credit.ts): a page
 * that does not read finds one or two when it does.
 */
export const STREAM_WINDOW = 2;

/** What comes on a stream's port. A refusal ends with the next data: what could not be had is asked for again. */
export type StreamMessage<K extends StreamKind = StreamKind> =
  | { readonly data: StreamData[K] }
  | { readonly refused: Refusal };
