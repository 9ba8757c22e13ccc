/** What the painter leaves on a real canvas, pixel by pixel, while figures grow and shrink. */
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import { FLAG_STALE_LTP } from "#domain/chain/flags.ts";
import type { Cell, compare, Difference, Steps } from "./support/grid-canvas.ts";

declare global {
  var grid: { readonly compare: typeof compare };
}

let script = "";

test.beforeAll(async () => {
  const out = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    build: {
      write: false,
      lib: { entry: "tests/e2e/support/grid-canvas.ts", formats: ["iife"], name: "grid" },
    },
  });
  const [{ output }] = (Array.isArray(out) ? out : [out]) as [{ output: readonly { code: string }[] }];
  script = output[0]!.code;
});

const CALM: readonly Cell[] = [
  [0, "call.theta", -12.5],
  [0, "call.ltp", 120.5],
  [0, "call.changePct", 4.2],
  [0, "call.volume", 2e5],
  [1, "put.theta", -8.25],
  [1, "put.ltp", 88],
  [2, "gamma", 0.0012],
];
/** What an expiry afternoon makes of them. */
const WILD: readonly Cell[] = [
  [0, "call.theta", -12_34_567.89],
  [0, "call.ltp", 1_23_456.75],
  [0, "call.changePct", 1_234_567],
  [0, "call.volume", 98_765_43e5],
  [1, "put.theta", -98_765.43],
  [1, "put.ltp", 9_87_654.35],
  [2, "gamma", -1_234_567],
];

const compared = (page: Page, steps: Steps, others: Steps, ratio: number): Promise<Difference> =>
  page.evaluate(([steps, others, ratio]) => globalThis.grid.compare(steps, others, ratio), [
    steps,
    others,
    ratio,
  ] as const);

test.beforeEach(async ({ page }) => {
  await page.goto("about:blank");
  // As a text of its own: inside a function its name would not be the page's.
  await page.addScriptTag({ content: script });
});

for (const ratio of [1, 1.25, 2]) {
  test(`at ${ratio * 100} % a figure that was wider than its column leaves nothing behind when it shrinks`, async ({
    page,
  }) => {
    expect((await compared(page, [CALM], [CALM, WILD, CALM], ratio)).columns).toEqual([]);
    expect((await compared(page, [CALM], [CALM, WILD], ratio)).columns.length).toBeGreaterThan(4);
  });

  test(`at ${ratio * 100} % no figure is painted outside its column, and the page is told that it does not fit`, async ({
    page,
  }) => {
    for (const cell of WILD) {
      const field = cell[1].replace("changePct", "ltp");
      const column = field === "gamma" ? "centre.gamma" : field;
      const { columns, told } = await compared(page, [CALM], [CALM, [cell]], ratio);
      expect(columns, cell[1]).toEqual([column]);
      if (field === cell[1]) expect(told, field).toBeGreaterThan(0);
    }
  });

  test(`at ${ratio * 100} % the dot of an old price stands clear of its digits`, async ({ page }) => {
    const price = (ltp: number, flags: number): readonly Cell[] => [
      [0, "call.ltp", ltp],
      [0, "call.flags", flags],
    ];
    const dot = await compared(page, [price(1, 0)], [price(1, FLAG_STALE_LTP)], ratio);
    expect(dot.columns).toEqual(["call.ltp"]);
    expect(dot.nearest).toBeLessThan(6 * ratio);
    const digits = await compared(
      page,
      [price(1, FLAG_STALE_LTP)],
      [price(1_23_456.75, FLAG_STALE_LTP)],
      ratio,
    );
    expect(digits.nearest).toBeGreaterThanOrEqual(9 * ratio);
  });
}
