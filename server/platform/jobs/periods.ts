/** Something that recurs: once in every period of this length. Periods are counted from the epoch, so that every process has the same. */
export interface Schedule {
  readonly everyMs: number;
  /** how far into the period it is due, ms */
  readonly offsetMs?: number;
  /** false while there is nothing to do: no job is made, and this is asked again every few seconds; by default there always is */
  readonly isWanted?: () => Promise<boolean>;
}

export interface Period {
  /** when its job is due, epoch ms */
  readonly dueAt: number;
  /** when that of the next one is */
  readonly nextAt: number;
}

/** The period that an instant is in: one that began while no process ran is made up for, those before it are not. */
export function periodAt({ everyMs, offsetMs = 0 }: Schedule, at: number): Period {
  const dueAt = Math.floor((at - offsetMs) / everyMs) * everyMs + offsetMs;
  return { dueAt, nextAt: dueAt + everyMs };
}
