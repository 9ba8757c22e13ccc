import type { PingRoot } from "#protocol/generated/records.ts";

/**
 * The server's and the market's clocks as the engine knows them: from pings alone, against the device's monotonic clock,
 * so that a device clock a day wrong, or set right at noon, changes nothing.
 *
 * A ping arrives `receivedAt - serverTime` late, which is its latency plus the unknown offset of the clocks. The least of
 * the recent ones is taken as the offset (min filter; D. L. Mills, RFC 5905 §10), what a ping has above it as its latency.
 */
export interface ServerClock {
  /** @param receivedAt monotonic */
  ping(serverTime: number, root: PingRoot, receivedAt: number): void;
  /** After sleep or a new connection the old samples say nothing. Latency and times stay as they were until the next ping. */
  forget(): void;
  /** Server epoch ms at a monotonic moment; NaN before the first ping. */
  serverTime(at: number): number;
  /** Market epoch ms at a monotonic moment; NaN before the first ping. */
  marketTime(at: number): number;
  /** Enough pings have come for the fastest of them to be a fast one. */
  readonly isSettled: boolean;
  /** ms of the newest ping, NaN before the first. */
  readonly latency: number;
  /** Market milliseconds per server millisecond, 0 stopped. */
  readonly marketSpeed: number;
  /** Age of the newest tick the relay holds when the newest ping left; NaN unknown or none. */
  readonly feedAge: number;
  readonly interval: number;
}

/** Five minutes of pings: long against jitter, short against drift (50 ppm is 15 ms in that time). */
const SAMPLES = 150;
/** A server and a page that just started are slow for their first pings; eight seconds later they are not. */
const SETTLED = 4;
const NO_TICK = 4_294_967_295;

export function createServerClock(): ServerClock {
  const samples = new Float64Array(SAMPLES);
  let count = 0;
  let next = 0;
  let offset = Number.NaN;
  let latency = Number.NaN;
  let pingServerTime = Number.NaN;
  let market = Number.NaN;
  let speed = 1;
  let feedAge = Number.NaN;
  let interval = 2_000;

  return {
    ping(serverTime, root, receivedAt) {
      samples[next] = receivedAt - serverTime;
      next = (next + 1) % SAMPLES;
      count = Math.min(count + 1, SAMPLES);
      offset = Infinity;
      for (let i = 0; i < count; i++) offset = Math.min(offset, samples[i] ?? Infinity);
      latency = receivedAt - serverTime - offset;
      pingServerTime = serverTime;
      market = root.marketTime;
      speed = root.marketSpeed;
      feedAge = root.feedAgeMs === NO_TICK ? Number.NaN : root.feedAgeMs;
      interval = root.intervalMs > 0 ? root.intervalMs : interval;
    },
    forget() {
      count = 0;
      next = 0;
    },
    serverTime: (at) => at - offset,
    marketTime: (at) => market + (at - offset - pingServerTime) * speed,
    get isSettled() {
      return count >= SETTLED;
    },
    get latency() {
      return latency;
    },
    get marketSpeed() {
      return speed;
    },
    get feedAge() {
      return feedAge;
    },
    get interval() {
      return interval;
    },
  };
}
