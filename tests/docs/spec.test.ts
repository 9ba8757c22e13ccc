import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGES = "docs/spec";
const FOLDERS = [
  "analysis",
  "bench",
  "docs",
  "domain",
  "protocol",
  "scripts",
  "server",
  "src",
  "tests",
  "wasm",
  "workers",
].filter((folder) => existsSync(folder));
const THIS = "tests/docs/spec.test.ts";

interface Line {
  /** as it is found by an editor: `docs/spec/access.md:7` */
  readonly place: string;
  readonly text: string;
}

function linesOf(file: string): Line[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .map((text, i) => ({ place: `${file}:${i + 1}`, text }));
}

const LINES: readonly Line[] = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
  "README.md",
  "CONTRIBUTING.md",
]
  .filter(
    (file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !/node_modules|fixtures/.test(file) && file !== THIS,
  )
  .flatMap(linesOf);

/** A rule stands at the head of a line of its page: `- **ACC-3** …`. */
const DEFINED = LINES.filter(({ place }) => place.startsWith(`${PAGES}/`)).flatMap(({ place, text }) => {
  const id = /^- \*\*([A-Z]+-\d+)\*\* /.exec(text)?.[1];
  return id === undefined ? [] : [{ id, page: place.split(":")[0] }];
});
const IDS: ReadonlySet<string> = new Set(DEFINED.map(({ id }) => id));
const PREFIXES = [...new Set([...IDS].map((id) => id.split("-")[0]))];

test("every rule of docs/spec has a number of its own, and the pages count without a gap", () => {
  expect(DEFINED.length).toBeGreaterThan(100);
  expect(IDS.size).toBe(DEFINED.length);
  for (const prefix of PREFIXES) {
    const own = DEFINED.filter(({ id }) => id.startsWith(`${prefix}-`));
    expect(own.map(({ id }) => id)).toEqual(own.map((_, i) => `${prefix}-${i + 1}`));
    expect(new Set(own.map(({ page }) => page)).size, `pages of ${prefix}`).toBe(1);
  }
});

test("every rule that code, tests and pages cite is there", () => {
  const cited = new RegExp(`\\b(?:${PREFIXES.join("|")})-\\d+\\b`, "g");
  const named = /\brules? ([A-Z]+-\d+)/g;
  const citations = LINES.flatMap(({ place, text }) => [
    ...[...text.matchAll(cited)].map(([id]) => ({ place, id })),
    ...[...text.matchAll(named)].map(([, id]) => ({ place, id })),
  ]).filter(({ place }) => !place.startsWith(`${PAGES}/README.md`));
  expect(citations.length).toBeGreaterThan(300);
  expect(citations.filter(({ id }) => !IDS.has(id ?? ""))).toEqual([]);
});

test("every decision that is cited by number is there", () => {
  const numbers = new Set(readdirSync("docs/decisions").map((name) => name.slice(0, 4)));
  const citations = LINES.flatMap(({ place, text }) =>
    [...text.matchAll(/\bdecision (\d{4})\b/g)].map(([, number]) => ({ place, number })),
  );
  expect(citations.length).toBeGreaterThan(5);
  expect(citations.filter(({ number }) => !numbers.has(number ?? ""))).toEqual([]);
});

test("every page of docs that is cited by its path is there", () => {
  const citations = LINES.flatMap(({ place, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => ({ place, page })),
  );
  expect(citations.length).toBeGreaterThan(10);
  expect(citations.filter(({ page }) => !existsSync(page))).toEqual([]);
});

/** Names under which documents outside the repository were cited once. */
const ELSEWHERE = [
  /\bspec(?:ification)? [123] ?§|\[(?:spec )?[123] §/i,
  /\bui\.md\b|\bshared\/(?:design|spec)\b/,
  /\barchitecture, decision\b/,
  /\b[A-Z]{3,}-0\d\d\b/,
];

test("what is cited is in this repository: no section of a document elsewhere, no id of a list elsewhere", () => {
  const found = LINES.filter(({ text }) => ELSEWHERE.some((pattern) => pattern.test(text)));
  expect(found).toEqual([]);
});
