/** A process killed with SIGKILL between the writes of a change: the change and its audit row are both there, or neither is. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAuditSealer } from "#server/identity/audit-sealing.ts";
import { verifyAudit } from "#server/identity/audit-verification.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { figure, pause } from "#tests/support/http/form.ts";
import { whatIsLeft } from "#tests/support/store/change-rows.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

/** Where a change is stopped: before each statement of its transaction, and before its commit. "" is anywhere, by chance. */
const STANDS: readonly (readonly [change: string, step: number])[] = [
  ["sign-in", 7],
  ["trial", 5],
  ["logout", 2],
  ["sign-in", 8],
  ["", 0],
  ["trial", 6],
  ["logout", 3],
  ["trial", 4],
  ["sign-in", 3],
  ["sign-in", 6],
  ["trial", 3],
  ["", 0],
  ["sign-in", 2],
  ["sign-in", 4],
  ["sign-in", 5],
  ["logout", 1],
  ["trial", 2],
];
const KILLS = 50;
const LONGEST_MS = 900_000;

const alive = new Set<ChildProcess>();
afterEach(async () => {
  const closing = [...alive].map((child) => once(child, "close"));
  for (const child of alive) child.kill("SIGKILL");
  await Promise.all(closing);
});

/** Starts a process, waits until it stands where it is to be killed, and kills it. @returns what it said was done */
async function killedAt(place: string, [change, step]: readonly [string, number], first: number) {
  const words = ["tests/support/store/change-child.ts", place, change, String(step), String(first)];
  const child = spawn(process.execPath, ["--import", "tsx", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  alive.add(child);
  const closed = once(child, "close").then(() => void alive.delete(child));
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  const isThere =
    change === "" ? (line: string) => line.startsWith("logout") : (line: string) => line === "stands";
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      if (isThere(line)) resolve();
      if (line === "over") reject(new Error(`${change} has no step ${step}`));
    });
    child.on("close", (code) => reject(new Error(`it ended with ${code}`)));
  });
  if (change === "") await pause((first * 13) % 60);
  child.kill("SIGKILL");
  await closed;
  return said;
}

/** What processes said was done, and what they were killed in. */
interface Said {
  readonly done: Readonly<Record<string, string[]>>;
  readonly doomed: (readonly [change: string, name: string])[];
}

async function expectWhole(database: Database, { done, doomed }: Said): Promise<void> {
  const left = await whatIsLeft(database);
  const lists: Readonly<Record<string, ReadonlySet<string>>> = {
    "sign-in": left.people,
    trial: left.trials,
    logout: left.gone,
  };
  expect(left.halves).toEqual([]);
  for (const [change, there] of Object.entries(lists)) {
    expect(
      done[change]?.filter((name) => !there.has(name)),
      `${change} that was acknowledged`,
    ).toEqual([]);
  }
  expect(
    doomed.filter(([change, name]) => lists[change]?.has(name)),
    "never committed",
  ).toEqual([]);
}

async function killAgainAndAgain(place: string, open: () => Promise<Database>): Promise<void> {
  const said: Said = { done: { "sign-in": [], trial: [], logout: [] }, doomed: [] };
  let first = 1;
  for (let kill = 0; kill < KILLS; kill++) {
    const stand = STANDS[kill % STANDS.length] ?? ["", 0];
    let last = first + 1;
    for (const line of await killedAt(place, stand, first)) {
      const [change = "", n = "0"] = line.split(" ");
      said.done[change]?.push(`P${n}`);
      last = Math.max(last, Number(n));
    }
    if (stand[0] !== "") said.doomed.push([stand[0], `P${first + 1}`]);
    const between = await open();
    await expectWhole(between, said);
    await between.close();
    // What was under way by chance may have been done or not; those numbers are not used again.
    first = last + 10;
  }
  const database = await open();
  await expectWhole(database, said);
  const { seals } = createStore(database);
  await createAuditSealer(seals).run(new AbortController().signal);
  const { intact, faults, unsealed } = await verifyAudit(seals);
  expect({ faults, unsealed }).toEqual({ faults: 0, unsealed: 0 });
  await database.close();
  const count = Object.values(said.done).flat().length;
  expect(count).toBeGreaterThan(2 * KILLS);
  const where = place.startsWith("postgres:") ? "Postgres" : "the embedded database";
  figure(
    `killed ${KILLS} times between the writes of sign-in, trial and logout in ${where}: ${count} changes acknowledged, ` +
      `each there with its audit row; none by half; ${intact} rows sealed`,
  );
}

const log = createLog("silent");

describe("killed between the writes of sign-in, plan change and logout, a change and its audit row are both there or neither", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  }, 60_000);
  afterAll(() => prepared.remove());

  it(
    "in the embedded database",
    async () => {
      const dataDir = prepared.copy();
      const config = { databaseUrl: null, dataDir };
      await killAgainAndAgain(dataDir, async () => {
        const database = await openDatabase({ config, log, threadEntry: STORE_THREAD, deadlineMs: 15_000 });
        await waitUntilUp(database, 60_000);
        return database;
      });
    },
    LONGEST_MS,
  );

  it.skipIf(!hasPostgres)(
    "in a Postgres server",
    async () => {
      const { url, drop } = await createTestDatabase();
      const config = { databaseUrl: url, dataDir: "" };
      async function open(): Promise<Database> {
        const database = await openDatabase({ config, log, deadlineMs: 15_000 });
        await waitUntilUp(database, 10_000);
        await migrate(database);
        return database;
      }
      try {
        await killAgainAndAgain(url, open);
      } finally {
        await drop();
      }
    },
    LONGEST_MS,
  );
});
