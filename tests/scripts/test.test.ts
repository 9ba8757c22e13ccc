import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;

/** In a project that has a test runner and nothing else, on a machine where no browser can be found or installed. */
function test(...words: string[]): { status: number | null; out: string; err: string } {
  const env = {
    PATH: path.join(root, "bin"),
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
  for (const name of ["test.mjs", "find-browser.mjs", "journeys-at-once.mjs", "test-reports.mjs"])
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
      err: "test: dance unknown; name any of lint, types, unit, e2e, node24, or nothing\n",
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

  it("runs the unit tests on the newest Node 24 when asked to, and counts them", () => {
    mkdirSync(path.join(root, "bin"));
    const report = JSON.stringify({
      ...{ numPassedTests: 7, numFailedTests: 4, numPendingTests: 1, numTodoTests: 0, testResults: [] },
    });
    const npx = `#!/bin/sh\necho "$@" >&2\necho '${report}' > .build/vitest.json\nexit 1\n`;
    writeFileSync(path.join(root, "bin/npx"), npx, { mode: 0o755 });
    const { status, out, err } = test("node24");
    expect(err).toMatch(/ --package node@24 -- node node_modules\/vitest\/vitest\.mjs run /);
    expect(out).toContain("7 passed, 4 failed, 1 skipped");
    expect(status).toBe(1);
  });

  it("fails when the newest Node 24 cannot be had", () => {
    expect(test("node24")).toMatchObject({ status: 1, out: "\n0 passed, 1 failed\n" });
  });

  it("tells a browser that is not where it was said to be in one line", () => {
    expect(test("/nowhere/chromium", "e2e")).toMatchObject({
      status: 1,
      err: "test: STRIKEWISE_BROWSER=/nowhere/chromium: there is no such file. Name a Chrome or Chromium, or unset it.\n",
    });
  });
});
