import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;

/** In a project that has a test runner and nothing else, on a machine where no browser can be found or installed. */
function test(...words: string[]): { status: number | null; out: string; err: string } {
  const env = {
    PATH: "",
    HOME: root,
    ...(words[0]?.startsWith("/") && { STRIKEWISE_BROWSER: words.shift() }),
  };
  const run = spawnSync(process.execPath, ["scripts/test.mjs", ...words], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "test-"));
  for (const name of ["test.mjs", "find-browser.mjs", "slowest.mjs"])
    cpSync(`scripts/${name}`, path.join(root, "scripts", name));
  mkdirSync(path.join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(path.join(root, "node_modules/.bin/vitest"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("npm test", () => {
  it("names the parts there are when asked for another", () => {
    expect(test("dance")).toEqual({
      status: 1,
      out: "",
      err: "test: dance unknown; name any of lint, types, unit, e2e, or nothing\n",
    });
  });

  it("names the command to run when the development dependencies are absent", () => {
    rmSync(path.join(root, "node_modules"), { recursive: true });
    expect(test()).toMatchObject({ status: 1, err: expect.stringContaining("npm ci --include=dev") });
  });

  // On a Mac browsers have a place of their own, which cannot be hidden.
  it.skipIf(process.platform === "darwin")("says what to install when there is no browser, and fails", () => {
    const { status, out, err } = test("e2e");
    expect(err).toContain("apt-get install chromium");
    expect(err).toContain("STRIKEWISE_BROWSER=<path>");
    expect([status, out]).toEqual([1, "\n0 passed, 1 failed\n"]);
  });

  it("tells a browser that is not where it was said to be in one line", () => {
    expect(test("/nowhere/chromium", "e2e")).toMatchObject({
      status: 1,
      err: "test: STRIKEWISE_BROWSER=/nowhere/chromium: there is no such file. Name a Chrome or Chromium, or unset it.\n",
    });
  });
});
