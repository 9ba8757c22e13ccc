import { nextMarketChange } from "#domain/calendar/market-sessions.ts";
import type { MarketSource } from "../market-source.ts";
import { clearMarks, createMarketTable, type MarketTable, markDirty } from "../market-table.ts";
import type { DelayLine } from "./delay-line.ts";
import { beforeAuctions } from "./opening-auctions.ts";

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
  /** false when the calendar does not hold the market shut */
  readonly sessions: boolean;
  /** of the line's monotonic clock */
  readonly now: number;
}

/**
 * Runs the minute before the start through the line, so that the late market is there when the live one is.
 * Figures of that minute, which no client has seen live, are up to a jump older than the delay, never
 * younger. What is told bit by bit is never of two sides of an opening: no jump goes over one.
 */
export function rehearse(options: RehearsalOptions): void {
  const { source, line, delayMs, marketTime, speed, sessions, now } = options;
  const open = () => {
    const opened = createMarketTable(source.universe());
    source.fill(opened);
    return opened;
  };
  let table = open();
  /** @returns whether it is another universe */
  function jump(to: number): boolean {
    let isOther = false;
    while (source.advance(table, to)) {
      table = open();
      isOther = true;
    }
    return isOther;
  }
  const wallAt = (time: number): number => now - (marketTime - time) / speed;
  const begins = marketTime - delayMs * speed;
  const record = (time: number): void => line.record(table, time, wallAt(time));

  // The opening state, a jump old when it is told, and of before the auctions of a market that is about to open.
  const opening = begins - JUMP_MS * speed;
  const start = sessions ? beforeAuctions(opening) : opening;
  jump(start);
  // From before an auction the first jump is far, for markets too that have been open all the while: it is told at once.
  let change = start < opening ? begins : sessions ? nextMarketChange(opening) : Infinity;
  line.begin(table, source, begins, wallAt(begins));
  record(begins);
  clearMarks(table);
  for (let at = begins; at < marketTime; ) {
    const isOther = jump(at);
    const isAtOnce = isOther || at >= change;
    if (at >= change) change = nextMarketChange(at);
    const next = Math.min(at + JUMP_MS * speed, change, marketTime);
    line.begin(table, source, at, wallAt(at));
    const from = at;
    tell(table, isAtOnce, (next - from) / speed, (ms) => record(from + ms * speed));
    at = next;
  }
  jump(marketTime);
  line.begin(table, source, marketTime, now);
  record(marketTime);
  clearMarks(table);
}

/** Marks the dirty rows a part at a time, spread over `span` ms, and has each part recorded; at once all in the first. */
function tell(table: MarketTable, isAtOnce: boolean, span: number, record: (ms: number) => void): void {
  const rows = table.dirtyRows.slice(0, table.dirtyCount);
  const parts = Math.ceil(span / TELL_MS);
  const step = isAtOnce ? 1 : parts;
  clearMarks(table);
  for (let part = 0; part < parts; part++) {
    if (part < step) for (let i = part; i < rows.length; i += step) markDirty(table, rows[i]!);
    record(part * TELL_MS);
    clearMarks(table);
  }
}
