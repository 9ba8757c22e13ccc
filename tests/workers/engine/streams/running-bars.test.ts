import { describe, expect, test } from "vitest";
import type { ChartRow } from "#protocol/generated/records.ts";
import { encodeBars } from "#protocol/wire/codec.ts";
import { createEngineWorld } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";

const NIFTY = 256265;
const RELIANCE = 738561;
const AT = 1_795_000_000_000;
const MINUTE = 60_000;

function bar(changes: Partial<ChartRow> = {}): ChartRow {
  return {
    token: NIFTY,
    intervalSeconds: 60,
    barTime: AT,
    open: 2_424_000,
    high: 2_425_050,
    low: 2_423_900,
    close: 2_424_475,
    volume: 0,
    oi: 0,
    ...changes,
  };
}

const say = (rows: readonly ChartRow[], sequence = 1, epoch = 1): Uint8Array =>
  encodeBars(rows, { epoch, sequence, serverTime: AT + 500 });

const bars = (...tokens: number[]) => ({ kind: "bars", tokens }) as const;

async function start() {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  const { id, port } = await openStream(world, tab.id, bars(NIFTY));
  await world.clock.run(50);
  return { world, tab, id, port };
}

const sent = (world: Awaited<ReturnType<typeof start>>["world"]) =>
  world.relay.socket.sent.filter((message) => message.dataSource === "quote-chart");

describe("[LIVE-18] running bars", () => {
  test("what all streams of all tabs chart is one subscription, and the last one's end ends it", async () => {
    const { world, tab, id } = await start();
    const other = await world.tab();
    await openStream(world, other.id, bars(RELIANCE, NIFTY));
    const second = await openStream(world, tab.id, bars(RELIANCE));
    await world.clock.run(50);
    other.die();
    await world.clock.run(50);
    await world.engine.closeStream(id);
    await world.clock.run(50);
    expect(sent(world).map((m) => [m.command, m.uniqueId, m.tokens])).toEqual([
      ["subscribe", "b", [NIFTY]],
      ["subscribe", "b", [NIFTY, RELIANCE]],
      ["subscribe", "b", [RELIANCE]],
    ]);
    await world.engine.closeStream(second.id);
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ command: "unsubscribe", uniqueId: "b" });
  });

  test("a bar is told in rupees as its packet comes, and stale after five seconds of silence", async () => {
    const { world, port } = await start();
    expect(port.data).toBeUndefined();
    world.relay.socket.say(say([bar(), bar({ token: RELIANCE, close: 131_000 })]));
    expect(port.data).toEqual([
      {
        token: NIFTY,
        time: AT,
        open: 24_240,
        high: 24_250.5,
        low: 24_239,
        close: 24_244.75,
        volume: 0,
        previous: null,
        stale: false,
      },
    ]);
    await world.clock.run(6_001);
    expect(port.data).toMatchObject([{ stale: true }]);
    world.relay.socket.say(say([bar({ close: 2_424_500 })], 2));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ close: 24_245, stale: false }]);
  });

  test("a new bar brings the one before as it ended, unless it was not watched to its end", async () => {
    const { world, tab, port } = await start();
    world.relay.socket.say(say([bar()]));
    // The tab is told once a second: it does not see the last close of the bar before the next one begins.
    world.relay.socket.say(say([bar({ close: 2_424_900 })], 2));
    world.relay.socket.say(say([bar({ barTime: AT + MINUTE, close: 2_425_000 })], 3));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([
      { time: AT + MINUTE, close: 24_250, previous: { time: AT, close: 24_249 } },
    ]);
    await world.engine.setVisible(tab.id, false);
    await world.engine.setVisible(tab.id, true);
    world.relay.socket.say(say([bar({ barTime: AT + 2 * MINUTE })], 4));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ time: AT + 2 * MINUTE, previous: null }]);
  });

  test("a message that has a bar's end and the one after it tells both, whatever was seen before", async () => {
    const { world, tab, port } = await start();
    world.relay.socket.say(say([bar()]));
    const ended = bar({ low: 2_423_800, close: 2_423_850 });
    world.relay.socket.say(say([ended, bar({ barTime: AT + MINUTE })], 2));
    await world.clock.run(1_000);
    const previous = { time: AT, low: 24_238, close: 24_238.5 };
    expect(port.data).toMatchObject([{ time: AT + MINUTE, previous }]);
    await world.engine.setVisible(tab.id, false);
    await world.engine.setVisible(tab.id, true);
    world.relay.socket.say(
      say([bar({ barTime: AT + MINUTE, close: 2_425_000 }), bar({ barTime: AT + 2 * MINUTE })], 3),
    );
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([
      { time: AT + 2 * MINUTE, previous: { time: AT + MINUTE, close: 24_250 } },
    ]);
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

  test("bars of other lengths are not mistaken for it, and another feed's market is another", async () => {
    const { world, port } = await start();
    world.relay.socket.say(say([bar({ intervalSeconds: 300 })]));
    await world.clock.run(1_000);
    expect(port.data).toBeUndefined();
    world.relay.socket.say(say([bar()], 2));
    world.relay.socket.say(say([bar({ barTime: AT + MINUTE })], 1, 2));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ time: AT + MINUTE, previous: null }]);
  });

  test("of another length are a subscription of their own, and told to those who want that length alone", async () => {
    const { world, tab, port } = await start();
    const quarter = await openStream(world, tab.id, { ...bars(NIFTY), seconds: 900 });
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ uniqueId: "b900", tokens: [NIFTY], intervalSeconds: 900 });
    world.relay.socket.say(say([bar(), bar({ intervalSeconds: 900, close: 2_424_000 })]));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ token: NIFTY, close: 24_244.75 }]);
    expect(quarter.port.data).toMatchObject([{ token: NIFTY, close: 24_240 }]);
    await world.engine.closeStream(quarter.id);
    await world.clock.run(50);
    expect(sent(world).at(-1)).toMatchObject({ command: "unsubscribe", uniqueId: "b900" });
  });

  test("what no stream holds is forgotten: a later one does not take it for new", async () => {
    const { world, tab, id } = await start();
    world.relay.socket.say(say([bar()]));
    await world.engine.closeStream(id);
    const { port } = await openStream(world, tab.id, bars(NIFTY));
    await world.clock.run(2_000);
    expect(port.data).toBeUndefined();
  });
});
