import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { DELAY_MS } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { SourceHealth } from "../bus/feed-status.ts";
import { createLateBus } from "../bus/late.ts";
import { loadWasm } from "../wasm.ts";
import { createMarketClock, type MarketClock, startOfNextSession } from "./clock.ts";
import { nextEpoch } from "./epoch.ts";
import { createFeed, type Feed, type FeedTimers, machineTimers } from "./feed.ts";
import type { ClockConfig, FeedConfig } from "./feed-config.ts";
import { createDelayLine } from "./late/delay-line.ts";
import { startWithLead } from "./late/opening-auctions.ts";
import { createPairedFeed } from "./late/paired-feed.ts";
import { REHEARSAL_LEAD_MS, rehearse } from "./late/rehearsal.ts";
import type { MarketSource } from "./market-source.ts";
import { createBrokerFeed } from "./sources/broker/open-broker.ts";
import { createImportedSource } from "./sources/import/imported-source.ts";
import { readMarketFile } from "./sources/import/market-file.ts";
import { createRecorder } from "./sources/replay/market-recording.ts";
import { createReplaySource } from "./sources/replay/replay.ts";
import { createSimulatedSource } from "./sources/sim/simulated-source.ts";

/** What a caller may put in place of the real thing. */
export interface FeedEdges {
  readonly timers?: FeedTimers;
  readonly kernel?: PricingKernel;
  /** instead of the source the configuration names */
  readonly source?: MarketSource;
  /** newest epoch already used, 0 none */
  readonly lastEpoch?: number;
  readonly onEpoch?: (epoch: number) => void;
  /** told each new epoch of the late market; all of them come from one row of numbers */
  readonly onLateEpoch?: (epoch: number) => void;
  /** told the error that ended the feed */
  readonly onFailure?: (error: unknown) => void;
  /** told of troubles the feed survives */
  readonly onProblem?: (error: unknown) => void;
  /** told how a broker's feed is doing whenever that changes */
  readonly onHealth?: (health: SourceHealth) => void;
}

interface Opened {
  readonly source: MarketSource;
  readonly clock: MarketClock;
  /** the source was opened this long (wall ms) before now, so that the late market has something to show at once */
  readonly leadMs?: number;
}

function fileOf(config: FeedConfig): string {
  if (config.marketFile !== null) return config.marketFile;
  throw new AppError(
    "config.invalid",
    `MARKET_SOURCE=${config.source} needs a file: name it in MARKET_FILE, or use MARKET_SOURCE=sim.`,
    { variable: "MARKET_FILE", value: null },
  );
}

/** How long before now the source of a market that can run ahead is opened, wall ms; 0 without a late market. */
function leadOf(config: FeedConfig): number {
  const delayMs = delayOf(config);
  return delayMs > 0 ? delayMs + REHEARSAL_LEAD_MS : 0;
}

function delayOf({ delayMs = DELAY_MS }: FeedConfig): number {
  return delayMs;
}

/** The file as named, or where MARKET_RECORD puts a file of that name. */
function recordingOf(config: FeedConfig): string {
  const file = fileOf(config);
  const recorded = resolve(config.dataDir, relative(process.cwd(), file));
  return !existsSync(file) && existsSync(recorded) ? recorded : file;
}

/** A recording has its own dates: only a start inside it makes sense, the wall clock does not. */
function openReplay(config: FeedConfig, wall: () => number): Opened {
  const source = createReplaySource(recordingOf(config));
  const clock: ClockConfig =
    config.clock?.kind === "start" ? config.clock : { kind: "start", at: source.startsAt, speed: 1 };
  const market = createMarketClock(clock, wall);
  return { source, clock: { now: () => market.now(), speed: market.speed, sessions: source.sessions } };
}

/** A broker's market keeps the exchange's time, whatever the clock says. */
function openBroker(config: FeedConfig, bus: Bus, edges: FeedEdges, wall: () => number): Opened {
  const clock = createMarketClock({ kind: "exchange" }, wall);
  const source = createBrokerFeed(config, bus, clock.now(), {
    onProblem: (problem) => edges.onProblem?.(problem),
    onHealth: (health) => edges.onHealth?.(health),
  });
  return { source, clock };
}

function openSource(config: FeedConfig, bus: Bus, edges: FeedEdges, wall: () => number): Opened {
  if (edges.source !== undefined) {
    return { source: edges.source, clock: createMarketClock(config.clock ?? { kind: "always" }, wall) };
  }
  if (config.source === "replay") return openReplay(config, wall);
  if (config.source === "kite" || config.source === "upstox") return openBroker(config, bus, edges, wall);
  return config.source === "import" ? openImport(config, wall) : openSimulation(config, wall);
}

/** A market file has its own date: the clock starts at its next session unless told otherwise. */
function openImport(config: FeedConfig, wall: () => number): Opened {
  const file = fileOf(config);
  const market = readMarketFile(file);
  const leadMs = leadOf(config);
  const start: ClockConfig = { kind: "start", at: startOfNextSession(market.date), speed: 1 };
  const clock = createMarketClock(config.clock ?? start, wall);
  const source = createImportedSource(market, {
    file,
    seed: config.seed,
    clock: clock.sessions ? "exchange" : "always",
    startAt: clock.now(),
    leadMs: leadMs * clock.speed,
    universe: config.universe,
  });
  return { source, clock, leadMs };
}

/** @throws AppError config.invalid */
function checkSymbols(symbols: readonly string[]): void {
  const unknown = symbols.filter((symbol) => !UNDERLYINGS.some((spec) => spec.symbol === symbol));
  if (unknown.length === 0) return;
  throw new AppError(
    "config.invalid",
    `MARKET_UNIVERSE names ${unknown.join(", ")}, which the simulated market does not know; leave it out.`,
    { variable: "MARKET_UNIVERSE", value: unknown.join(",") },
  );
}

function openSimulation(config: FeedConfig, wall: () => number): Opened {
  checkSymbols(config.universe ?? []);
  const leadMs = leadOf(config);
  const clock = createMarketClock(config.clock ?? { kind: "always" }, wall);
  const source = createSimulatedSource({
    seed: config.seed,
    clock: clock.sessions ? "exchange" : "always",
    startAt: startWithLead(clock.now(), leadMs * clock.speed, clock.sessions),
    universe: config.universe,
  });
  return { source, clock, leadMs };
}

/** The WebAssembly kernel where it has been built, else its TypeScript reference. */
function fastestKernel(): PricingKernel {
  const module = loadWasm();
  return module === null ? referenceKernel : createWasmKernel(module);
}

function recordingPath(config: FeedConfig, record: string): string {
  return isAbsolute(record) ? record : resolve(config.dataDir, record);
}

/**
 * The feed a configuration describes, ready to start.
 * @throws AppError market.* or config.* naming the variable and the fix
 */
export function openFeed(config: FeedConfig, bus: Bus, edges: FeedEdges = {}): Feed {
  const timers = edges.timers ?? machineTimers;
  const opened = openSource(config, bus, edges, () => timers.wall());
  try {
    return createOpened(config, bus, edges, opened);
  } catch (error) {
    opened.source.dispose();
    throw error;
  }
}

function createOpened(
  config: FeedConfig,
  bus: Bus,
  edges: FeedEdges,
  { source, clock, leadMs }: Opened,
): Feed {
  const timers = edges.timers ?? machineTimers;
  const kernel = edges.kernel ?? fastestKernel();
  const delayMs = delayOf(config);
  let newestEpoch = edges.lastEpoch ?? 0;
  // One row of epochs for both, so that a client that changes from one market to the other sees that it is
  // another.
  const claimEpoch = (last: number): number => {
    newestEpoch = nextEpoch(timers.wall(), Math.max(last, newestEpoch));
    return newestEpoch;
  };
  let pair: Feed | null = null;
  // Neither goes on without the other: a thread that ends is started again with both.
  const onFailure = (error: unknown): void => {
    void pair?.stop().catch(() => {});
    if (edges.onFailure === undefined) throw error;
    edges.onFailure(error);
  };
  const shared = { kernel, timers, claimEpoch, onFailure };
  const line =
    delayMs > 0 ? createDelayLine({ delayMs, monotonic: () => timers.monotonic(), clock, source }) : null;
  const live = createFeed({
    ...shared,
    source,
    clock,
    bus,
    line,
    alsoWatched: () => line?.watched ?? [],
    epoch: claimEpoch(0),
    recorder:
      config.record === null
        ? null
        : createRecorder(recordingPath(config, config.record), (error) => edges.onProblem?.(error)),
    ...(edges.onEpoch && { onEpoch: edges.onEpoch }),
  });
  if (line === null) return live;
  const late = createFeed({
    ...shared,
    source: line.source,
    clock: line.clock,
    bus: createLateBus(bus),
    isLate: true,
    epoch: claimEpoch(0),
    ...(edges.onLateEpoch && { onEpoch: edges.onLateEpoch }),
  });
  pair = createPairedFeed({
    live,
    late,
    timers,
    onFailure,
    prepare() {
      if (leadMs === undefined) return;
      const [marketTime, now] = [clock.now(), timers.monotonic()];
      rehearse({ source, line, delayMs, marketTime, speed: clock.speed, sessions: clock.sessions, now });
      source.begun?.();
    },
  });
  return pair;
}
