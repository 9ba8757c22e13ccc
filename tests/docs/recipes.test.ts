/** What CONTRIBUTING says of how things are added: the files that it names are there, and are what it says. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const text = readFileSync("CONTRIBUTING.md", "utf8");
const TOP = /^(?:analysis|bench|docs|domain|protocol|scripts|server|src|tests|wasm|workers)\//;

/** Recipes by their titles. */
const recipes = new Map(
  text
    .split(/^## /m)
    .filter((part) => part.startsWith("Add "))
    .map((part): [string, string] => [part.split("\n", 1)[0]!, part]),
);

/** Paths that a text names between backticks or as a link. */
const pathsIn = (part: string): string[] =>
  [...part.matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)\)/g)]
    .map(([, code, link]) => (code ?? link ?? "").replace(/[.,;]$/, ""))
    .filter((path) => TOP.test(path) && !/[<*]/.test(path));

it("there is a recipe for a page, a call, a table with its job, and a stream", () => {
  expect([...recipes.keys()]).toEqual([
    "Add a page",
    "Add a call",
    "Add a table with its job",
    "Add a stream",
  ]);
});

describe.each([...recipes])("%s", (_title, part) => {
  it("names files that are there", () => {
    const paths = pathsIn(part);
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it("the house rules name files that are there", () => {
  const [rules = ""] = text.split(/^## Add /m);
  expect(pathsIn(rules).filter((path) => !existsSync(path))).toEqual([]);
});

it.each([
  ["protocol/http/account.ts", "devices: endpoint("],
  ["server/capabilities/account/session-routes.ts", "rows.row(ACCOUNT_ROWS.devices"],
  ["src/features/account/DevicesTab.tsx", "useAnswer(devices"],
  ["server/roles/storage/tables.ts", "auditSeals"],
  ["tests/server/platform/store/backward.test.ts", "0003_audit_seals"],
  ["server/roles/api/jobs.ts", "addAuditSealing(runner"],
  ["workers/engine/streams/stream-spec.ts", '"live-prices"'],
  ["workers/engine/streams/tab-streams.ts", "createLivePriceTable"],
  ["src/features/chain/expiry-figures/ExpiryFigures.tsx", "useStream("],
])("the examples of the recipes still are some: %s", (file, words) => {
  expect(readFileSync(file, "utf8")).toContain(words);
});
