// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withFacts } from "#domain/strategy/analyzer/answers.ts";
import type { Page } from "#tests/support/strategy/on-page.tsx";
import { createWorld, type World } from "../../analyzer/world.ts";

vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
const { onPage } = await import("#tests/support/strategy/on-page.tsx");
const { isSameLeg } = await import("#src/features/builder/legs/LegRow.tsx");
const { Legs } = await import("#src/features/builder/legs/Legs.tsx");
await import("#src/features/builder/legs/LegList.tsx");

let page: Page;
let world: World;
beforeEach(async () => {
  world = await createWorld();
  world.buy(24_000);
  world.sell(24_200);
  world.buy(23_800, "PE");
  await world.clock.run(1_000);
  page = await onPage(world.analyzer, <Legs />);
});
afterEach(() => page.close());

const field = (testId: string, leg = 0) => page.all<HTMLInputElement>(testId)[leg]!;
const enter = async (input: HTMLInputElement, text: string) => {
  await page.type(input, text);
  await page.key(input, "Enter");
};
/** Changes reach React in the next frame. */
const frame = () => page.after(() => world.clock.run(300));
const focused = () => {
  const { activeElement } = document;
  return activeElement?.getAttribute("aria-label") ?? activeElement?.getAttribute("data-testid");
};

test("[ANZ-20] an IV is shown as it was typed, the offset within", async () => {
  await enter(field("iv-offset"), "2");
  await enter(field("leg-iv"), "15");
  await frame();
  expect(field("leg-iv").value).toBe("15.0");
  await page.key(field("leg-iv"), "ArrowUp");
  await frame();
  expect(field("leg-iv").value).toBe("15.5");
  await enter(field("iv-offset"), "0");
  await frame();
  expect(field("leg-iv").value).toBe("13.5");
});

test("a leg that is deleted hands the focus to the next one, the last to the one before, the only one to adding", async () => {
  await page.press(field("leg-delete", 1));
  await frame();
  expect(focused()).toBe("Delete Buy 24 Nov 23,800 PE");
  await page.press(field("leg-delete", 1));
  await frame();
  expect(focused()).toBe("Delete Buy 24 Nov 24,000 CE");
  await page.press(field("leg-delete"));
  await frame();
  expect(page.all("leg")).toEqual([]);
  expect(focused()).toBe("add-legs");
});

test("legs that are cleared hand the focus to adding", async () => {
  await page.press(page.one("clear-legs"));
  await frame();
  expect(page.all("leg")).toEqual([]);
  expect(focused()).toBe("add-legs");
});

test("a reset that was pressed keeps the focus and does nothing more", async () => {
  await enter(field("leg-price"), "50");
  await frame();
  const reset = page.one("reset-prices");
  expect(reset.getAttribute("aria-disabled")).toBe("false");
  await page.press(reset);
  await frame();
  expect(field("leg-price").value).toBe("");
  expect(reset.getAttribute("aria-disabled")).toBe("true");
  expect([reset.matches(":disabled"), focused()]).toEqual([false, "Entry prices back to live"]);
  const { past } = world.state.instance!;
  await page.press(reset);
  await frame();
  expect(world.state.instance!.past).toBe(past);
});

test("steppers keep the focus at the end of their way", async () => {
  const strikes = () => page.all<HTMLInputElement>("leg-strike").map(({ value }) => value);
  await enter(field("leg-strike"), "24950");
  await frame();
  const up = page.all("leg-strike-up")[0]!;
  await page.press(up);
  await frame();
  expect(strikes()[0]).toBe("25,000");
  expect(up.getAttribute("aria-disabled")).toBe("true");
  expect([up.matches(":disabled"), document.activeElement === up]).toEqual([false, true]);
  await page.press(up);
  await frame();
  expect(strikes()[0]).toBe("25,000");
});

test("an odd quantity goes a whole lot up and down too", async () => {
  await page.after(() =>
    world.analyzer.dispatch({ type: "set-quantity", id: world.state.instance!.legs[0]!.id, units: 100 }),
  );
  await page.key(field("leg-quantity"), "ArrowUp");
  expect(world.analyzer.instance()!.legs[0]!.quantity).toBe(165);
  await page.key(field("leg-quantity"), "ArrowDown");
  await page.key(field("leg-quantity"), "ArrowDown");
  await page.key(field("leg-quantity"), "ArrowDown");
  expect(world.analyzer.instance()!.legs[0]!.quantity).toBe(35);
});

test("a tick leaves the row of a leg alone, whatever it tells of the leg", () => {
  const instance = world.state.instance!;
  const quote = { lastPrice: 77, usablePrice: 78, bid: 77, ask: 79, isLiquid: true, warnings: [], iv: 0.2 };
  const facts = {
    quotes: new Map(instance.legs.map(({ token }) => [token, quote])),
    now: world.clock.now(),
    targetTimeMin: Number.NaN,
    targetTimeMax: Number.NaN,
    selectedTargetInterval: Number.NaN,
  };
  const { legs } = withFacts(instance, facts, world.clock.now());
  for (const [i, leg] of legs.entries()) {
    expect(leg.quote.lastPrice).toBe(77);
    expect(isSameLeg(instance.legs[i]!, leg)).toBe(true);
    expect(isSameLeg(leg, { ...leg, strike: leg.strike + 50 })).toBe(false);
  }
});
