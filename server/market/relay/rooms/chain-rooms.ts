import { AppError } from "#domain/errors.ts";
import { type ChainInfo, inspectChain } from "#protocol/wire/chain-mirror.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import type { Log } from "../../../platform/lib/log.ts";
import type { InterestMessage } from "../../bus/bus-messages.ts";
import { allChainsSubject, chainSnapshotRequest, interestSubject } from "../../bus/market-subjects.ts";
import { ChainFrames } from "./chain-frames.ts";
import type { Room, Tally } from "./room.ts";

/** A chain that no client watches any more is kept this long: a reload or a switch of tabs finds it warm. */
const LINGER_MS = 10_000;
const RETRY_MS = 250;
/** A list of instruments may be hours away, and chains asked for until then are many. */
const LONGEST_RETRY_MS = 1_000;

/** One chain and the clients that watch it. */
export interface ChainRoom extends Room {
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly frames: ChainFrames;
  /** a snapshot is being asked for; false when there is no such chain */
  loading: Promise<boolean> | null;
  emptySince: number;
}

interface ChainRoomsOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  /** told of members whose chain has ceased to exist */
  readonly onGone: (room: ChainRoom) => void;
  readonly onHealed: () => void;
  readonly sent: Tally;
}

/** The feed does not answer yet, which passes; every other error is its last word. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === "server.unavailable";
}

function keyOf(underlying: number, expiry: number): string {
  return `${underlying}.${expiry}`;
}

/**
 * The chains that clients watch: mirrors them from the bus, fans their packets out and says so to the feed.
 */
export class ChainRooms {
  readonly #rooms = new Map<string, ChainRoom>();
  readonly #options: ChainRoomsOptions;
  readonly #unsubscribe: () => void;
  #interestDue = false;
  /** ends of the waits between two questions */
  readonly #waits = new Set<() => void>();
  #closed = false;

  constructor(options: ChainRoomsOptions) {
    this.#options = options;
    this.#unsubscribe = options.bus.subscribe(allChainsSubject(), (payload) => this.#onPacket(payload));
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** How many connections watch a chain, summed over chains. */
  get watchers(): number {
    let count = 0;
    for (const room of this.#rooms.values()) count += room.members.size;
    return count;
  }

  /**
   * The room of a chain, with its snapshot known. Waits for as long as the feed does not answer.
   * @returns null when there is no such chain
   */
  async open(underlying: number, expiry: number): Promise<ChainRoom | null> {
    const room = this.#room(underlying, expiry);
    if (room.frames.isKnown) return room;
    return (await this.#load(room)) ? room : null;
  }

  /**
   * False for a room that was given up since it was opened; it must be opened again before a client joins.
   */
  has(room: ChainRoom): boolean {
    return this.#rooms.get(keyOf(room.underlying, room.expiry)) === room;
  }

  /** To be called when a client has entered a room: its snapshot may have gone since it was opened. */
  refill(room: ChainRoom): void {
    if (!room.frames.isKnown) void this.#reload(room);
  }

  /** Says to the feed what is watched; called every few seconds, because the feed forgets. */
  sayInterest(): void {
    const now = this.#options.now();
    for (const [key, room] of this.#rooms) {
      const isIdle = room.members.size === 0 && room.loading === null;
      if (isIdle && now - room.emptySince > LINGER_MS) this.#rooms.delete(key);
    }
    const message: InterestMessage = {
      chains: [...this.#rooms.values()].map((room) => [room.underlying, room.expiry] as const),
    };
    this.#options.bus.publish(interestSubject(), Buffer.from(JSON.stringify(message)));
  }

  /** A new epoch: every mirror is void and is asked for again. */
  restart(): void {
    this.#wake();
    for (const room of this.#rooms.values()) room.frames.forget();
    this.sayInterest();
    for (const room of this.#rooms.values()) if (room.members.size > 0) void this.#reload(room);
  }

  close(): void {
    this.#closed = true;
    this.#wake();
    this.#unsubscribe();
    this.#rooms.clear();
  }

  #wake(): void {
    for (const wake of [...this.#waits]) wake();
  }

  /** Waits longer each time; a new epoch ends it. @returns whether it did */
  #pause(tries: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isWoken: boolean): void => {
        clearTimeout(timer);
        this.#waits.delete(wake);
        resolve(isWoken);
      };
      const wake = (): void => end(true);
      const timer = setTimeout(() => end(false), Math.min(RETRY_MS * 2 ** tries, LONGEST_RETRY_MS));
      timer.unref();
      this.#waits.add(wake);
    });
  }

  #room(underlying: number, expiry: number): ChainRoom {
    const key = keyOf(underlying, expiry);
    let room = this.#rooms.get(key);
    if (room === undefined) {
      room = this.#create(underlying, expiry);
      this.#rooms.set(key, room);
      this.#sayInterestSoon();
    }
    return room;
  }

  #create(underlying: number, expiry: number): ChainRoom {
    const frames = new ChainFrames();
    const room: ChainRoom = {
      underlying,
      expiry,
      frames,
      members: new Set(),
      sent: this.#options.sent,
      loading: null,
      emptySince: this.#options.now(),
      snapshotFrame: () => frames.snapshotFrame(),
      onLeave: () => {
        if (room.members.size === 0) room.emptySince = this.#options.now();
      },
    };
    return room;
  }

  #sayInterestSoon(): void {
    if (this.#interestDue) return;
    this.#interestDue = true;
    queueMicrotask(() => {
      this.#interestDue = false;
      if (!this.#closed) this.sayInterest();
    });
  }

  #onPacket(payload: Uint8Array): void {
    const info = inspectChain(payload);
    if (info === null) return;
    const room = this.#rooms.get(keyOf(info.underlying, info.expiry));
    if (room !== undefined) this.#take(room, payload, info);
  }

  #take(room: ChainRoom, payload: Uint8Array, info: ChainInfo): void {
    const wasKnown = room.frames.isKnown;
    const change = room.frames.take(payload, info);
    if (change === "old") return;
    if (change === "gap") {
      // Before the first snapshot a delta is no gap: the answer that is on its way comes after it.
      if (wasKnown) this.#options.onHealed();
      room.frames.forget();
      if (room.members.size > 0) void this.#reload(room);
      return;
    }
    if (room.members.size === 0) return;
    if (change === "delta") {
      const frameFor = room.frames.deltaFrames(payload, info);
      for (const client of room.members) client.pushRoom(room, frameFor(client.version));
      return;
    }
    const frame = room.frames.snapshotFrame();
    if (frame === null) return;
    for (const client of room.members) {
      client.staleRooms.delete(room);
      client.pushRoom(room, frame);
    }
  }

  async #reload(room: ChainRoom): Promise<void> {
    if (room.loading !== null) return;
    if (!(await this.#load(room)) && !this.#closed) this.#options.onGone(room);
  }

  #load(room: ChainRoom): Promise<boolean> {
    room.loading ??= this.#ask(room).finally(() => {
      room.loading = null;
      if (!room.frames.isKnown && this.has(room)) this.#rooms.delete(keyOf(room.underlying, room.expiry));
    });
    return room.loading;
  }

  async #ask(room: ChainRoom): Promise<boolean> {
    const request = Buffer.from(JSON.stringify({ underlying: room.underlying, expiry: room.expiry }));
    for (let tries = 0; !this.#closed; ) {
      try {
        const answer = await this.#options.bus.request(chainSnapshotRequest(), request);
        if (answer.length === 0) {
          room.frames.forget();
          return false;
        }
        const info = inspectChain(answer);
        if (info?.isSnapshot) this.#take(room, answer, info);
        if (room.frames.isKnown) return true;
        this.#options.log.warn(
          { underlying: room.underlying, expiry: room.expiry },
          "relay: unreadable snapshot",
        );
      } catch (error) {
        if (!isUnavailable(error)) {
          this.#options.log.warn({ err: error }, "relay: the feed refused a chain");
          return false;
        }
      }
      tries = (await this.#pause(tries)) ? 0 : tries + 1;
    }
    return false;
  }
}
