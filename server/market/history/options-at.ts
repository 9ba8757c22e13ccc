import { RECORDED } from "./coverage.ts";
import { emptyState, type MinuteState, openBlock } from "./option-minutes/codec.ts";
import { QUARTER_MS } from "./quarters.ts";
import type { RunningMinute } from "./recorder.ts";
import type { ToldOptions } from "./source-past.ts";
import type { StartedBlock } from "./started-block.ts";
import { MINUTE_MS } from "./tracks.ts";

/** What is known of some options in one session. */
export interface OptionsAt {
  readonly open: number;
  readonly tokens: readonly number[];
  readonly covered: Uint8Array;
  readonly blocks: readonly StartedBlock[];
  readonly told: readonly ToldOptions[];
  readonly running: RunningMinute | null;
}

/**
 * Options at the end of one minute, by what is kept of that minute, places as `tokens` has them; null of a minute that nothing
 * covers. What was heard of a contract before the process that recorded the minute began, or before the source's part, is not in it.
 */
export function stateAt(session: OptionsAt, minute: number): MinuteState | null {
  const { open, tokens, covered, blocks, told, running } = session;
  if (minute < 0 || covered[minute] === 0 || covered[minute] === undefined) return null;
  const found = emptyState(tokens.length);
  const put = (i: number, { close, oi, volume }: { close: number; oi: number; volume: number }): void => {
    found.known[i] = 1;
    found.close[i] = close;
    found.oi[i] = oi;
    found.volume[i] = volume;
  };
  if (running !== null && minute === covered.length - 1) {
    tokens.forEach((token, i) => {
      const last = running.last(token);
      if (last !== null) put(i, last);
    });
    return found;
  }
  const placeOf = new Map(tokens.map((token, i) => [token, i]));
  const start = open + minute * MINUTE_MS;
  for (const some of covered[minute] === RECORDED ? [blocks] : told.map((answer) => answer.blocks)) {
    const own = some.find((block) => block.start <= start && start < block.start + QUARTER_MS);
    if (own === undefined) continue;
    const block = openBlock(own.body);
    const wanted = (start - own.start) / MINUTE_MS;
    let at = block.next();
    while (at >= 0 && at < wanted) at = block.next();
    if (at !== wanted) continue;
    const { close, oi, volume, known } = block.state;
    block.tokens.forEach((token, i) => {
      const place = placeOf.get(token);
      if (place !== undefined && known[i] === 1)
        put(place, { close: close[i]!, oi: oi[i]!, volume: volume[i]! });
    });
  }
  return found;
}
