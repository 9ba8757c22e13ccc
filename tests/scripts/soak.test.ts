import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const run = spawnSync(process.execPath, ["scripts/soak.mjs", "dance"], { encoding: "utf8" });

it("names the parts there are when asked for another, those that docs/reliability.md lists", () => {
  const [, parts] = /name any of (.+), or nothing for all/.exec(run.stderr) ?? [];
  expect([run.status, run.stdout]).toEqual([1, ""]);
  const [, listed] = /^Parts: `(.+)`\.$/m.exec(readFileSync("docs/reliability.md", "utf8")) ?? [];
  expect(parts?.split(", ")).toEqual(listed?.split(" "));
});

it("has a file for each part", () => {
  const files = readFileSync("scripts/soak.mjs", "utf8").match(/tests\/[\w/.-]+\.(test|soak)\.ts/g) ?? [];
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
