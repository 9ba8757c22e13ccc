import type { MarketSource } from "../../market-source.ts";
import { type MarketTable, markDirty } from "../../market-table.ts";
import { applyRowQuotes, rowsByToken } from "../../row-packets.ts";
import { decodeUniverse, type RecordedUniverse } from "../../universe-file.ts";
import { RECORD_UNIVERSE } from "./market-recording.ts";
import { invalidRecording, openRecording, type RecordingEntry } from "./recording-reader.ts";

export interface ReplaySource extends MarketSource {
  /** first and last recorded market time, epoch ms: start the clock at the first */
  readonly startsAt: number;
  readonly endsAt: number;
  /** whether the recorded market kept the calendar's sessions */
  readonly sessions: boolean;
}

/**
 * Plays a recording at whatever pace the market clock runs; behind its end the market stands still.
 * @throws AppError market.file_missing, market.recording_invalid; `advance` throws the latter where the file is damaged
 */
export function createReplaySource(file: string): ReplaySource {
  const reader = openRecording(file);
  const damaged = (why: string): Error => {
    reader.close();
    return invalidRecording(file, why);
  };

  function takeUniverse(entry: RecordingEntry | null): RecordedUniverse {
    const recorded = entry?.kind === RECORD_UNIVERSE ? decodeUniverse(entry.payload) : null;
    if (recorded === null) throw damaged("its list of instruments is damaged");
    return recorded;
  }

  let current = takeUniverse(reader.next());
  let rows = rowsByToken(current.universe);
  let pending: RecordingEntry | null = reader.next();

  return {
    name: "replay",
    simulated: current.simulated,
    sessions: current.sessions,
    startsAt: reader.end.firstTime,
    endsAt: reader.end.lastTime,
    universe: () => current.universe,
    fill(table: MarketTable) {
      table.words.set(current.words);
      table.previousOi.set(current.previousOi);
      for (let row = 0; row < table.universe.instruments.length; row++) markDirty(table, row);
    },
    advance(table, now) {
      while (pending !== null && pending.marketTime <= now) {
        if (pending.kind === RECORD_UNIVERSE) {
          current = takeUniverse(pending);
          rows = rowsByToken(current.universe);
          pending = reader.next();
          return true;
        }
        if (!applyRowQuotes(pending.payload, table.words, rows, (row) => markDirty(table, row))) {
          throw damaged("it quotes an instrument it does not list");
        }
        pending = reader.next();
      }
      return false;
    },
    previousVolatility: (u, c) => current.previousVolatility(u, c),
    dispose: () => reader.close(),
  };
}
