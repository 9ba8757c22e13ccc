import type { Refusal, StreamMessage, StreamSpec } from "../api.ts";
import type { Subscriptions } from "../connection/relay-subscriptions.ts";
import type { Interest } from "../connection/wanted-streams.ts";
import type { Clock, PortLike, Timer } from "../edges.ts";
import { creditOf } from "../tabs/credit.ts";
import { STREAM_WINDOW } from "./stream-spec.ts";

/** Where the messages of one kind of stream come from. */
export interface Source<S extends StreamSpec = StreamSpec> {
  /** What a stream asks of the relay while its tab is on screen. */
  interests(spec: S): readonly Interest[];
  /** What streams hold is another, or which of them are on screen: what none holds is forgotten. */
  settle(held: readonly S[], watched: readonly S[]): void;
  /** Another text when there is something else to tell; null while there is nothing. */
  news(spec: S): string | null;
  /** Not all that was asked for is known and fresh, but may be in a moment. */
  isAwaited(spec: S): boolean;
  /** @param told text of the news told before; null: the receiver knows nothing yet */
  snapshot(spec: S, told: string | null): unknown;
  /** Of a snapshot, what is handed over and not copied. */
  transfers?(snapshot: unknown): ArrayBuffer[];
}

export interface Stream {
  readonly id: number;
  readonly tabId: number;
  readonly source: Source;
  spec: StreamSpec;
}

/**
 * Sends streams their messages: the newest state, when it is another than the last one sent, at most one a credit and `maxRate` a
 * second, and nothing to tabs out of sight but what is wanted there. What the streams of one kind want together is asked of the relay by `Subscriptions`.
 */
export interface Deliveries {
  open(tabId: number, spec: StreamSpec, source: Source, port: PortLike): Stream;
  configure(stream: Stream, spec: StreamSpec): void;
  close(stream: Stream): void;
  /** The tab was hidden, or shown again. */
  visibilityChanged(tabId: number): void;
  removeTab(tabId: number): void;
  /** There may be news of this source, or of any. @param now they are told whenever the last ones were */
  changed(source?: Source, now?: "now"): void;
  /** @param concerns those of the source's streams that are told; all by default */
  refused(source: Source, refusal: Refusal, concerns?: (spec: StreamSpec) => boolean): void;
  readonly all: ReadonlyMap<number, Stream>;
}

const DEFAULT_RATE = 1;
const MAX_RATE = 20;
/**
 * How long a stream just opened or shown waits for fresh figures before it tells the old ones: longer than a round trip takes, shorter
 * than a user notices.
 */
const ANSWER_MS = 300;

interface Delivery extends Stream {
  readonly port: PortLike;
  everyMs: number;
  /** Messages that the receiver can still take. */
  credit: number;
  /** Monotonic. */
  postedAt: number;
  patientUntil: number;
  /** There may be news. */
  isPending: boolean;
  /** Text of the news told last. */
  told: string | null;
  /** To be told as soon as there is credit. */
  refusal: Refusal | null;
}

export function createDeliveries(edges: {
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  isVisible(tabId: number): boolean;
}): Deliveries {
  const { clock, subscriptions } = edges;
  const isWatched = ({ tabId, spec }: Stream): boolean => spec.isHiddenToo === true || edges.isVisible(tabId);
  const streams = new Map<number, Delivery>();
  let last = 0;
  let timer: Timer | null = null;
  let timerDue = Infinity;

  function settle(source: Source): void {
    const own = [...streams.values()].filter((stream) => stream.source === source);
    const seen = own.filter(isWatched);
    source.settle(
      own.map(({ spec }) => spec),
      seen.map(({ spec }) => spec),
    );
  }

  /** What the stream wants, or whether it is in sight, is another. */
  function ask(stream: Delivery): void {
    const { id, source, spec } = stream;
    subscriptions.want(`stream:${id}`, isWatched(stream) ? source.interests(spec) : []);
    settle(source);
    stream.isPending = true;
    stream.postedAt = Number.NEGATIVE_INFINITY;
    stream.patientUntil = clock.monotonic() + ANSWER_MS;
  }

  function post(
    stream: Delivery,
    message: StreamMessage | { readonly data: unknown },
    transfers: ArrayBuffer[] = [],
  ): void {
    stream.credit--;
    stream.port.postMessage(message, transfers);
  }

  function serve(stream: Delivery, now: number): void {
    const { source, spec, refusal } = stream;
    if (refusal !== null) {
      stream.refusal = null;
      post(stream, { refused: refusal });
      return;
    }
    stream.isPending = false;
    const news = source.news(spec);
    if (news === null || news === stream.told) return;
    const data = source.snapshot(spec, stream.told);
    stream.told = news;
    stream.postedAt = now;
    post(stream, { data }, source.transfers?.(data));
  }

  function dueOf(stream: Delivery, now: number): number {
    const { source, spec, refusal, isPending, postedAt, everyMs, patientUntil } = stream;
    if (refusal !== null) return Number.NEGATIVE_INFINITY;
    if (!isPending) return Infinity;
    const due = postedAt + everyMs;
    return now < patientUntil && source.isAwaited(spec) ? Math.max(due, patientUntil) : due;
  }

  /** Serves what is due, and comes back when the next is. */
  function look(): void {
    const now = clock.monotonic();
    let next = Infinity;
    for (const stream of streams.values()) {
      if (stream.credit === 0 || !isWatched(stream)) continue;
      if (dueOf(stream, now) <= now) serve(stream, now);
      // A refusal leaves the figures that wait behind it.
      if (stream.credit > 0) next = Math.min(next, dueOf(stream, now));
    }
    if (next >= timerDue) return;
    if (timer !== null) clock.clearTimeout(timer);
    timerDue = next;
    timer = clock.setTimeout(
      () => {
        timer = null;
        timerDue = Infinity;
        look();
      },
      Math.max(Math.ceil(next - now), 0),
    );
  }

  function close(stream: Stream): void {
    const delivery = streams.get(stream.id);
    if (delivery === undefined) return;
    streams.delete(delivery.id);
    subscriptions.release(`stream:${delivery.id}`);
    delivery.port.onmessage = null;
    delivery.port.close();
    settle(delivery.source);
    if (streams.size > 0 || timer === null) return;
    clock.clearTimeout(timer);
    timer = null;
    timerDue = Infinity;
  }

  function take(stream: Delivery, message: unknown): void {
    const wasWaiting = stream.credit === 0;
    stream.credit = Math.min(stream.credit + creditOf(message), STREAM_WINDOW);
    if (wasWaiting && stream.credit > 0) look();
  }

  const everyMsOf = ({ maxRate = DEFAULT_RATE }: StreamSpec): number =>
    1000 / (maxRate > 0 ? Math.min(maxRate, MAX_RATE) : DEFAULT_RATE);

  return {
    open(tabId, spec, source, port) {
      const stream: Delivery = {
        id: ++last,
        tabId,
        spec,
        source,
        port,
        everyMs: everyMsOf(spec),
        credit: 0,
        postedAt: Number.NEGATIVE_INFINITY,
        patientUntil: 0,
        isPending: true,
        told: null,
        refusal: null,
      };
      streams.set(stream.id, stream);
      port.onmessage = (event) => take(stream, event.data);
      ask(stream);
      return stream;
    },
    configure({ id }, spec) {
      const stream = streams.get(id);
      if (stream === undefined) return;
      stream.spec = spec;
      stream.everyMs = everyMsOf(spec);
      stream.told = null;
      ask(stream);
      look();
    },
    close,
    visibilityChanged(tabId) {
      for (const stream of streams.values()) if (stream.tabId === tabId) ask(stream);
      look();
    },
    removeTab(tabId) {
      for (const stream of [...streams.values()]) if (stream.tabId === tabId) close(stream);
    },
    changed(source, now) {
      for (const stream of streams.values()) {
        if (source !== undefined && stream.source !== source) continue;
        stream.isPending = true;
        if (now !== undefined) stream.postedAt = Number.NEGATIVE_INFINITY;
      }
      look();
    },
    refused(source, refusal, concerns) {
      for (const stream of streams.values()) {
        if (stream.source === source && concerns?.(stream.spec) !== false) stream.refusal = refusal;
      }
      look();
    },
    all: streams,
  };
}
