import { HEADER_BLOCK_LENGTH, HEADER_SIZE, STATS_ROOT_UNDERLYING } from "#protocol/generated/layout.ts";
import { readStatsRoot, readStatsRow } from "#protocol/generated/records.ts";
import { viewOf } from "#protocol/wire/blocks.ts";
import type { StatsSnapshot } from "../api.ts";

/**
 * Stats of underlyings from packet 5. A packet is the whole state of its underlying, so the newest one's
 * bytes are all that is kept: a message costs no copy and no object, figures are read out of it when a tab
 * asks.
 */
interface StatsTable {
  /**
   * Forgets the stats of underlyings that no tab holds; those of what is held and not watched are stale
   * until they are said again.
   */
  keep(held: ReadonlySet<number>, watched: ReadonlySet<number>): void;
  /** Takes a packet 5 that the decoder found whole; its bytes are held. */
  take(message: Uint8Array): void;
  /** A new connection: what is known stays, and is stale until it is said again. */
  lost(): void;
  /**
   * Stats known of these underlyings, in their order; those not said yet are left out.
   * @param isFresh whether figures said on this connection are good
   */
  read(underlyings: readonly number[], isFresh: boolean): StatsSnapshot[];
}

interface Known {
  readonly view: DataView;
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
  return {
    keep(held, watched) {
      for (const [underlying, entry] of known) {
        if (!held.has(underlying)) known.delete(underlying);
        else if (!watched.has(underlying)) entry.isCurrent = false;
      }
    },
    take(message) {
      const view = viewOf(message);
      known.set(view.getUint32(HEADER_SIZE + STATS_ROOT_UNDERLYING), { view, isCurrent: true });
    },
    lost() {
      for (const each of known.values()) each.isCurrent = false;
    },
    read: (underlyings, isFresh) =>
      underlyings.flatMap((underlying) => {
        const entry = known.get(underlying);
        return entry === undefined ? [] : [snapshotOf(entry.view, !(isFresh && entry.isCurrent))];
      }),
  };
}
