import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  BUILDER_LIVE,
  BUILDER_LIVE_LIMIT_KB,
  BUILDER_PAGE,
  BUILDER_PAGE_LIMIT_KB,
  beyond,
  HOME_PAGE,
  OPEN_INTEREST_BEYOND_HOME_KB,
  OPEN_INTEREST_PAGE,
  ROUTE_LIMIT_KB,
  type RouteSizes,
  routeSizes,
  total,
} from "../scripts/route-sizes.ts";

const chain = routeSizes("dist/web");
const builderPage = routeSizes("dist/web", BUILDER_PAGE);
const builderLive = routeSizes("dist/web", BUILDER_LIVE);
const home = routeSizes("dist/web", HOME_PAGE);
const openInterest = routeSizes("dist/web", OPEN_INTEREST_PAGE);

function expectAtMost({ code }: RouteSizes, limit: number): void {
  const list = Object.entries(code)
    .sort(([, a], [, b]) => b - a)
    .map(([file, bytes]) => `${file} ${(bytes / 1000).toFixed(1)} kB`)
    .join(", ");
  expect(total(code) / 1000, list).toBeLessThanOrEqual(limit);
}

test.skipIf(chain === null)(
  `the chain page loads at most ${ROUTE_LIMIT_KB} kB before it is live (skipped without a build)`,
  () => expectAtMost(chain!, ROUTE_LIMIT_KB),
);

test.skipIf(builderPage === null)(
  `the strategy builder's page and what it cannot start without, its chart, payoff and legs not among it, are at most ${BUILDER_PAGE_LIMIT_KB} kB (skipped without a build)`,
  () => expectAtMost(builderPage!, BUILDER_PAGE_LIMIT_KB),
);

test.skipIf(builderLive === null)(
  `the strategy builder loads at most ${BUILDER_LIVE_LIMIT_KB} kB until its payoff is live, chart, legs, workers and WebAssembly included (skipped without a build)`,
  () => expectAtMost(builderLive!, BUILDER_LIVE_LIMIT_KB),
);

test.skipIf(home === null)(
  `the page of open interest loads at most ${OPEN_INTEREST_BEYOND_HOME_KB} kB beyond home's, chart and first tab included (skipped without a build)`,
  () => expectAtMost(beyond(openInterest!, home!), OPEN_INTEREST_BEYOND_HOME_KB),
);

const ASSETS = "dist/web/assets";

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

test.skipIf(!existsSync(ASSETS))(
  "no piece of a build waits for one that waits for it: what it takes from there would not be there yet (skipped without a build)",
  () => {
    const imports = importsOf();
    expect([...imports.values()].flat().length).toBeGreaterThan(20);
    expect(circleOf(imports)).toBeNull();
  },
);
