import { describe, expect, test } from "vitest";
import type { ChartRow } from "#protocol/generated/records.ts";
import { encodeBars } from "#protocol/wire/codec.ts";
import { createEngineWorld } from "../../../support/engine/engine-world.ts";

const NIFTY = 256265;
const RELIANCE = 738561;

function bar(changes: Partial<ChartRow> = {}): ChartRow {
  return {
    token: NIFTY,
    intervalSeconds: 60,
    barTime: 1_795_000_000_000,
    open: 2_424_000,
    high: 2_425_050,
    low: 2_423_900,
    close: 2_424_475,
    volume: 0,
    oi: 0,
    ...changes,
  };
}

const say = (rows: readonly ChartRow[], sequence = 1): Uint8Array =>
  encodeBars(rows, { epoch: 1, sequence, serverTime: 1_795_000_000_500 });

async function start() {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.engine.bars(tab.id, [NIFTY]);
  await world.clock.run(50);
  return { world, tab };
}

const sent = (world: Awaited<ReturnType<typeof start>>["world"]) =>
  world.relay.socket.sent.filter((message) => message.dataSource === "quote-chart");

describe("[LIVE-18] running bars", () => {
  test("what all tabs chart is one subscription, and the last tab's release ends it", async () => {
    const { world, tab } = await start();
    const other = await world.tab();
    await world.engine.bars(other.id, [RELIANCE, NIFTY]);
    await world.clock.run(50);
    expect(sent(world).map((m) => [m.command, m.uniqueId, m.tokens])).toEqual([
      ["subscribe", "b", [NIFTY]],
      ["subscribe", "b", [NIFTY, RELIANCE]],
    ]);
    other.die();
    await world.engine.bars(tab.id, []);
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ command: "unsubscribe", uniqueId: "b" });
  });

  test("a bar is known in rupees once its packet came, and stale after five seconds of silence", async () => {
    const { world, tab } = await start();
    expect(await world.engine.bars(tab.id, [NIFTY])).toEqual([]);
    world.relay.socket.say(say([bar(), bar({ token: RELIANCE, close: 131_000 })]));
    expect(await world.engine.bars(tab.id, [NIFTY])).toEqual([
      {
        token: NIFTY,
        time: 1_795_000_000_000,
        open: 24_240,
        high: 24_250.5,
        low: 24_239,
        close: 24_244.75,
        volume: 0,
        stale: false,
      },
    ]);
    await world.clock.run(5_001);
    expect(await world.engine.bars(tab.id, [NIFTY])).toMatchObject([{ stale: true }]);
    world.relay.socket.say(say([bar({ close: 2_424_500 })], 2));
    expect(await world.engine.bars(tab.id, [NIFTY])).toMatchObject([{ close: 24_245, stale: false }]);
  });

  test("a hidden tab's bars are not asked for until it is shown again", async () => {
    const { world, tab } = await start();
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ command: "unsubscribe", uniqueId: "b" });
    await world.engine.setVisible(tab.id, true);
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ command: "subscribe", uniqueId: "b", tokens: [NIFTY] });
  });

  test("bars of other lengths are not mistaken for it, and what no tab watches is forgotten", async () => {
    const { world, tab } = await start();
    world.relay.socket.say(say([bar({ intervalSeconds: 300 })]));
    expect(await world.engine.bars(tab.id, [NIFTY])).toEqual([]);
    world.relay.socket.say(say([bar()], 2));
    await world.engine.bars(tab.id, [RELIANCE]);
    expect(await world.engine.bars(tab.id, [NIFTY])).toEqual([]);
  });
});
