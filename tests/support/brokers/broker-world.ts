import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AppError } from "#domain/errors.ts";
import type { SourceHealth } from "#server/market/bus/feed-status.ts";
import type { MarketSource } from "#server/market/feed/market-source.ts";
import { createMarketTable, type MarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { networkEdges } from "#server/market/feed/sources/broker/broker-edges.ts";
import type { BrokerProtocol } from "#server/market/feed/sources/broker/broker-protocol.ts";
import { createBrokerSource } from "#server/market/feed/sources/broker/broker-source.ts";
import type { FeedTokens } from "#server/market/feed/sources/broker/feed-tokens.ts";

/** A token that a test changes, told to its listeners. */
export interface TestTokens extends FeedTokens {
  set(token: string | null): void;
}

export function testTokens(first: string | null): TestTokens {
  let token = first;
  const listeners = new Set<() => void>();
  return {
    current: () => Promise.resolve(token),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      token = next;
      for (const listener of listeners) listener();
    },
  };
}

/** A broker's source over a real network with a market clock that the test moves. */
export interface BrokerWorld {
  readonly source: MarketSource;
  readonly table: MarketTable;
  readonly problems: AppError[];
  /** states as they were told */
  readonly states: string[];
  readonly dataDir: string;
  now: number;
  /** universes the source has had, the first included */
  universes: number;
  health(): SourceHealth;
  /** One turn of the feed, `ms` of market time later, with real time for the network in between. */
  turn(ms?: number): Promise<void>;
  /** Turns until it holds. @throws when it does not within `most` turns */
  until(holds: () => boolean, what: string, ms?: number, most?: number): Promise<void>;
  word(token: number, word: number): number;
  dispose(): void;
}

export interface WorldOptions {
  readonly protocol: BrokerProtocol;
  readonly tokens: FeedTokens;
  readonly now: number;
  readonly symbols?: readonly string[] | null;
  /** a folder kept from an earlier world, which then is not removed */
  readonly dataDir?: string;
}

/** Real milliseconds between turns: the loopback network needs a few. */
const BREATH_MS = 4;

export function createBrokerWorld(options: WorldOptions): BrokerWorld {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "strikewise-feed-"));
  const problems: AppError[] = [];
  const states: string[] = [];
  const source = createBrokerSource({
    protocol: options.protocol,
    tokens: options.tokens,
    dataDir,
    symbols: options.symbols ?? null,
    rule: { kind: "everybody" },
    startAt: options.now,
    edges: { ...networkEdges, random: () => 0.5 },
    onProblem: (problem) => problems.push(problem),
    onHealth: ({ state }) => states.push(state),
  });
  let table = createMarketTable(source.universe());
  source.fill(table);

  const world: BrokerWorld = {
    source,
    get table() {
      return table;
    },
    problems,
    states,
    dataDir,
    now: options.now,
    universes: 1,
    health: () => source.health!(),
    async turn(ms = 50) {
      world.now += ms;
      while (source.advance(table, world.now)) {
        world.universes++;
        table = createMarketTable(source.universe());
        source.fill(table);
      }
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    },
    async until(holds, what, ms = 50, most = 1_000) {
      for (let n = 0; n < most; n++) {
        if (holds()) return;
        await world.turn(ms);
      }
      throw new Error(`it never came to this: ${what}; ${JSON.stringify(world.health())}`);
    },
    word(token, word) {
      const row = table.universe.instruments.findIndex((each) => each.token === token);
      if (row < 0) throw new Error(`no instrument ${token}`);
      return table.words[row * ROW_WORDS + word]!;
    },
    dispose() {
      source.dispose();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}
