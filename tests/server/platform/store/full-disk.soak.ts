/** A disk that is really full: a small one in memory, which only root may mount. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AppError } from "#domain/errors.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { type OpenOptions, openDatabase } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { figure, pause } from "#tests/support/http/form.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const DISK_MB = 160;
const MEGABYTE = 1024 * 1024;

function mount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

const unmount = (folder: string) => execFileSync("umount", ["-l", folder], { stdio: "pipe" });

function mayMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), "disk-"));
  const isMounted = mount(folder);
  if (isMounted) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}

const canMount = mayMount();
if (!canMount) console.warn("this user may mount no disk: the tests of a really full one are skipped");

describe.skipIf(!canMount)("a disk that is really full", () => {
  let prepared: PreparedFolder;
  let disk: string;
  let store: Store | null = null;
  beforeAll(async () => {
    prepared = await prepareFolder();
    disk = mkdtempSync(path.join(tmpdir(), "disk-"));
    mount(disk);
  }, 60_000);
  afterAll(() => {
    unmount(disk);
    rmSync(disk, { recursive: true, force: true });
    prepared.remove();
  });
  afterEach(async () => {
    await store?.close();
    store = null;
  });

  async function open(rest: Partial<OpenOptions> = {}): Promise<Store> {
    rmSync(path.join(disk, "data"), { recursive: true, force: true });
    const dataDir = path.join(disk, "data");
    cpSync(prepared.copy(), dataDir, { recursive: true });
    const config = { databaseUrl: null, dataDir };
    store = await openStore({ config, log: createLog("silent"), threadEntry: STORE_THREAD, ...rest });
    await store.opened();
    return store;
  }

  /** Takes all but so many megabytes of the disk. */
  function fillDisk(leaveMb: number): void {
    const chunk = Buffer.alloc(MEGABYTE);
    for (let i = 0; i < DISK_MB; i++) {
      try {
        writeFileSync(path.join(disk, `ballast-${i}`), chunk);
      } catch {
        break;
      }
    }
    for (let i = 0; i <= leaveMb; i++) rmSync(path.join(disk, `ballast-${i}`), { force: true });
  }

  function clearDisk(): void {
    for (let i = 0; i < DISK_MB; i++) rmSync(path.join(disk, `ballast-${i}`), { force: true });
  }

  /** Writes until the store says no, or nothing. */
  async function writeUntilRefused(
    target: Store,
    written: string[],
  ): Promise<{ error: AppError; ms: number }> {
    for (let i = 0; i < 10_000; i++) {
      const externalId = `n${written.length}`;
      // Postgres packs what can be packed.
      const name = randomBytes(30_000).toString("base64");
      const began = performance.now();
      try {
        await target.accounts.signIn({ broker: 1, externalId, name, email: null }, 1);
        written.push(externalId);
      } catch (error) {
        return { error: error as AppError, ms: performance.now() - began };
      }
    }
    throw new Error("the disk was never full");
  }

  it("is seen by the watch before Postgres meets it", async () => {
    const opened = await open();
    fillDisk(20);
    await expect.poll(() => opened.obstacle(), { timeout: 5_000 }).toBe("The server's disk is full");
    const { error, ms } = await writeUntilRefused(opened, []);
    expect(error.code).toBe("storage.full");
    expect(ms).toBeLessThan(500);
    expect(await opened.accounts.byId("nobody")).toBe(null);
    clearDisk();
    await expect.poll(() => opened.obstacle(), { timeout: 5_000 }).toBe(null);
    await opened.accounts.signIn({ broker: 1, externalId: "a", name: "", email: null }, 1);
  }, 60_000);

  it("that no watch saw coming is said within two seconds, and everything acknowledged is there once there is room", async () => {
    // The watch is told that there is room, as a quota would have it.
    const opened = await open({ readFreeBytes: async () => 1e12 });
    fillDisk(3);
    const written: string[] = [];
    const codes = new Set<string>();
    let longestMs = 0;
    for (let i = 0; i < 10; i++) {
      const { error, ms } = await writeUntilRefused(opened, written);
      codes.add(error.code);
      longestMs = Math.max(longestMs, ms);
      await pause(300);
    }
    expect([...codes].filter((code) => code !== "storage.full" && code !== "storage.unavailable")).toEqual(
      [],
    );
    expect(codes).toContain("storage.full");
    expect(longestMs).toBeLessThan(2_000);
    expect(written.length).toBeGreaterThan(0);
    clearDisk();
    const clearedAt = performance.now();
    await expect.poll(() => opened.obstacle(), { timeout: 20_000, interval: 50 }).toBe(null);
    const backMs = performance.now() - clearedAt;
    for (const externalId of written) {
      expect(await opened.accounts.find(`1:${externalId}`), externalId).not.toBe(null);
    }
    await opened.accounts.signIn({ broker: 1, externalId: "after", name: "", email: null }, 1);
    expect(backMs).toBeLessThan(10_000);
    figure(
      `disk full under write: refused within ${longestMs.toFixed(0)} ms, ${written.length} of ${written.length} acknowledged rows there, ` +
        `writing again ${(backMs / 1000).toFixed(1)} s after there was room`,
    );
  }, 90_000);

  it("that fills up while rows are changed in place has the database opened again, with what was acknowledged", async () => {
    rmSync(path.join(disk, "data"), { recursive: true, force: true });
    const dataDir = path.join(disk, "data");
    cpSync(prepared.copy(), dataDir, { recursive: true });
    const metrics = createMetrics();
    const database = await openDatabase({
      config: { databaseUrl: null, dataDir },
      log: createLog("silent"),
      threadEntry: STORE_THREAD,
      readFreeBytes: async () => 1e12,
      metrics,
    });
    try {
      await database.up();
      await database.write(({ query }) =>
        query("create table counters (id integer primary key, n integer) with (fillfactor = 30)"),
      );
      await database.write(({ query }) => query("insert into counters select generate_series(1, 3000), 0"));
      fillDisk(0);
      // Changed in place, the rows take no more room; only the log of changes grows, until it needs a next file.
      let acknowledged = 0;
      let refusal: AppError | null = null;
      let ms = 0;
      while (refusal === null && acknowledged < 5_000) {
        const began = performance.now();
        await database
          .write(({ query }) => query("update counters set n = n + 1"))
          .then(
            () => acknowledged++,
            (error: AppError) => {
              refusal = error;
              ms = performance.now() - began;
            },
          );
      }
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^storage\.(?:full|unavailable)$/) });
      expect(ms).toBeLessThan(2_000);
      clearDisk();
      await expect.poll(() => database.obstacle(), { timeout: 20_000, interval: 50 }).toBe(null);
      const [row] = await database.read(({ query }) => query("select min(n), max(n) from counters"));
      expect(row?.[0]).toBe(row?.[1]);
      expect(row?.[0]).toBeGreaterThanOrEqual(acknowledged);
      expect(row?.[0]).toBeLessThanOrEqual(acknowledged + 1);
      expect(await metrics.text()).toMatch(/^strikewise_store_restarts_total [1-9]/m);
      figure(
        `disk full for the log: refused after ${ms.toFixed(0)} ms, ${acknowledged} changes acknowledged, all there`,
      );
    } finally {
      await database.close();
    }
  }, 90_000);
});
