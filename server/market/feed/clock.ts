import { nextTradingDay, sessionOpen } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ClockConfig } from "./feed-config.ts";

/** Market time. Everything that is priced, aged or expired asks this clock and no other. */
export interface MarketClock {
  /** market time, epoch ms; never goes back */
  now(): number;
  /** market milliseconds per wall millisecond */
  readonly speed: number;
  /** false when the calendar does not hold the market shut (`always`) */
  readonly sessions: boolean;
}

/**
 * @param wall epoch ms of the machine; a step back of it holds market time still until it has caught up
 */
export function createMarketClock(config: ClockConfig, wall: () => number): MarketClock {
  const startedAt = wall();
  let latest = -Infinity;
  const speed = config.kind === "start" ? config.speed : 1;
  if (!(speed > 0) || !Number.isFinite(speed)) {
    throw new RangeError(`The market clock's speed must be above 0: ${speed}`);
  }
  const read = (): number => {
    if (config.kind === "start") return config.at + (wall() - startedAt) * speed;
    return wall() + (config.kind === "always" ? (config.aheadMs ?? 0) : 0);
  };
  return {
    now() {
      latest = Math.max(latest, read());
      return latest;
    },
    speed,
    sessions: config.kind !== "always",
  };
}

/** Where a market file of end-of-day prices starts: continuous trading of the next trading day (09:15), epoch ms. */
export function startOfNextSession(fileDate: IsoDate): number {
  return sessionOpen("NFO", nextTradingDay("NFO", fileDate));
}
