import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VECTOR_NAMES } from "#analysis/validation/vectors/checks.ts";
import { MAKINGS } from "#src/features/numbers/making/texts.ts";
import { TEXTS } from "#src/features/numbers/texts.ts";

const quant = readFileSync("docs/quant.md", "utf8");
const [, rest = ""] = quant.split("## 15. Formulas");
const [section = ""] = rest.split(/^## /m);
const rows = [...section.matchAll(/^\|([^|]*)\| (.+) \|$/gm)]
  .map(([, , formula = ""]) => formula)
  .filter((cell) => cell !== "formula" && !/^-+$/.test(cell));

test("[NUM-11] formulas on the page are those of docs/quant.md, all of them, letter by letter", () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(MAKINGS.flatMap(({ formulas }) => formulas)).toEqual(rows);
});

test("[NUM-11] every kind of figure is there, at the address that the rule names", () => {
  const rule = readFileSync("docs/spec/numbers.md", "utf8");
  expect(MAKINGS.map(({ id }) => id)).toEqual([...rule.matchAll(/`#([\w-]+)`/g)].map(([, id]) => id));
});

describe("every file of vectors", () => {
  test.each(VECTOR_NAMES)("%s has a name on the page", (name) => {
    expect(TEXTS.vectors[name].length).toBeGreaterThan(3);
  });

  test("that a kind of figure is checked by is one of them", () => {
    for (const { checkedBy } of MAKINGS) {
      expect(checkedBy.length).toBeGreaterThan(0);
      for (const name of checkedBy) expect(VECTOR_NAMES).toContain(name);
    }
  });
});
