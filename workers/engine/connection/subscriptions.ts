import type { DataSource } from "#protocol/control/up.ts";
import { QUOTE_MODES, type QuoteMode } from "#protocol/wire/quotes.ts";
import type { Clock, Timer } from "../edges.ts";

/**
 * What the engine asks of the relay: the union of what its views and lists want, ref-counted by owner, one `uniqueId` a
 * stream. Changes within 20 ms become one message a `uniqueId`; after a reconnect everything wanted is sent once.
 *
 * - `c.<underlying>.<expiry>` is a chain, `q.<group>` a batch of quotes: ids are stable, so subscribing again replaces.
 * - Bars, stats, the screener and events are one stream each, whoever wants how much of them.
 * - A token that several owners want in one group is asked for in the strongest mode.
 */
export type Interest =
  | { readonly kind: "chain"; readonly underlying: number; readonly expiry: string }
  | {
      readonly kind: "quotes";
      readonly group: string;
      readonly mode: QuoteMode;
      readonly tokens: readonly number[];
    }
  | { readonly kind: "bars" | "stats"; readonly tokens: readonly number[] }
  | { readonly kind: "screener" | "events" };

const BATCH_MS = 20;
/** The relay's limit a connection; chains are not counted. */
export const MAX_QUOTE_TOKENS = 3_000;

export const chainId = (underlying: number, expiry: string): string => `c.${underlying}.${expiry}`;
/** Streams that are one for all tabs together. */
const BARS_ID = "b";
const STATS_ID = "u";
const SCREENER_ID = "s";
const EVENTS_ID = "e";
const SHARED_IDS: ReadonlySet<string | null> = new Set([BARS_ID, STATS_ID, SCREENER_ID, EVENTS_ID]);
export const isSharedStream = (uniqueId: string | null): uniqueId is string => SHARED_IDS.has(uniqueId);
const quotesId = (group: string): string => `q.${group}`;

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
  /** Whether the relay has been told of it on this connection. */
  isSent(uniqueId: string): boolean;
  /** Streams wanted. */
  readonly count: number;
  /** Groups left out because their tokens do not fit the relay's limit. */
  readonly overflowing: number;
}

interface Wanted {
  readonly dataSource: DataSource;
  /** Members of the message beyond the common ones, as JSON with a comma before them. */
  readonly body: string;
}

/** Streams of tokens: the union of what all owners want. */
const TOKEN_STREAMS = {
  bars: { id: BARS_ID, dataSource: "quote-chart" },
  stats: { id: STATS_ID, dataSource: "underlying-stats" },
} as const;
const WHOLE_STREAMS = {
  screener: { id: SCREENER_ID, dataSource: "screener-stats" },
  events: { id: EVENTS_ID, dataSource: "nse-events" },
} as const;

const member = (name: string, value: unknown): string => `,"${name}":${JSON.stringify(value)}`;
const ascending = (tokens: Iterable<number>): number[] => [...tokens].sort((a, b) => a - b);

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
    const streams = new Map<string, Wanted>();
    const groups = new Map<string, Map<number, number>>();
    const tokens = { bars: new Set<number>(), stats: new Set<number>() };
    for (const interest of [...owners.values()].flat()) {
      switch (interest.kind) {
        case "chain": {
          const { underlying, expiry } = interest;
          const body = member("underlyingExpiry", [{ underlying, expiry }]);
          streams.set(chainId(underlying, expiry), { dataSource: "option-chain", body });
          break;
        }
        case "quotes":
          addQuotes(groups, interest);
          break;
        case "bars":
        case "stats":
          for (const token of interest.tokens) tokens[interest.kind].add(token);
          break;
        default: {
          const { id, dataSource } = WHOLE_STREAMS[interest.kind];
          streams.set(id, { dataSource, body: "" });
        }
      }
    }
    for (const kind of ["bars", "stats"] as const) {
      const { id, dataSource } = TOKEN_STREAMS[kind];
      const body = member("tokens", ascending(tokens[kind]));
      if (tokens[kind].size > 0) streams.set(id, { dataSource, body });
    }
    wanted = addGroups(streams, groups);
    return wanted;
  }

  function addQuotes(
    groups: Map<string, Map<number, number>>,
    { group, mode, tokens }: Extract<Interest, { kind: "quotes" }>,
  ): void {
    const rank = QUOTE_MODES.indexOf(mode);
    let ranks = groups.get(group);
    if (ranks === undefined) groups.set(group, (ranks = new Map()));
    for (const token of tokens) ranks.set(token, Math.max(ranks.get(token) ?? 0, rank));
  }

  function addGroups(
    into: Map<string, Wanted>,
    groups: ReadonlyMap<string, ReadonlyMap<number, number>>,
  ): Map<string, Wanted> {
    const all = new Set<number>();
    overflowing = 0;
    for (const [group, tokens] of groups) {
      if (tokens.size === 0) continue;
      let more = 0;
      for (const token of tokens.keys()) if (!all.has(token)) more++;
      if (all.size + more > MAX_QUOTE_TOKENS) {
        // Chains carry quotes of their own, so a view without a batch is only a little later.
        overflowing++;
        continue;
      }
      for (const token of tokens.keys()) all.add(token);
      const batch = QUOTE_MODES.map((mode, rank) => ({
        mode,
        tokens: ascending([...tokens].filter(([, r]) => r === rank).map(([token]) => token)),
      })).filter((part) => part.tokens.length > 0);
      into.set(quotesId(group), { dataSource: "quote-batch", body: member("quoteBatch", batch) });
    }
    return into;
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

  function resend(uniqueId: string): void {
    const what = sent.get(uniqueId);
    // What is not sent yet, or no longer wanted, will be put right by the next flush.
    if (what !== undefined && refresh().get(uniqueId)?.body === what.body) subscribe(uniqueId, what);
  }

  return {
    want(owner, interests) {
      if (interests.length === 0) owners.delete(owner);
      else owners.set(owner, interests);
      changed();
    },
    release(owner) {
      if (owners.delete(owner)) changed();
    },
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
    isSent: (uniqueId) => sent.has(uniqueId),
    get count() {
      return refresh().size;
    },
    get overflowing() {
      refresh();
      return overflowing;
    },
  };
}
