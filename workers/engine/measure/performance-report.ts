/** What the engine measures while a tab's performance panel is open; posted once a second. */
import type { EngineHealth } from "./engine-health.ts";

/**
 * The way of a figure, in its order. `total` is not their sum: percentiles do not add, and a frame carries the newest of
 * several messages.
 *
 * - network: server's stamp → the engine's socket, clock offset removed (as estimated from pings, so a route's constant part is not in it)
 * - decode: a message decoded and merged into the tables
 * - wait: merged → its frame is begun; the cap of frames a second is in it, and a painter that takes no more
 * - frame: figures solved again, compared with what the tab has, written into a frame
 * - post: frame posted → taken by the painter
 * - paint: taken → the last draw call
 * - total: server's stamp → the last draw call
 */
export const STAGES = ["network", "decode", "wait", "frame", "post", "paint", "total"] as const;
export type Stage = (typeof STAGES)[number];

/** Bands of `StageFigures.shape`: SHAPE_BARS of equal ratio between these two durations. */
export const SHAPE_FROM_MS = 0.1;
export const SHAPE_TO_MS = 1_000;
export const SHAPE_BARS = 24;

/** ms; null while nothing was measured. */
export interface StageFigures {
  readonly count: number;
  readonly meanMs: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
  readonly shape: readonly number[];
}

/** A second, over the last five. */
export interface EngineRates {
  readonly quotes: number;
  readonly messages: number;
  /** Received on the socket. */
  readonly bytes: number;
  readonly frames: number;
  /** Posted to painters. */
  readonly frameBytes: number;
  readonly dropped: number;
}

export interface TabFigures {
  readonly id: number;
  readonly visible: boolean;
  readonly views: readonly { readonly underlying: number; readonly expiry: string }[];
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  /** Since measuring began. */
  readonly frames: number;
  readonly dropped: number;
  readonly paint: StageFigures;
  readonly total: StageFigures;
  /** JavaScript heap of the tab's page, as it last told; null where the browser tells none. */
  readonly heapBytes: number | null;
}

export interface PerformanceReport {
  /** Device's clock, epoch ms. */
  readonly at: number;
  /** How long these figures were gathered. */
  readonly measuredMs: number;
  readonly stages: Readonly<Record<Stage, StageFigures>>;
  readonly rates: EngineRates;
  /** Since measuring began. */
  readonly frames: number;
  /**
   * Frames that were due while the painter took no more, and frames that a newer one replaced before they were painted. Their
   * figures went with the next one: newest values only, nothing queues.
   */
  readonly dropped: number;
  readonly tabs: readonly TabFigures[];
  /** Memory of the decoder; null when TypeScript decodes. */
  readonly wasmBytes: number | null;
  /** JavaScript heap of the engine's worker; null where the browser tells none. */
  readonly heapBytes: number | null;
  readonly health: EngineHealth;
}

/** What a panel may say on its port. */
export type PerformanceCommand = "reset" | "stop";
