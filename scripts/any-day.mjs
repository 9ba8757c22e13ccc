// Runs tests as if it were another day: unit tests under that clock of the machine, or browser tests whose servers alone are.
// Usage: npm run test:any-day -- 2026-12-31T23:59[:SS] [--browser] [files and options of vitest or Playwright]. The instant is
// India's. Needs Debian's faketime.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./find-browser.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const LIBRARY = "faketime/libfaketime.so.1";

function refuse(text) {
  console.error(`any-day: ${text}`);
  process.exit(1);
}

/** Where Debian and its relatives keep the library, by architecture. */
function libfaketime() {
  const places = ["/usr/lib", "/usr/local/lib"].filter(existsSync).flatMap((root) => [
    path.join(root, LIBRARY),
    ...readdirSync(root, { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => path.join(root, name, LIBRARY)),
  ]);
  return places.find(existsSync) ?? refuse("libfaketime was not found; Debian: apt-get install faketime");
}

const words = process.argv.slice(2).filter((word) => word !== "--");
const isBrowser = words.includes("--browser");
const [instant, ...rest] = words.filter((word) => word !== "--browser");
const [, day, time, seconds = ":00"] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?$/.exec(instant ?? "") ?? [];
const at = Date.parse(`${day}T${time}${seconds}+05:30`);
if (Number.isNaN(at)) refuse("name an instant of India's clock, such as 2026-12-31T23:59");

// A distance from the real clock, so that processes that start later are as far on as the run is.
const ahead = Math.round((at - Date.now()) / 1_000);
const clock = {
  LD_PRELOAD: libfaketime(),
  FAKETIME: `${ahead < 0 ? "" : "+"}${ahead}s`,
  // How long things take and when files were written stays true.
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  NO_FAKE_STAT: "1",
  FAKETIME_DONT_RESET: "1",
};

function run(command, args, env) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (error) refuse(`${command}: ${error.message}`);
  process.exit(status ?? 1);
}

console.error(`any-day: ${isBrowser ? "servers begin" : "it is"} at ${instant} in India`);
if (isBrowser) {
  const browser = await findBrowser({ isShellEnough: true }).catch((error) => refuse(error.message));
  if (browser === null) refuse("no Chrome or Chromium was found; name one: STRIKEWISE_BROWSER=<path>");
  const { status } = spawnSync(process.execPath, ["scripts/start.mjs", "build"], { stdio: "inherit" });
  if (status !== 0) refuse("the build failed");
  // Read by tests/e2e/support/server.ts, which gives it to the servers that it starts and to nothing else.
  const servers = { STRIKEWISE_SERVER_CLOCK: JSON.stringify(clock) };
  run(bin("playwright"), ["test", "--reporter=line", ...rest], { ...servers, STRIKEWISE_BROWSER: browser });
}
run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...rest], clock);
