import { describe, expect, it } from "vitest";
import { mergeBaseline } from "../../bench/lib/baseline.ts";
import { escapeHtml, html, jsonScript } from "../../bench/report/markup.ts";
import { reportPage } from "../../bench/report/page.ts";
import { plotsOf } from "../../bench/report/plots.ts";
import { report } from "./support.ts";

describe("HTML report", () => {
  const goals = [
    { what: "ours / peer", value: 25.31, atLeast: 20 },
    { what: "p99", value: 3, atMost: 2, unit: "ms", explain: "two cores & five processes" },
    { what: "of native", value: 0.5, atLeast: 0.9 },
  ];
  const made = report("relay", goals, {
    about: "What a relay can do.",
    compared: { ours: "the relay of this project" },
    notes: ["a note"],
  });
  const page = reportPage([made], mergeBaseline(null, [made], ["relay"]));

  it("asks for nothing from elsewhere", () => {
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect(page).not.toMatch(/@import|url\(/);
    expect(page).toContain("uPlot");
  });

  it("says the question, what is compared, each verdict with its reason, and how to run it again", () => {
    for (const text of [
      "How fast?",
      "What a relay can do.",
      "the relay of this project",
      "25.3",
      "at least 20",
      "two cores &amp; five processes",
      "1 met, 1 missed and explained, 1 missed, 0 void.",
      "npm run bench -- relay",
      "a note",
      "made up",
    ])
      expect(page).toContain(text);
  });

  it("warns of short rounds", () => {
    expect(page).not.toContain("--quick");
    expect(reportPage([{ ...made, quick: true }], null)).toContain("Short rounds (--quick)");
  });

  it("warns of a machine that was busy with something else", () => {
    expect(page).not.toContain("Careful");
    expect(reportPage([{ ...made, busy: 0.756 }], null)).toContain("other programs took 76 %");
  });

  it("escapes what benches write", () => {
    expect(page).toContain("one &lt;table&gt;");
    expect(page).not.toContain("one <table>");
    expect(html`<p>${'<b> & "'}</p>`.text).toBe("<p>&lt;b&gt; &amp; &quot;</p>");
    expect(escapeHtml("a<b")).toBe("a&lt;b");
    expect(jsonScript("x", "</script>").text).not.toContain('</script>"');
  });

  it("shows something before anything was measured", () => {
    expect(reportPage([], null)).toContain("Nothing has been measured yet");
  });
});

describe("plots", () => {
  const rows = [{ name: "ours", median: 2, low: 1, high: 3, rounds: [1, 2, 3] }];
  const table = { title: "t", unit: "u", rows, ratios: [] };

  it("shows the rounds of rates and the distribution of times", () => {
    expect(plotsOf(table)[0]).toMatchObject({ x: [1, 2, 3], series: [{ name: "ours", values: [1, 2, 3] }] });
    const [times] = plotsOf({ ...table, better: "lower" });
    expect(times?.x.at(-1)).toBe(100);
    expect(times?.series[0]?.values.at(-1)).toBe(3);
  });

  it("puts a table's own plots first, and draws nothing of single samples", () => {
    const own = { title: "own", xLabel: "x", yLabel: "y", x: [1], series: [] };
    expect(plotsOf({ ...table, plots: [own] })[0]).toBe(own);
    expect(plotsOf({ ...table, rows: [{ ...rows[0]!, rounds: [2] }] })).toEqual([]);
  });
});
