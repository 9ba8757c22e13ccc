import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CHOSEN, type Chosen } from "../../bench/comparison/chosen.ts";
import { mergeComparisons } from "../../bench/comparison/figures.ts";
import { comparisonPage } from "../../bench/comparison/page.ts";
import { pictureOf } from "../../bench/comparison/picture.ts";
import { BENCH_FOLDER, readBaseline } from "../../bench/lib/results.ts";
import { knownBenches } from "../../bench/lib/runner.ts";
import type { Report } from "../../bench/lib/types.ts";
import { report } from "./support.ts";

const decoder = CHOSEN.find(({ id }) => id === "decoder")!;
const drag = CHOSEN.find(({ id }) => id === "drag")!;

const { logarithmic: _, ...LINEAR } = decoder;

/** A run of the chosen bench with these medians. */
function run({ bench, table }: Chosen, rows: Readonly<Record<string, number>>): Report {
  const [only] = report(bench, []).tables;
  return report(bench, [], {
    tables: [
      {
        ...only!,
        title: table,
        rows: Object.entries(rows).map(([name, median]) => ({
          name,
          median,
          low: median,
          high: median,
          rounds: [median],
        })),
      },
    ],
  });
}

describe("the comparison page", () => {
  const measured = mergeComparisons({}, [
    run(decoder, {
      WASM: 40e6,
      "best JavaScript rows": 10e6,
      "native C, SSE": 80e6,
      "row of no interest": 1,
    }),
    run(drag, { Strikewise: 300, "React and ECharts": 200 }),
  ]);

  it("takes ours and its peers from a run, and leaves out what was not measured", () => {
    expect(measured.decoder).toEqual({
      on: "2026-11-21",
      figures: [
        { name: "Strikewise", value: 40e6, isOurs: true },
        { name: "best JavaScript", value: 10e6, isOurs: false },
        { name: "native C, SSE", value: 80e6, isOurs: false },
      ],
    });
  });

  it("keeps what other benches had, and what a run without its peers had before", () => {
    const again = mergeComparisons(measured, [run(drag, { Strikewise: 100 })]);
    expect(again).toEqual(measured);
    const renewed = mergeComparisons(measured, [run(drag, { Strikewise: 100, "React and ECharts": 400 })]);
    expect(renewed.drag?.figures.map(({ value }) => value)).toEqual([100, 400]);
    expect(renewed.decoder).toEqual(measured.decoder);
  });

  it("says how many times better, whichever way is better, and first where ours is worse", () => {
    const page = comparisonPage(measured);
    expect(page).toContain(
      "Strikewise is 4.00 times better than best JavaScript, 2.00 times worse than native C, SSE.",
    );
    const [first, second] = page.split("## Side by side");
    expect(first).toContain(
      "**Dragging a strategy's strike**: React and ECharts has 200, ours 300 ms a second, 1.50 times worse.",
    );
    // A limit does not do a trader's work: falling short of it is no defeat.
    expect(first).not.toContain("native C");
    expect(second).toContain("(comparison/decoder.svg)");
  });

  it("draws the longest bar for the largest figure, and all of them within the picture", () => {
    for (const chosen of [decoder, LINEAR]) {
      const svg = pictureOf(chosen, measured.decoder!.figures);
      const widths = [...svg.matchAll(/<rect class="(?:ours|peer)"[^>]* width="([\d.]+)"/g)].map(([, w]) =>
        Number(w),
      );
      expect(widths).toHaveLength(3);
      expect(Math.max(...widths)).toBe(widths[2]);
      expect(Math.min(...widths)).toBe(widths[1]);
      for (const width of widths) expect(width).toSatisfy((w: number) => w >= 2 && w <= 460);
    }
    expect(pictureOf({ ...decoder, unit: "a < b & c" }, measured.decoder!.figures)).toContain(
      "a &lt; b &amp; c",
    );
  });

  it("chooses benches that there are, each picture once", () => {
    expect(new Set(CHOSEN.map(({ id }) => id)).size).toBe(CHOSEN.length);
    for (const { bench, limits = [], peers } of CHOSEN) {
      expect(knownBenches()).toContain(bench);
      for (const limit of limits) expect(Object.keys(peers)).toContain(limit);
    }
  });

  it("stands in docs as the committed baseline has it, never edited by hand", () => {
    const { comparisons } = readBaseline()!;
    const docs = path.join(BENCH_FOLDER, "../docs");
    expect(readFileSync(path.join(docs, "comparison.md"), "utf8")).toBe(comparisonPage(comparisons));
    for (const chosen of CHOSEN) {
      const figures = comparisons[chosen.id]?.figures;
      if (figures === undefined) continue;
      expect(readFileSync(path.join(docs, "comparison", `${chosen.id}.svg`), "utf8")).toBe(
        pictureOf(chosen, figures),
      );
    }
  });
});
