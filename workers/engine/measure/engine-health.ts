import type { MarketKind } from "#domain/chain/origin.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";

/** State of the one connection, as its state machine has it. */
export type ConnectionState = "idle" | "connecting" | "live" | "stale" | "backoff" | "offline";

/** Calls over HTTP that took longer than a second, until the server began to answer or they failed. */
export interface SlowCalls {
  /** Since the engine began. */
  readonly count: number;
  /** The last of them. */
  readonly url: string;
  readonly ms: number;
}

export interface EngineHealth {
  readonly state: ConnectionState;
  readonly feed: FeedState;
  /** Set a while after an error, cleared by any received message (rule LIVE-13). */
  readonly error: boolean;
  /** Why the relay refuses the engine, or that its table is full; null while neither is so. */
  readonly problem?: ErrorCode | null;
  readonly connections: number;
  readonly reconnects: number;
  readonly gaps: number;
  readonly refused: number;
  readonly messages: number;
  readonly bytes: number;
  readonly quotes: number;
  readonly tabs: number;
  readonly views: number;
  readonly subscriptions: number;
  /** Milliseconds since anything was received, null before the first message. */
  readonly ageMs: number | null;
  /** Server-to-engine latency of the newest ping, clock offset removed; null unknown. */
  readonly latencyMs: number | null;
  readonly clockOffsetMs: number;
  readonly marketTime: number | null;
  readonly simulated: boolean;
  /** Where the market's prices come from; null while that is not known. */
  readonly marketKind: MarketKind | null;
  /** A tab watches the engine's performance: all tabs tell their heap. */
  readonly measuring: boolean;
  readonly decoder: "wasm" | "typescript";
  readonly storage: "ready" | "unavailable";
  readonly metacache: {
    readonly etag: string | null;
    readonly savedAt: number | null;
    readonly error: string | null;
  };
  /** null while none was slow. */
  readonly slowCalls: SlowCalls | null;
  /** Etag of the product's banner as the relay said it last: "none" while there is none, null before it was said. */
  readonly bannerEtag: string | null;
}
