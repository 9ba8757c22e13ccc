/** What pages load, as a build has it. Here, and not among the unit tests, because those run before there is a build. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import {
  BUILDER_LIVE,
  BUILDER_LIVE_LIMIT_KB,
  BUILDER_PAGE,
  BUILDER_PAGE_LIMIT_KB,
  beyond,
  CHART_PAGE,
  CHART_PAGE_LIMIT_KB,
  HOME_PAGE,
  OPEN_INTEREST_TABS,
  ROUTE_LIMIT_KB,
  type RouteParts,
  type RouteSizes,
  routeSizes,
  total,
} from "../../scripts/route-sizes.ts";

const FOLDER = "dist/web";

function sizesOf(parts?: RouteParts): RouteSizes {
  const sizes = routeSizes(FOLDER, parts);
  if (sizes === null) throw new Error("there is no build: node scripts/start.mjs build");
  return sizes;
}

function expectAtMost({ code }: RouteSizes, limit: number): void {
  const list = Object.entries(code)
    .sort(([, a], [, b]) => b - a)
    .map(([file, bytes]) => `${file} ${(bytes / 1000).toFixed(1)} kB`)
    .join(", ");
  expect(total(code) / 1000, list).toBeLessThanOrEqual(limit);
}

test(`the chain page loads at most ${ROUTE_LIMIT_KB} kB before it is live`, () =>
  expectAtMost(sizesOf(), ROUTE_LIMIT_KB));

test(`the strategy builder's page and what it cannot start without, its chart, payoff and legs not among it, are at most ${BUILDER_PAGE_LIMIT_KB} kB`, () =>
  expectAtMost(sizesOf(BUILDER_PAGE), BUILDER_PAGE_LIMIT_KB));

test(`the strategy builder loads at most ${BUILDER_LIVE_LIMIT_KB} kB until its payoff is live, chart, legs, workers and WebAssembly included`, () =>
  expectAtMost(sizesOf(BUILDER_LIVE), BUILDER_LIVE_LIMIT_KB));

for (const { name, route, limitKb } of OPEN_INTEREST_TABS) {
  test(`${name} loads at most ${limitKb} kB beyond home's, its chart included`, () =>
    expectAtMost(beyond(sizesOf(route), sizesOf(HOME_PAGE)), limitKb));
}

test(`the chart of an instrument loads at most ${CHART_PAGE_LIMIT_KB} kB beyond home's`, () =>
  expectAtMost(beyond(sizesOf(CHART_PAGE), sizesOf(HOME_PAGE)), CHART_PAGE_LIMIT_KB));

const ASSETS = `${FOLDER}/assets`;

/** Pieces that each piece of a build runs before itself. */
function importsOf(): ReadonlyMap<string, readonly string[]> {
  const pieces = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  return new Map(
    pieces.map((file) => {
      const code = readFileSync(`${ASSETS}/${file}`, "utf8");
      const named = code.matchAll(/(?:^|[;}\s])(?:import|from)\s*"\.\/([^"]+\.js)"/g);
      return [file, [...new Set([...named].map(([, name]) => name!))]];
    }),
  );
}

/** A way from a piece back to itself; null of none. */
function circleOf(imports: ReadonlyMap<string, readonly string[]>): string | null {
  const done = new Set<string>();
  function walk(piece: string, way: readonly string[]): string | null {
    if (way.includes(piece)) return [...way, piece].join(" → ");
    if (done.has(piece)) return null;
    for (const next of imports.get(piece) ?? []) {
      const found = walk(next, [...way, piece]);
      if (found !== null) return found;
    }
    done.add(piece);
    return null;
  }
  for (const piece of imports.keys()) {
    const found = walk(piece, []);
    if (found !== null) return found;
  }
  return null;
}

test("no piece of a build waits for one that waits for it: what it takes from there would not be there yet", () => {
  const imports = importsOf();
  expect([...imports.values()].flat().length).toBeGreaterThan(20);
  expect(circleOf(imports)).toBeNull();
});
