/** A server that is killed while it writes: what it acknowledged is there, once, and its store opens again at once. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate, readMigrations } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { figure, pause, quantile } from "#tests/support/http/form.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const ROUNDS = 100;
const OPEN_MS = 5_000;

let prepared: PreparedFolder;
beforeAll(async () => {
  prepared = await prepareFolder();
}, 60_000);
afterAll(() => prepared.remove());

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

interface Child {
  /** everything it has said */
  readonly words: string[];
  waitFor(word: string): Promise<void>;
  kill(): Promise<void>;
}

function start(...args: string[]): Child {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/store/store-child.ts", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const words: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on("line", (line) => words.push(line));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    words,
    async waitFor(word) {
      while (!words.some((said) => said.startsWith(word))) {
        if (child.exitCode !== null)
          throw new Error(`it ended with ${child.exitCode} before it said ${word}`);
        await pause(5);
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
      children.delete(child);
    },
  };
}

async function open(dataDir: string) {
  const config = { databaseUrl: null, dataDir };
  const database = await openDatabase({ config, log: createLog("silent"), threadEntry: STORE_THREAD });
  await database.up();
  return database;
}

describe("a process killed with SIGKILL", () => {
  it("while it writes loses nothing that was acknowledged, doubles nothing, and opens soon", async () => {
    const dataDir = prepared.copy();
    const acknowledged = new Set<string>();
    const opened: number[] = [];
    let next = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const child = start("write", dataDir, String(next));
      await child.waitFor("done");
      await pause((round * 97) % 400);
      await child.kill();
      for (const word of child.words) {
        const [what = "", value = ""] = word.split(" ");
        if (what === "open") opened.push(Number(value));
        else if (what === "done") acknowledged.add(`n${value}`);
      }
      // What was under way may have been written or not; those numbers are not used again.
      next = Math.max(next, ...[...acknowledged].map((name) => Number(name.slice(1)))) + 100;
    }
    const database = await open(dataDir);
    const missing: string[] = [];
    const sources = [
      "select subject, count(*)::int from audit group by 1",
      "select external_id, count(*)::int from accounts group by 1",
      "select a.external_id, count(*)::int from sessions s join accounts a on a.id = s.account_id group by 1",
      "select id, count(*)::int from strategy_links group by 1",
    ];
    for (const source of sources) {
      const rows = await database.read(({ query }) => query(source));
      expect(rows.filter(([, count]) => count !== 1)).toEqual([]);
      const there = new Set(rows.map(([name]) => String(name)));
      missing.push(...[...acknowledged].filter((name) => !there.has(name)));
    }
    const saved = await database.read(({ query }) =>
      query("select name, content, revision from kept_strategies where revision > 1"),
    );
    const texts = new Map(saved.map(([name, ...rest]) => [String(name), rest]));
    missing.push(...[...acknowledged].filter((name) => !texts.has(name)));
    for (const [name, rest] of texts) expect(rest).toEqual([`"${name}"`, 2]);
    await database.close();
    expect(missing).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
    expect(opened).toHaveLength(ROUNDS);
    expect(Math.max(...opened)).toBeLessThan(OPEN_MS);
    figure(
      `storage killed ${ROUNDS} times under write: ${acknowledged.size} acknowledged, 0 lost, 0 doubled; ` +
        `open again in median ${quantile(opened, 0.5).toFixed(0)} ms, worst ${quantile(opened, 1).toFixed(0)} ms`,
    );
  }, 1_800_000);

  it("in the middle of a step of the schema leaves none of that step, and the next start takes it", async () => {
    const dataDir = prepared.copy();
    const child = start("migrate", dataDir);
    await child.waitFor("middle");
    await child.kill();
    expect(child.words).toEqual(["middle"]);
    const database = await open(dataDir);
    const [names] = await database.read(({ query }) =>
      query(
        "select string_agg(name, ' ' order by number), to_regclass('dawdles')::text from strikewise_migrations",
      ),
    );
    expect(names).toEqual([
      readMigrations()
        .map(({ name }) => name)
        .join(" "),
      null,
    ]);
    const step = {
      name: "9999_dawdles",
      hash: "h",
      statements: ["create table dawdles (id integer primary key)"],
    };
    expect(await migrate(database, { migrations: [...readMigrations(), step] })).toEqual(["9999_dawdles"]);
    await database.close();
  }, 120_000);
});
