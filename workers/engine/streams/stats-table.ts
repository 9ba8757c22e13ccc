import { HEADER_BLOCK_LENGTH, HEADER_SIZE, STATS_ROOT_UNDERLYING } from "#protocol/generated/layout.ts";
import { readStatsRoot, readStatsRow } from "#protocol/generated/records.ts";
import { viewOf } from "#protocol/wire/blocks.ts";
import type { StatsSnapshot } from "./stream-snapshots.ts";
import type { TokenTable } from "./token-table.ts";

/**
 * Stats of underlyings from packet 5. A packet is the whole state of its underlying, so the newest one's bytes are all that is
 * kept: a message costs no copy and no object, figures are read out of it when a stream tells them.
 */
interface StatsTable extends TokenTable<StatsSnapshot> {
  /** Takes a packet 5 that the decoder found whole; its bytes are held. */
  take(message: Uint8Array): void;
}

interface Known {
  readonly view: DataView;
  readonly version: number;
  /** Said on the connection that is open, and watched since. */
  isCurrent: boolean;
}

function snapshotOf(view: DataView, stale: boolean): StatsSnapshot {
  const { rowCount, rowLength, ...base } = readStatsRoot(view, HEADER_SIZE);
  const rows = HEADER_SIZE + view.getUint16(HEADER_BLOCK_LENGTH);
  const expiries = Array.from({ length: rowCount }, (_, i) => readStatsRow(view, rows + i * rowLength));
  return { ...base, stale, expiries };
}

export function createStatsTable(): StatsTable {
  const known = new Map<number, Known>();
  let held: ReadonlySet<number> = new Set();
  let versions = 0;
  return {
    keep(all, watched) {
      held = all;
      for (const [underlying, entry] of known) {
        if (!held.has(underlying)) known.delete(underlying);
        else if (!watched.has(underlying)) entry.isCurrent = false;
      }
    },
    take(message) {
      const view = viewOf(message);
      const underlying = view.getUint32(HEADER_SIZE + STATS_ROOT_UNDERLYING);
      // What was under way when the last stream of it ended is no news for the next one.
      if (held.has(underlying)) known.set(underlying, { view, version: ++versions, isCurrent: true });
    },
    lost() {
      for (const each of known.values()) each.isCurrent = false;
    },
    news({ tokens }, isFresh) {
      const isGood = isFresh();
      const text = tokens.flatMap((token) => {
        const entry = known.get(token);
        return entry === undefined ? [] : `${token} ${entry.version} ${isGood && entry.isCurrent}`;
      });
      return text.length === 0 ? null : text.join();
    },
    isComplete: ({ tokens }) => tokens.every((token) => known.get(token)?.isCurrent === true),
    read({ tokens }, isFresh) {
      const isGood = isFresh();
      return tokens.flatMap((token) => {
        const entry = known.get(token);
        return entry === undefined ? [] : [snapshotOf(entry.view, !(isGood && entry.isCurrent))];
      });
    },
  };
}
