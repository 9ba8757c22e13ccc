import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "#protocol/http/contract.ts";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";

/** Addresses of every row as they would be written by hand: each parameter stands for anything. */
const ADDRESSES = Object.values(ENDPOINTS)
  .flatMap((rows) => Object.values<Endpoint>(rows))
  .flatMap(({ paths }) => paths)
  .map((each) => each.replace(/:\w+/g, "[^\"'`]+"));

/** A quote, an origin or nothing before it, and the end of the text or a query after it. */
const WRITTEN = new RegExp(`["'\`](?:\\$\\{[^}]*\\})?(?:${ADDRESSES.join("|")})["'\`?]|/v1/`);

/** What stands in a line besides comments, which may well say what a call is. */
const codeOf = (line: string): string =>
  /^\s*(?:\/?\*|\/\/)/.test(line) ? "" : line.replace(/\s\/[/*] .*/, "");

function written(text: string): readonly string[] {
  return text.split("\n").filter((line) => WRITTEN.test(codeOf(line)));
}

test("an address of the HTTP interface is written in its row, and nowhere in the page or its workers", () => {
  const files = ["src", "workers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  const code = files.filter((file) => /\.tsx?$/.test(file));
  expect(code.length).toBeGreaterThan(200);
  const found = code.flatMap((file) =>
    written(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'fetch("/healthz")',
  "api.call(`/user/preferences`)",
  'const url = origin + "/v1/market_access";',
  `url: (token) => \`\${origin}/v1/compute/cache/live_derivative_prices/\${token}\`,`,
  "get('/user_subscriptions?a=1')",
])("%s would be found", (line) => {
  expect(written(line)).toEqual([line]);
});

test.each([
  " * Asks `/v1/users/me` who this is.",
  '  <PageLink to="/profile?tab=plans">',
  "  const a = 1; // as /v1/users/me says",
])("%s is no address in code", (line) => {
  expect(written(line)).toEqual([]);
});
