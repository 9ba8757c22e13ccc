import { expect, test } from "vitest";
import { ROUTE_LIMIT_KB, routeSizes, total } from "../scripts/route-sizes.ts";

const sizes = routeSizes("dist/web");

test.skipIf(sizes === null)(
  `the chain page loads at most ${ROUTE_LIMIT_KB} kB before it is live (skipped without a build)`,
  () => {
    const { code } = sizes!;
    const list = Object.entries(code)
      .sort(([, a], [, b]) => b - a)
      .map(([file, bytes]) => `${file} ${(bytes / 1000).toFixed(1)} kB`)
      .join(", ");
    expect(total(code) / 1000, list).toBeLessThanOrEqual(ROUTE_LIMIT_KB);
  },
);
