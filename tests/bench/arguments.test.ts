import { describe, expect, it } from "vitest";
import { parseArguments } from "../../bench/lib/arguments.ts";
import { busyShare, busyWarning } from "../../bench/lib/busy.ts";
import { createProgress } from "../../bench/lib/progress.ts";

const parse = (...argv: string[]) => parseArguments(argv, ["decode", "feed"], { "--quick": "short" });

describe("arguments", () => {
  it("takes names and flags in any order, and all benches without a name", () => {
    expect(parse("--quick", "feed", "feed")).toEqual({ names: ["feed"], flags: new Set(["--quick"]) });
    expect(parse()).toEqual({ names: ["decode", "feed"], flags: new Set() });
  });

  it("refuses what it does not know, and says what there is", () => {
    const refused = parse("decoed", "--fast");
    expect(refused).toMatchObject({ isFault: true });
    expect("text" in refused && refused.text).toMatch(/decoed, --fast unknown\nbenches: decode, feed/);
    expect(parse("--help")).toMatchObject({ isFault: false });
  });
});

describe("busy machine", () => {
  it("is what was not idle between two readings, over all cores", () => {
    const before = [
      { user: 100, idle: 900 },
      { user: 0, idle: 0 },
    ];
    const after = [
      { user: 150, idle: 950 },
      { user: 0, idle: 100 },
    ];
    expect(busyShare(before, after)).toBeCloseTo(0.25);
    expect(busyShare(before, before)).toBe(0);
    expect(busyWarning(0.1)).toBeNull();
    expect(busyWarning(0.5)).toContain("50 %");
  });
});

describe("progress", () => {
  it("overwrites one line in a terminal and takes it away", () => {
    const out: string[] = [];
    const progress = createProgress({ isTTY: true, columns: 12, write: (text) => out.push(text) }, () => 0);
    progress.show("a long line that does not fit");
    progress.clear();
    progress.clear();
    expect(out).toEqual(["\r\x1b[K  0 s  a lo", "\r\x1b[K"]);
  });

  it("writes a line now and then elsewhere", () => {
    let now = 0;
    const out: string[] = [];
    const progress = createProgress({ write: (text) => out.push(text) }, () => now);
    for (now = 0; now <= 6_000; now += 1_000) progress.show(`at ${now}`);
    expect(out).toEqual(["  0 s  at 0\n", "  5 s  at 5000\n"]);
  });
});
