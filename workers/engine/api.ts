/**
 * What a tab may ask of the engine, over Comlink. Figures do not travel here: they come on the MessagePort that a tab hands over
 * with `openChain`, which it may pass on to its painter worker, or with `openStream`.
 *
 * The receiver gives credit on that port (credit.ts). The engine sends at most one message a credit and at most `maxRate` a
 * second, the newest state each time; without credit a view or a stream costs nothing.
 */

import type { ExpiryType } from "#domain/calendar/expiries.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Underlying } from "#domain/instruments/types.ts";
import type { ListedContract } from "#domain/strategy/contract-list.ts";
import type { CellQuestion, CellStory } from "#protocol/frames/cell-story.ts";
import type { ChainField } from "#protocol/frames/chain-frame.ts";
import type { StreamSpec } from "./streams/stream-spec.ts";

export type { ConnectionState, EngineHealth } from "./measure/engine-health.ts";
export type {
  PerformanceCommand,
  PerformanceReport,
  StageFigures,
  TabFigures,
} from "./measure/performance-report.ts";
export { SHAPE_FROM_MS, SHAPE_TO_MS, STAGES, type Stage } from "./measure/performance-report.ts";
export {
  type BarFigures,
  type BarSnapshot,
  type DepthLevel,
  type DepthSnapshot,
  type LivePricesSnapshot,
  type QuoteSnapshot,
  SCREENER_FIELDS,
  type ScreenerField,
  type ScreenerSnapshot,
  type StatsSnapshot,
  type StrategyMarketNews,
} from "./streams/stream-snapshots.ts";
export {
  BAR_SECONDS,
  type BarSeconds,
  type Refusal,
  STREAM_WINDOW,
  type StreamData,
  type StreamKind,
  type StreamMessage,
  type StreamSpec,
  type StreamSpecOf,
} from "./streams/stream-spec.ts";

interface TabHello {
  readonly build: string;
  readonly protocol: number;
  /** Name of the Web Lock the tab holds for as long as it lives. */
  readonly lock: string;
  readonly online: boolean;
  readonly visible: boolean;
  /** The two headers that name the run of the app and the browser (rule SES-11): the engine's calls carry them too. */
  readonly ids: Readonly<Record<string, string>>;
}

export type EngineHello =
  | {
      readonly ok: true;
      readonly build: string;
      /** Name of the lock the engine holds; a tab waits on it in shared mode to learn of the engine's death. */
      readonly lock: string;
      readonly tabId: number;
      readonly shared: boolean;
    }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, "engine.build_mismatch">;
      readonly build: string;
    };

export interface ChainViewSpec {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  readonly strikesAbove: number;
  readonly strikesBelow: number;
  readonly hundredsOnly: boolean;
  /** NaN-free list of the cells wanted; others are neither computed nor sent. */
  readonly fields: readonly ChainField[];
  /** Frames a second at most; 10 unless asked. */
  readonly maxRate: number;
  /** What figures are multiplied by where they are shown: they are told so much finer. 1 unless said. */
  readonly scale?: number;
}

export interface ExpirySummary {
  readonly expiry: string;
  readonly type: ExpiryType;
  /** Instant that fixes the payoff, and that of the last trade, epoch ms. */
  readonly expiryInstant: number;
  readonly lastTrade: number;
  readonly lotSize: number;
  readonly strikes: number;
}

export interface UnderlyingSummary extends Underlying {
  /**
   * What the market's time was ahead of the device's clock when the list was fetched, ms: a device whose clock is wrong knows it by this
   * too. NaN where the server did not say.
   */
  readonly marketAhead: number;
  /** Token of India VIX; 0 where the market does not quote it. */
  readonly vixToken: number;
  readonly lotSize: number;
  readonly expiries: readonly ExpirySummary[];
}

/** A derivative contract that a search found. */
export interface ContractMatch {
  /** symbol of the underlying */
  readonly underlying: string;
  /** YYYY-MM-DD */
  readonly expiry: string;
  readonly kind: "CE" | "PE" | "FUT";
  /** rupees; 0 for a future */
  readonly strike: number;
  readonly lotSize: number;
}

/** The best underlying first, then by expiry and strike; the first 1,000 of `total`. */
export interface ContractMatches {
  readonly found: readonly ContractMatch[];
  readonly total: number;
}

/** Result of a call that can fail in an expected way. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

export interface EngineApi {
  hello(tab: TabHello): Promise<EngineHello>;
  /** Opens a view whose frames go to `port` (transferred). */
  openChain(tabId: number, spec: ChainViewSpec, port: MessagePort): Promise<Outcome<number>>;
  /** Replaces what a view looks at; the next frame is full. */
  configureChain(viewId: number, spec: ChainViewSpec): Promise<Outcome<null>>;
  closeView(viewId: number): Promise<void>;
  /** How a cell of a chain that a view shows came to be, of the same tables and the same solution as its frames. */
  cellStory(tabId: number, question: CellQuestion): Promise<Outcome<CellStory>>;
  setVisible(tabId: number, visible: boolean): Promise<void>;
  /** The tab the user works in keeps its rate when many share the frames. */
  setFocused(tabId: number, focused: boolean): Promise<void>;
  setOnline(tabId: number, online: boolean): Promise<void>;
  /**
   * An account has signed in or out: the engine's socket is opened anew, with the cookie that the browser
   * has now, so that the market is that account's. Every tab says it; the first one counts.
   * @param identity id of the account, "" for a visitor
   */
  identityChanged(identity: string): Promise<void>;
  /**
   * The token of an embedded widget, which has no cookie: calls and sockets carry it from now on. The socket that another one opened
   * gives way.
   */
  tokenChanged(token: string): Promise<void>;
  /** All underlyings with derivatives, in the market's order; waits for the first metacache. */
  underlyings(): Promise<Outcome<readonly UnderlyingSummary[]>>;
  underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
  /** Contracts by the words a trader types; none while the words name no more than an underlying. */
  findContracts(text: string): Promise<Outcome<ContractMatches>>;
  /** All options and futures of an underlying (its token), as legs of strategies hold them. */
  contracts(underlying: number): Promise<Outcome<readonly ListedContract[]>>;
  /**
   * Opens a stream whose messages go to `port` (transferred): the newest state when it is another, at most `maxRate` a second and
   * one a credit (credit.ts), and only while the tab is on screen. Streams never replace one another: what all of them want together
   * is asked of the relay once.
   */
  openStream(tabId: number, spec: StreamSpec, port: MessagePort): Promise<Outcome<number>>;
  /** Replaces what a stream is of; its kind stays. */
  configureStream(streamId: number, spec: StreamSpec): Promise<Outcome<null>>;
  closeStream(streamId: number): Promise<void>;
  /**
   * Measures the whole engine and posts a `PerformanceReport` on the port, now and every second, until the
   * port says "stop" or the tab is gone. The port may also say "reset". While no port watches, nothing is
   * measured.
   */
  watchPerformance(tabId: number, port: MessagePort): Promise<void>;
  /** A tab's page tells its heap, for the others to see. */
  tellHeap(tabId: number, bytes: number): Promise<void>;
}
