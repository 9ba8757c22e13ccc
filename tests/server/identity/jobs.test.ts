import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addIdentityJobs } from "#server/identity/jobs.ts";
import { systemClock } from "#server/platform/jobs/job-clock.ts";
import { createJobRunner, type JobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { freshStore } from "#tests/support/store/store.ts";

const NOW = Date.UTC(2026, 10, 21, 8, 3);
const bytes = (seed: number): Uint8Array => Uint8Array.from({ length: 32 }, () => seed);

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(async () => void (await freshStore()));

const runners: JobRunner[] = [];
afterEach(async () => void (await Promise.all(runners.map((runner) => runner.stop()))));

function start(): void {
  const clock = { ...systemClock, now: () => NOW };
  const runner = createJobRunner({ repository: store.jobs, log: createLog("silent"), clock });
  addIdentityJobs(runner, store, () => NOW);
  runner.start();
  runners.push(runner);
}

it("sessions and attempts that are over are cleared out, once for ten minutes, and what lives is left alone", async () => {
  const person = { broker: 1, externalId: "AB1234", name: "Asha", email: null } as const;
  const { account } = await store.accounts.signIn(person, NOW - 100);
  for (const [seed, expiresAt] of [
    [1, NOW - 1],
    [2, NOW + 1_000],
  ] as const) {
    await store.sessions.create(
      {
        ...{ accountId: account.id, deviceId: `device ${seed}`, userAgent: "", address: "" },
        ...{ createdAt: NOW - 100, idleUntil: NOW + 1_000, expiresAt, tokenHash: bytes(seed) },
      },
      3,
    );
    await store.tickets.put({ kind: "login", hash: bytes(seed), payload: `${seed}`, expiresAt });
  }
  start();
  start();
  await expect.poll(async () => (await store.jobs.counts()).get("done")).toBe(2);
  const keys = (await store.jobs.list("done", 9)).map(({ name, key }) => `${name} ${key}`);
  expect(keys.sort()).toEqual([
    "sessions.sweep 2026-11-21T08:00:00.000Z",
    "tickets.sweep 2026-11-21T08:00:00.000Z",
  ]);
  // As if asked before anything was over: what is not there was removed, not only past its time.
  expect((await store.sessions.list(account.id, 0)).map(({ deviceId }) => deviceId)).toEqual(["device 2"]);
  expect(await store.tickets.take("login", bytes(1), 0)).toBe(null);
  expect(await store.tickets.take("login", bytes(2), 0)).toBe("2");
});
