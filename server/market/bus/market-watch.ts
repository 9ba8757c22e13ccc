import { performance } from "node:perf_hooks";
import type { Bus } from "../../platform/bus/bus.ts";
import { type MarketClockMessage, readEpoch, readMarketClock } from "./bus-messages.ts";
import { clockSubject, epochSubject } from "./market-subjects.ts";

/** What a role that is not the feed knows about the feed's life. */
export interface MarketWatch {
  /** the market's clock in whole ms, carried forward since it was last heard; the wall clock before the first time */
  marketTime(): number;
  /** false when the feed ignores the calendar's sessions (MARKET_CLOCK=always); true before it was heard */
  keepsSessions(): boolean;
  /** ms since the feed last said anything, Infinity before the first time */
  silenceMs(): number;
  /** 0 before the first message */
  epoch(): number;
  onEpoch(listener: (epoch: number) => void): void;
  stop(): void;
}

export function createMarketWatch(bus: Bus): MarketWatch {
  let clock: MarketClockMessage | null = null;
  let heardAt = Number.NEGATIVE_INFINITY;
  let epoch = 0;
  const listeners: ((epoch: number) => void)[] = [];

  function setEpoch(next: number): void {
    if (next === epoch) return;
    epoch = next;
    for (const listener of listeners) listener(next);
  }

  const stops = [
    bus.subscribe(clockSubject(), (payload) => {
      const heard = readMarketClock(payload);
      if (heard === null) return;
      clock = heard;
      heardAt = performance.now();
      setEpoch(heard.epoch);
    }),
    bus.subscribe(epochSubject(), (payload) => {
      const heard = readEpoch(payload);
      if (heard !== null) setEpoch(heard.epoch);
    }),
  ];
  return {
    marketTime: () =>
      clock === null
        ? Date.now()
        : Math.round(clock.marketTime + (performance.now() - heardAt) * clock.speed),
    keepsSessions: () => clock?.sessions ?? true,
    silenceMs: () => performance.now() - heardAt,
    epoch: () => epoch,
    onEpoch: (listener) => void listeners.push(listener),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
