import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { runMarketImport, USAGE } from "#server/market/feed/sources/import/command.ts";
import { readMarketFile } from "#server/market/feed/sources/import/market-file.ts";
import {
  cashText,
  createFileFolder,
  dumpText,
  eodText,
  madeContracts,
} from "../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const contracts = madeContracts();
const dump = folder.write("dump.csv", dumpText(contracts));
const eod = folder.write("eod.csv", eodText(contracts));
const older = folder.write(
  "older.csv",
  eodText(
    madeContracts("2026-08-17").map((each) => ({ ...each, oi: each.oi - each.change })),
    "2026-08-17",
  ),
);
const cash = folder.write("cash.csv", cashText({ RELIANCE: [1320, 1310] }));
const dataDir = join(folder.path, "data");

function run(...argv: string[]): { code: number; out: string; error: string } {
  let out = "";
  let error = "";
  const code = runMarketImport(argv, dataDir, {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
  });
  return { code, out: out.replaceAll(`${folder.path}/`, ""), error: error.replaceAll(`${folder.path}/`, "") };
}

test("files become one market file in DATA_DIR, named by the session", () => {
  expect(run("--instruments", dump, "--eod", eod, "--cash", cash)).toEqual({
    code: 0,
    out: `data/market-2026-08-18.json.gz: 2 underlyings, 4 expiries, 132 contracts at the close of 2026-08-18
Open the session of 2026-08-19 with: MARKET_SOURCE=import MARKET_FILE=data/market-2026-08-18.json.gz npm start
`,
    error: "",
  });
  expect(readMarketFile(join(dataDir, "market-2026-08-18.json.gz")).date).toBe("2026-08-18");
});

test("options take several files or are repeated", () => {
  const out = join(folder.path, "two.json.gz");
  for (const eods of [
    ["--eod", older, eod],
    ["--eod", eod, "--eod", older],
    [`--eod=${eod}`, older],
  ]) {
    expect(run(...eods, "--instruments", dump, "--out", out).code).toBe(0);
    expect(readMarketFile(out).underlyings[0]!.history).toHaveLength(2);
  }
});

test("a fault writes nothing and leaves the market file there was", () => {
  const out = join(folder.path, "kept/market.json.gz");
  expect(run("--instruments", dump, "--eod", eod, "--out", out).code).toBe(0);
  const before = readMarketFile(out);
  const bad = folder.write("bad.csv", eodText(contracts).replace("IDF", "ID?"));
  expect(run("--instruments", dump, "--eod", bad, "--out", out)).toEqual({
    code: 1,
    out: "",
    error: 'bad.csv, row 2: TYPE is "ID?"; give NSE\'s F&O end of day: IDF, IDO, STF or STO\n',
  });
  expect(readMarketFile(out)).toEqual(before);
  expect(readdirSync(join(folder.path, "kept"))).toEqual(["market.json.gz"]);
});

test.each([
  [["--instruments", "x"], "--eod names no file"],
  [["--eod"], "--eod needs a value"],
  [["--eod", "--cash", "x"], "--eod needs a value"],
  [["--eod", "x", "--date", "soon"], '--date is "soon", not a date like 2026-08-18'],
  [["eod.csv"], '"eod.csv" follows no option that takes files'],
  [["--eod", "x", "--out", "y", "z"], '"z" follows no option that takes files'],
  [["--bhavcopy", "x"], "there is no option --bhavcopy"],
])("%j is answered with what is wrong and where the options are", (argv, what) => {
  const fix = "npm run market:import -- --help lists the options";
  expect(run(...argv)).toEqual({ code: 1, out: "", error: `${what}; ${fix}\n` });
});

test("--help tells the options", () => {
  expect(run("--help")).toEqual({ code: 0, out: USAGE, error: "" });
});

test("the command itself exits with 0 or 1, its faults on standard error", async () => {
  const command = (...argv: string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "server/commands/market-import.ts", ...argv], {
      env: { ...process.env, DATA_DIR: join(folder.path, "elsewhere") },
    });
  const { stdout } = await command("--instruments", dump, "--eod", eod);
  expect(stdout).toContain("132 contracts at the close of 2026-08-18");
  expect(existsSync(join(folder.path, "elsewhere/market-2026-08-18.json.gz"))).toBe(true);
  await expect(command("--instruments", dump, "--eod", "nowhere.csv")).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("nowhere.csv: there is no such file; check the path\n"),
  });
});
