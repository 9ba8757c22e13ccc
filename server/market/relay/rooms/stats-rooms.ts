import {
  HEADER_EPOCH,
  HEADER_ID,
  HEADER_SEQUENCE,
  HEADER_SIZE,
  ID_UNDERLYING_STATS,
  STATS_ROOT_SIZE,
  STATS_ROOT_UNDERLYING,
} from "#protocol/generated/layout.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { unpackSnapshots } from "../../../platform/bus/packing.ts";
import type { Log } from "../../../platform/lib/log.ts";
import { allStatsSubject, statsRequest } from "../../bus/market-subjects.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";
import { isUnavailable } from "./chain-rooms.ts";
import { type Room, type Tally, tellRoom } from "./room.ts";

/**
 * Stats that no client watches any more are kept this long: a reload or a switch of tabs finds them warm.
 */
const LINGER_MS = 10_000;
const RETRY_MS = 250;
/** Underlyings of one request: its answer stays below the bus's large-message path. */
const REQUEST_UNDERLYINGS = 250;
/** How long an underlying that the feed does not know is not asked for again. */
const UNKNOWN_MS = 5_000;
const MOST_UNKNOWN = 10_000;

/** The newest packet 5 of one underlying and the clients that watch it. */
export interface StatsRoom extends Room {
  readonly underlying: number;
  /** null while it is not known */
  frame: Buffer | null;
  epoch: number;
  sequence: number;
  emptySince: number;
}

interface StatsRoomsOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  /** what is watched changed: it should be said to the feed soon */
  readonly onInterest: () => void;
  /** told of members whose underlying has ceased to exist */
  readonly onGone: (room: StatsRoom) => void;
  readonly sent: Tally;
}

/**
 * Stats of the underlyings that clients watch. Every packet is whole, so the newest is all there is to keep.
 */
export class StatsRooms {
  readonly #rooms = new Map<number, StatsRoom>();
  readonly #options: StatsRoomsOptions;
  readonly #unsubscribe: () => void;
  readonly #unknown = new Map<number, number>();
  /** the round of questions that is under way */
  #round: Promise<void> | null = null;
  #closed = false;

  constructor(options: StatsRoomsOptions) {
    this.#options = options;
    this.#unsubscribe = options.bus.subscribe(allStatsSubject(), (payload) => this.#take(payload));
  }

  get size(): number {
    return this.#rooms.size;
  }

  /**
   * The rooms of those underlyings that exist, their stats known, all of them, or none when no client wants
   * them any more. Waits for as long as the feed does not answer; what many ask for at once is asked once.
   */
  async open(underlyings: readonly number[], isWanted: () => boolean): Promise<StatsRoom[]> {
    for (;;) {
      for (const underlying of underlyings) if (!this.#isUnknown(underlying)) this.#room(underlying);
      const rooms = underlyings.map((each) => this.#rooms.get(each)).filter((room) => room !== undefined);
      if (rooms.every((room) => room.frame !== null)) return rooms;
      if (!isWanted() || this.#closed) return [];
      await this.#load();
    }
  }

  /** Underlyings that are watched; forgets those that no client has watched for a while. */
  watched(): number[] {
    const now = this.#options.now();
    for (const [underlying, room] of this.#rooms) {
      if (room.members.size === 0 && now - room.emptySince > LINGER_MS) this.#rooms.delete(underlying);
    }
    return [...this.#rooms.keys()];
  }

  /** A new epoch: what is known is void and is asked for again. */
  restart(): void {
    this.#unknown.clear();
    for (const room of this.#rooms.values()) room.frame = null;
    if (this.#rooms.size > 0) void this.#load();
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#rooms.clear();
  }

  #isUnknown(underlying: number): boolean {
    const askedAt = this.#unknown.get(underlying);
    return askedAt !== undefined && this.#options.now() - askedAt <= UNKNOWN_MS;
  }

  #room(underlying: number): void {
    if (this.#rooms.has(underlying)) return;
    const room: StatsRoom = {
      underlying,
      members: new Set(),
      sent: this.#options.sent,
      frame: null,
      epoch: 0,
      sequence: 0,
      emptySince: this.#options.now(),
      snapshotFrame: () => room.frame,
      onLeave: () => {
        if (room.members.size === 0) room.emptySince = this.#options.now();
      },
    };
    this.#rooms.set(underlying, room);
    this.#options.onInterest();
  }

  #take(message: Uint8Array): void {
    if (message.length < HEADER_SIZE + STATS_ROOT_SIZE || message[HEADER_ID] !== ID_UNDERLYING_STATS) return;
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const room = this.#rooms.get(view.getUint32(HEADER_SIZE + STATS_ROOT_UNDERLYING));
    if (room === undefined) return;
    const epoch = view.getUint32(HEADER_EPOCH);
    const sequence = view.getUint32(HEADER_SEQUENCE);
    // An answer that was overtaken by a message, or repeats one.
    if (room.frame !== null && epoch === room.epoch && sequence <= room.sequence) return;
    room.epoch = epoch;
    room.sequence = sequence;
    room.frame = buildFrame(OPCODE_BINARY, message);
    tellRoom(room, room.frame);
  }

  #load(): Promise<void> {
    this.#round ??= this.#ask().finally(() => {
      this.#round = null;
      // An epoch that began while the answer was on its way.
      if (!this.#closed && this.#missing().length > 0) void this.#load();
    });
    return this.#round;
  }

  #missing(): number[] {
    return [...this.#rooms.values()].filter((room) => room.frame === null).map((room) => room.underlying);
  }

  async #ask(): Promise<void> {
    // All clients that ask in this turn of the event loop are in one round.
    await new Promise((resolve) => setImmediate(resolve));
    const missing = this.#missing();
    try {
      for (let at = 0; at < missing.length; at += REQUEST_UNDERLYINGS) {
        const underlyings = missing.slice(at, at + REQUEST_UNDERLYINGS);
        const request = Buffer.from(JSON.stringify({ underlyings }));
        for (const message of unpackSnapshots(await this.#options.bus.request(statsRequest(), request))) {
          this.#take(message);
        }
        for (const underlying of underlyings) this.#giveUp(underlying);
      }
    } catch (error) {
      if (!isUnavailable(error)) {
        this.#options.log.warn({ err: error }, "relay: the feed refused stats");
        for (const underlying of missing) this.#giveUp(underlying);
      } else if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }

  /** Ends the room of an underlying that the feed has no stats of. */
  #giveUp(underlying: number): void {
    const room = this.#rooms.get(underlying);
    if (room === undefined || room.frame !== null || this.#closed) return;
    this.#rooms.delete(underlying);
    if (this.#unknown.size > MOST_UNKNOWN) this.#unknown.clear();
    this.#unknown.set(underlying, this.#options.now());
    if (room.members.size > 0) this.#options.onGone(room);
  }
}
