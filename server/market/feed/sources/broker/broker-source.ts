import { AppError } from "#domain/errors.ts";
import type { SourceHealth } from "../../../bus/feed-status.ts";
import type { MarketRule } from "../../../bus/market-rule.ts";
import type { MarketSource } from "../../market-source.ts";
import { type BrokerEdges, networkEdges } from "./broker-edges.ts";
import type { BrokerProtocol, StreamSink } from "./broker-protocol.ts";
import { createCandleDesk } from "./candle-desk.ts";
import { createClosingOi } from "./closing-oi.ts";
import type { FeedTokens } from "./feed-tokens.ts";
import { createFollowed } from "./followed.ts";
import { createLink, type Link } from "./link.ts";
import { createListKeeper } from "./list-keeper.ts";
import { createListedMarket } from "./listed-market.ts";
import { createSessionWatch } from "./session-watch.ts";
import { describeHealth } from "./source-health.ts";
import { createTokenKeeper } from "./token-keeper.ts";

export interface BrokerSourceOptions {
  readonly protocol: BrokerProtocol;
  readonly tokens: FeedTokens;
  readonly dataDir: string;
  /** who may be given it */
  readonly rule: MarketRule;
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

/** First prices settle for so long before options are chosen around them, ms. */
const SETTLE_MS = 2_000;
const REPEAT_PROBLEM_MS = 60_000;

/**
 * A broker's feed as a source of prices. It is there at once: with the list of instruments kept on disk, or empty until
 * the broker has listed something. Nothing here waits; what time brings about is looked at in `advance`.
 */
export function createBrokerSource(options: BrokerSourceOptions): MarketSource {
  const { protocol } = options;
  const edges = options.edges ?? networkEdges;
  const sessionSince = createSessionWatch();
  const market = createListedMarket(createClosingOi(options.dataDir, protocol.name), options.startAt);
  const followed = createFollowed(protocol.connections, protocol.instrumentsPerConnection);
  const told = new Map<string, number>();

  let now = options.startAt;
  let isInSession = false;
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

  const sink: StreamSink = {
    get table() {
      return market.table;
    },
    get listing() {
      return market.listing!;
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
      commands(kind, which) {
        const { listing } = market;
        return listing === null ? [] : protocol.commands(kind, which, listing);
      },
      receive(message) {
        if (market.listing === null) return "text";
        const before = market.table.changes;
        const received = protocol.receive(message, sink);
        if (received !== "data") return received;
        // What a broker repeats of the past when it is asked again is no sign of life of the exchange.
        if (market.table.changes === before) return "heartbeat";
        firstDataAt ??= now;
        lastDataAt = now;
        return "data";
      },
      onRejected: (which, why) => keeper.reject(which, why),
      onProblem: report,
    }),
  );

  const keeper = createTokenKeeper({
    tokens: options.tokens,
    endsAt: protocol.tokenEndsAt,
    displayName: protocol.displayName,
    startAt: now,
    onToken(token) {
      for (const link of links) link.use(token);
    },
    onGone() {
      for (const link of links) link.stop();
    },
    onProblem: report,
  });

  const lists = createListKeeper({
    protocol,
    edges,
    dataDir: options.dataDir,
    symbols: options.symbols,
    onListing: market.offer,
    onRejected: keeper.reject,
    onProblem: report,
  });

  function tickLinks(): void {
    const since = (exchange: Parameters<typeof sessionSince>[0]) => sessionSince(exchange, now);
    const first = links[0]!;
    links.forEach((link, i) => {
      link.tick(now, followed.session(i, since), i === 0 || first.phase === "open");
    });
    const wasInSession = isInSession;
    isInSession = followed.sets.some((_, i) => followed.session(i, since) !== null);
    if (wasInSession && !isInSession) market.saveOi(now);
  }

  function health(): SourceHealth {
    const { listing } = market;
    return describeHealth({
      now,
      displayName: protocol.displayName,
      listedOn: listing?.date ?? null,
      isListOld: lists.isOld,
      listFaults: listing?.faults ?? 0,
      hasToken: keeper.current !== null,
      refusedWhy: keeper.refusedWhy,
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

  /** @returns true when there is another universe */
  function turnPage(): boolean {
    if (!market.turn(now)) return false;
    if (market.listing !== null) followed.reset(market.table, market.listing);
    return true;
  }

  const kept = lists.fromDisk(now);
  if (kept !== null) market.offer(kept);
  turnPage();

  return {
    name: protocol.name,
    simulated: false,
    rule: options.rule,
    universe: () => market.table.universe,
    fill: (into) => market.table.fill(into),
    advance(into, at) {
      now = at;
      keeper.tick(now);
      lists.tick(now, keeper.current);
      if (turnPage()) return true;
      const knowsPrices = firstDataAt !== null && now - firstDataAt >= SETTLE_MS;
      if (followed.tick(now, knowsPrices)) {
        for (const [i, link] of links.entries()) link.follow(followed.sets[i]!);
      }
      tickLinks();
      market.moveReferences(now);
      market.table.publish(into);
      tellHealth();
      return false;
    },
    previousVolatility: () => null,
    history: createCandleDesk({
      protocol,
      edges,
      now: () => now,
      token: () => keeper.current,
      onProblem: report,
    }),
    watch: (chains) => followed.watch(chains),
    health,
    dispose() {
      if (isOver) return;
      isOver = true;
      keeper.stop();
      lists.stop();
      for (const link of links) link.stop();
      market.saveOi(now);
    },
  };
}
