import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { createMarketClock } from "#server/market/feed/clock.ts";
import { createFeed, type Feed, type FeedOptions, type FeedTimers } from "#server/market/feed/feed.ts";
import type { ClockConfig } from "#server/market/feed/feed-config.ts";
import type { MarketSource } from "#server/market/feed/market-source.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createFakeMarket, FAKE_NOW, type FakeMarket } from "./fake-market.ts";

/** Timers that move when told. `cpu` stands still, so that budgets never run out. */
export interface SteppedTimers extends FeedTimers {
  /** Lets time pass in turns of 50 ms; every timer due runs. */
  pass(ms: number): void;
}

export function createSteppedTimers(start: number = FAKE_NOW): SteppedTimers {
  let now = start;
  const timers = new Set<{ ms: number; due: number; turn: () => void }>();
  return {
    every(ms, turn) {
      const timer = { ms, due: now + ms, turn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    wall: () => now,
    cpu: () => 0,
    monotonic: () => now - start,
    pass(ms) {
      const end = now + ms;
      while (now < end) {
        now = Math.min(end, now + 50);
        for (const timer of [...timers]) {
          if (timer.due > now || !timers.has(timer)) continue;
          timer.due += timer.ms;
          timer.turn();
        }
      }
    },
  };
}

export interface FeedBench {
  readonly feed: Feed;
  readonly market: FakeMarket;
  readonly bus: Bus;
  readonly timers: SteppedTimers;
  /** messages on a subject since the start, newest last */
  collect(subject: string): Uint8Array[];
}

/** A real feed around the fake market, on stepped time. */
export function createFeedBench(
  options: Partial<Omit<FeedOptions, "source" | "clock">> & {
    clock?: ClockConfig;
    source?: MarketSource;
    start?: number;
  } = {},
): FeedBench {
  const { clock, source, start = FAKE_NOW, ...rest } = options;
  const timers = createSteppedTimers(start);
  const market = createFakeMarket(start);
  const bus = rest.bus ?? createLocalBus();
  const feed = createFeed({
    source: source ?? market,
    clock: createMarketClock(clock ?? { kind: "always" }, () => timers.wall()),
    kernel: referenceKernel,
    epoch: 1_000,
    timers,
    ...rest,
    bus,
  });
  return {
    feed,
    market,
    bus,
    timers,
    collect(subject) {
      const messages: Uint8Array[] = [];
      bus.subscribe(subject, (payload) => messages.push(payload.slice()));
      return messages;
    },
  };
}
