/** What a stored block holds: bars of spot and futures, options by the quarter of an hour (written no more), options by the minute, measures. */
export type BlockKind = "minutes" | "quarters" | "option_minutes" | "measures";

/** What was recorded of a quarter of an hour, as it is stored. */
export interface StartedBlock {
  /** of the quarter, epoch ms */
  readonly start: number;
  readonly body: Uint8Array;
}
