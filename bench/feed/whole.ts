/** The feed as the server runs it, in a process of its own: the market, messages on the bus, watched chains solved. */

import { allChainsSubject, interestSubject, quotesSubject } from "#server/market/bus/market-subjects.ts";
import { startFeedInProcess } from "#server/market/feed/start-feed.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { answerCalls } from "../lib/child.ts";

const NIFTY = 256265;
const START = Date.parse("2026-11-20T11:30:00+05:30");
/** Interest is forgotten after ten. */
const SAY_MS = 3_000;

const bus = createLocalBus();
let bytes = 0;
let chains = 0;
bus.subscribe(allChainsSubject(), () => void chains++);
bus.subscribe(quotesSubject(), (payload) => void (bytes += payload.byteLength));
const config = {
  source: "sim",
  marketFile: null,
  seed: 1,
  clock: { kind: "start", at: START, speed: 1 },
  universe: null,
  dataDir: ".data",
  record: null,
} as const;
await startFeedInProcess(config, bus);

export interface FeedCost {
  /** ms a second */
  readonly cpu: number;
  readonly bytesPerSecond: number;
  readonly chainsPerSecond: number;
}

const methods = {
  /** What the whole process spends over so long, with these expiries of NIFTY watched. */
  async measure(ms: number, expiries: readonly number[]): Promise<FeedCost> {
    const watched = Buffer.from(JSON.stringify({ chains: expiries.map((expiry) => [NIFTY, expiry]) }));
    const say = (): void => bus.publish(interestSubject(), watched);
    say();
    const timer = setInterval(say, SAY_MS);
    const [before, startedAt, bytesBefore, chainsBefore] = [
      process.cpuUsage(),
      performance.now(),
      bytes,
      chains,
    ];
    await new Promise((resolve) => setTimeout(resolve, ms));
    clearInterval(timer);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    return {
      cpu: (user + system) / 1000 / seconds,
      bytesPerSecond: (bytes - bytesBefore) / seconds,
      chainsPerSecond: (chains - chainsBefore) / seconds,
    };
  },
};

export type WholeFeedMethods = typeof methods;

answerCalls(methods);
