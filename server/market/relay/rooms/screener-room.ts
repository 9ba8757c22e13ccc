import {
  HEADER_BLOCK_LENGTH,
  HEADER_EPOCH,
  HEADER_ID,
  HEADER_SEQUENCE,
  HEADER_SIZE,
  ID_SCREENER_STATS,
  SCREENER_ROOT_ROW_COUNT,
  SCREENER_ROOT_ROW_LENGTH,
  SCREENER_ROOT_SIZE,
  SCREENER_ROW_SIZE,
  SCREENER_ROW_UNDERLYING,
} from "#protocol/generated/layout.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import type { Log } from "../../../platform/lib/log.ts";
import { screenerRequest, screenerSubject } from "../../bus/market-subjects.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";
import { isUnavailable } from "./chain-rooms.ts";
import { type Room, type RoomMember, type Tally, tellRoom } from "./room.ts";

const LINGER_MS = 10_000;
const RETRY_MS = 250;

interface ScreenerInfo {
  readonly epoch: number;
  readonly sequence: number;
  readonly rowsAt: number;
  readonly rowLength: number;
  readonly rowCount: number;
}

/** @returns null when the bytes are no whole packet 7 */
function inspectScreener(message: Uint8Array): ScreenerInfo | null {
  if (message.length < HEADER_SIZE + SCREENER_ROOT_SIZE || message[HEADER_ID] !== ID_SCREENER_STATS) {
    return null;
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const rowsAt = HEADER_SIZE + view.getUint16(HEADER_BLOCK_LENGTH);
  const rowCount = view.getUint16(HEADER_SIZE + SCREENER_ROOT_ROW_COUNT);
  const rowLength = view.getUint16(HEADER_SIZE + SCREENER_ROOT_ROW_LENGTH);
  if (rowLength < SCREENER_ROW_SIZE || rowsAt + rowCount * rowLength > message.length) return null;
  return {
    epoch: view.getUint32(HEADER_EPOCH),
    sequence: view.getUint32(HEADER_SEQUENCE),
    rowsAt,
    rowLength,
    rowCount,
  };
}

interface ScreenerRoomOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  /** it is watched from now on: that should be said to the feed soon */
  readonly onInterest: () => void;
  /** messages were lost on the bus and all rows were asked for */
  readonly onHealed: () => void;
  readonly sent: Tally;
}

/**
 * The newest row of every underlying and the clients that watch them; asked for and kept only while there
 * are any.
 */
export class ScreenerRoom implements Room {
  readonly members = new Set<RoomMember>();
  readonly sent: Tally;
  readonly #options: ScreenerRoomOptions;
  readonly #unsubscribe: () => void;
  /** the last whole packet 7 with the rows of later ones written over its own; null while nothing is known */
  #message: Buffer | null = null;
  #info: ScreenerInfo | null = null;
  readonly #rowOf = new Map<number, number>();
  #frame: Buffer | null = null;
  #loading: Promise<boolean> | null = null;
  #emptySince = -Infinity;
  #closed = false;

  constructor(options: ScreenerRoomOptions) {
    this.#options = options;
    this.sent = options.sent;
    this.#unsubscribe = options.bus.subscribe(screenerSubject(), (payload) => this.#onChanges(payload));
  }

  /** Makes sure that the rows are known. Waits for as long as the feed does not answer. */
  async open(isWanted: () => boolean): Promise<void> {
    this.#emptySince = this.#options.now();
    if (this.#info === null) this.#options.onInterest();
    while (this.#info === null && isWanted() && !this.#closed) await this.#load();
  }

  /**
   * Whether the feed should go on saying changes; forgets the rows when no client has watched for a while.
   */
  isWatched(): boolean {
    if (this.members.size > 0 || this.#loading !== null) return true;
    if (this.#options.now() - this.#emptySince <= LINGER_MS) return true;
    this.#forget();
    return false;
  }

  snapshotFrame(): Buffer | null {
    if (this.#message === null) return null;
    this.#frame ??= buildFrame(OPCODE_BINARY, this.#message);
    return this.#frame;
  }

  onLeave(): void {
    if (this.members.size === 0) this.#emptySince = this.#options.now();
  }

  /** A new epoch: what is known is void and is asked for again. */
  restart(): void {
    this.#forget();
    if (this.members.size > 0) this.#reload();
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
  }

  #forget(): void {
    this.#message = null;
    this.#info = null;
    this.#frame = null;
    this.#rowOf.clear();
  }

  #reload(): void {
    void this.#load().then((isDone) => {
      if (!isDone && !this.#closed && this.members.size > 0) this.#reload();
    });
  }

  /** @returns false when the feed did not answer */
  #load(): Promise<boolean> {
    this.#loading ??= this.#ask().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #ask(): Promise<boolean> {
    try {
      const answer = await this.#options.bus.request(screenerRequest(), new Uint8Array(0));
      if (this.#takeAll(answer)) return true;
      this.#options.log.warn("relay: unreadable screener");
    } catch (error) {
      if (!isUnavailable(error))
        this.#options.log.warn({ err: error }, "relay: the feed refused the screener");
    }
    if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    return false;
  }

  #takeAll(message: Uint8Array): boolean {
    const info = inspectScreener(message);
    if (info === null) return false;
    this.#forget();
    this.#message = Buffer.from(message);
    this.#info = info;
    for (let i = 0, at = info.rowsAt; i < info.rowCount; i++, at += info.rowLength) {
      this.#rowOf.set(this.#message.readUInt32BE(at + SCREENER_ROW_UNDERLYING), at);
    }
    const frame = this.snapshotFrame() as Buffer;
    for (const client of this.members) {
      client.staleRooms.delete(this);
      client.pushRoom(this, frame);
    }
    return true;
  }

  #onChanges(payload: Uint8Array): void {
    const known = this.#info;
    const state = this.#message;
    const info = inspectScreener(payload);
    // The answer that is asked for will hold them.
    if (info === null || known === null || state === null) return;
    if (info.epoch === known.epoch && info.sequence <= known.sequence) return;
    const follows = info.epoch === known.epoch && info.sequence === known.sequence + 1;
    if (!follows || info.rowLength !== known.rowLength || !this.#patch(state, payload, info)) {
      this.#options.onHealed();
      this.#forget();
      if (this.members.size > 0) this.#reload();
      return;
    }
    // The header goes with the rows: epoch, sequence and time are the newest.
    state.set(payload.subarray(0, HEADER_SIZE), 0);
    this.#info = { ...known, sequence: info.sequence };
    this.#frame = null;
    if (this.members.size > 0) tellRoom(this, buildFrame(OPCODE_BINARY, payload));
  }

  /** @returns false when a row has no place: the universe is another */
  #patch(state: Buffer, payload: Uint8Array, info: ScreenerInfo): boolean {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    for (let i = 0, at = info.rowsAt; i < info.rowCount; i++, at += info.rowLength) {
      const place = this.#rowOf.get(view.getUint32(at + SCREENER_ROW_UNDERLYING));
      if (place === undefined) return false;
      state.set(payload.subarray(at, at + info.rowLength), place);
    }
    return true;
  }
}
