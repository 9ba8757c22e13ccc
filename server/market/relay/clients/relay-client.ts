import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { AppError } from "#domain/errors.ts";
import type { DataSource } from "#protocol/control/up.ts";
import type { Identity } from "../../../identity/identity.ts";
import { textFrame } from "../frames.ts";
import type { QuoteFrame } from "../quote-store.ts";
import type { Audience, TokenModes } from "../rooms/audiences.ts";
import type { ChartGroup, ChartSubscription } from "../rooms/chart-rooms.ts";
import type { Room } from "../rooms/room.ts";
import { CROWDED_BYTES, Outbox } from "./outbox.ts";
import type { Share } from "./share.ts";

/** Error frames kept for a connection that does not read; later ones are dropped, it has seen what is wrong. */
const HELD_TEXTS = 32;

export type Subscription =
  | { readonly kind: "quotes"; readonly uniqueId: string; readonly tokens: TokenModes }
  | {
      readonly kind: "rooms";
      readonly uniqueId: string;
      readonly source: DataSource;
      readonly rooms: readonly Room[];
    }
  | ChartSubscription;

/** Entries that a subscription adds to what is held, and to what is gone through when another one changes. */
export function entriesOf(subscription: Subscription): number {
  if (subscription.kind === "quotes") return subscription.tokens.size;
  return subscription.kind === "charts" ? subscription.tokens.length : subscription.rooms.length;
}

/** The turn that will flush a client. */
export interface TurnQueue {
  add(client: RelayClient): void;
}

/**
 * One websocket. It keeps no backlog: while its socket is blocked it only remembers what it missed (since which turn, and
 * which rooms), and gets the newest of that when the socket drains.
 */
export class RelayClient {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly identity: Identity;
  readonly version: number;
  readonly share: Share;
  readonly outbox: Outbox;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #turns: TurnQueue;

  /** in the turn's queue already */
  isQueued = false;
  isBlocked = false;
  blockedAt = 0;
  lastSeenAt: number;
  /** when the oldest websocket ping without an answer left, -1 none */
  pingedAt = -1;
  /** it has answered one before, so that silence means something */
  answersPings = false;
  audience: Audience<RelayClient> | null = null;
  /** its quote or chart subscriptions are no longer what its audience or group wants */
  isRegroupDue = false;
  /** turn since which quotes were missed, -1 none */
  missedSince = -1;
  /** turn in which everything missed was sent, so that its batch needn't be */
  caughtUpIn = -1;
  /** epoch of the quote stream */
  epoch = -1;
  /** subscriptions whose first answer is due, by uniqueId */
  readonly acknowledge = new Map<string, Subscription & { kind: "quotes" }>();
  /** rooms whose newest state is due */
  readonly staleRooms = new Set<Room>();
  charts: ChartGroup | null = null;
  /** round of the bars from which on it has not been told of changes */
  chartsSince = 0;
  /** chart subscriptions whose first answer is due, by uniqueId */
  readonly chartAnswers = new Map<string, ChartSubscription>();
  #held = 0;
  #waiting = 0;
  #heldTexts: Buffer[] = [];
  #heldPong: Buffer | null = null;

  /** @param version of the protocol that the peer speaks */
  constructor(
    ws: WebSocket,
    socket: Socket,
    identity: Identity,
    version: number,
    share: Share,
    turns: TurnQueue,
    now: number,
  ) {
    this.ws = ws;
    this.socket = socket;
    this.identity = identity;
    this.version = version;
    this.share = share;
    this.outbox = new Outbox(socket, () => this.#onDrain());
    this.#turns = turns;
    this.lastSeenAt = now;
  }

  get subscriptions(): ReadonlyMap<string, Subscription> {
    return this.#subscriptions;
  }

  /** Entries of all subscriptions. */
  get held(): number {
    return this.#held;
  }

  hold(subscription: Subscription): void {
    this.drop(subscription.uniqueId);
    this.#subscriptions.set(subscription.uniqueId, subscription);
    this.#count(entriesOf(subscription));
  }

  /** @returns what was held under the id */
  drop(uniqueId: string): Subscription | undefined {
    const before = this.#subscriptions.get(uniqueId);
    if (before === undefined) return undefined;
    this.#subscriptions.delete(uniqueId);
    this.#count(-entriesOf(before));
    return before;
  }

  /** The connection is over: neither its subscriptions nor what waits for it count any more. */
  dropAll(): void {
    this.#subscriptions.clear();
    this.#count(-this.#held);
    this.#setWaiting(0);
  }

  #count(entries: number): void {
    this.#held += entries;
    this.share.entries += entries;
  }

  #setWaiting(bytes: number): void {
    this.share.waiting += bytes - this.#waiting;
    this.#waiting = bytes;
  }

  get isOpen(): boolean {
    return this.ws.readyState === this.ws.OPEN;
  }

  /** Something is due that the next turn will find. */
  wake(): void {
    if (!this.isQueued && !this.isBlocked) this.#turns.add(this);
  }

  /** Anything but quotes and chains; dropped when the socket is blocked. */
  send(frame: Buffer): void {
    if (this.isBlocked || !this.isOpen) return;
    this.outbox.push(frame);
    this.#turns.add(this);
  }

  pushQuotes(frame: QuoteFrame, epoch: number): void {
    if (this.epoch !== epoch) {
      this.epoch = epoch;
      this.outbox.restartSequence();
    }
    this.outbox.pushQuotes(frame);
    if (!this.isQueued) this.#turns.add(this);
  }

  /** A room whose snapshot is due gets nothing before it: a delta would follow what the peer never had. */
  pushRoom(room: Room, frame: Buffer): void {
    if (this.isBlocked || this.isCrowded) this.staleRooms.add(room);
    else if (!this.staleRooms.has(room)) {
      this.outbox.push(frame);
      room.sent.count++;
    }
    if (!this.isQueued && !this.isBlocked) this.#turns.add(this);
  }

  /** So much leaves with this turn that the rest waits for the next one. */
  get isCrowded(): boolean {
    return this.outbox.bytes > CROWDED_BYTES;
  }

  /** First answers, missed quotes or chains wait for room. */
  get isBehind(): boolean {
    const owesAnswers = this.acknowledge.size > 0 || this.chartAnswers.size > 0;
    return owesAnswers || this.missedSince >= 0 || this.staleRooms.size > 0;
  }

  sendError(error: AppError, uniqueId: string | null): void {
    if (!this.isOpen) return;
    const frame = textFrame(JSON.stringify({ ...error.toBody(), uniqueId }));
    if (!this.isBlocked) this.send(frame);
    else if (this.#heldTexts.length < HELD_TEXTS) this.#heldTexts.push(frame);
  }

  /** A marker in the stream: its answer says that everything before it was read. */
  sendPing(frame: Buffer, now: number): void {
    if (this.isBlocked || !this.isOpen) return;
    if (this.pingedAt < 0) this.pingedAt = now;
    this.send(frame);
  }

  onPong(now: number): void {
    this.lastSeenAt = now;
    this.pingedAt = -1;
    this.answersPings = true;
  }

  /**
   * For how long the peer has not been reading, ms; 0 when it seems to. The kernels of both sides take megabytes before a
   * write has to wait, which at our rates may be minutes; a ping that a reader would have answered shows it at once.
   */
  stalledFor(now: number): number {
    const blocked = this.isBlocked ? now - this.blockedAt : 0;
    return this.answersPings && this.pingedAt >= 0 ? Math.max(blocked, now - this.pingedAt) : blocked;
  }

  /** RFC 6455 §5.5.3: when pings come faster than pongs leave, answering the last one is enough. */
  sendPong(frame: Buffer): void {
    if (this.isBlocked) this.#heldPong = frame;
    else this.send(frame);
  }

  /** Puts what was held back while the socket was blocked before what comes now. */
  release(): void {
    for (const frame of this.#heldTexts) this.outbox.push(frame);
    this.#heldTexts = [];
    if (this.#heldPong !== null) this.outbox.push(this.#heldPong);
    this.#heldPong = null;
  }

  /** Nothing is queued or owed, so that a frame of this turn may go straight to the socket. */
  isLevel(epoch: number): boolean {
    return !this.isQueued && !this.isBlocked && this.epoch === epoch && this.isOpen;
  }

  /**
   * Writes a frame now; for clients that are `isLevel` only.
   * @returns false when the socket keeps the frame's bytes, so that no other client may use them
   */
  writeQuotes(frame: QuoteFrame, now: number): boolean {
    if (this.outbox.writeQuotes(frame)) return true;
    this.#block(now);
    return false;
  }

  /** Writes the turn's frames. */
  flush(now: number): void {
    if (!this.isOpen) this.outbox.clear();
    else if (!this.outbox.flush()) this.#block(now);
  }

  #block(now: number): void {
    this.isBlocked = true;
    this.blockedAt = now;
    this.#setWaiting(this.outbox.waiting);
  }

  #onDrain(): void {
    this.isBlocked = false;
    this.#setWaiting(0);
    if (this.isOpen) this.#turns.add(this);
  }
}
