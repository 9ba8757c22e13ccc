import { expect, test } from "vitest";
// Loaded beforehand: the engine's own import of it then takes no time that the fake clock knows nothing of.
import "#workers/engine/http-calls.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { livePrices } from "../../../support/http/sample-answers.ts";

const PATH = "/v1/compute/cache/live_derivative_prices/256265";

test("[LIVE-26] a call that takes longer than a second is told with the engine's health, a quicker one is not", async () => {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  let takes = 1_000;
  const body = livePrices(256_265, 1_795_000_000_000, {});
  world.routes.set(
    PATH,
    () =>
      new Promise((resolve) => {
        world.clock.setTimeout(() => resolve(jsonResponse({ ...body, etag: "a" }, "a")), takes);
      }),
  );
  await openStream(world, tab.id, { kind: "live-prices", underlying: 256_265 });
  await world.clock.run(5_000);
  expect((await world.engine.health()).slowCalls).toBeNull();
  takes = 1_200;
  await world.clock.run(30_000);
  expect((await world.engine.health()).slowCalls).toEqual({
    count: 1,
    url: `https://strikewise.test${PATH}`,
    ms: 1_200,
  });
});
