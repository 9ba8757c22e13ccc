/**
 * A process that can be killed, with a store in it: node --import tsx tests/support/store/store-child.ts <task> <data folder> <number>
 *
 * `write`: makes account, session, saved strategy, link and audit line number n, n + 1, … and says `done <n>` when all were
 * acknowledged.
 * `migrate`: takes the steps of a schema of which the last dawdles in its middle, and says `middle` there.
 */
import { writeSync } from "node:fs";
import { createLog } from "#server/platform/lib/log.ts";
import { type Migration, migrate, readMigrations } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { STORE_THREAD } from "./store-thread.ts";

/** Past what a kill can take along. */
const say = (text: string): void => void writeSync(1, `${text}\n`);
const WRITERS = 4;

const [task, dataDir = "", number = "0"] = process.argv.slice(2);
const options = {
  config: { databaseUrl: null, dataDir },
  log: createLog("error"),
  threadEntry: STORE_THREAD,
};

async function write(): Promise<void> {
  const began = performance.now();
  const store = await openStore(options);
  await store.opened();
  say(`open ${performance.now() - began}`);
  let next = Number(number);
  async function writer(): Promise<void> {
    for (;;) {
      const n = next++;
      const at = Date.now();
      const { account } = await store.accounts.signIn(
        { broker: 1, externalId: `n${n}`, name: "", email: null },
        at,
      );
      await store.sessions.create(
        {
          accountId: account.id,
          deviceId: "d",
          userAgent: "",
          address: "",
          createdAt: at,
          idleUntil: at + 1e9,
          expiresAt: at + 1e9,
          tokenHash: new TextEncoder().encode(`token ${n}`),
        },
        3,
      );
      const kept = { accountId: account.id, summary: "{}", content: `"n${n}"`, at };
      const saved = await store.keptStrategies.create({ ...kept, name: `n${n}`, nameKey: `n${n}` }, 200);
      if (typeof saved === "string") throw new Error(saved);
      await store.keptStrategies.update({ ...kept, id: saved.id, revision: 1 });
      await store.strategyLinks.put({ ...kept, id: `n${n}`, isShared: false, sketch: null }, 200);
      await store.audit.add({
        at,
        actor: null,
        action: "test",
        subject: `n${n}`,
        address: null,
        details: { n },
      });
      say(`done ${n}`);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

/** Half of it is done when it says so; the rest takes ten seconds. */
const DAWDLING: Migration = {
  name: "9999_dawdles",
  hash: "h",
  statements: [
    "create table dawdles (id integer primary key)",
    "insert into dawdles select generate_series(1, 1000)",
    "select pg_sleep(10)",
    "alter table dawdles add column more text",
  ],
};

async function dawdle(): Promise<void> {
  const database = await openDatabase(options);
  await database.up();
  await migrate(database);
  setTimeout(() => say("middle"), 1_500);
  await migrate(database, { migrations: [...readMigrations(), DAWDLING] });
  say("over");
}

await (task === "write" ? write() : dawdle());
