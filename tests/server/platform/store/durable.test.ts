/** What the embedded database's own file system does at each commit; killed.soak.ts and full-disk.soak.ts try it in earnest. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openFolder } from "#server/platform/store/embedded/pglite.ts";
import { unpackTemplate } from "#server/platform/store/embedded/template.ts";
import { KEPT_TEMPLATE } from "../../../../scripts/store-template.ts";

/** The part of PGlite's module that the product mends. */
interface MendedModule {
  readonly Module: { readonly NODEFS: { readonly stream_ops: { write(...rest: unknown[]): number } } };
}

let root: string;
let pglite: PGlite;
const onFull = vi.fn();
beforeAll(async () => {
  root = fs.mkdtempSync(path.join(tmpdir(), "durable-"));
  expect(unpackTemplate(KEPT_TEMPLATE, root)).toBe(true);
  pglite = await openFolder(root, onFull);
  await pglite.query("create table kept (id integer)");
});
afterAll(async () => {
  await pglite.close().catch(() => {});
  fs.rmSync(root, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("a commit has its log on the disk before it is answered", async () => {
  const { fsyncSync } = fs;
  const synced = new Set<number>();
  vi.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
    synced.add(fs.fstatSync(descriptor).ino);
    fsyncSync(descriptor);
  });
  await pglite.query("insert into kept values (7)");
  const log = fs.readdirSync(path.join(root, "pg_wal"));
  const files = log.map((name) => fs.statSync(path.join(root, "pg_wal", name)).ino);
  expect(files.filter((ino) => synced.has(ino))).toHaveLength(1);
});

it.each(["ENOSPC", "EDQUOT"])(
  "a write that the disk refuses with %s is told of before Postgres hears it",
  (code) => {
    // Postgres itself is not let in on it: it may retry for ever.
    const { stream_ops } = (pglite as unknown as MendedModule).Module.NODEFS;
    vi.spyOn(fs, "writeSync").mockImplementation(() => {
      throw Object.assign(new Error("refused"), { code });
    });
    onFull.mockClear();
    const heard = vi.fn(() => onFull.mock.calls.length);
    try {
      stream_ops.write({ nfd: 0 }, new Uint8Array(1), 0, 1, 0);
    } catch {
      heard();
    }
    expect(heard).toHaveReturnedWith(1);
  },
);
