/** Changes in several repositories as one, in a Postgres server: where others come in between. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { AccountIdentity } from "#server/identity/repositories/accounts.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { transactionContract } from "#tests/contract/transaction.suite.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "#tests/support/store/postgres.ts";
import { emptyTables } from "#tests/support/store/store.ts";

const PERSON: AccountIdentity = { broker: ZERODHA, externalId: "AB1234", name: "Asha", email: null };

async function opened({ url }: TestDatabase): Promise<Database> {
  const config = { databaseUrl: url, dataDir: "" };
  const database = await openDatabase({ config, log: createLog("silent"), deadlineMs: 15_000 });
  await waitUntilUp(database, 10_000);
  return database;
}

describe.skipIf(!hasPostgres)("Postgres", () => {
  transactionContract("Postgres", async () => {
    const target = await createTestDatabase();
    const database = await opened(target);
    await migrate(database);
    return {
      database,
      empty: () => emptyTables(database),
      async close() {
        await database.close();
        await target.drop();
      },
    };
  });

  describe("with others", () => {
    let target: TestDatabase;
    let database: Database;
    let store: Store;
    let other: Database;
    beforeAll(async () => {
      target = await createTestDatabase();
      database = await opened(target);
      await migrate(database);
      store = createStore(database);
      other = await opened(target);
    });
    afterAll(async () => {
      await database?.close();
      await other?.close();
      await target?.drop();
    });

    const row = (action: string) => ({
      ...{ at: 1, actor: null, action, subject: null, address: null, details: {} },
    });

    it("shows others nothing before its commit", async () => {
      const elsewhere = createStore(other);
      await store.transaction(async (tx) => {
        const { account } = await tx.accounts.signIn(PERSON, 1);
        expect(await elsewhere.accounts.byId(account.id)).toBe(null);
      });
      expect(await elsewhere.accounts.find("1:AB1234")).not.toBe(null);
    });

    it("is repeated when it cannot be put in a row with another, whose effects are made once each", async () => {
      await database.write(({ query }) =>
        query("create table guards (name text primary key, on_duty boolean)"),
      );
      await database.write(({ query }) => query("insert into guards values ('a', true), ('b', true)"));
      let attempts = 0;
      const effects: string[] = [];
      /** both have read before either writes */
      let arrived = 0;
      let meet: () => void = () => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const leave = (by: Database, name: string) =>
        by.transaction(
          async ({ query }) => {
            attempts++;
            const [row] = await query("select count(*)::int from guards where on_duty");
            if (++arrived === 2) meet();
            await met;
            if (row?.[0] !== 2) return "stays";
            await query("update guards set on_duty = false where name = $1", [name]);
            return "leaves";
          },
          { isolation: "serializable" },
        );
      const both = await Promise.all([leave(database, "a"), leave(other, "b")]);
      expect(both.sort()).toEqual(["leaves", "stays"]);
      // Postgres may refuse the repeated one again, while the other ends.
      expect(attempts).toBeGreaterThanOrEqual(3);

      // The same for a unit of work: the attempt that was undone asks for its effect in vain.
      let tries = 0;
      await store.transaction(
        async (tx) => {
          tries++;
          tx.afterCommit(() => void effects.push(`attempt ${tries}`));
          await tx.audit.list({ limit: 1_000 });
          await tx.audit.add(row("mine"));
          if (tries > 1) return;
          await other.transaction(
            async ({ query }) => {
              await query("select count(*) from audit");
              await query("insert into audit (at, action, details) values (1, 'theirs', '{}')");
            },
            { isolation: "serializable" },
          );
        },
        { isolation: "serializable" },
      );
      expect(tries).toBe(2);
      expect(effects).toEqual(["attempt 2"]);
      expect((await store.audit.list({ limit: 10 })).map(({ action }) => action).sort()).toEqual([
        "mine",
        "theirs",
      ]);
    });

    it("has nothing of one whose connection ends in its middle, and its caller is told storage.unavailable", async () => {
      const half = store.transaction(async (tx) => {
        const { account } = await tx.accounts.signIn({ ...PERSON, externalId: "HALF" }, 1);
        await other.read(({ query }) =>
          query(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
          ),
        );
        await tx.audit.add(row(`half of ${account.id}`));
      });
      await expect(half).rejects.toMatchObject({ code: "storage.unavailable" });
      await expect.poll(() => store.accounts.find("1:HALF").catch(() => "away")).toBe(null);
      expect(
        (await store.audit.list({ limit: 10 })).filter(({ action }) => action.startsWith("half")),
      ).toEqual([]);
    });
  });
});
