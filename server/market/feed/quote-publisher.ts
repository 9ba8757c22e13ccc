import type { Bus } from "../../platform/bus/bus.ts";
import { quotesSubject } from "../bus/market-subjects.ts";
import { clearMarks, type MarketTable } from "./market-table.ts";
import { encodeRowQuotes, indexRows } from "./row-packets.ts";

/** 300 full packets are 55.8 kB: one message stays below the 64 KiB that relays and NATS handle in one piece. */
const PACKETS_PER_MESSAGE = 300;

/** Publishes what changed in one table under one epoch. */
export interface Publisher {
  readonly epoch: number;
  /** sequence of the last message, 0 before the first */
  readonly sequence: number;
  /**
   * Publishes every dirty row and clears the marks.
   * @param tap gets each message as well (recording)
   * @returns packets published
   */
  flush(serverTime: number, tap?: (message: Uint8Array) => void): number;
  /** Packet 2 with the present state of some rows, in their order; carries the sequence it is level with. */
  snapshot(rows: readonly number[], serverTime: number): Uint8Array;
}

export function createPublisher(bus: Bus, table: MarketTable, epoch: number): Publisher {
  const isIndex = indexRows(table.universe);
  let sequence = 0;

  return {
    epoch,
    get sequence() {
      return sequence;
    },
    flush(serverTime, tap) {
      const { dirtyRows, dirtyCount } = table;
      for (let from = 0; from < dirtyCount; from += PACKETS_PER_MESSAGE) {
        const to = Math.min(from + PACKETS_PER_MESSAGE, dirtyCount);
        sequence = (sequence + 1) >>> 0;
        const message = encodeRowQuotes(table, isIndex, dirtyRows, from, to, { epoch, sequence, serverTime });
        bus.publish(quotesSubject(), message);
        tap?.(message);
      }
      clearMarks(table);
      return dirtyCount;
    },
    snapshot: (rows, serverTime) =>
      encodeRowQuotes(table, isIndex, rows, 0, rows.length, { epoch, sequence, serverTime }),
  };
}
