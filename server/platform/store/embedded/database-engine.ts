import type { Query } from "../database.ts";

/** A running PGlite, wherever it runs. It does one statement at a time and blocks its thread meanwhile. */
export interface Engine {
  readonly query: Query;
  /** Resolves with what ended it, null when it was closed or killed. */
  readonly ended: Promise<Error | null>;
  /** Ends it in good order. */
  close(): Promise<void>;
  /** Ends it whatever it does; resolves when it touches its folder no more. */
  kill(): Promise<void>;
}

export interface EngineEvents {
  /** The disk has no room: told before the statement fails, which it may never do. */
  readonly onFull: () => void;
  /** The caller does not want it any more: opening ends at once. */
  readonly signal?: AbortSignal;
}

/** @throws Error when it cannot open */
export type LaunchEngine = (events: EngineEvents) => Promise<Engine>;
