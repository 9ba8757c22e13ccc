import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { lockFolder } from "#server/platform/store/embedded/lock.ts";
import { openStore } from "#server/roles/storage/open-store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lock-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function refusal(): AppError {
  try {
    lockFolder(folder).release();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
  throw new Error("it was let in");
}

const file = () => path.join(folder, "storage.lock");
const write = (holder: object): void => writeFileSync(file(), JSON.stringify(holder));

/** Written so many ms ago by this process's clock, which need not be the one that the disk stamps files with. */
function written(name: string, agoMs: number): void {
  const at = new Date(Date.now() - agoMs);
  utimesSync(name, at, at);
}

const ME = { id: "x", pid: process.pid, began: null, host: hostname(), since: Date.now() };

describe("the lock of the data folder", () => {
  it("refuses a second opener at once and names the first", async () => {
    // A process that lives, and is not this one.
    write({ ...ME, pid: process.ppid });
    const options = { config: { databaseUrl: null, dataDir: folder }, log: createLog("silent") };
    const error = await openStore(options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "storage.locked", details: { folder, pid: process.ppid } });
    expect((error as AppError).message).toMatch(
      new RegExp(
        `^DATA_DIR=".*" is in use by process ${process.ppid} since 20.*Z: end it, or set another DATA_DIR$`,
      ),
    );
  });

  it("is free as soon as its process is gone", () => {
    // No machine hands out a number this great.
    write({ ...ME, pid: 2 ** 30 });
    const lock = lockFolder(folder);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a second opener in the same process too", () => {
    const lock = lockFolder(folder);
    expect(refusal().details.pid).toBe(process.pid);
    lock.release();
    lockFolder(folder).release();
  });

  it("is not fooled by a process that was given the same number later", () => {
    write({ ...ME, began: "1" });
    lockFolder(folder).release();
  });

  it("believes the file's time of another machine, and names it", () => {
    write({ ...ME, host: "elsewhere", pid: 77 });
    written(file(), 0);
    expect(refusal().message).toContain("is in use by process 77 on elsewhere since");
    written(file(), 16_000);
    lockFolder(folder).release();
  });

  it("takes an unreadable file for one that is being written, for two seconds", () => {
    writeFileSync(file(), "{");
    written(file(), 0);
    expect(refusal().message).toContain("is in use by another process");
    written(file(), 3_000);
    lockFolder(folder).release();
  });

  it("leaves the file of the process that took it over", () => {
    const lock = lockFolder(folder);
    write({ ...ME, id: "another" });
    lock.release();
    expect(JSON.parse(readFileSync(file(), "utf8"))).toMatchObject({ id: "another" });
  });

  it("lets one process take over at a time, and none for ever", () => {
    const turn = `${file()}.takeover`;
    mkdirSync(turn);
    written(turn, 0);
    expect(refusal().code).toBe("storage.locked");
    written(turn, 6_000);
    lockFolder(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
