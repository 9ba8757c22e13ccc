/** The lock of the data folder between processes that live, and are killed. lock.test.ts has its rules. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "#domain/errors.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { lockFolder } from "#server/platform/store/embedded/lock.ts";
import { openStore } from "#server/roles/storage/open-store.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that holds the folder. */
async function holder(): Promise<ChildProcess> {
  const module = JSON.stringify(path.resolve("server/platform/store/embedded/lock.ts"));
  const script = `const { lockFolder } = await import(${module}); lockFolder(${JSON.stringify(folder)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout!, "data");
  return child;
}

const file = () => path.join(folder, "storage.lock");

describe("the lock of the data folder", () => {
  it("refuses a second opener at once and names the first", async () => {
    const first = await holder();
    const began = performance.now();
    const options = { config: { databaseUrl: null, dataDir: folder }, log: createLog("silent") };
    const error = await openStore(options).catch((reason: unknown) => reason);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(error).toMatchObject({ code: "storage.locked", details: { folder, pid: first.pid } });
    expect((error as AppError).message).toMatch(
      new RegExp(
        `^DATA_DIR=".*" is in use by process ${first.pid} since 20.*Z: end it, or set another DATA_DIR$`,
      ),
    );
  });

  it("is free as soon as its process has been killed", async () => {
    const first = await holder();
    const gone = once(first, "exit");
    first.kill("SIGKILL");
    await gone;
    const lock = lockFolder(folder);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
