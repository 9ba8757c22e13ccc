import type { DataSource } from "#protocol/control/up.ts";
import { QUOTE_MODES, type QuoteMode } from "#protocol/wire/quote-packets.ts";

/** What an owner wants of the relay. */
export type Interest =
  | { readonly kind: "chain"; readonly underlying: number; readonly expiry: string }
  | {
      readonly kind: "quotes";
      readonly group: string;
      readonly mode: QuoteMode;
      readonly tokens: readonly number[];
    }
  | {
      readonly kind: "bars" | "stats";
      readonly tokens: readonly number[];
      /** of bars, whose length is a minute unless asked */
      readonly seconds?: number;
    }
  | { readonly kind: "screener" | "events" };

/** A stream as it is asked for. */
export interface Wanted {
  readonly dataSource: DataSource;
  /** Members of the message beyond the common ones, as JSON with a comma before them. */
  readonly body: string;
}

export interface WantedStreams {
  readonly streams: ReadonlyMap<string, Wanted>;
  /** Groups left out because their tokens do not fit the relay's limit. */
  readonly overflowing: number;
}

/** The relay's limit a connection; chains are not counted. */
export const MAX_QUOTE_TOKENS = 3_000;

export const chainId = (underlying: number, expiry: string): string => `c.${underlying}.${expiry}`;
/** Streams that are one for all tabs together. */
const STATS_ID = "u";
const SCREENER_ID = "s";
const EVENTS_ID = "e";
const MINUTE = 60;
const barsId = (seconds: number): string => (seconds === MINUTE ? "b" : `b${seconds}`);
const OF_BARS = /^b\d*$/;
const quotesId = (group: string): string => `q.${group}`;
/** Group of the quotes that streams of tabs want, whichever and however many. */
export const STREAM_QUOTES = "s";
/** Group of the books that are open: each one that opens or closes leaves the other quotes as they are. */
export const DEPTH_QUOTES = "d";
/** What each of them is of. */
const SHARED_STREAMS = new Map<string | null, "stats" | "screener" | "events" | "quotes" | "depth">([
  [STATS_ID, "stats"],
  [SCREENER_ID, "screener"],
  [EVENTS_ID, "events"],
  [quotesId(STREAM_QUOTES), "quotes"],
  [quotesId(DEPTH_QUOTES), "depth"],
]);
export type SharedStream = NonNullable<ReturnType<typeof sharedStream>>;
/** @returns what the stream is of when all tabs share it; undefined of a chain or its quotes */
export const sharedStream = (uniqueId: string | null) =>
  OF_BARS.test(uniqueId ?? "") ? ("bars" as const) : SHARED_STREAMS.get(uniqueId);

const WHOLE_STREAMS = {
  screener: { id: SCREENER_ID, dataSource: "screener-stats" },
  events: { id: EVENTS_ID, dataSource: "nse-events" },
} as const;

const member = (name: string, value: unknown): string => `,"${name}":${JSON.stringify(value)}`;
const ascending = (tokens: Iterable<number>): number[] => [...tokens].sort((a, b) => a - b);

function addQuotes(
  groups: Map<string, Map<number, number>>,
  { group, mode, tokens }: Extract<Interest, { kind: "quotes" }>,
): void {
  const rank = QUOTE_MODES.indexOf(mode);
  let ranks = groups.get(group);
  if (ranks === undefined) groups.set(group, (ranks = new Map()));
  for (const token of tokens) ranks.set(token, Math.max(ranks.get(token) ?? 0, rank));
}

/** @returns how many groups were left out */
function addGroups(
  into: Map<string, Wanted>,
  groups: ReadonlyMap<string, ReadonlyMap<number, number>>,
): number {
  const all = new Set<number>();
  let overflowing = 0;
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
  return overflowing;
}

/**
 * The union of what all owners want, by `uniqueId`.
 *
 * - `c.<underlying>.<expiry>` is a chain, `q.<group>` a batch of quotes: ids are stable, so subscribing again replaces.
 * - Bars of one length, stats, the screener and events are one stream each, however many owners want how much of them.
 * - A token that several owners want in one group is asked for in the strongest mode.
 */
export function wantedStreams(interests: Iterable<Interest>): WantedStreams {
  const streams = new Map<string, Wanted>();
  // Streams have no other source for their quotes, as chains do: theirs are the last to be left out.
  const groups = new Map([STREAM_QUOTES, DEPTH_QUOTES].map((group) => [group, new Map<number, number>()]));
  const stats = new Set<number>();
  /** Tokens by the length of their bars. */
  const bars = new Map<number, Set<number>>();
  for (const interest of interests) {
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
      case "bars": {
        const { seconds = MINUTE, tokens } = interest;
        const own = bars.get(seconds) ?? new Set();
        bars.set(seconds, own);
        for (const token of tokens) own.add(token);
        break;
      }
      case "stats":
        for (const token of interest.tokens) stats.add(token);
        break;
      default: {
        const { id, dataSource } = WHOLE_STREAMS[interest.kind];
        streams.set(id, { dataSource, body: "" });
      }
    }
  }
  for (const [seconds, tokens] of bars) {
    const length = seconds === MINUTE ? "" : member("intervalSeconds", seconds);
    const body = member("tokens", ascending(tokens)) + length;
    streams.set(barsId(seconds), { dataSource: "quote-chart", body });
  }
  if (stats.size > 0) {
    const body = member("tokens", ascending(stats));
    streams.set(STATS_ID, { dataSource: "underlying-stats", body });
  }
  return { streams, overflowing: addGroups(streams, groups) };
}
