import type { QuoteFeed } from "../quote-feed.ts";
import { copyOf, type QuoteFrame, type QuoteModeRank } from "../quote-store.ts";
import { type Audience, snapshotFrame } from "../rooms/audiences.ts";
import type { Charts } from "../rooms/chart-rooms.ts";
import { endTurn, lendScratch } from "./outbox.ts";
import type { RelayClient, TurnQueue } from "./relay-client.ts";
import { TurnPace } from "./turn-pace.ts";

/** What the turns count. */
export interface TurnCounters {
  sentBytes: number;
  sentMessages: number;
  sentWrites: number;
  conflations: number;
}

interface TurnsOptions {
  readonly quotes: QuoteFeed;
  readonly charts: Charts;
  readonly counters: TurnCounters;
  /** moves a client to the audience and the group of what its subscriptions want together */
  readonly regroup: (client: RelayClient) => void;
  /** monotonic ms */
  readonly now: () => number;
  /** epoch ms */
  readonly wallNow: () => number;
}

/**
 * Everything that happens within one turn of the event loop is gathered and leaves with one write a connection, at the
 * turn's end; of several turns where there are many connections (`TurnPace`).
 */
export class Turns implements TurnQueue {
  readonly #options: TurnsOptions;
  #queue: RelayClient[] = [];
  /** audiences with a snapshot of this turn: half a megabyte each where three thousand tokens are wanted */
  readonly #answered = new Set<Audience<RelayClient>>();
  readonly #pace = new TurnPace();
  #isScheduled = false;
  /** of a turn that is scheduled for later */
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  add(client: RelayClient): void {
    if (!client.isQueued) {
      client.isQueued = true;
      this.#queue.push(client);
    }
    this.schedule();
  }

  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const wait = this.#pace.wait(this.#options.now());
    if (wait === 0) setImmediate(() => this.#runTurn());
    else this.#timer = setTimeout(() => this.#runTurn(), wait).unref();
  }

  /** What is due now says when it was sent: it waits for no other. */
  hurry(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    setImmediate(() => this.#runTurn());
  }

  #runTurn(): void {
    this.#timer = null;
    this.#pace.begin(this.#options.now());
    this.#writeAll();
    this.#pace.end(this.#options.now());
  }

  #writeAll(): void {
    const { store, audiences } = this.#options.quotes;
    for (const client of this.#queue) if (client.isRegroupDue) this.#options.regroup(client);
    // Held back and first answers go before this turn's changes.
    for (const client of this.#queue) if (!client.isBlocked) this.#catchUp(client);
    const now = this.#options.now();
    const { turn } = store;
    const isChanged = (slot: number): boolean => store.changedSince(slot, turn);
    for (const audience of audiences.touch(store.changed, isChanged)) this.#sendChanges(audience, now);
    audiences.reset();
    store.endTurn();
    const queue = this.#queue;
    this.#queue = [];
    // Clients that were added until here leave with this turn.
    this.#isScheduled = false;
    for (const client of queue) {
      client.isQueued = false;
      if (client.isBlocked || client.outbox.bytes === 0) continue;
      this.#options.counters.sentMessages += client.outbox.count;
      this.#options.counters.sentBytes += client.outbox.bytes;
      this.#options.counters.sentWrites++;
      client.flush(now);
      // A crowded turn left something behind.
      if (client.isBehind && !client.isBlocked) this.add(client);
    }
    for (const audience of this.#answered) audience.snapshot = null;
    this.#answered.clear();
    endTurn();
  }

  /**
   * Clients with nothing else to get are written to at once; the others get theirs with what waits for them.
   */
  #sendChanges(audience: Audience<RelayClient>, now: number): void {
    const { store, epoch } = this.#options.quotes;
    if (audience.members.size === 0) return;
    let frame = store.encode(audience, epoch, this.#options.wallNow(), lendScratch());
    let kept: QuoteFrame | null = null;
    for (const client of audience.members) {
      if (client.isLevel(epoch)) {
        this.#options.counters.sentMessages++;
        this.#options.counters.sentBytes += frame.bytes.length;
        this.#options.counters.sentWrites++;
        if (!client.writeQuotes(frame, now)) frame = copyOf(frame);
        continue;
      }
      if (client.caughtUpIn === store.turn) continue;
      if (!client.isBlocked && client.acknowledge.size === 0) {
        kept ??= copyOf(frame);
        client.pushQuotes(kept, epoch);
        continue;
      }
      this.#options.counters.conflations++;
      if (client.missedSince < 0) client.missedSince = store.turn;
    }
  }

  /** First answers, then the newest of all that was missed, until the turn is crowded. */
  #catchUp(client: RelayClient): void {
    if (!client.isOpen) return;
    const { store, epoch } = this.#options.quotes;
    client.release();
    for (const [uniqueId, { tokens }] of client.acknowledge) {
      if (client.isCrowded) return;
      client.acknowledge.delete(uniqueId);
      this.#acknowledge(client, tokens);
    }
    for (const [uniqueId, subscription] of client.chartAnswers) {
      if (client.isCrowded) return;
      client.chartAnswers.delete(uniqueId);
      client.outbox.push(this.#options.charts.snapshot(subscription));
    }
    const { audience } = client;
    if (client.missedSince >= 0) {
      const since = client.missedSince;
      client.missedSince = -1;
      const all = audience?.slots.map((_, i) => i) ?? [];
      const positions = all.filter((i) => store.changedSince(audience?.slots[i] as number, since));
      if (audience !== null && positions.length > 0) {
        const missed = { slots: audience.slots, modes: audience.modes, positions, count: positions.length };
        client.pushQuotes(store.encode(missed, epoch, this.#options.wallNow()), epoch);
        client.caughtUpIn = store.turn;
      }
    }
    for (const room of client.staleRooms) {
      if (client.isCrowded) return;
      const frame = room.snapshotFrame();
      if (frame === null) continue;
      client.staleRooms.delete(room);
      client.outbox.push(frame);
      room.sent.count++;
    }
  }

  #acknowledge(client: RelayClient, tokens: ReadonlyMap<number, QuoteModeRank>): void {
    const { store, epoch } = this.#options.quotes;
    const { audience } = client;
    const slots = [...tokens.keys()].map((token) => store.slotOf(token)).filter((slot) => slot >= 0);
    const now = this.#options.wallNow();
    if (audience !== null && slots.length === audience.slots.length) {
      client.pushQuotes(snapshotFrame(audience, store, epoch, now), epoch);
      this.#answered.add(audience);
      return;
    }
    const modeOf = new Map(audience?.slots.map((slot, i) => [slot, audience.modes[i] as QuoteModeRank]));
    const modes = slots.map((slot) => modeOf.get(slot) ?? 1);
    client.pushQuotes(store.encode({ slots, modes }, epoch, now), epoch);
  }
}
