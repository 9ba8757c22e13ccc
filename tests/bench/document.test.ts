import { expect, it } from "vitest";
import { withFigures } from "../../bench/lib/document.ts";
import { report } from "./support.ts";

const BEGIN = "<!-- figures: written by npm run bench -- --save -->";
const END = "<!-- end of figures -->";
const KNOWN = ["decode", "relay"];
const made = report("relay", [
  { what: "ours | peer", value: 25.31, atLeast: 20 },
  { what: "p99", value: 3, atMost: 2, unit: "ms", explain: "two cores and five processes" },
  { what: "of native", value: 0.5, atLeast: 0.9 },
  { what: "no goal at all", value: 7 },
]);

it("writes every goal with its figure and verdict, and the reason of a missed one", () => {
  const text = withFigures(`before\n${BEGIN}\nold\n${END}\nafter`, [made], KNOWN);
  expect(text).toContain("| ours \\| peer (one <table>) | 25.3 | at least 20 | met |");
  expect(text).toContain("| p99 (one <table>) | 3.00 ms | at most 2 ms | missed |");
  expect(text).toContain("Why *p99*: two cores and five processes.");
  expect(text).toContain("| of native (one <table>) | 0.50 | at least 0.9 | missed |");
  expect(text).not.toContain("no goal at all");
  expect(text).not.toContain("old");
});

it("leaves the words around the figures, and writing twice changes nothing", () => {
  const once = withFigures(`before\n${BEGIN}\n${END}\nafter`, [made], KNOWN);
  expect(once.startsWith("before\n")).toBe(true);
  expect(once.endsWith(`${END}\nafter`)).toBe(true);
  expect(withFigures(once, [made], KNOWN)).toBe(once);
});

it("keeps what benches said that did not run this time, in the order of their names", () => {
  const decode = report("decode", [{ what: "of C", value: 0.98, atLeast: 0.9 }]);
  const both = withFigures(`${BEGIN}\n${END}`, [made, decode], KNOWN);
  const faster = report("relay", [{ what: "ours | peer", value: 30, atLeast: 20 }]);
  const again = withFigures(both, [faster], KNOWN);
  expect(again).toContain("| of C (one <table>) | 0.98 | at least 0.9 | met |");
  expect(again).toContain("| 30.0 | at least 20 | met |");
  expect(again).not.toContain("25.3");
  expect(again.indexOf("### decode")).toBeLessThan(again.indexOf("### relay"));
});

it("drops sections of benches that are no longer there", () => {
  const gone = report("gone", [{ what: "of C", value: 0.98, atLeast: 0.9 }]);
  const both = withFigures(`${BEGIN}\n${END}`, [gone, made], ["gone", "relay"]);
  expect(both).toContain("### gone:");
  const after = withFigures(both, [], KNOWN);
  expect(after).not.toContain("### gone:");
  expect(after).toContain("### relay:");
  expect(after).toContain("Machine of the newest figures: cpu made up");
});

it("says of a void figure that it is void, and why", () => {
  const text = withFigures(
    `${BEGIN}\n${END}`,
    [report("relay", [{ what: "hidden", value: -7.8, atMost: 1, unit: "ms/s", voidBecause: "below zero" }])],
    KNOWN,
  );
  expect(text).toContain("| hidden (one <table>) | -7.80 ms/s | at most 1 ms/s | void |");
  expect(text).toContain("Why *hidden*: below zero.");
});

it("refuses a document without a place for them", () => {
  expect(() => withFigures("nothing here", [made], KNOWN)).toThrow("no place for the figures");
});
