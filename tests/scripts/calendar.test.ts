/** A test that is right today and wrong next week blocks everybody: the texts of all tests are read for what makes one so. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A contract by its symbol (`NIFTY26NOV24500CE`, `SENSEX26N1981000PE`, `GOLD26DECFUT`), or a day of the calendar. */
const DATED = /\b[A-Z]{3,}\d\d(?:[A-Z]{3}|[1-9OND]\d\d)\d*(?:CE|PE|FUT)\b|["'`]20\d\d-\d\d-\d\d/;
const MACHINE_CLOCK = /\bDate\.now\b|\bnew Date\(\)/;
const SET_CLOCK = /\bvi\.(?:setSystemTime|useFakeTimers)\(/;
/** A market whose time is the machine's; stepped timers have a time of their own. */
const MACHINE_MARKET = /\bclock: \{ kind: "(?:always|exchange)" \}/;
const OWN_TIME = /\bcreateSteppedTimers\(|\bcreateFeedBench\(\{ start\b/;
const STARTS_PRODUCT = /\bspawn\w*\([^)]*\bserver\/main\.(?:js|ts)\b|\bstartServer\((?:parseConfig|config)\b/;
/** A market with a clock that is named or its source's, or none: roles without a feed. */
const NAMED_CLOCK = /\bMARKET_CLOCK\b|\bMARKET_SOURCE\b|\bROLES: "(?![^"]*\bfeed\b)/;

/** What of a test's text would make it depend on the day; null nothing. */
function faultOf(text: string): string | null {
  if (DATED.test(text) && MACHINE_CLOCK.test(text) && !SET_CLOCK.test(text))
    return "names a contract or a day, and reads the machine's clock";
  if (MACHINE_MARKET.test(text) && !OWN_TIME.test(text)) return "has a market whose time is the machine's";
  if (STARTS_PRODUCT.test(text) && !NAMED_CLOCK.test(text)) return "starts a server without a clock";
  return null;
}

/** Both clocks stand in these files, and neither is taken for the other; why. */
const MAY: Readonly<Record<string, string>> = {
  "tests/scripts/calendar.test.ts": "its examples",
  "tests/e2e/clock.test.ts": "the device's clock is what it is about",
  "tests/e2e/support/run-time.ts": "makes the market's time of a run out of how long it has lasted",
  "tests/support/market/scripted-feed.ts": "stamps messages with the server's time; the market's is its own",
  "tests/support/builds/keep-build.ts": "says when a build was kept, which its tests read back",
  "tests/server/identity/session-keeper.test.ts": "sessions of a relay, whose clock is the machine's",
};

const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `tests/${name}`);
const read = (file: string): string => readFileSync(file, "utf8");

describe("no test reads the calendar", () => {
  it("of all there are", () => {
    const faults = files.flatMap((file) => {
      const fault = file in MAY ? null : faultOf(read(file));
      return fault === null ? [] : [`${file} ${fault}`];
    });
    expect(files.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it("and an exception is one only while it has to be", () => {
    expect(Object.keys(MAY).filter((file) => faultOf(read(file)) === null)).toEqual([]);
  });

  it.each([
    ["contract beside the machine's clock", 'ask("NIFTY26NOV24500CE", Date.now())'],
    ["weekly contract beside the machine's clock", 'ask("NIFTY26N2424500CE", new Date())'],
    ["day beside the machine's clock", 'const expiry = "2026-11-24"; const clock = Date.now;'],
    ["market at the machine's time", 'openFeed({ source: "sim", clock: { kind: "always" } }, bus)'],
    ["server without a clock", 'spawn(process.execPath, ["dist/server/main.js"], { env: { PORT: "0" } })'],
    ["server in this process without a clock", "await startServer(parseConfig({ PORT: port }), log)"],
  ])("a %s is found", (_, text) => {
    expect(faultOf(text)).not.toBeNull();
  });

  it.each([
    ["contract with its instant", 'ask("NIFTY26NOV24500CE", Date.parse("2026-11-18T10:00:00+05:30"))'],
    ["clock that is set", 'vi.setSystemTime(MARKET_TIME); ask("NIFTY26NOV24500CE", Date.now())'],
    ["market at an instant", 'clock: { kind: "start", at: MARKET_TIME, speed: 1 }'],
    ["server with a clock", 'spawn(node, ["dist/server/main.js"], { env: { MARKET_CLOCK: clock } })'],
    ["how long something took", "const began = Date.now();"],
  ])("a %s is none", (_, text) => {
    expect(faultOf(text)).toBeNull();
  });
});
