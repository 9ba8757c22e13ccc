/**
 * `npm start`: builds what is missing or older than its sources, says so, and runs the server.
 * `node scripts/start.mjs market-import …`, `events-import …`, `db …` and `admin …` run the other commands in the same way; `build` only builds.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TSX = "node_modules/tsx/dist/cli.mjs";
const VITE = "node_modules/vite/bin/vite.js";
const COMMANDS = {
  serve: "dist/server/main.js",
  "market-import": "dist/server/market-import.js",
  "events-import": "dist/server/events-import.js",
  db: "dist/server/db.js",
  admin: "dist/server/admin.js",
};

const WASM = {
  name: "the WASM module",
  output: ".build/wasm/strikewise.wasm",
  sources: ["wasm/assembly", "protocol/generated/layout.ts", "scripts/build-wasm.ts"],
  command: [TSX, "scripts/build-wasm.ts"],
};
const WEB = {
  name: "the web app",
  output: "dist/web/index.html",
  sources: [
    "index.html",
    "public",
    "src",
    "workers",
    "wasm",
    "analysis",
    "protocol",
    "domain",
    "vite.config.ts",
    "package-lock.json",
  ],
  command: [VITE, "build", "--logLevel", "warn"],
};
const SERVER = {
  name: "the server",
  output: "dist/server/main.js",
  sources: ["server", "wasm", "analysis", "protocol", "domain", "vite.server.config.ts", "package-lock.json"],
  command: [VITE, "build", "--config", "vite.server.config.ts", "--logLevel", "warn"],
};

const say = (text) => process.stderr.write(`start: ${text}\n`);
const at = (file) => path.join(ROOT, file);

/** Time of the newest file at or below a path, 0 for none. */
function newest(file) {
  if (!existsSync(at(file))) return 0;
  const { mtimeMs } = statSync(at(file));
  if (!statSync(at(file)).isDirectory()) return mtimeMs;
  return readdirSync(at(file)).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), 0);
}

function state({ output, sources }) {
  if (!existsSync(at(output))) return "missing";
  return Math.max(...sources.map(newest)) > statSync(at(output)).mtimeMs
    ? "older than its sources"
    : "current";
}

function build(target, why) {
  say(`building ${target.name} (${why})`);
  const began = new Date();
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, error } = spawnSync(process.execPath, target.command, {
    cwd: ROOT,
    env,
    stdio: ["ignore", 2, 2],
  });
  if (status === 0) {
    // A builder that finds nothing to do leaves its file alone; the next start need not ask it again. What was edited meanwhile is newer.
    if (existsSync(at(target.output))) utimesSync(at(target.output), began, began);
    return;
  }
  say(`building ${target.name} failed${error ? `: ${error.message}` : ""}`);
  process.exit(1);
}

/** Brings the targets up to date where that is possible, and ends the process where it is needed and is not. */
function prepare(targets) {
  const due = targets
    .map((target) => ({ target, why: state(target) }))
    .filter(({ why }) => why !== "current");
  if (due.length === 0) return;
  const canBuild = existsSync(at(TSX)) && existsSync(at(VITE));
  if (!canBuild) {
    const missing = due.filter(({ why, target }) => why === "missing" && target !== WASM);
    if (missing.length > 0) {
      const names = missing.map(({ target }) => target.name).join(" and ");
      const have = missing.length > 1 ? "have" : "has";
      say(
        `${names} ${have} not been built, and what builds is not installed (a production install); run: npm ci --include=dev`,
      );
      process.exit(1);
    }
    say(
      "sources are newer than the build, but without development dependencies it stays as it is (npm ci --include=dev)",
    );
    return;
  }
  const rebuilt = new Set();
  for (const { target, why } of due) {
    build(target, why);
    rebuilt.add(target);
  }
  // The server's build also compresses the web app and takes the WASM module along.
  if (targets.includes(SERVER) && !rebuilt.has(SERVER) && rebuilt.has(WEB))
    build(SERVER, "the web app is new");
}

const [first, ...rest] = process.argv.slice(2);
const name = first === undefined ? "serve" : first;
if (name === "build") {
  prepare([WASM, WEB, SERVER]);
  process.exit(0);
}
const entry = COMMANDS[name];
if (entry === undefined) {
  const known = Object.keys(COMMANDS).filter((command) => command !== "serve");
  say(`there is no command ${JSON.stringify(name)}; use nothing, build, or ${known.join(", ")}`);
  process.exit(2);
}
if (!existsSync(at("node_modules/fastify"))) {
  say("the dependencies are not installed; run: npm ci --include=dev");
  process.exit(1);
}
prepare(name === "serve" ? [WASM, WEB, SERVER] : [WASM, SERVER]);
process.env.NODE_ENV ??= "production";
process.argv = [process.argv[0], at(entry), ...(name === "serve" ? [] : rest)];
await import(pathToFileURL(at(entry)).href);
