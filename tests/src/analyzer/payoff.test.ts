/** What a strategy pays, asked for from any tab: the drawing of a link is made of it. */

import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { ANALYSIS_TABS } from "#domain/strategy/analyzer/model.ts";
import { Sketch } from "#protocol/http/kept-content.ts";
import { sketchNow } from "#src/features/builder/kept/share.ts";
import { createWorld, payloadOf, VISITOR } from "./world.ts";

async function straddle(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  world.sell(24_000);
  world.sell(24_000, "PE");
  await world.clock.run(1_000);
  return world;
}

test.each(ANALYSIS_TABS)("[ANZ-63] a link made on the tab %s has the payoff of all others", async (tab) => {
  const { analyzer, clock } = await straddle();
  const shown = await sketchNow(analyzer);
  analyzer.dispatch({ type: "select-tab", tab });
  await clock.run(1_000);
  const sketch = await sketchNow(analyzer);
  expect(Value.Check(Sketch, sketch)).toBe(true);
  expect(sketch).toEqual(shown);
  // Highest at the strike, which is the middle of it.
  const most = sketch!.reduce((best, point) => (point[1] > best[1] ? point : best));
  expect(most[0]).toBeCloseTo(0.5, 1);
  expect(Math.min(...sketch!.map(([, y]) => y))).toBe(-1);
});

test("[ANZ-63] a change that is not answered yet is in it", async () => {
  const { analyzer, state } = await straddle();
  const before = await sketchNow(analyzer);
  analyzer.dispatch({ type: "delete-leg", id: state.instance!.legs[0]!.id });
  const after = await sketchNow(analyzer);
  expect(after).not.toEqual(before);
  expect(after!.at(-1)![1]).toBeGreaterThan(0);
});

test("[ANZ-63] the server is asked where the worker does not run, and where that fails too there is none", async () => {
  const { analyzer, server, clock } = await straddle({ hasWorker: false });
  analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
  await clock.run(1_000);
  server.instead = (path, body) =>
    path.endsWith("builder_v3") ? { payload: payloadOf(body as never) } : undefined;
  expect(Value.Check(Sketch, await sketchNow(analyzer))).toBe(true);
  expect(server.summaries().at(-1)!.input.body).toMatchObject({ flags: { enable_payoff_chart: true } });
  server.instead = () => new Error("away");
  expect(await sketchNow(analyzer)).toBeNull();
});

test("[STRAT-21] those who are given no analysis are asked about nothing", async () => {
  const { analyzer, server } = await straddle({ caller: VISITOR });
  expect(await analyzer.payoff()).toBeNull();
  expect(server.summaries()).toEqual([]);
});
