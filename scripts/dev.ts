/**
 * Development with hot reload: the page from Vite on 127.0.0.1:5173, which passes calls and websockets on to the server on
 * PORT (8080); the server is rebuilt and restarted when its sources change. Only an edit in wasm/assembly needs a new start.
 * Usage: npm run dev
 */
import { type ChildProcess, spawn } from "node:child_process";
import { build, type Rolldown } from "vite";
import { buildWasm } from "./build-wasm.ts";

const port = process.env.PORT ?? "8080";
const ORIGIN = "http://127.0.0.1:5173";
/** The WASM module is copied beside the bundles just after a build has ended. */
const SETTLE_MS = 150;
const env = {
  ...process.env,
  PORT: port,
  PUBLIC_ORIGIN:
    process.env.PUBLIC_ORIGIN ??
    `http://127.0.0.1:${port},http://localhost:${port},${ORIGIN},http://localhost:5173`,
};

/** The server, if it runs, and whether it is to be started again when it has ended. */
let server: ChildProcess | null = null;
let isRestarting = false;
let isStopping = false;

function startServer(): void {
  // In a group of its own: Ctrl-C must reach it once, as the SIGTERM below, for a second signal ends it undrained.
  const child = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js"], {
    stdio: "inherit",
    env,
    detached: true,
  });
  server = child;
  child.on("exit", (code) => {
    server = null;
    if (isStopping) return;
    if (isRestarting) {
      isRestarting = false;
      startServer();
    } else console.log(`dev: the server ended with code ${code}; it starts again when a source changes`);
  });
}

/** Node's own --watch loses files that a build replaces, so the build says when it is done. */
function restartServer(): void {
  if (server === null) return startServer();
  isRestarting = true;
  server.kill("SIGTERM");
}

await buildWasm();
const page = spawn(process.execPath, ["node_modules/vite/bin/vite.js"], { stdio: "inherit", env });
const watcher = (await build({
  configFile: "vite.server.config.ts",
  logLevel: "warn",
  build: { watch: {} },
})) as Rolldown.RolldownWatcher;
let hasFailed = false;
let settled: NodeJS.Timeout | undefined;
watcher.on("event", ({ code }) => {
  clearTimeout(settled);
  if (code === "START") hasFailed = false;
  if (code === "ERROR") hasFailed = true;
  if (code !== "END") return;
  // Vite has told the error.
  if (hasFailed) console.error("dev: the server stays as it was until that is mended");
  else settled = setTimeout(restartServer, SETTLE_MS);
});

const stop = (code: number): void => {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  clearTimeout(settled);
  page.kill("SIGTERM");
  server?.kill("SIGTERM");
  void watcher.close();
};
process.on("exit", () => server?.kill("SIGTERM"));
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
page.on("exit", (code) => stop(code ?? 1));
