/**
 * What a tab may ask of the engine, over Comlink. Frames do not travel here: they come on the MessagePort that a tab
 * hands over with `openChain`, which it may pass on to its painter worker.
 *
 * The receiver gives credit on that port (credit.ts). The engine sends at most one frame a credit and at most `maxRate` a
 * second, the newest state each time; without credit a view costs nothing.
 */

import type { ExpiryType } from "#domain/calendar/expiries.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Underlying } from "#domain/instruments/types.ts";
import type { ChainField } from "#protocol/frames/chain-frame.ts";
import type { ScreenerRow, StatsRoot, StatsRow } from "#protocol/generated/records.ts";

export type { ConnectionState, EngineHealth } from "./measure/engine-health.ts";
export type {
  PerformanceCommand,
  PerformanceReport,
  StageFigures,
  TabFigures,
} from "./measure/performance-report.ts";
export { SHAPE_FROM_MS, SHAPE_TO_MS, STAGES, type Stage } from "./measure/performance-report.ts";

interface TabHello {
  readonly build: string;
  readonly protocol: number;
  /** Name of the Web Lock the tab holds for as long as it lives. */
  readonly lock: string;
  readonly online: boolean;
  readonly visible: boolean;
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
}

export interface ExpirySummary {
  readonly expiry: string;
  readonly type: ExpiryType;
  readonly expiryInstant: number;
  readonly lotSize: number;
  readonly strikes: number;
}

export interface UnderlyingSummary extends Underlying {
  readonly lotSize: number;
  readonly expiries: readonly ExpirySummary[];
}

/** The running one-minute bar of an instrument; prices in rupees, `time` is the bar's start. */
export interface BarSnapshot {
  readonly token: number;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Nothing was heard of it for 5 s. */
  readonly stale: boolean;
}

/**
 * Stats of an underlying and of each of its expiries: prices in rupees, IV as a fraction, OI in units of the underlying.
 * Unknown is NaN, as is what needs more history than there is (`volumeSpike`, `atmIvPercentile`).
 */
export interface StatsSnapshot extends Readonly<Omit<StatsRoot, "rowCount" | "rowLength">> {
  /** Not said since the connection was lost or the tab was hidden, or the whole feed is late. */
  readonly stale: boolean;
  /** Nearest first. */
  readonly expiries: readonly Readonly<StatsRow>[];
}

/** Columns of a screener row, in units as in `StatsSnapshot`; those from `forward` on are of its nearest expiry. */
export const SCREENER_FIELDS = [
  "spot",
  "spotPreviousClose",
  "spotOpen",
  "spotHigh",
  "spotLow",
  "volumeSpike",
  "futureOi",
  "futureOiPrevious",
  "forward",
  "atmIv",
  "atmIvPrevious",
  "atmIvPercentile",
  "pcr",
  "maxPain",
] as const satisfies readonly (keyof ScreenerRow)[];
export type ScreenerField = (typeof SCREENER_FIELDS)[number];

/** Stats of every underlying with derivatives; no rows until the relay has said some. */
export interface ScreenerSnapshot {
  /** Another one when figures are. */
  readonly version: number;
  /** As in `StatsSnapshot`. */
  readonly stale: boolean;
  /** Instrument token of each row's underlying. */
  readonly tokens: Uint32Array;
  /** Nearest expiry of each row, YYYYMMDD; 0 none. */
  readonly expiries: Uint32Array;
  /** SCREENER_FIELDS.length figures a row; unknown is NaN. */
  readonly values: Float64Array;
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
  /** All underlyings with derivatives, in the market's order; waits for the first metacache. */
  underlyings(): Promise<Outcome<readonly UnderlyingSummary[]>>;
  underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
  /** Contracts by the words a trader types; none while the words name no more than an underlying. */
  findContracts(text: string): Promise<Outcome<ContractMatches>>;
  /** Running bars of a few instruments for live charts; subscribed while `tabId` is on screen and until replaced. */
  bars(tabId: number, tokens: readonly number[]): Promise<readonly BarSnapshot[]>;
  /** Stats of a few underlyings; subscribed while `tabId` is on screen and until replaced. At most 1 Hz is sensible. */
  stats(tabId: number, underlyings: readonly number[]): Promise<readonly StatsSnapshot[]>;
  /** Stats of every underlying; subscribed while `tabId` is on screen and until it wants them no more. At most 1 Hz is sensible. */
  screener(tabId: number, wanted: boolean): Promise<ScreenerSnapshot>;
  /** Health on a port at most `1000 / everyMs` times a second, only when something changed. */
  watchHealth(tabId: number, port: MessagePort, everyMs: number): Promise<void>;
  /**
   * Measures the whole engine and posts a `PerformanceReport` on the port, now and every second, until the
   * port says "stop" or the tab is gone. The port may also say "reset". While no port watches, nothing is
   * measured.
   */
  watchPerformance(tabId: number, port: MessagePort): Promise<void>;
  /** A tab's page tells its heap, for the others to see. */
  tellHeap(tabId: number, bytes: number): Promise<void>;
}
