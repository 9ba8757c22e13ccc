import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { dayStart } from "#domain/calendar/market-day.ts";
import { addHistoryJobs, sweepHistory } from "#server/market/history/jobs.ts";
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
});
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
  addHistoryJobs(runner, store.history, store.dailyBars);
  try {
    await world.known();
    await expect.poll(async () => (await store.jobs.list("queued", 9)).length).toBe(1);
    expect(await left()).toEqual(starts);
    runner.start();
    await expect.poll(async () => (await store.jobs.counts()).get("done")).toBe(1);
    expect(await left()).toEqual(starts.slice(2));
  } finally {
    await runner.stop();
    await world.stop();
  }
});

it("measures by the minute are kept a hundred days, days of underlyings as long as closes", async () => {
  const now = dayStart("2026-11-20");
  const block = { kind: "measures", underlying: 256265, expiry: 0, body: new Uint8Array(8) } as const;
  const starts = [now - 100 * DAY - 1, now - 100 * DAY, now - 16 * DAY];
  await store.history.putBlocks(
    MARKET,
    starts.map((start) => ({ ...block, start })),
  );
  const figures = {
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: null,
    futuresOi: null,
    origin: "recorded",
  } as const;
  await store.dailyBars.fill(
    MARKET,
    256265,
    [20250518, 20250519, 20261119].map((date) => ({ date, ...figures })),
  );
  const runner = createJobRunner({ repository: store.jobs, log: createLog("silent") });
  addHistoryJobs(runner, store.history, store.dailyBars);
  await sweepHistory(store.jobs, "2026-11-20", true);
  runner.start();
  try {
    await expect.poll(async () => (await store.jobs.counts()).get("done")).toBe(1);
  } finally {
    await runner.stop();
  }
  const query = {
    market: MARKET,
    kind: "measures",
    underlying: 256265,
    expiries: [0],
    from: 0,
    to: now,
  } as const;
  expect((await store.history.blocks(query)).map(({ start }) => start)).toEqual(starts.slice(1));
  const days = await store.dailyBars.days(MARKET, 256265, 0, 99_999_999);
  expect(days.map(({ date }) => date)).toEqual([20250519, 20261119]);
});
