import { BroadcastChannel } from "node:worker_threads";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "#domain/errors.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import type { FeedStatus } from "#server/market/bus/feed-status.ts";
import { epochSubject, feedStatusRequest, quotesSubject } from "#server/market/bus/market-subjects.ts";
import type { FeedConfig } from "#server/market/feed/feed-config.ts";
import { type RunningFeed, startFeedInProcess, startFeedThread } from "#server/market/feed/start-feed.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createFakeMarket, FAKE_NOW } from "#tests/support/market/fake-market.ts";
import { bundleThread } from "#tests/support/store/bundle-thread.ts";

const config: FeedConfig = {
  source: "sim",
  marketFile: null,
  seed: 1,
  clock: { kind: "start", at: FAKE_NOW, speed: 1 },
  universe: ["NIFTY"],
  dataDir: ".",
  record: null,
};
const SLOW_START_MS = 20_000;

let fakeThread: URL;
let bus: Bus;
let feeds: RunningFeed[];
let channel: BroadcastChannel;

beforeAll(async () => {
  fakeThread = await bundleThread("tests/support/market/fake-feed-thread.ts");
});
beforeEach(() => {
  bus = createLocalBus();
  feeds = [];
  process.env.FAKE_FEED_CHANNEL = `fake-feed-${process.pid}-${Math.random()}`;
  channel = new BroadcastChannel(process.env.FAKE_FEED_CHANNEL);
});
afterEach(async () => {
  await Promise.all(feeds.map((feed) => feed.stop()));
  channel.close();
  await bus.close();
});

async function startFake(options: Parameters<typeof startFeedThread>[2] = {}): Promise<RunningFeed> {
  const feed = await startFeedThread(config, bus, { entry: fakeThread, ...options });
  feeds.push(feed);
  return feed;
}

async function status(): Promise<FeedStatus> {
  const payload = await bus.request(feedStatusRequest(), new Uint8Array(0));
  return JSON.parse(new TextDecoder().decode(payload)) as FeedStatus;
}

function collect(subject: string): Uint8Array[] {
  const messages: Uint8Array[] = [];
  bus.subscribe(subject, (payload) => messages.push(payload.slice()));
  return messages;
}

const patience = { timeout: SLOW_START_MS, interval: 20 };

describe("feed thread", () => {
  it(
    "speaks and answers on the caller's bus, and is silent once stopped",
    async () => {
      const messages = collect(quotesSubject());
      const feed = await startFake();
      expect(await status()).toMatchObject({ epoch: feed.epoch, chains: 3, source: "sim" });
      await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), patience);
      const before = messages.length;
      channel.postMessage("move");
      await vi.waitFor(() => expect(messages.length).toBeGreaterThan(before), patience);
      await feed.stop();
      await expect(bus.request(feedStatusRequest(), new Uint8Array(0))).rejects.toMatchObject({
        code: "server.unavailable",
      });
      const after = messages.length;
      channel.postMessage("move");
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(messages.length).toBe(after);
    },
    SLOW_START_MS,
  );

  it(
    "comes back with an epoch above all before whatever its thread died of",
    async () => {
      const down: unknown[] = [];
      const up: number[] = [];
      const epochs = collect(epochSubject());
      const feed = await startFake({ onDown: (error) => down.push(error), onUp: (epoch) => up.push(epoch) });
      // A new universe takes an epoch that only the thread knows of, until it tells.
      const first = feed.epoch;
      channel.postMessage("roll");
      await vi.waitFor(() => expect(feed.epoch).toBeGreaterThan(first), patience);
      for (const way of ["throw", "exit", "fail"] as const) {
        const before = feed.epoch;
        const starts = up.length;
        channel.postMessage(way);
        await vi.waitFor(() => expect(up.length).toBe(starts + 1), patience);
        expect(down.length).toBe(starts);
        expect(up.at(-1)).toBeGreaterThan(before);
        expect((await status()).epoch).toBe(feed.epoch);
      }
      expect(down.map((error) => (error as AppError).code)).toEqual([
        "server.internal",
        "server.internal",
        "market.recording_invalid",
      ]);
      const told = epochs.map((message) => JSON.parse(new TextDecoder().decode(message)).epoch as number);
      expect(told.length).toBe(5);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(new Set(told).size).toBe(5);
      const messages = collect(quotesSubject());
      channel.postMessage("move");
      await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), patience);
      const decoded = decodeQuotes(messages[0]!);
      expect("error" in decoded ? null : decoded.trailer.epoch).toBe(feed.epoch);
    },
    2 * SLOW_START_MS,
  );

  it(
    "that hangs is found by its silence, ended and started anew",
    async () => {
      const down: unknown[] = [];
      const up: number[] = [];
      const feed = await startFake({
        silenceMs: 4_000,
        onDown: (error) => down.push(error),
        onUp: (epoch) => up.push(epoch),
      });
      expect([feed.isUp(), feed.restarts]).toEqual([true, 0]);
      // Alive and silent on the bus is not hanging.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      expect([feed.isUp(), feed.restarts]).toEqual([true, 0]);
      channel.postMessage("hang");
      await vi.waitFor(() => expect(feed.isUp()).toBe(false), patience);
      await vi.waitFor(() => expect(up).toHaveLength(2), patience);
      expect(String(down[0])).toContain("the thread said nothing for 4000 ms");
      expect([feed.isUp(), feed.restarts]).toEqual([true, 1]);
      expect((await status()).epoch).toBe(feed.epoch);
      const messages = collect(quotesSubject());
      channel.postMessage("move");
      await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), patience);
    },
    2 * SLOW_START_MS,
  );

  it(
    "refuses to start with the feed's own error",
    async () => {
      const entry = await bundleThread("server/market/feed/feed-thread.ts");
      const start = startFeedThread({ ...config, source: "replay", marketFile: "/nowhere/day.rec" }, bus, {
        entry,
      });
      const error = await start.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: "market.file_missing", details: { file: "/nowhere/day.rec" } });
    },
    SLOW_START_MS,
  );

  it(
    "can be stopped while it waits to start again, and stopped twice",
    async () => {
      let down = 0;
      const feed = await startFake({ onDown: () => down++ });
      channel.postMessage("throw");
      await vi.waitFor(() => expect(down).toBe(1), patience);
      await Promise.all([feed.stop(), feed.stop()]);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await expect(bus.request(feedStatusRequest(), new Uint8Array(0))).rejects.toMatchObject({
        code: "server.unavailable",
      });
    },
    SLOW_START_MS,
  );
});

describe("feed in the same process", () => {
  it("answers on the bus until stopped", async () => {
    const feed = await startFeedInProcess(config, bus, { source: createFakeMarket() });
    expect((await status()).epoch).toBe(feed.epoch);
    await feed.stop();
    await expect(bus.request(feedStatusRequest(), new Uint8Array(0))).rejects.toMatchObject({
      code: "server.unavailable",
    });
  });

  it("refuses an underlying that the simulated market does not know", async () => {
    await expect(startFeedInProcess({ ...config, universe: ["NIFTY", "NIFTI"] }, bus)).rejects.toMatchObject({
      code: "config.invalid",
      details: { variable: "MARKET_UNIVERSE", value: "NIFTI" },
    });
  });

  it("refuses a missing market file by code", async () => {
    await expect(
      startFeedInProcess({ ...config, source: "replay", marketFile: null }, bus),
    ).rejects.toMatchObject({ code: "config.invalid" });
  });
});
