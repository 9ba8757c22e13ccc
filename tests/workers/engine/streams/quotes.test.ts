import { describe, expect, test } from "vitest";
import { createEngineWorld, type EngineWorld } from "../../../support/engine/engine-world.ts";
import { openStream } from "../../../support/engine/stream-port.ts";
import { createChainStream } from "../../../support/market/chain-stream.ts";

const ID = "q.s";
const asked = (world: EngineWorld) => world.relay.socket.sent.filter(({ uniqueId }) => uniqueId === ID);

async function start() {
  const world = createEngineWorld();
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  await world.clock.run(50);
  const [call, put] = [stream.rows[40]!.call, stream.rows[40]!.put];
  return { world, stream, tab, call, put };
}

describe("quotes of instruments", () => {
  test("are told in rupees, in the strongest mode that any stream wants, and what the mode lacks is NaN", async () => {
    const { world, stream, tab, call, put } = await start();
    const full = await openStream(world, tab.id, { kind: "quotes", tokens: [call.token], mode: "full" });
    const ltp = await openStream(world, tab.id, {
      kind: "quotes",
      tokens: [put.token, call.token],
      mode: "ltp",
    });
    await world.clock.run(50);
    expect(asked(world).at(-1)?.quoteBatch).toEqual([
      { mode: "ltp", tokens: [put.token] },
      { mode: "full", tokens: [call.token] },
    ]);
    const packet = stream.quote(40, "put");
    const short = new Uint8Array(12);
    short.set(packet.subarray(0, 8));
    short.set(packet.subarray(40, 44), 8);
    world.relay.socket.say(stream.quotes([stream.quote(40, "call"), short]));
    expect(full.port.data).toMatchObject([
      {
        token: call.token,
        lastPrice: call.lastPrice / 100,
        previousClose: call.close / 100,
        bid: call.bid / 100,
        ask: call.ask / 100,
        oi: call.oi,
        stale: false,
      },
    ]);
    expect(ltp.port.data).toMatchObject([
      { token: put.token, lastPrice: put.lastPrice / 100, open: Number.NaN, oi: Number.NaN, bid: Number.NaN },
      { token: call.token, lastPrice: call.lastPrice / 100 },
    ]);
  });

  test("share the decoder's rows with a chain: each goes on when the other is closed", async () => {
    const { world, stream, tab, call } = await start();
    const chain = await world.open(tab.id);
    world.relay.socket.say(stream.ping());
    world.relay.socket.say(stream.snapshot());
    chain.port.credit();
    await world.clock.run(50);
    const { id, port } = await openStream(world, tab.id, {
      kind: "quotes",
      tokens: [call.token],
      mode: "ltp",
      maxRate: 10,
    });
    world.relay.socket.say(stream.quotes([stream.quote(40, "call", { lastPrice: 11_100 })]));
    await world.clock.run(100);
    expect(port.data).toMatchObject([{ lastPrice: 111 }]);
    await world.engine.closeView(chain.id);
    world.relay.socket.say(stream.quotes([stream.quote(40, "call", { lastPrice: 11_200 })]));
    await world.clock.run(100);
    expect(port.data).toMatchObject([{ lastPrice: 112 }]);
    const again = await world.open(tab.id);
    world.relay.socket.say(stream.snapshot());
    again.port.credit();
    await world.clock.run(50);
    await world.engine.closeStream(id);
    stream.serverTime += 100;
    world.relay.socket.say(stream.quotes([stream.quote(40, "call", { lastPrice: 11_300 })]));
    again.port.credit();
    await world.clock.run(150);
    expect(again.port.cell(24_000, "call.ltp")).toBe(113);
  });

  test("are stale from a lost connection until they are said again, though nothing changed", async () => {
    const { world, stream, tab, call } = await start();
    const { port } = await openStream(world, tab.id, { kind: "quotes", tokens: [call.token], mode: "full" });
    world.relay.socket.say(stream.quotes([stream.quote(40, "call")]));
    world.relay.socket.drop();
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ lastPrice: call.lastPrice / 100, stale: true }]);
    await world.clock.run(2_000);
    world.relay.socket.open();
    world.relay.socket.say(stream.quotes([stream.quote(40, "call")]));
    await world.clock.run(1_000);
    expect(port.data).toMatchObject([{ lastPrice: call.lastPrice / 100, stale: false }]);
  });

  test("leave room to chains: beyond a thousand instruments a stream is refused", async () => {
    const { world, tab } = await start();
    const many = (from: number) => Array.from({ length: 500 }, (_, i) => (from + i) * 256 + 2);
    await openStream(world, tab.id, { kind: "quotes", tokens: many(1), mode: "ltp" });
    const { id } = await openStream(world, tab.id, { kind: "quotes", tokens: many(501), mode: "ltp" });
    const more = { kind: "quotes", tokens: [7_777_777], mode: "ltp" } as const;
    await expect(openStream(world, tab.id, more)).rejects.toThrow("engine.capacity");
    await openStream(world, tab.id, { ...more, tokens: many(1) });
    await world.engine.closeStream(id);
    expect((await openStream(world, tab.id, more)).port.messages).toEqual([]);
  });
});
