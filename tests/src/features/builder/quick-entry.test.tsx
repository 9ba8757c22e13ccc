// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "#tests/support/strategy/on-page.tsx";
import { createWorld } from "../../analyzer/world.ts";

// The engine has nothing to say: trades are typed by their strikes.
vi.mock("#src/live/streams.ts", () => {
  const silent = { read: () => ({ data: null }) };
  return {
    streamOf: () => silent,
    useStream: (_: unknown, select: (told: unknown) => unknown) => select({ data: null }),
  };
});
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
const { onPage } = await import("#tests/support/strategy/on-page.tsx");
const { QuickEntry } = await import("#src/features/builder/quick-entry/QuickEntry.tsx");

let page: Page;
afterEach(() => page.close());

async function typing(kind: "index" | "currency" = "index") {
  const world = await createWorld();
  const { underlying, contracts } = world.state;
  page = await onPage(
    world.analyzer,
    <QuickEntry underlying={{ ...underlying!, kind }} contracts={contracts!} />,
  );
  const field = page.one("quick-entry");
  return {
    world,
    type: (text: string) => page.type(field, text),
    enter: () => page.key(field, "Enter"),
    said: () => page.one("quick-problem").textContent,
    preview: () => page.texts('[data-testid="quick-preview"] li'),
  };
}

test("a price is shown with the decimals of the market", async () => {
  const { type, preview } = await typing("currency");
  await type("sell 24000 ce @ 0.0025");
  expect(preview()).toEqual(["Sell 1 lot 24 Nov 24,000 CE @ 0.0025"]);
});

test("of a contract that is held already Enter says that it changes a leg, and which", async () => {
  const { world, type, enter, said, preview } = await typing();
  await page.after(() => world.sell(24_000));
  await type("buy 24000 ce 2 lots");
  expect(said()).toBe("Enter changes 1 leg");
  expect(preview()).toEqual(["Buy 2 lots 24 Nov 24,000 CE in place of Sell 1 lot"]);
  await type("buy 24000 ce 2 lots, buy 24100 ce");
  expect(said()).toBe("Enter adds 1 leg and changes 1 leg");
  await type("buy 24100 ce");
  expect(said()).toBe("Enter adds 1 leg");
  await type("buy 24000 ce 2 lots");
  await enter();
  expect(world.state.instance!.legs.map(({ quantity }) => quantity)).toEqual([130]);
});

test("a price that the field of a leg would refuse is refused, and its word is marked", async () => {
  const { world, type, enter, said } = await typing();
  await type("sell 24000 ce @ 10000001");
  expect(said()).toBe("No contract costs that much.");
  expect(page.texts("[data-bad]")).toEqual(["@ 10000001"]);
  await enter();
  expect(world.state.instance!.legs).toEqual([]);
});
