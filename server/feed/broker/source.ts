import { addDays } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/nominal.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { ROW_WORDS } from "../market-table.ts";
import type { MarketSource, SourceHealth } from "../source.ts";
import { createClosingOi } from "./closing-oi.ts";
import { type BrokerEdges, networkEdges } from "./edges.ts";
import { createFollowed } from "./followed.ts";
import { describeHealth } from "./health.ts";
import { createLink, type Link } from "./link.ts";
import { createListKeeper } from "./list-keeper.ts";
import type { Listing } from "./listing.ts";
import { createLiveTable, type LiveTable } from "./live-table.ts";
import type { BrokerProtocol, StreamSink } from "./protocol.ts";
import { listingDay, nextTimeOfDay, tradesOn } from "./schedule.ts";
import { createSessionWatch } from "./sessions.ts";
import type { FeedTokens } from "./tokens.ts";
import { emptyUniverse, firstExpiry, listedUniverse } from "./universe.ts";

export interface BrokerSourceOptions {
  readonly protocol: BrokerProtocol;
  readonly tokens: FeedTokens;
  readonly dataDir: string;
  /** nobody but the account it comes from may be given it */
  readonly isRestricted?: boolean;
  /** underlyings to carry, null all */
  readonly symbols: readonly string[] | null;
  /** epoch ms */
  readonly startAt: number;
  readonly edges?: BrokerEdges;
  /** told of troubles, each kind at most once a minute */
  readonly onProblem?: (problem: AppError) => void;
  /** told whenever its state changes */
  readonly onHealth?: (health: SourceHealth) => void;
}

/** A token that came in the meantime is found this soon, ms. */
const ASK_TOKEN_MS = 5_000;
/** First prices settle for so long before options are chosen around them, ms. */
const SETTLE_MS = 2_000;
const REPEAT_PROBLEM_MS = 60_000;
/** What an underlying that the broker does not quote (currency, commodities) takes over from its nearest future. */
const REFERENCE_WORDS = [
  WORD.lastPrice,
  WORD.open,
  WORD.high,
  WORD.low,
  WORD.close,
  WORD.exchangeTime,
] as const;

function dayBefore(date: IsoDate): IsoDate {
  let day = addDays(date, -1);
  for (let n = 0; n < 30 && !tradesOn(day); n++) day = addDays(day, -1);
  return day;
}

/**
 * A broker's feed as a source of prices. It is there at once: with the list of instruments kept on disk, or empty until
 * the broker has listed something. Nothing here waits; what time brings about is looked at in `advance`.
 */
export function createBrokerSource(options: BrokerSourceOptions): MarketSource {
  const { protocol, tokens } = options;
  const edges = options.edges ?? networkEdges;
  const sessionSince = createSessionWatch();
  const closing = createClosingOi(options.dataDir, protocol.name);
  const followed = createFollowed(protocol.connections, protocol.instrumentsPerConnection);
  const told = new Map<string, number>();

  let now = options.startAt;
  let day = listingDay(now);
  let listing: Listing | null = null;
  let arrived: Listing | null = null;
  let table: LiveTable = createLiveTable(emptyUniverse(day), null, closing.of(dayBefore(day)));
  let expiryAt = Number.POSITIVE_INFINITY;
  let isInSession = false;
  let token: string | null = null;
  let refused: { token: string; why: string } | null = null;
  let isAsking = false;
  let askAt = -Infinity;
  let endsAt = nextTimeOfDay(now, protocol.tokenEndsAt);
  let firstDataAt: number | null = null;
  let lastDataAt: number | null = null;
  let garbled = 0;
  let isOver = false;
  let state: SourceHealth["state"] | null = null;

  function report(problem: AppError): void {
    const last = told.get(problem.code) ?? -Infinity;
    if (now - last < REPEAT_PROBLEM_MS) return;
    told.set(problem.code, now);
    options.onProblem?.(problem);
  }

  function onRejected(which: string, why: string): void {
    if (which !== token) return;
    refused = { token: which, why };
    token = null;
    for (const link of links) link.stop();
    const text = `${protocol.displayName} does not accept the access token (${why}); give today's and the feed goes on.`;
    report(new AppError("feed.token_rejected", text));
  }

  const sink: StreamSink = {
    get table() {
      return table;
    },
    get listing() {
      return listing!;
    },
    get now() {
      return now;
    },
    garbled(why) {
      garbled++;
      report(
        new AppError(
          "feed.garbled",
          `The stream said something that makes no sense and is left out: ${why}.`,
        ),
      );
    },
  };

  const links: readonly Link[] = Array.from({ length: protocol.connections }, () =>
    createLink({
      edges,
      times: protocol.times,
      address: (withToken) => protocol.address(edges, withToken),
      commands: (kind, which) => (listing === null ? [] : protocol.commands(kind, which, listing)),
      receive(message) {
        if (listing === null) return "text";
        const before = table.changes;
        const received = protocol.receive(message, sink);
        if (received !== "data") return received;
        // What a broker repeats of the past when it is asked again is no sign of life of the exchange.
        if (table.changes === before) return "heartbeat";
        firstDataAt ??= now;
        lastDataAt = now;
        return "data";
      },
      onRejected,
      onProblem: report,
    }),
  );

  const keeper = createListKeeper({
    protocol,
    edges,
    dataDir: options.dataDir,
    symbols: options.symbols,
    onListing: (next) => {
      arrived = next;
    },
    onRejected,
    onProblem: report,
  });

  /** Takes a list, or what is left of it; rows live on by token. */
  function adopt(next: Listing, stored: (token: number) => number): void {
    listing = next;
    table = createLiveTable(listedUniverse(next, now), table, stored);
    expiryAt = firstExpiry(table.universe);
    followed.reset(table, next);
  }

  function sameDay(): (token: number) => number {
    const before = table;
    const stored = closing.of(dayBefore(day));
    return (which) => {
      const known = before.previousOi(which);
      return Number.isNaN(known) ? stored(which) : known;
    };
  }

  function rollDay(): void {
    closing.save(day, table, now);
    day = listingDay(now);
    const next = arrived ?? listing;
    arrived = null;
    if (next !== null) adopt(next, closing.of(dayBefore(day)));
  }

  /** @returns true when there is another universe */
  function turnPage(): boolean {
    const before = table;
    if (listingDay(now) !== day) rollDay();
    if (arrived !== null) {
      const next = arrived;
      arrived = null;
      adopt(next, sameDay());
    } else if (listing !== null && now >= expiryAt) adopt(listing, sameDay());
    return table !== before;
  }

  async function askToken(): Promise<void> {
    isAsking = true;
    const found = await tokens.current();
    isAsking = false;
    if (isOver) return;
    if (found === null) {
      if (token === null && refused === null) {
        report(
          new AppError(
            "feed.token_missing",
            `${protocol.displayName} needs an access token; docs/feeds.md says how to give it.`,
          ),
        );
      }
      return;
    }
    if (found === token || found === refused?.token) return;
    refused = null;
    token = found;
    for (const link of links) link.use(found);
  }

  /** Yesterday's token ends: whatever there is now is tried, once. */
  function rollToken(): void {
    endsAt = nextTimeOfDay(now, protocol.tokenEndsAt);
    for (const link of links) link.stop();
    token = null;
    askAt = -Infinity;
  }

  function tickLinks(): void {
    const since = (exchange: Parameters<typeof sessionSince>[0]) => sessionSince(exchange, now);
    const first = links[0]!;
    links.forEach((link, i) => {
      link.tick(now, followed.session(i, since), i === 0 || first.phase === "open");
    });
    const wasInSession = isInSession;
    isInSession = followed.sets.some((_, i) => followed.session(i, since) !== null);
    if (wasInSession && !isInSession) closing.save(day, table, now);
  }

  function moveReferences(): void {
    for (const { underlying, index, futures } of table.universe.underlyings) {
      if (listing?.keys.has(underlying.token)) continue;
      const nearest = futures[0];
      if (nearest === undefined) continue;
      for (const word of REFERENCE_WORDS) {
        table.set(index, word, table.words[nearest.index * ROW_WORDS + word]!);
      }
    }
  }

  function health(): SourceHealth {
    return describeHealth({
      now,
      displayName: protocol.displayName,
      listedOn: listing?.date ?? null,
      isListOld: keeper.isOld,
      listFaults: listing?.faults ?? 0,
      hasToken: token !== null,
      refusedWhy: refused?.why ?? null,
      isInSession,
      stallMs: protocol.times.stall,
      lastDataAt,
      followed: followed.count,
      leftOut: followed.leftOut,
      garbled,
      links,
    });
  }

  function tellHealth(): void {
    const present = health();
    if (present.state === state) return;
    state = present.state;
    options.onHealth?.(present);
  }

  const kept = keeper.fromDisk(now);
  if (kept !== null) adopt(kept, closing.of(dayBefore(day)));
  const stopListening = tokens.onChange(() => {
    askAt = -Infinity;
  });

  return {
    name: protocol.name,
    simulated: false,
    isRestricted: options.isRestricted ?? false,
    universe: () => table.universe,
    fill: (into) => table.fill(into),
    advance(into, at) {
      now = at;
      if (now >= endsAt) rollToken();
      if (!isAsking && now >= askAt) {
        askAt = now + ASK_TOKEN_MS;
        void askToken();
      }
      keeper.tick(now, token);
      if (turnPage()) return true;
      const knowsPrices = firstDataAt !== null && now - firstDataAt >= SETTLE_MS;
      if (followed.tick(now, knowsPrices)) {
        for (const [i, link] of links.entries()) link.follow(followed.sets[i]!);
      }
      tickLinks();
      moveReferences();
      table.publish(into);
      tellHealth();
      return false;
    },
    previousVolatility: () => null,
    watch: (chains) => followed.watch(chains),
    health,
    dispose() {
      if (isOver) return;
      isOver = true;
      stopListening();
      keeper.stop();
      for (const link of links) link.stop();
      if (listing !== null) closing.save(day, table, now);
    },
  };
}
