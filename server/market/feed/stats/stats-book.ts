import { HEADER_SEQUENCE, HEADER_SIZE } from "#protocol/generated/layout.ts";
import type { ScreenerRow } from "#protocol/generated/records.ts";
import { encodeScreener, encodeStats } from "#protocol/wire/codec.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { screenerSubject, statsSubject } from "../../bus/market-subjects.ts";
import type { ChainBook } from "../chains/chain-book.ts";
import type { Family } from "../chains/chain-records.ts";
import type { Interest } from "../interest.ts";
import type { MarketTable } from "../market-table.ts";
import type { VolumeHistory } from "../volume-history.ts";
import { screenerRow, statsRoot, statsRow } from "./stats-rows.ts";

/** Stats of a watched underlying are brought up to date and said this often at most. */
const STATS_INTERVAL_MS = 1_000;
/** The screener's rows are looked through this often while a client watches. */
const SCREENER_INTERVAL_MS = 2_000;
/** CPU that bringing watched underlyings up to date may take in one turn of 50 ms: 5 % of the thread. */
export const STATS_BUDGET_MS = 2.5;

export const SCREENER_KEY = "screener";
export const statsKey = (underlying: number): string => String(underlying);

interface StatsBookOptions {
  readonly table: MarketTable;
  readonly book: Pick<ChainBook, "families" | "freshen">;
  /** keys: `statsKey` of watched underlyings, SCREENER_KEY */
  readonly interest: Interest;
  readonly volumes: Pick<VolumeHistory, "of">;
  readonly bus: Bus;
  readonly epoch: number;
  /** milliseconds of a monotonic clock, for the budget */
  readonly cpuNow: () => number;
}

/** Stats of one universe: encoded, compared, published. `now` is market time, `wall` the machine's. */
export interface StatsBook {
  /** One turn: solves watched underlyings within the budget and says what changed. */
  step(now: number, wall: number): void;
  /** Packet 5 of each underlying that exists, as its chains were last solved. */
  snapshots(underlyings: readonly number[], now: number, wall: number): Uint8Array[];
  /** Packet 7 with every underlying. */
  screener(now: number, wall: number): Uint8Array;
}

/** What was last said of an underlying. */
interface Said {
  readonly family: Family;
  sequence: number;
  /** wall clock when it was last brought up to date */
  at: number;
  message: Uint8Array | null;
}

/** True when two messages differ behind their headers. */
function differs(a: Uint8Array, b: Uint8Array | null): boolean {
  return b === null || Buffer.compare(a.subarray(HEADER_SIZE), b.subarray(HEADER_SIZE)) !== 0;
}

/** As on the wire, where all NaN are one. */
function isSameRow(a: ScreenerRow, b: ScreenerRow | undefined): boolean {
  return (
    b !== undefined && (Object.keys(a) as (keyof ScreenerRow)[]).every((key) => Object.is(a[key], b[key]))
  );
}

export function createStatsBook(options: StatsBookOptions): StatsBook {
  const { table, book, interest, volumes, bus, epoch } = options;
  const said = new Map<string, Said>();
  for (const family of book.families) {
    const key = statsKey(family.underlying.underlying.token);
    said.set(key, { family, sequence: 0, at: -Infinity, message: null });
  }
  const usualOf = ({ underlying }: Family) => volumes.of(underlying.underlying.token);
  /** the screener as last said, in the order of families */
  const screenerRows: ScreenerRow[] = [];
  let screenerSequence = 0;
  let screenerAt = -Infinity;
  let watched: Said[] = [];
  let watchedVersion = -1;
  let cursor = 0;

  /**
   * Publishes an underlying's stats when they changed, so that what a client holds is always what was said
   * last.
   */
  function say(entry: Said, now: number, wall: number): Uint8Array {
    const { family } = entry;
    const root = statsRoot(family, table, now, usualOf(family));
    const rows = family.chains.map(statsRow);
    const message = encodeStats(root, rows, { epoch, sequence: entry.sequence, serverTime: wall });
    if (entry.message !== null && !differs(message, entry.message)) return entry.message;
    entry.sequence = (entry.sequence + 1) >>> 0;
    new DataView(message.buffer).setUint32(HEADER_SEQUENCE, entry.sequence, false);
    entry.message = message;
    bus.publish(statsSubject(root.underlying), message);
    return message;
  }

  /** @returns false when the budget ran out before all its chains were solved */
  function refresh(entry: Said, now: number, wall: number, end: number): boolean {
    for (const chain of entry.family.chains) {
      if (options.cpuNow() >= end) return false;
      book.freshen(chain, STATS_INTERVAL_MS, now, wall);
    }
    return true;
  }

  function stepWatched(now: number, wall: number): void {
    const held = interest.held(wall);
    if (interest.version !== watchedVersion) {
      watchedVersion = interest.version;
      watched = held.map((key) => said.get(key)).filter((entry) => entry !== undefined);
      cursor = 0;
    }
    const end = options.cpuNow() + STATS_BUDGET_MS;
    for (let looked = 0; looked < watched.length; looked++) {
      cursor %= watched.length;
      const entry = watched[cursor]!;
      if (wall - entry.at >= STATS_INTERVAL_MS) {
        if (!refresh(entry, now, wall, end)) return;
        entry.at = wall;
        say(entry, now, wall);
      }
      cursor++;
    }
  }

  function sayScreener(now: number, wall: number): void {
    if (wall - screenerAt < SCREENER_INTERVAL_MS) return;
    screenerAt = wall;
    const changed: ScreenerRow[] = [];
    for (const [i, family] of book.families.entries()) {
      const row = screenerRow(family, table, now, usualOf(family));
      if (isSameRow(row, screenerRows[i])) continue;
      screenerRows[i] = row;
      changed.push(row);
    }
    if (changed.length === 0) return;
    screenerSequence = (screenerSequence + 1) >>> 0;
    const stamp = { epoch, sequence: screenerSequence, serverTime: wall };
    bus.publish(screenerSubject(), encodeScreener(changed, stamp));
  }

  return {
    step(now, wall) {
      stepWatched(now, wall);
      if (interest.isHeld(SCREENER_KEY, wall)) sayScreener(now, wall);
    },
    snapshots(underlyings, now, wall) {
      const entries = underlyings.map((token) => said.get(statsKey(token)));
      return entries.filter((entry) => entry !== undefined).map((entry) => say(entry, now, wall));
    },
    screener(now, wall) {
      // A client that has the rows of the sequence gets the changes that follow it.
      sayScreener(now, wall);
      return encodeScreener(screenerRows, { epoch, sequence: screenerSequence, serverTime: wall });
    },
  };
}
