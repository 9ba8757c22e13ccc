import type { Clock, Timer } from "../edges.ts";
import { type Interest, type Wanted, wantedStreams } from "./wanted-streams.ts";

/** Changes within this become one message a `uniqueId`. */
const BATCH_MS = 20;

/**
 * What the engine asks of the relay: the union of what its views and tabs want (wanted-streams.ts), ref-counted by owner.
 * After a reconnect everything wanted is sent once.
 */
export interface Subscriptions {
  /** Replaces everything the owner wants; nothing releases it. */
  want(owner: string, interests: readonly Interest[]): void;
  release(owner: string): void;
  /** A new connection is open and knows nothing: sends everything at once. */
  opened(): void;
  /** The connection is gone, and with it what was sent. */
  lost(): void;
  /** Asks for the stream's snapshot again. */
  resend(uniqueId: string): void;
  resendQuotes(): void;
  /** Streams wanted. */
  readonly count: number;
  /** Groups left out because their tokens do not fit the relay's limit. */
  readonly overflowing: number;
}

export function createSubscriptions(edges: {
  readonly clock: Clock;
  readonly brokerId: number;
  /** @returns false when there is no open connection */
  send(text: string): boolean;
}): Subscriptions {
  const owners = new Map<string, readonly Interest[]>();
  const sent = new Map<string, Wanted>();
  let wanted: ReadonlyMap<string, Wanted> = new Map();
  let overflowing = 0;
  let stale = false;
  let timer: Timer | null = null;

  function refresh(): ReadonlyMap<string, Wanted> {
    if (!stale) return wanted;
    stale = false;
    ({ streams: wanted, overflowing } = wantedStreams([...owners.values()].flat()));
    return wanted;
  }

  function message(command: "subscribe" | "unsubscribe", uniqueId: string, what: Wanted): string {
    const head = `{"command":"${command}","dataSource":"${what.dataSource}","brokerId":${edges.brokerId}`;
    const id = `"uniqueId":${JSON.stringify(uniqueId)}`;
    return `${head},${id}${command === "subscribe" ? what.body : ""}}`;
  }

  function subscribe(uniqueId: string, what: Wanted): void {
    if (edges.send(message("subscribe", uniqueId, what))) sent.set(uniqueId, what);
  }

  function flush(): void {
    if (timer !== null) edges.clock.clearTimeout(timer);
    timer = null;
    const now = refresh();
    for (const [uniqueId, what] of sent) {
      if (now.has(uniqueId)) continue;
      if (edges.send(message("unsubscribe", uniqueId, what))) sent.delete(uniqueId);
    }
    for (const [uniqueId, what] of now) {
      if (sent.get(uniqueId)?.body !== what.body) subscribe(uniqueId, what);
    }
  }

  function changed(): void {
    stale = true;
    timer ??= edges.clock.setTimeout(flush, BATCH_MS);
  }

  function release(owner: string): void {
    if (owners.delete(owner)) changed();
  }

  function resend(uniqueId: string): void {
    const what = sent.get(uniqueId);
    // What is not sent yet, or no longer wanted, will be put right by the next flush.
    if (what !== undefined && refresh().get(uniqueId)?.body === what.body) subscribe(uniqueId, what);
  }

  return {
    want(owner, interests) {
      if (interests.length === 0) return release(owner);
      owners.set(owner, interests);
      changed();
    },
    release,
    opened() {
      sent.clear();
      flush();
    },
    lost() {
      sent.clear();
    },
    resend,
    resendQuotes() {
      for (const [uniqueId, what] of [...sent]) if (what.dataSource === "quote-batch") resend(uniqueId);
    },
    get count() {
      return refresh().size;
    },
    get overflowing() {
      refresh();
      return overflowing;
    },
  };
}
