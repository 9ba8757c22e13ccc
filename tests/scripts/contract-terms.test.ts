/** A lot or a multiplier that is made up where none is known costs a trader money without a word: the product's text is read for one. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const TERM = String.raw`\w*(?:[lL]ot_?[sS]ize|[mM]ultiplier)`;
/** `lotSize ?? 1`, `multiplier || 1`, `multiplier > 0 ? multiplier : 1`, `{ lotSize = 1 }`. */
const DEFAULTS = [
  new RegExp(String.raw`\b${TERM}\)?(?:\?\.\w+)?\s*(?:\?\?|\|\|)\s*-?\d`),
  new RegExp(String.raw`\b${TERM}\s*>\s*0\s*\?[^:;]*:\s*\d`),
  new RegExp(String.raw`[{,]\s*(?:\[?[\w.]+\]?:\s*)?${TERM}\s*=\s*\d`),
  new RegExp(String.raw`[{,]\s*\[[\w.]*${TERM}\]:\s*\w+\s*=\s*\d`),
];
/** How often a strategy is held: the least is once. */
const LOTS_OF_A_STRATEGY = /lotMultiplier/;

const hasDefault = (line: string): boolean =>
  !LOTS_OF_A_STRATEGY.test(line) && DEFAULTS.some((pattern) => pattern.test(line));

const FOLDERS = ["analysis", "domain", "protocol", "server", "src", "workers"];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

describe("nothing has a lot or a multiplier by default", () => {
  it.each([
    "lotSize: asked.instrument_info?.lot_size ?? 1,",
    "multiplier: trade.multiplier ?? 1,",
    "head[H.multiplier] = multiplier > 0 ? multiplier : 1;",
    "const { lotSize = 1 } = head;",
    "const { [HEAD_INDEX.lotSize]: lotSize = 1 } = grid.head;",
    "const units = held * (position.multiplier ?? 1);",
  ])("%s is found", (line) => {
    expect(hasDefault(line)).toBe(true);
  });

  it.each([
    "const multiplier = told?.multiplier ?? null;",
    "instance?.lotMultiplier ?? 1",
    "if (lotSize > 0) go(1)",
  ])("%s is not", (line) => {
    expect(hasDefault(line)).toBe(false);
  });

  it("in the product", () => {
    const found = files.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, i) => (hasDefault(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });
});
