import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const run = spawnSync(process.execPath, ["scripts/soak.mjs", "dance"], { encoding: "utf8" });
const inParts: readonly string[] =
  readFileSync("scripts/soak.mjs", "utf8").match(/tests\/[\w/.-]+\.(test|soak)\.ts/g) ?? [];
const text = readFileSync("docs/reliability.md", "utf8");
const longAlone = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".soak.ts"))
  .map((file) => `tests/${file}`);

it("names the parts there are when asked for another, those that docs/reliability.md lists", () => {
  const [, parts] = /name any of (.+), or nothing for all/.exec(run.stderr) ?? [];
  expect([run.status, run.stdout]).toEqual([1, ""]);
  const [, listed] = /^Parts: `(.+)`\.$/m.exec(text) ?? [];
  expect(parts?.split(", ")).toEqual(listed?.split(" "));
});

it("has a file for each part", () => {
  expect(inParts.length).toBeGreaterThan(10);
  expect(inParts.filter((file) => !existsSync(file))).toEqual([]);
});

it("runs every file that no other run does", () => {
  expect(longAlone.length).toBeGreaterThan(15);
  expect(longAlone.filter((file) => !inParts.includes(file))).toEqual([]);
});

it("leaves a quick test behind for what it alone runs, every unit test at least, and docs/reliability.md names both", () => {
  const [, table = ""] = text.split("## What only the long form runs, and what stays");
  const rows = table
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `tests/"));
  const named = rows.map((row) => row.split("|").map((cell) => cell.match(/tests\/[\w/.-]+\.ts/g) ?? []));
  const isUnit = (file: string) => !file.startsWith("tests/soak/");
  const moved = named.map(([, file]) => file?.[0] ?? "");
  expect(moved.filter(isUnit).sort()).toEqual(longAlone.filter(isUnit).sort());
  expect(moved.filter((file) => !longAlone.includes(file))).toEqual([]);
  for (const [, file, stays] of named) {
    expect(stays, file?.join()).not.toEqual([]);
    expect(stays?.filter((file) => !existsSync(file))).toEqual([]);
    expect(stays?.filter((file) => file.endsWith(".soak.ts"))).toEqual([]);
  }
});
