// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { FigureStory } from "#src/shared/provenance/provenance-lines.ts";
import type { Page } from "#tests/support/strategy/on-page.tsx";
import { createWorld, NOW } from "../analyzer/world.ts";

const told = vi.hoisted(() => ({ story: null as FigureStory | null }));
vi.mock("#src/analyzer/browser-edges.ts", () => ({ browserEdges: () => ({}) }));
/** A figure that tells its story to the test. */
vi.mock("#src/shared/provenance/Provenance.tsx", () => ({
  Provenance: (props: { prepare: () => Promise<void>; story: () => FigureStory }) => (
    <button
      type="button"
      onClick={async () => {
        await props.prepare();
        told.story = props.story();
      }}
    />
  ),
}));
const { onPage } = await import("#tests/support/strategy/on-page.tsx");
const { SummaryPanel } = await import("#src/strategy/summary/SummaryPanel.tsx");

let page: Page;
afterEach(() => page.close());

async function storyOf(figure: string): Promise<FigureStory> {
  told.story = null;
  await page.press(page.one(`figure-${figure}`).querySelector("button")!);
  await vi.waitFor(() => expect(told.story).not.toBeNull());
  return told.story!;
}

test("the story of a margin is of when that was answered, old once it is not renewed; that of the premium is of now", async () => {
  const world = await createWorld();
  world.buy(24_000);
  await world.clock.run(1_000);
  page = await onPage(world.analyzer, <SummaryPanel />);
  const later = async (ms: number) => {
    world.worker.market = { now: NOW + ms };
    await world.worker.head({ now: NOW + ms });
    await world.clock.run(ms);
  };
  await page.after(() => later(60_000));
  expect(await storyOf("margin")).toMatchObject({ asOf: NOW });
  const premium = await storyOf("premium");
  expect(premium.asOf).toBe(NOW + 60_000);
  expect(premium.inputs).toContainEqual(["Buy 24 Nov 24,000 CE", "1 lot @ 101.00"]);
  world.server.instead = (path) => (path.includes("calculate_margin") ? new Error("away") : undefined);
  await page.after(() => later(180_000));
  expect(await storyOf("capital")).toMatchObject({ asOf: NOW, state: "stale" });
  expect(page.one("figure-capital").dataset.old).toBe("");
});
