import { type AverageVolume, NO_AVERAGE } from "#domain/chain/average-volume.ts";
import type { VolumeHistoryMessage } from "../bus/bus-messages.ts";

/** What is usually traded in a session of each underlying, as the process that keeps history told it. */
export interface VolumeHistory {
  take(message: VolumeHistoryMessage): void;
  /** @param underlying instrument token; of one that nothing was told of, an average of no sessions */
  of(underlying: number): AverageVolume;
}

export function createVolumeHistory(): VolumeHistory {
  const told = new Map<number, AverageVolume>();
  return {
    take({ underlyings }) {
      for (const { underlying, average, days } of underlyings) {
        told.set(underlying, { average: average ?? Number.NaN, days });
      }
    },
    of: (underlying) => told.get(underlying) ?? NO_AVERAGE,
  };
}
