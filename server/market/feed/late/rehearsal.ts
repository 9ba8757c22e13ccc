import type { MarketSource } from "../market-source.ts";
import { clearMarks, createMarketTable, type MarketTable, markDirty } from "../market-table.ts";
import type { DelayLine } from "./delay-line.ts";

/** The simulated market jumps this far at a time: few jumps, so that the minute costs two tenths of a second. */
const JUMP_MS = 5_000;
/** A source that is rehearsed has to be opened so long, beside the delay, before now. */
export const REHEARSAL_LEAD_MS = JUMP_MS;
/** What a jump changed is told over the time until the next one, so that no stream seems silent. */
const TELL_MS = 500;

interface RehearsalOptions {
  /** opened a delay and a lead before now; it is level with now afterwards */
  readonly source: MarketSource;
  readonly line: DelayLine;
  readonly delayMs: number;
  /** market time now, epoch ms, and market ms per ms */
  readonly marketTime: number;
  readonly speed: number;
  /** of the line's monotonic clock */
  readonly now: number;
}

/**
 * Runs the minute before the start through the line, so that the late market is there when the live one is.
 * Figures of that minute, which no client has seen live, are up to a jump older than the delay, never
 * younger.
 */
export function rehearse({ source, line, delayMs, marketTime, speed, now }: RehearsalOptions): void {
  const open = () => {
    const opened = createMarketTable(source.universe());
    source.fill(opened);
    return opened;
  };
  let table = open();
  const jump = (before: number): void => {
    while (source.advance(table, marketTime - before * speed)) table = open();
  };
  // The opening state, a jump old when it is told.
  jump(delayMs + JUMP_MS);
  line.begin(table, source, marketTime - delayMs * speed, now - delayMs);
  line.record(table, marketTime - delayMs * speed, now - delayMs);
  clearMarks(table);
  for (let before = delayMs; before > 0; before -= JUMP_MS) {
    jump(before);
    line.begin(table, source, marketTime - before * speed, now - before);
    tell(table, Math.min(JUMP_MS, before), (ms) => {
      line.record(table, marketTime - (before - ms) * speed, now - (before - ms));
    });
  }
  while (source.advance(table, marketTime)) table = open();
  line.begin(table, source, marketTime, now);
  line.record(table, marketTime, now);
  clearMarks(table);
}

/** Marks the dirty rows a part at a time, spread over `span` ms, and has each part recorded. */
function tell(table: MarketTable, span: number, record: (ms: number) => void): void {
  const rows = table.dirtyRows.slice(0, table.dirtyCount);
  const parts = Math.ceil(span / TELL_MS);
  clearMarks(table);
  for (let part = 0; part < parts; part++) {
    for (let i = part; i < rows.length; i += parts) markDirty(table, rows[i]!);
    record(part * TELL_MS);
    clearMarks(table);
  }
}
