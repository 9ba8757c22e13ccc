import type { EngineHealth } from "../api.ts";
import type { Clock, PortLike, Timer } from "../edges.ts";
import type { Tab } from "../tabs/tabs.ts";
import type { View } from "../tabs/view.ts";
import type { Histogram } from "./histogram.ts";
import {
  type EngineRates,
  type PerformanceReport,
  SHAPE_BARS,
  SHAPE_FROM_MS,
  SHAPE_TO_MS,
  STAGES,
  type Stage,
  type StageFigures,
  type TabFigures,
} from "./performance-report.ts";
import { createMeasures, type Measures, type Tally } from "./stopwatch.ts";

/**
 * Measures for as long as at least one port watches, and tells every watcher once a second. Loaded when the first one
 * comes, dropped with all it holds when the last one goes.
 */
export interface Performance {
  readonly measures: Measures;
  /** The port says "stop" or "reset"; a tab that is gone is stopped by `removeTab`. */
  add(tabId: number, port: PortLike): void;
  removeTab(tabId: number): void;
  /** What a tab's page knows of its own heap, bytes. */
  tellHeap(tabId: number, bytes: number): void;
}

export interface PerformanceEdges {
  readonly clock: Clock;
  serverTime(at: number): number;
  health(): EngineHealth;
  tabs(): Iterable<Tab>;
  views(): Iterable<View>;
  wasmBytes(): number | null;
  heapBytes(): number | null;
  /** No panel watches any more. */
  onIdle(): void;
}

const EVERY_MS = 1_000;
/** Seconds that rates are taken over: long against one second's chance, short against the eye's patience. */
const RATE_SECONDS = 5;

/** Counters at a moment, to take rates from. */
interface Sample {
  readonly at: number;
  readonly health: EngineHealth;
  readonly tally: Tally;
  readonly tabs: ReadonlyMap<number, Tally>;
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

function figuresOf(histogram: Histogram): StageFigures {
  return {
    count: histogram.count,
    meanMs: known(histogram.mean),
    p50Ms: known(histogram.percentile(0.5)),
    p99Ms: known(histogram.percentile(0.99)),
    maxMs: known(histogram.max),
    shape: histogram.shape(SHAPE_FROM_MS, SHAPE_TO_MS, SHAPE_BARS),
  };
}

export function createPerformance(edges: PerformanceEdges): Performance {
  const { clock } = edges;
  const measures = createMeasures(edges);
  const watchers = new Map<PortLike, number>();
  const heaps = new Map<number, number>();
  let samples: Sample[] = [];
  let since = clock.monotonic();
  let timer: Timer = clock.setTimeout(tick, EVERY_MS);

  function sample(): Sample {
    const tabs = new Map<number, Tally>();
    for (const { id } of edges.tabs()) tabs.set(id, { ...measures.tab(id).tally });
    return { at: clock.monotonic(), health: edges.health(), tally: { ...measures.tally }, tabs };
  }

  /** How much a counter of two samples grew a second. */
  function rate(from: Sample, to: Sample, count: (sample: Sample) => number): number {
    const seconds = (to.at - from.at) / 1000;
    return seconds > 0 ? Math.max(0, count(to) - count(from)) / seconds : 0;
  }

  function ratesOf(from: Sample, to: Sample): EngineRates {
    return {
      quotes: rate(from, to, ({ health }) => health.quotes),
      messages: rate(from, to, ({ health }) => health.messages),
      bytes: rate(from, to, ({ health }) => health.bytes),
      frames: rate(from, to, ({ tally }) => tally.frames),
      frameBytes: rate(from, to, ({ tally }) => tally.bytes),
      dropped: rate(from, to, ({ tally }) => tally.dropped),
    };
  }

  function tabFigures({ id, visible }: Tab, from: Sample, to: Sample): TabFigures {
    const { tally, paint, total } = measures.tab(id);
    const views: { underlying: number; expiry: string }[] = [];
    for (const { tabId, chain } of edges.views()) {
      if (tabId === id) views.push({ underlying: chain.underlying, expiry: chain.expiry });
    }
    return {
      id,
      visible,
      views,
      framesPerSecond: rate(from, to, ({ tabs }) => tabs.get(id)?.frames ?? 0),
      bytesPerSecond: rate(from, to, ({ tabs }) => tabs.get(id)?.bytes ?? 0),
      frames: tally.frames,
      dropped: tally.dropped,
      paint: figuresOf(paint),
      total: figuresOf(total),
      heapBytes: heaps.get(id) ?? null,
    };
  }

  function report(): PerformanceReport {
    const to = sample();
    const from = samples[0] ?? to;
    samples = [...samples.slice(1 - RATE_SECONDS), to];
    return {
      at: clock.now(),
      measuredMs: clock.monotonic() - since,
      stages: Object.fromEntries(STAGES.map((stage) => [stage, figuresOf(measures.stages[stage])])) as Record<
        Stage,
        StageFigures
      >,
      rates: ratesOf(from, to),
      frames: measures.tally.frames,
      dropped: measures.tally.dropped,
      tabs: [...edges.tabs()].map((tab) => tabFigures(tab, from, to)),
      wasmBytes: edges.wasmBytes(),
      heapBytes: edges.heapBytes(),
      health: to.health,
    };
  }

  function tick(): void {
    timer = clock.setTimeout(tick, EVERY_MS);
    const news = report();
    for (const port of watchers.keys()) port.postMessage(news, []);
  }

  function reset(): void {
    measures.clear();
    samples = [];
    since = clock.monotonic();
    clock.clearTimeout(timer);
    tick();
  }

  function remove(port: PortLike): void {
    if (!watchers.delete(port)) return;
    port.onmessage = null;
    port.close();
    if (watchers.size > 0) return;
    clock.clearTimeout(timer);
    edges.onIdle();
  }

  return {
    measures,
    add(tabId, port) {
      watchers.set(port, tabId);
      port.onmessage = ({ data }) => {
        if (data === "stop") remove(port);
        else if (data === "reset") reset();
      };
      port.postMessage(report(), []);
    },
    removeTab(tabId) {
      measures.removeTab(tabId);
      heaps.delete(tabId);
      for (const [port, watcher] of [...watchers]) if (watcher === tabId) remove(port);
    },
    tellHeap: (tabId, bytes) => void heaps.set(tabId, bytes),
  };
}
