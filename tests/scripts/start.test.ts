import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;

function write(file: string, text: string, age = 0): void {
  const at = path.join(root, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
  const time = Date.now() / 1000 - age;
  utimesSync(at, time, time);
}

function start(...args: string[]): { status: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, ["scripts/start.mjs", ...args], { cwd: root, encoding: "utf8" });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

/** A project of the same shape, with builders that only write what they would build. */
function addBuilders(): void {
  write("node_modules/tsx/dist/cli.mjs", "");
  write(
    "node_modules/vite/bin/vite.js",
    `const fs = require("node:fs");
     const isServer = process.argv.includes("vite.server.config.ts");
     fs.mkdirSync(isServer ? "dist/server" : "dist/web", { recursive: true });
     if (isServer) fs.writeFileSync("dist/server/main.js", "console.log('built server runs')");
     else fs.writeFileSync("dist/web/index.html", "");`,
  );
  write(".build/wasm/strikewise.wasm", "");
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "start-"));
  cpSync("scripts/start.mjs", path.join(root, "scripts/start.mjs"));
  write("node_modules/fastify/package.json", "{}");
  write("server/main.ts", "", 100);
  write("src/main.tsx", "", 100);
});
afterEach(() => rmSync(root, { recursive: true }));

describe("npm start", () => {
  it("names the command to run when nothing is built and the development dependencies are absent", () => {
    const { status, err } = start();
    expect(status).toBe(1);
    expect(err).toMatch(/^start: the web app and the server have not been built.*npm ci --include=dev\n$/);
  });

  it("names it too when there are no dependencies at all", () => {
    rmSync(path.join(root, "node_modules"), { recursive: true });
    expect(start()).toMatchObject({ status: 1, err: expect.stringContaining("npm ci --include=dev") });
  });

  it("builds what is missing, says so, and runs it in production", () => {
    addBuilders();
    const { status, out, err } = start();
    expect(err).toContain("building the web app (missing)");
    expect(err).toContain("building the server (missing)");
    expect([status, out]).toEqual([0, "built server runs\n"]);
  });

  it("builds nothing that is newer than its sources", () => {
    addBuilders();
    write("dist/web/index.html", "");
    write("dist/server/main.js", "console.log(process.env.NODE_ENV)");
    expect(start()).toMatchObject({ status: 0, err: "" });
  });

  it("asks a builder that found nothing to do only once", () => {
    addBuilders();
    write("dist/web/index.html", "");
    write("dist/server/main.js", "");
    write(".build/wasm/strikewise.wasm", "", 100);
    write("scripts/build-wasm.ts", "", 50);
    expect(start().err).toBe("start: building the WASM module (older than its sources)\n");
    expect(start()).toMatchObject({ status: 0, err: "" });
  });

  it("builds what is older than its sources", () => {
    addBuilders();
    write("dist/web/index.html", "");
    write("dist/server/main.js", "", 200);
    const { err } = start();
    expect(err).toContain("building the server (older than its sources)");
    expect(err).not.toContain("building the web app");
  });

  it("runs an older build when it cannot make a newer one", () => {
    write("dist/web/index.html", "", 200);
    write("dist/server/main.js", "console.log('old')", 200);
    expect(start()).toMatchObject({
      status: 0,
      out: "old\n",
      err: expect.stringContaining("stays as it is"),
    });
  });

  it("runs the import of a market file with its arguments, without the web app", () => {
    write("dist/server/main.js", "");
    write("dist/server/market-import.js", "console.log(process.argv.slice(2).join())");
    expect(start("market-import", "--eod", "x.csv")).toMatchObject({ status: 0, out: "--eod,x.csv\n" });
  });

  it("refuses a command that does not exist", () => {
    expect(start("dance")).toMatchObject({ status: 2, err: expect.stringContaining("market-import") });
  });
});
