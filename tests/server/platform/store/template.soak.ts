import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { packTemplate, unpackTemplate } from "#server/platform/store/embedded/template.ts";
import { launchThread } from "#server/platform/store/embedded/thread-engine.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

let root: string;
let template: string;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "template-"));
  template = path.join(root, "template.zip");
  const folder = path.join(root, "made");
  const engine = await launchThread({ folder, entry: STORE_THREAD, template: null }, { onFull: () => {} });
  await engine.close();
  packTemplate(folder, template);
}, 90_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const launch = (name: string, from: string) =>
  launchThread({ folder: path.join(root, name), entry: STORE_THREAD, template: from }, { onFull: () => {} });

it("a packed empty database is unpacked where there is none, and writes to the disk as one that was made", async () => {
  const engine = await launch("unpacked", template);
  expect(await engine.query("show fsync")).toEqual([["on"]]);
  await engine.query("create table kept (id integer)");
  await engine.query("insert into kept values (7)");
  await engine.kill();
  const again = await launch("unpacked", path.join(root, "none"));
  expect(await again.query("select id from kept")).toEqual([[7]]);
  await again.close();
  expect(readdirSync(root).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
}, 60_000);

it("one that another PGlite made is left alone, and the database is made from nothing", async () => {
  const other = path.join(root, "other.zip");
  const entries = unzipSync(readFileSync(template));
  writeFileSync(other, zipSync({ ...entries, PGLITE_VERSION: strToU8("0.0.1") }, { level: 1 }));
  const folder = path.join(root, "refused");
  expect(unpackTemplate(other, folder)).toBe(false);
  expect(existsSync(folder)).toBe(false);
  const engine = await launch("made-again", other);
  expect(await engine.query("select 1")).toEqual([[1]]);
  await engine.close();
}, 60_000);

it("without one a store makes its database where there is none, whole or not at all", async () => {
  const dataDir = path.join(root, "data");
  // What a process left that died while it made one.
  mkdirSync(path.join(dataDir, "postgres.unfinished"), { recursive: true });
  writeFileSync(path.join(dataDir, "postgres.unfinished", "PG_VERSION"), "18\n");
  const config = { databaseUrl: null, dataDir };
  const store = await openStore({ config, log: createLog("silent"), threadEntry: STORE_THREAD });
  try {
    await store.opened();
    const person = { broker: ZERODHA, externalId: "AB1234", name: "Asha", email: null } as const;
    expect((await store.accounts.signIn(person, 1)).isFirst).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(["postgres", "storage.lock"]);
  } finally {
    await store.close();
  }
}, 90_000);
