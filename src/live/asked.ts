import type { AskerEdges } from "./asker.ts";

/** What was asked of the server, and goes on by itself. */
export interface Asked<T> {
  /** The newest there is; null until something is. */
  readonly answer: T | null;
  /** Of what was before: asked and not answered yet, known, or not to be had. A failure keeps the answer there was. */
  readonly status: "asked" | "known" | "failed";
  /** Why it could not be had; null where it could. */
  readonly error: unknown;
  /** The answer is older than it should be. */
  readonly isStale: boolean;
}

export const NOTHING_ASKED: Asked<never> = { answer: null, status: "asked", error: null, isStale: false };

export interface AskedEdges extends AskerEdges {
  /** Calls `run` when the market is another account's. @returns ends it */
  onIdentity(run: () => void): () => void;
}
