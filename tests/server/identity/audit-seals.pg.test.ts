/** Seals where several write at once: numbers are handed out in another order than rows are committed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuditSealer } from "#server/identity/audit-sealing.ts";
import { verifyAudit } from "#server/identity/audit-verification.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { sealsContract } from "#tests/contract/seals.suite.ts";
import { figure, pause, quantile } from "#tests/support/http/form.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "#tests/support/store/postgres.ts";
import { emptyTables } from "#tests/support/store/store.ts";

const signal = new AbortController().signal;

async function opened({ url }: TestDatabase): Promise<Database> {
  const config = { databaseUrl: url, dataDir: "" };
  const database = await openDatabase({ config, log: createLog("silent"), deadlineMs: 15_000 });
  await waitUntilUp(database, 10_000);
  return database;
}

const row = (action: string) => ({
  ...{ at: 1, actor: null, action, subject: null, address: null, details: {} },
});

describe.skipIf(!hasPostgres)("Postgres", () => {
  let target: TestDatabase;
  let database: Database;
  let other: Database;
  let store: Store;
  beforeAll(async () => {
    target = await createTestDatabase();
    database = await opened(target);
    await migrate(database);
    other = await opened(target);
    store = createStore(database);
  });
  afterAll(async () => {
    await database?.close();
    await other?.close();
    await target?.drop();
  });
  beforeEach(() => emptyTables(database));

  sealsContract("Postgres", async () => ({
    database,
    empty: () => emptyTables(database),
    close: async () => {},
  }));

  it("a row whose number was taken before another's, and which is committed after it, is waited for", async () => {
    const sealer = createAuditSealer(store.seals, () => pause(1));
    let end: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = createStore(other).transaction(async (tx) => {
      await tx.audit.add(row("first"));
      begun();
      await held;
    });
    await hasBegun;
    await store.audit.add(row("second"));
    // Others do not wait for the sealer, nor it for ever for them.
    expect(await sealer.run(signal)).toBe(null);
    expect(await store.seals.last()).toBe(null);
    await store.audit.add(row("third"));
    end();
    await slow;
    expect(await sealer.run(signal)).toMatchObject({ number: 2, previous: 1 });
    expect(await sealer.run(signal)).toMatchObject({ number: 3, previous: 2 });
    expect(await verifyAudit(store.seals)).toMatchObject({ intact: 3, faults: 0, unsealed: 0 });
  });

  it("is sealed whole while twenty write and some undo what they wrote, and no writer waits for the sealing", async () => {
    const sealers = [createAuditSealer(store.seals), createAuditSealer(createStore(other).seals)];
    const until = performance.now() + 3_000;
    let written = 0;
    const took: number[] = [];
    async function writer(n: number): Promise<void> {
      const mine = n % 2 === 0 ? store : createStore(other);
      for (let i = 0; performance.now() < until; i++) {
        const began = performance.now();
        await mine
          .transaction(async (tx) => {
            await tx.audit.add(row(`w${n}`));
            if (i % 3 === 0) await pause((n * 7 + i) % 15);
            if (i % 5 === 4) throw new RangeError("undone");
            await tx.audit.add(row(`w${n}`));
          })
          .then(
            () => (written += 2),
            (error: unknown) => {
              if (!(error instanceof RangeError)) throw error;
            },
          );
        took.push(performance.now() - began);
      }
    }
    async function seals(n: number): Promise<void> {
      while (performance.now() < until) {
        await sealers[n]?.run(signal);
        await pause(30);
      }
    }
    await Promise.all([...Array.from({ length: 20 }, (_, n) => writer(n)), seals(0), seals(1)]);
    const sealedMeanwhile = (await store.seals.last())?.number ?? 0;
    expect(sealedMeanwhile).toBeGreaterThan(0);
    await sealers[0]?.run(signal);
    await sealers[0]?.run(signal);
    expect(await verifyAudit(store.seals)).toMatchObject({ intact: written, faults: 0, unsealed: 0 });
    figure(
      `audit on Postgres: ${written} rows by 20 writers sealed while they wrote, none late, none twice; ` +
        `a transaction took ${quantile(took, 0.5).toFixed(0)} ms in median, ${quantile(took, 0.99).toFixed(0)} ms at p99`,
    );
  });
});
