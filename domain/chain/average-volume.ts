/** Sessions that an average volume goes back. */
export const VOLUME_LOOKBACK = 250;
/** Two weeks of sessions: an average of fewer says nothing of what is usual. */
export const VOLUME_LEAST_DAYS = 10;

export interface AverageVolume {
  /** units a session; NaN of fewer than `VOLUME_LEAST_DAYS` */
  readonly average: number;
  /** sessions that it is of, or would be */
  readonly days: number;
}

/** While nothing is known of any session. */
export const NO_AVERAGE: AverageVolume = { average: Number.NaN, days: 0 };

/**
 * Average volume of the last sessions whose volume is known.
 * @param volumes units of whole sessions, oldest first; null is not known, and counts as no session
 */
export function averageVolume(volumes: readonly (number | null)[]): AverageVolume {
  const known = volumes.filter((volume) => volume !== null).slice(-VOLUME_LOOKBACK);
  const days = known.length;
  if (days < VOLUME_LEAST_DAYS) return { average: Number.NaN, days };
  return { average: known.reduce((sum, volume) => sum + volume, 0) / days, days };
}
