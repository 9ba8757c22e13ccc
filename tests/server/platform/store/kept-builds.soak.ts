/** What earlier builds have written opens in this one: tests/fixtures/builds says how it was made. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import { runCommand } from "#server/platform/store/transfer/commands.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { BUILDS, heldNow, type Kept, readBack, unpackFolder } from "#tests/support/builds/kept-build.ts";
import { startApi } from "#tests/support/http/api-server.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

vi.setConfig({ testTimeout: 120_000 });

const log = createLog("silent");
const names = readdirSync(BUILDS)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, ""));

const root = mkdtempSync(path.join(tmpdir(), "kept-builds-"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
let prepared: PreparedFolder;
beforeAll(async () => {
  prepared = await prepareFolder();
}, 60_000);
afterAll(() => {
  prepared.remove();
  rmSync(root, { recursive: true, force: true });
});

async function opened(dataDir: string): Promise<Store> {
  const config = { dataDir, databaseUrl: null };
  const store = await openStore({ config, log, threadEntry: STORE_THREAD });
  closing.push(() => store.close());
  await store.opened();
  return store;
}

describe.each(names)("the build of %s", (name) => {
  const file = (end: string): string => path.join(BUILDS, `${name}.${end}`);
  const kept = JSON.parse(readFileSync(file("json"), "utf8")) as Kept;
  const holds = heldNow(kept);

  /** The account's browser comes back as if nothing had happened. */
  async function expectSignedIn(store: Store): Promise<void> {
    const api = await startApi({ store, clock: () => kept.place.at });
    closing.push(() => api.stop());
    const answer = await api.call("/v1/users/me", { headers: { cookie: kept.cookie } });
    expect(answer.json()).toMatchObject({
      data: { is_anon_user: false, user_id: 1, preferences: { theme: "dark" } },
    });
  }

  it("left a data folder that opens with every account, session, preference, subscription, audit row and close", async () => {
    const dataDir = path.join(root, name);
    mkdirSync(dataDir);
    unpackFolder(file("data.zip"), dataDir);
    const store = await opened(dataDir);
    expect(await readBack(store, kept.place)).toEqual(holds);
    await expectSignedIn(store);
  });

  it("left a backup that restores the same into a fresh data folder", async () => {
    const dataDir = prepared.copy();
    const config = { dataDir, databaseUrl: null };
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const context = { config, log, say, tables: TABLE_NAMES, threadEntry: STORE_THREAD };
    expect(await runCommand(["restore", file("backup.gz")], context), said.join()).toBe(0);
    const store = await opened(dataDir);
    expect(await readBack(store, kept.place)).toEqual(holds);
    await expectSignedIn(store);
  });
});
