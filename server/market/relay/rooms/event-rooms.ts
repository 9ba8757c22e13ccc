import { ID_COMMON_EVENTS, ID_NSE_EVENTS } from "#protocol/generated/layout.ts";
import { encodeText, type TextId } from "#protocol/wire/codec.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";
import { type Room, type Tally, tellRoom } from "./room.ts";

/** There is no banner yet; a client with another etag than this asks for it anew. */
const NO_BANNER = "none";

interface EventsOptions {
  readonly epoch: () => number;
  /** market time of the last clock message, epoch ms; null before the first */
  readonly marketTime: () => number | null;
  /** epoch ms */
  readonly wallNow: () => number;
  readonly sent: Tally;
}

/** What happens to all of the market and the product at once: packets 9 and 8 of the source nse-events. */
export class Events {
  readonly #options: EventsOptions;
  readonly #quotes: Room;
  readonly #banner: Room;
  /** market time at the last tick, NaN before the first of an epoch */
  #saidAt = Number.NaN;
  readonly #sequences = new Map<TextId, number>();

  constructor(options: EventsOptions) {
    this.#options = options;
    const { sent } = options;
    this.#quotes = { members: new Set(), sent, snapshotFrame: () => this.#quotesUpdated() };
    this.#banner = {
      members: new Set(),
      sent,
      snapshotFrame: () => this.#encode(ID_COMMON_EVENTS, { type: "BANNER_UPDATED", etag: NO_BANNER }),
    };
  }

  /** What a subscription joins. */
  get rooms(): readonly Room[] {
    return [this.#banner, this.#quotes];
  }

  get watchers(): number {
    return this.#quotes.members.size;
  }

  /** Says that quotes have moved on, unless the market's clock stands still. */
  tick(): void {
    const time = this.#options.marketTime();
    if (time === null || time <= this.#saidAt) return;
    this.#saidAt = time;
    this.#say();
  }

  /** A new epoch: whatever was read before is void. */
  restart(): void {
    this.#saidAt = Number.NaN;
    this.#say();
  }

  #say(): void {
    if (this.#quotes.members.size === 0) return;
    const frame = this.#quotesUpdated();
    if (frame !== null) tellRoom(this.#quotes, frame);
  }

  /** null while the market's time is not known */
  #quotesUpdated(): Buffer | null {
    const at = this.#options.marketTime();
    return at === null ? null : this.#encode(ID_NSE_EVENTS, { type: "QUOTES_UPDATED", at: Math.round(at) });
  }

  #encode(id: TextId, json: unknown): Buffer {
    const sequence = ((this.#sequences.get(id) ?? 0) + 1) >>> 0;
    this.#sequences.set(id, sequence);
    const stamp = {
      epoch: this.#options.epoch(),
      sequence,
      serverTime: this.#options.wallNow(),
    };
    return buildFrame(OPCODE_BINARY, encodeText(id, json, stamp));
  }
}
