/** What earlier builds have backed up is read by this one; kept-builds.soak.ts opens their data folders, and signs in. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { restore } from "#server/platform/store/transfer/restore.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { BUILDS, heldNow, type Kept, readBack } from "#tests/support/builds/kept-build.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

const names = readdirSync(BUILDS)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, ""));

let database: Database;
beforeAll(async () => {
  database = await openSharedDatabase();
});
beforeEach(() => emptyTables(database));
afterAll(() => database.close());

it("a build is kept, with its data folder and its backup", () => {
  expect(names).toContain("2026-11");
  const files = readdirSync(BUILDS);
  expect(files).toEqual(
    expect.arrayContaining(names.flatMap((name) => [`${name}.data.zip`, `${name}.backup.gz`])),
  );
});

it.each(names)(
  "the backup of %s restores every account, session, preference, subscription, audit row and close",
  async (name) => {
    const kept = JSON.parse(readFileSync(path.join(BUILDS, `${name}.json`), "utf8")) as Kept;
    expect(await restore(database, TABLE_NAMES, path.join(BUILDS, `${name}.backup.gz`))).toBeGreaterThan(100);
    expect(await readBack(createStore(database), kept.place)).toEqual(heldNow(kept));
  },
);
