import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { mergeBaseline } from "../../bench/lib/baseline.ts";
import { withFigures } from "../../bench/lib/document.ts";
import { BENCH_FOLDER, readBaseline } from "../../bench/lib/results.ts";
import { knownBenches } from "../../bench/lib/runner.ts";
import { report } from "./support.ts";

const known = knownBenches();
const saved = report("decode", [
  { what: "ours / peer", value: 12.5, atLeast: 20, explain: "made up" },
  { what: "size", value: 7, atMost: 8, unit: "kB" },
]);

/** What the document says of each bench, by its name. */
function sections(document: string): Map<string, string> {
  const [, ...parts] = document
    .slice(document.indexOf("<!-- figures:"), document.indexOf("<!-- end of figures"))
    .split(/^### /m);
  return new Map(parts.map((text) => [text.slice(0, text.indexOf(":")), text.trim()]));
}

const without = <T>(map: Iterable<[string, T]>, isIn: (key: string) => boolean): [string, T][] =>
  [...map].filter(([key]) => !isIn(key));

describe("saving one bench", () => {
  it("leaves what docs/performance.md says of all others as it is, byte for byte", () => {
    const before = readFileSync(path.join(BENCH_FOLDER, "../docs/performance.md"), "utf8");
    const after = withFigures(before, [saved], known);
    const isSaved = (bench: string) => bench === "decode" || !known.includes(bench);
    expect(without(sections(after), isSaved)).toEqual(without(sections(before), isSaved));
    expect(sections(after).get("decode")).toContain("Why *ours / peer*: made up.");
    expect(sections(before).size).toBeGreaterThan(5);
    const words = (text: string) => [text.split("<!-- figures:")[0], text.split("<!-- end of figures")[1]];
    expect(words(after)).toEqual(words(before));
  });

  it("leaves what the baseline has of all others as it is", () => {
    const before = readBaseline()!;
    const after = mergeBaseline(before, [saved], known);
    const isSaved = (key: string) => key.startsWith("decode | ") || !known.includes(key.split(" | ")[0]!);
    expect(without(Object.entries(after.ratios), isSaved)).toEqual(
      without(Object.entries(before.ratios), isSaved),
    );
    expect(Object.keys(after.ratios).filter((key) => key.startsWith("decode | "))).toEqual([
      "decode | one <table> | ours / peer",
      "decode | one <table> | size",
    ]);
  });
});
