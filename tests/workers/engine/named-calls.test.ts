import { expect, test } from "vitest";
import { createEngineWorld, IDS } from "../../support/engine/engine-world.ts";

test("[SES-11] the engine's calls carry the ids of the tabs it serves", async () => {
  const world = createEngineWorld();
  await world.tab();
  await world.clock.run(1_000);
  expect(world.requests.length).toBeGreaterThan(0);
  for (const { url, init } of world.requests) expect(init.headers, url).toMatchObject(IDS);
});
