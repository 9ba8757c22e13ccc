import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { PricingKernel } from "#domain/chain/solve.ts";
import { AppError } from "#domain/errors.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import { referenceKernel } from "#domain/pricing/kernel.ts";
import { createWasmKernel } from "#wasm/kernel.ts";
import type { Bus } from "../bus/bus.ts";
import { loadWasm } from "../lib/wasm.ts";
import { createBrokerFeed } from "./broker/open.ts";
import { createMarketClock, type MarketClock, startOfNextSession } from "./clock.ts";
import { nextEpoch } from "./epoch.ts";
import { createFeed, type Feed, type FeedTimers, machineTimers } from "./feed.ts";
import type { ClockConfig, FeedConfig } from "./feed-config.ts";
import { readMarketFile } from "./import/market-file.ts";
import { createImportedSource } from "./import/source.ts";
import { createRecorder } from "./recording.ts";
import { createReplaySource } from "./replay.ts";
import { createSimulatedSource } from "./sim/simulated-source.ts";
import type { MarketSource } from "./source.ts";

/** What a caller may put in place of the real thing. */
export interface FeedEdges {
  readonly timers?: FeedTimers;
  readonly kernel?: PricingKernel;
  /** instead of the source the configuration names */
  readonly source?: MarketSource;
  /** newest epoch already used, 0 none */
  readonly lastEpoch?: number;
  readonly onEpoch?: (epoch: number) => void;
  /** told the error that ended the feed */
  readonly onFailure?: (error: unknown) => void;
  /** told of troubles the feed survives */
  readonly onProblem?: (error: unknown) => void;
}

interface Opened {
  readonly source: MarketSource;
  readonly clock: MarketClock;
}

function fileOf(config: FeedConfig): string {
  if (config.marketFile !== null) return config.marketFile;
  throw new AppError(
    "config.invalid",
    `MARKET_SOURCE=${config.source} needs a file: name it in MARKET_FILE, or use MARKET_SOURCE=sim.`,
    { variable: "MARKET_FILE", value: null },
  );
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
  const source = createBrokerFeed(config, bus, clock.now(), (problem) => edges.onProblem?.(problem));
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
  const start: ClockConfig = { kind: "start", at: startOfNextSession(market.date), speed: 1 };
  const clock = createMarketClock(config.clock ?? start, wall);
  const source = createImportedSource(market, {
    file,
    seed: config.seed,
    clock: clock.sessions ? "exchange" : "always",
    startAt: clock.now(),
    universe: config.universe,
  });
  return { source, clock };
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
  const clock = createMarketClock(config.clock ?? { kind: "always" }, wall);
  const source = createSimulatedSource({
    seed: config.seed,
    clock: clock.sessions ? "exchange" : "always",
    startAt: clock.now(),
    universe: config.universe,
  });
  return { source, clock };
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
  const { source, clock } = openSource(config, bus, edges, () => timers.wall());
  try {
    return createFeed({
      source,
      clock,
      bus,
      kernel: edges.kernel ?? fastestKernel(),
      timers,
      epoch: nextEpoch(timers.wall(), edges.lastEpoch ?? 0),
      recorder:
        config.record === null
          ? null
          : createRecorder(recordingPath(config, config.record), (error) => edges.onProblem?.(error)),
      ...(edges.onEpoch && { onEpoch: edges.onEpoch }),
      ...(edges.onFailure && { onFailure: edges.onFailure }),
    });
  } catch (error) {
    source.dispose();
    throw error;
  }
}
