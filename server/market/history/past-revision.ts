import { dayStart } from "#domain/calendar/market-day.ts";
import type { MarketDay } from "./recorder.ts";
import type { HistoryRepository } from "./repository.ts";

/** Tells those who keep what they made of sessions before the present one whether it may be told otherwise by now. */
export interface PastRevision {
  /** another number than before: what was made of such a session is made anew */
  number(): number;
  /** blocks of such sessions that were written so far: what was read of storage before may lack them */
  writes(): number;
  /** a block of such a session was written */
  wrote(): void;
  /** something of the past could not be had for now */
  missed(): void;
}

export function createPastRevision(): PastRevision {
  let [writes, misses] = [0, 0];
  return {
    number: () => writes + misses,
    writes: () => writes,
    wrote: () => void writes++,
    missed: () => void misses++,
  };
}

/** Storage whose writes are noted where they are of a session before the present one. */
export function noteWrites(
  store: Pick<HistoryRepository, "putBlocks">,
  day: () => Pick<MarketDay, "date"> | null,
  { wrote }: Pick<PastRevision, "wrote">,
): Pick<HistoryRepository, "putBlocks"> {
  return {
    async putBlocks(market, blocks) {
      await store.putBlocks(market, blocks);
      const today = day();
      if (today !== null && blocks.some(({ start }) => start < dayStart(today.date))) wrote();
    },
  };
}
