import { MARKET_TIME_HEADER, type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import type { Clock, FetchLike, Timer } from "../edges.ts";
import type { EngineStore } from "./engine-store.ts";
import { createInstruments, type Instruments } from "./listed-underlyings.ts";

/**
 * The instrument master: from storage at once, from the network as soon as it answers, then polled. An
 * unchanged etag is a skip, a failure keeps what there is and its message; a question without a list to look
 * in waits for the fetch in flight.
 */
const POLL_MS = 900_000;
const FAILED = "Instrument metacache failed";
/** With nothing to show, waiting a quarter of an hour would be absurd. */
const RETRY_MS = [2_000, 5_000, 10_000, 30_000] as const;
const FETCH_TIMEOUT_MS = 30_000;
/** A smaller difference between the market's clock and the device's is the way of the answer, not another clock. */
const SAME_TIME_MS = 10_000;

export interface Metacache {
  /** Begins to load and to poll; again has no effect. */
  start(): void;
  stop(): void;
  /** Something says that instruments changed: asks again, with the etag. */
  refresh(): void;
  /** Instruments, after the first load has come or failed; null when it failed. */
  ready(): Promise<Instruments | null>;
  /**
   * As `ready`, and after a fetch in flight, for a caller that missed something in the instruments there
   * are.
   */
  settled(): Promise<Instruments | null>;
  /** Other instruments under the same etag, until the list itself is another. */
  adopt(body: MetacacheBody): void;
  readonly current: Instruments | null;
  readonly etag: string | null;
  /** Market date it is of, YYYY-MM-DD. */
  readonly date: string | null;
  /** Device's clock when it was saved or confirmed, epoch ms. */
  readonly savedAt: number | null;
  readonly error: string | null;
}

export function createMetacache(edges: {
  readonly clock: Clock;
  readonly fetch: FetchLike;
  readonly store: EngineStore;
  readonly url: string;
  readonly log: (message: string) => void;
  onChange(): void;
}): Metacache {
  const { clock, store } = edges;
  let instruments: Instruments | null = null;
  let etag: string | null = null;
  let date: string | null = null;
  let savedAt: number | null = null;
  let error: string | null = null;
  let stored: Promise<void> | null = null;
  let inFlight: Promise<void> | null = null;
  let timer: Timer | null = null;
  let failures = 0;
  let started = false;

  function adopt(body: MetacacheBody, at: number, marketAhead: number): void {
    instruments = createInstruments(body, marketAhead);
    etag = body.etag;
    date = body.date;
    savedAt = at;
  }

  async function restore(): Promise<void> {
    const found = await store.readMetacache();
    if (found === null || instruments !== null) return;
    adopt(found.body, found.savedAt, found.marketAhead);
    edges.onChange();
  }

  async function load(): Promise<void> {
    const abort = new AbortController();
    const deadline = clock.setTimeout(() => abort.abort(), FETCH_TIMEOUT_MS);
    try {
      const headers: Record<string, string> = etag === null ? {} : { "if-none-match": quoted(etag) };
      const response = await edges.fetch(edges.url, { headers, signal: abort.signal });
      // Before the body is read, which may take a while.
      const ahead = Number.parseFloat(response.headers.get(MARKET_TIME_HEADER) ?? "") - clock.now();
      let body = instruments?.body ?? null;
      if (response.status !== 304) {
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        body = parseMetacache(unwrapped(await response.json()));
        if (body === null) throw new Error("unexpected shape");
      }
      // Where the list stands, the device's clock may have been set anew since it came.
      const moved = Math.abs(ahead - (instruments?.marketAhead ?? Number.NaN));
      if (body !== null && (body.etag !== etag || !(moved < SAME_TIME_MS))) {
        adopt(body, clock.now(), ahead);
        void store.writeMetacache(body, ahead);
      }
      savedAt = clock.now();
      error = null;
      failures = 0;
    } catch (reason) {
      edges.log(`There was an error fetching the latest cache (${String(reason)})`);
      error = FAILED;
      failures++;
    } finally {
      clock.clearTimeout(deadline);
    }
  }

  function fetchNow(): Promise<void> {
    inFlight ??= load().finally(() => {
      inFlight = null;
      if (started) plan();
      edges.onChange();
    });
    return inFlight;
  }

  function plan(): void {
    if (timer !== null) clock.clearTimeout(timer);
    const retry = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1];
    const wait = instruments === null && retry !== undefined ? retry : POLL_MS;
    timer = clock.setTimeout(() => void fetchNow(), wait);
  }

  function start(): void {
    if (started) return;
    started = true;
    // The etag in storage decides whether the network has to send anything.
    stored ??= restore();
    void stored.then(() => {
      if (started) void fetchNow();
    });
  }

  return {
    start,
    stop() {
      started = false;
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
    refresh() {
      if (started && stored !== null) void stored.then(() => fetchNow());
    },
    async ready() {
      start();
      await stored;
      if (instruments === null) await fetchNow();
      return instruments;
    },
    async settled() {
      start();
      await stored;
      await inFlight;
      return instruments;
    },
    adopt(body) {
      adopt(body, savedAt ?? clock.now(), instruments?.marketAhead ?? Number.NaN);
      edges.onChange();
    },
    get current() {
      return instruments;
    },
    get etag() {
      return etag;
    },
    get date() {
      return date;
    },
    get savedAt() {
      return savedAt;
    },
    get error() {
      return error;
    },
  };
}

const quoted = (etag: string): string => (/^(W\/)?"/.test(etag) ? etag : `"${etag}"`);

/** The body may come bare or as `{ data: body }`. */
function unwrapped(value: unknown): unknown {
  const data = typeof value === "object" && value !== null ? (value as { data?: unknown }).data : undefined;
  return data ?? value;
}
