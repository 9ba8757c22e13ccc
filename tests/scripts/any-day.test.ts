import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it.each([[[]], [["tomorrow"]], [["2026-02-30T25:00"]], [["--browser"]]])(
  "%j is asked again, by an example",
  (words) => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/any-day.mjs", ...words], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      1,
      "any-day: name an instant of India's clock, such as 2026-12-31T23:59\n",
    ]);
  },
);
