import { expect, test, vi } from "vitest";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { createEngineWorld } from "../../../support/engine/engine-world.ts";
import { createChainStream } from "../../../support/market/chain-stream.ts";

vi.mock("#workers/engine/chains/close-of-quotes.ts", () => {
  throw new Error("not to be had");
});

test("a closed market's first chain waits for the calendar without a word of having no figures, and is shown where it cannot be had", async () => {
  const world = createEngineWorld();
  const stream = createChainStream();
  stream.root.state = CHAIN_STATES.indexOf("closed");
  const tab = await world.tab();
  world.relay.socket.open();
  const { port } = await world.open(tab.id, {});
  await world.clock.run(20);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  port.credit();
  port.credit();
  await vi.waitFor(
    async () => {
      await world.clock.run(20);
      expect(port.head("rows")).toBeGreaterThan(0);
    },
    { timeout: 10_000 },
  );
  expect(port.frames).toHaveLength(1);
  expect(port.cell(24_000, "call.ltp")).toBeGreaterThan(0);
});
