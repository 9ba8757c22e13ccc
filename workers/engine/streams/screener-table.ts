import * as layout from "#protocol/generated/layout.ts";
import { viewOf } from "#protocol/wire/blocks.ts";
import { SCREENER_FIELDS, type ScreenerField, type ScreenerSnapshot } from "./stream-snapshots.ts";

/** Stats of every underlying from packet 7, as columns: the first message has all rows, later ones those that changed. */
interface ScreenerTable {
  /** Whether any stream holds it, and one of those is watched: what is held by none is forgotten, or it would be taken for new later. */
  keep(isHeld: boolean, isWatched: boolean): void;
  /** Takes a packet 7 that the decoder found whole. @param epoch of its header */
  take(message: Uint8Array, epoch: number): void;
  /** A new connection: what is known stays, and is stale until it is said again. */
  lost(): void;
  /** The screener was heard on the connection that is open, and has been watched ever since. */
  readonly isCurrent: boolean;
  /** Another text when there is something else to read; null while nothing is known. */
  news(isFresh: boolean): string | null;
  /** @param isFresh whether figures said on this connection are good */
  read(isFresh: boolean): ScreenerSnapshot;
}

const OFFSETS: Readonly<Record<ScreenerField, number>> = {
  spot: layout.SCREENER_ROW_SPOT,
  spotPreviousClose: layout.SCREENER_ROW_SPOT_PREVIOUS_CLOSE,
  spotOpen: layout.SCREENER_ROW_SPOT_OPEN,
  spotHigh: layout.SCREENER_ROW_SPOT_HIGH,
  spotLow: layout.SCREENER_ROW_SPOT_LOW,
  volumeSpike: layout.SCREENER_ROW_VOLUME_SPIKE,
  futureOi: layout.SCREENER_ROW_FUTURE_OI,
  futureOiPrevious: layout.SCREENER_ROW_FUTURE_OI_PREVIOUS,
  forward: layout.SCREENER_ROW_FORWARD,
  atmIv: layout.SCREENER_ROW_ATM_IV,
  atmIvPrevious: layout.SCREENER_ROW_ATM_IV_PREVIOUS,
  atmIvPercentile: layout.SCREENER_ROW_ATM_IV_PERCENTILE,
  pcr: layout.SCREENER_ROW_PCR,
  maxPain: layout.SCREENER_ROW_MAX_PAIN,
  ivCloses: layout.SCREENER_ROW_IV_CLOSES,
};
const FIELDS = SCREENER_FIELDS.length;
/** All underlyings of the market, twice over; more make it grow. */
const FIRST_ROWS = 512;

interface Columns {
  readonly tokens: Uint32Array;
  readonly expiries: Uint32Array;
  readonly values: Float64Array;
}

const columns = (rows: number): Columns => ({
  tokens: new Uint32Array(rows),
  expiries: new Uint32Array(rows),
  values: new Float64Array(rows * FIELDS),
});

export function createScreenerTable(): ScreenerTable {
  const rowOf = new Map<number, number>();
  let table = columns(FIRST_ROWS);
  let epoch = -1;
  let version = 0;
  let isCurrent = false;
  let isHeld = false;

  function clear(): void {
    rowOf.clear();
    isCurrent = false;
    version++;
  }

  /** Row of a token, made when it is new. */
  function place(token: number): number {
    const known = rowOf.get(token);
    if (known !== undefined) return known;
    const row = rowOf.size;
    if (row === table.tokens.length) {
      const larger = columns(row * 2);
      larger.tokens.set(table.tokens);
      larger.expiries.set(table.expiries);
      larger.values.set(table.values);
      table = larger;
    }
    table.tokens[row] = token;
    rowOf.set(token, row);
    return row;
  }

  return {
    keep(held, watched) {
      isHeld = held;
      if (!held) clear();
      else if (!watched) isCurrent = false;
    },
    take(message, messageEpoch) {
      if (!isHeld) return;
      // A new feed has a universe of its own.
      if (messageEpoch !== epoch) clear();
      epoch = messageEpoch;
      isCurrent = true;
      version++;
      const view = viewOf(message);
      const count = view.getUint16(layout.HEADER_SIZE + layout.SCREENER_ROOT_ROW_COUNT);
      const length = view.getUint16(layout.HEADER_SIZE + layout.SCREENER_ROOT_ROW_LENGTH);
      let at = layout.HEADER_SIZE + view.getUint16(layout.HEADER_BLOCK_LENGTH);
      for (let i = 0; i < count; i++, at += length) {
        const row = place(view.getUint32(at + layout.SCREENER_ROW_UNDERLYING));
        table.expiries[row] = view.getUint32(at + layout.SCREENER_ROW_EXPIRY);
        for (let f = 0; f < FIELDS; f++) {
          table.values[row * FIELDS + f] = view.getFloat64(at + OFFSETS[SCREENER_FIELDS[f]!]);
        }
      }
    },
    lost() {
      isCurrent = false;
    },
    get isCurrent() {
      return isCurrent;
    },
    news: (isFresh) => (rowOf.size === 0 ? null : `${version} ${isFresh && isCurrent}`),
    read(isFresh) {
      const rows = rowOf.size;
      return {
        version,
        stale: !(isFresh && isCurrent),
        tokens: table.tokens.slice(0, rows),
        expiries: table.expiries.slice(0, rows),
        values: table.values.slice(0, rows * FIELDS),
      };
    },
  };
}
