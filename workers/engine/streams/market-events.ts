import { istDate } from "#domain/calendar/ist.ts";
import { ID_COMMON_EVENTS, ID_NSE_EVENTS } from "#protocol/generated/layout.ts";
import { decodeText } from "#protocol/wire/events.ts";
import type { Clock, Timer } from "../edges.ts";

/**
 * What happens to all of the market at once, from packets 8 and 9, and from new epochs on any stream.
 *
 * QUOTES_UPDATED comes every 30 s and alone is no reason to ask for anything: prices come by themselves. It is one when it
 * tells of another trading day or another feed than the instruments are of. Every engine hears of that in the same moment,
 * so each waits for a moment of its own before it asks.
 */
export interface Events {
  /** Takes a packet 8 or 9 that the decoder found whole. */
  take(message: Uint8Array): void;
  /** A stream began a new epoch: the feed is another, its instruments may be. */
  onEpoch(): void;
  /** No tab is left to ask for. */
  stop(): void;
  /**
   * Etag of the banner as BANNER_UPDATED said it last, "none" while there is none, null before it was said.
   * The page that shows the banner asks for it anew when this differs from what it has.
   */
  readonly bannerEtag: string | null;
}

/** A new epoch is said by every stream in turn; the instruments need only be asked for once. */
const SAME_EPOCH_MS = 5_000;
/** 2,000 engines of a relay are then 200 questions a second, most of them answered with 304. */
export const REFRESH_SPREAD_MS = 10_000;

type Members = Readonly<Record<string, unknown>>;

export interface EventEdges {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  /** Market date of the instruments, YYYY-MM-DD; null while there are none. */
  instrumentsDate(): string | null;
  /** The instruments should be asked for again. */
  onInstruments(): void;
  /** The banner is another. */
  onBanner(): void;
  log(message: string): void;
}

export function createEvents(edges: EventEdges): Events {
  const { clock } = edges;
  let timer: Timer | null = null;
  let noticedAt = Number.NEGATIVE_INFINITY;
  let epoch = -1;
  /** Date that was asked for last: a market that is closed all day has no instruments of it, once is enough. */
  let askedFor = "";
  let bannerEtag: string | null = null;

  function refreshSoon(): void {
    const now = clock.monotonic();
    if (now - noticedAt < SAME_EPOCH_MS) return;
    noticedAt = now;
    timer ??= clock.setTimeout(() => {
      timer = null;
      edges.onInstruments();
    }, edges.random() * REFRESH_SPREAD_MS);
  }

  function quotesUpdated(at: unknown): void {
    const known = edges.instrumentsDate();
    if (typeof at !== "number" || !Number.isFinite(at) || known === null) return;
    const date = istDate(at);
    if (date === known || date === askedFor) return;
    askedFor = date;
    refreshSoon();
  }

  return {
    take(message) {
      const decoded = decodeText(message);
      if ("error" in decoded) return edges.log(`Relay event skipped: decoder code ${decoded.error}`);
      const { header, json } = decoded;
      const event: Members = typeof json === "object" && json !== null ? (json as Members) : {};
      if (epoch >= 0 && header.epoch !== epoch) refreshSoon();
      epoch = header.epoch;
      if (header.id === ID_NSE_EVENTS && event.type === "QUOTES_UPDATED") return quotesUpdated(event.at);
      if (
        header.id === ID_COMMON_EVENTS &&
        event.type === "BANNER_UPDATED" &&
        typeof event.etag === "string"
      ) {
        if (event.etag === bannerEtag) return;
        bannerEtag = event.etag;
        return edges.onBanner();
      }
      edges.log("Relay event of an unknown kind");
    },
    onEpoch: refreshSoon,
    stop() {
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
    get bannerEtag() {
      return bannerEtag;
    },
  };
}
