import { performance } from "node:perf_hooks";
import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { type MarketClockMessage, readEpoch, readMarketClock, stampedTime } from "./bus-messages.ts";
import { clockSubject, epochSubject } from "./market-subjects.ts";

/** What a role that is not the feed knows about the feed's life. */
export interface MarketWatch {
  /** the market's clock in whole ms, carried forward since it was last heard; null before the first time: it is not known yet */
  marketTime(): number | null;
  /** the market's time in whole ms of what the feed stamped, by its wall clock; null as above */
  timeOf(serverTime: number): number | null;
  /** the market's time in whole ms by which all has been heard: less what may be on its way; null as above */
  settledTime(): number | null;
  /** false when the feed ignores the calendar's sessions (MARKET_CLOCK=always); true before it was heard */
  keepsSessions(): boolean;
  /** ms since the feed last said anything, Infinity before the first time */
  silenceMs(): number;
  /** 0 before the first message */
  epoch(): number;
  onEpoch(listener: (epoch: number) => void): void;
  stop(): void;
}

/** What the feed has said is heard within this, by the wall clock; on one machine it takes some ms. */
const ON_ITS_WAY_MS = 250;

/**
 * For what cannot be answered without the market's time.
 * @returns epoch ms
 * @throws AppError server.unavailable before the feed's clock was heard: no other clock can stand for it
 */
export function knownMarketTime(watch: Pick<MarketWatch, "marketTime">): number {
  const time = watch.marketTime();
  if (time !== null) return time;
  const text =
    "What time it is in the market is not known yet: its feed has not been heard. Try again shortly.";
  throw new AppError("server.unavailable", text);
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
  const timeAt = (instant: number): number | null =>
    clock === null ? null : Math.round(clock.marketTime + (instant - heardAt) * clock.speed);
  return {
    marketTime: () => timeAt(performance.now()),
    settledTime: () => timeAt(performance.now() - ON_ITS_WAY_MS),
    timeOf: (serverTime) => (clock === null ? null : Math.round(stampedTime(clock, serverTime))),
    keepsSessions: () => clock?.sessions ?? true,
    silenceMs: () => performance.now() - heardAt,
    epoch: () => epoch,
    onEpoch: (listener) => void listeners.push(listener),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
