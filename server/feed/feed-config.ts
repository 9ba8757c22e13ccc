/** Where market time comes from and whether the calendar's sessions hold the market shut (configuration.md, MARKET_CLOCK). */
export type ClockConfig =
  /** The wall clock; the market trades whatever the hour. */
  | { readonly kind: "always" }
  /** The wall clock; real sessions. */
  | { readonly kind: "exchange" }
  /** Starts at an instant (epoch ms) and runs `speed` market milliseconds a millisecond; real sessions. */
  | { readonly kind: "start"; readonly at: number; readonly speed: number };

/** All the feed role needs to know; plain data, so that it can be handed to a worker thread. */
export interface FeedConfig {
  readonly source: "sim" | "import" | "replay";
  /** Path of the market file (`import`) or of the recording (`replay`). */
  readonly marketFile: string | null;
  readonly seed: number;
  /**
   * null when MARKET_CLOCK was not given: `always` for the simulation, the next session's 09:15 for a market file, the
   * first recorded instant for a replay.
   */
  readonly clock: ClockConfig | null;
  /** Symbols of the underlyings to carry, null for all. */
  readonly universe: readonly string[] | null;
  readonly dataDir: string;
  /** MARKET_RECORD: file to record the session to, relative paths under `dataDir`; null records nothing. */
  readonly record: string | null;
}
