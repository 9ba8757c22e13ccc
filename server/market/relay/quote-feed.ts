import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/lib/log.ts";
import { quotesRequest, quotesSubject } from "../bus/market-subjects.ts";
import type { RelayClient } from "./clients/relay-client.ts";
import { QuoteStore } from "./quote-store.ts";
import { Audiences } from "./rooms/audiences.ts";
import type { BarBook } from "./rooms/bar-book.ts";
import { isUnavailable } from "./rooms/chain-rooms.ts";

/** A feed that comes back is asked within this; the promise is a snapshot within a second. */
const RETRY_MS = 250;
/** Tokens of one request to the feed: its answer stays below the bus's large-message path. */
const REQUEST_TOKENS = 3_000;
/** How long a token that the feed does not know is not asked for again. */
const UNKNOWN_MS = 5_000;
const MOST_UNKNOWN = 100_000;

interface QuoteFeedOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  /** something changed: a turn is due */
  readonly onChange: () => void;
  readonly onEpoch: (epoch: number) => void;
  /** messages were lost on the bus and the newest values were asked for */
  readonly onHealed: () => void;
  readonly bars: BarBook;
  /** slots whose packets are wanted though no quote subscription holds them */
  readonly alsoWanted: () => Iterable<number>;
}

/** The quote stream of the bus: newest packets, who wants them, and the healing of what was lost. */
export class QuoteFeed {
  readonly store: QuoteStore;
  readonly audiences = new Audiences<RelayClient>();
  readonly #options: QuoteFeedOptions;
  readonly #unsubscribe: () => void;
  readonly #unknown = new Map<number, number>();
  #epoch = 0;
  #sequence = -1;
  #receivedAt = -1;
  #refreshing = false;
  /** tokens for the next round of questions, and the round that is under way */
  #toAsk = new Set<number>();
  #round: Promise<void> | null = null;
  #closed = false;

  constructor(options: QuoteFeedOptions) {
    this.#options = options;
    this.store = new QuoteStore(options.bars);
    this.#unsubscribe = options.bus.subscribe(quotesSubject(), (payload) => this.#onBatch(payload));
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** ms since the newest quote came, -1 when none has */
  ageMs(): number {
    return this.#receivedAt < 0 ? -1 : this.#options.now() - this.#receivedAt;
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
  }

  /** Takes note of the epoch that the feed announces; a new one voids everything. */
  setEpoch(epoch: number): void {
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#sequence = -1;
    this.store.clear();
    this.#unknown.clear();
    this.#options.onEpoch(epoch);
    this.refresh();
  }

  /**
   * Makes sure that the packet of every token that exists is known. Waits for as long as the feed does not
   * answer, or until no client waits any more. What many ask for at once is asked of the feed once.
   */
  async resolve(tokens: Iterable<number>, isWanted: () => boolean): Promise<void> {
    while (isWanted() && !this.#closed) {
      const missing = this.missing(tokens);
      if (missing.length === 0) return;
      for (const token of missing) this.#toAsk.add(token);
      this.#round ??= this.#ask().finally(() => {
        this.#round = null;
      });
      await this.#round;
    }
  }

  async #ask(): Promise<void> {
    // All clients that ask in this turn of the event loop are in one round.
    await new Promise((resolve) => setImmediate(resolve));
    const tokens = this.missing(this.#toAsk);
    this.#toAsk = new Set();
    if (tokens.length === 0 || (await this.#fetch(tokens))) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
  }

  /** Tokens that have to be asked for before it can be said whether they exist. */
  missing(tokens: Iterable<number>): number[] {
    const now = this.#options.now();
    const missing: number[] = [];
    for (const token of tokens) {
      if (this.store.slotOf(token) >= 0) continue;
      const askedAt = this.#unknown.get(token);
      if (askedAt === undefined || now - askedAt > UNKNOWN_MS) missing.push(token);
    }
    return missing;
  }

  /** Asks for the newest packet of everything that a client wants. */
  refresh(): void {
    if (this.#refreshing || this.#closed) return;
    const slots = new Set([...this.audiences.wantedSlots(), ...this.#options.alsoWanted()]);
    const tokens = [...slots].map((slot) => this.store.tokenAt(slot));
    if (tokens.length === 0) return;
    this.#refreshing = true;
    void (async () => {
      const { epoch } = this;
      while (!this.#closed && !(await this.#fetch(tokens))) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
      this.#refreshing = false;
      if (epoch !== this.#epoch) this.refresh();
    })();
  }

  #onBatch(payload: Uint8Array): void {
    const info = QuoteStore.inspect(payload);
    if (info === null) return;
    this.setEpoch(info.epoch);
    if (this.#sequence >= 0 && info.sequence !== (this.#sequence + 1) >>> 0) {
      this.#options.onHealed();
      this.refresh();
    }
    this.#sequence = info.sequence;
    this.#receivedAt = this.#options.now();
    this.store.take(payload);
    if (this.store.changed.length > 0) this.#options.onChange();
  }

  /** @returns false when the feed did not answer */
  async #fetch(tokens: readonly number[]): Promise<boolean> {
    try {
      for (let at = 0; at < tokens.length; at += REQUEST_TOKENS) {
        const part = tokens.slice(at, at + REQUEST_TOKENS);
        const request = Buffer.from(JSON.stringify({ tokens: part }));
        this.#onAnswer(await this.#options.bus.request(quotesRequest(), request), part);
      }
    } catch (error) {
      if (isUnavailable(error)) return false;
      this.#options.log.warn({ err: error }, "relay: the feed refused quotes");
      this.#markUnknown(tokens);
    }
    return true;
  }

  #onAnswer(answer: Uint8Array, asked: readonly number[]): void {
    const info = QuoteStore.inspect(answer);
    if (info === null) throw new Error("The feed's answer is no quote batch");
    this.setEpoch(info.epoch);
    this.store.take(answer, true);
    if (this.store.changed.length > 0) this.#options.onChange();
    this.#markUnknown(asked);
  }

  #markUnknown(tokens: readonly number[]): void {
    const now = this.#options.now();
    if (this.#unknown.size > MOST_UNKNOWN) this.#unknown.clear();
    for (const token of tokens) {
      if (this.store.slotOf(token) >= 0) this.#unknown.delete(token);
      else this.#unknown.set(token, now);
    }
  }
}
