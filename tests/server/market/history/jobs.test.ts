import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addHistoryJobs, sweepHistory } from "#server/market/history/jobs.ts";
import { dayStart } from "#server/market/history/recorder.ts";
import { createJobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { startHistoryWorld } from "#tests/support/market/history-world.ts";
import { freshStore } from "#tests/support/store/store.ts";

const MARKET = "sim 1 exchange";
const DAY = 86_400_000;

let store: Store;
beforeAll(async () => {
  store = await freshStore();
}, 60_000);
afterEach(async () => {
  store = await freshStore();
});
afterAll(async () => void (await freshStore()));

it("a market day is swept once, whatever many processes enter it; a market that never sleeps keeps less", async () => {
  for (let i = 0; i < 3; i++) await sweepHistory(store.jobs, "2026-11-20", true);
  await sweepHistory(store.jobs, "2026-11-20", false);
  await sweepHistory(store.jobs, "2026-11-23", true);
  const queued = await store.jobs.list("queued", 9);
  expect(queued.map(({ name, key }) => `${name} of ${key}`).sort()).toEqual([
    "history.sweep of 2026-11-20, blocks of 15 days",
    "history.sweep of 2026-11-20, blocks of 4 days",
    "history.sweep of 2026-11-23, blocks of 15 days",
  ]);
});

it("a market that begins has what is too old for its day removed, and nothing else", async () => {
  const today = dayStart("2026-11-20");
  const block = { kind: "quarters", underlying: 256265, expiry: 20261124, body: new Uint8Array(8) } as const;
  const starts = [today - 16 * DAY, today - 15 * DAY - 1, today - 15 * DAY, today - DAY];
  await store.history.putBlocks(
    MARKET,
    starts.map((start) => ({ ...block, start })),
  );
  const left = async () => {
    const query = { market: MARKET, kind: "quarters", underlying: 256265, expiries: [20261124] } as const;
    return (await store.history.blocks({ ...query, from: 0, to: today })).map(({ start }) => start);
  };
  const world = await startHistoryWorld({ store });
  const runner = createJobRunner({ repository: store.jobs, log: createLog("silent") });
  addHistoryJobs(runner, store.history);
  try {
    await world.known();
    await expect.poll(async () => (await store.jobs.list("queued", 9)).length, { timeout: 10_000 }).toBe(1);
    expect(await left()).toEqual(starts);
    runner.start();
    await expect.poll(async () => (await store.jobs.counts()).get("done"), { timeout: 10_000 }).toBe(1);
    expect(await left()).toEqual(starts.slice(2));
  } finally {
    await runner.stop();
    await world.stop();
  }
}, 60_000);
