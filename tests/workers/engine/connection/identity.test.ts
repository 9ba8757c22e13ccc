import { describe, expect, test, vi } from "vitest";
import { CHAIN_FLAG_DELAYED } from "#protocol/generated/layout.ts";
import { createEngineWorld, jsonResponse } from "../../../support/engine/engine-world.ts";
import { marketAccess } from "../../../support/http/sample-answers.ts";
import { createChainStream, MARKET_TIME } from "../../../support/market/chain-stream.ts";

/** The same chain as the market a minute behind sends it: an epoch of its own, older figures, and the flag. */
function lateStream() {
  const late = createChainStream();
  late.epoch = 999;
  late.root.marketTime = MARKET_TIME - 60_000;
  late.root.flags |= CHAIN_FLAG_DELAYED;
  return late;
}

async function settle(world: ReturnType<typeof createEngineWorld>) {
  world.relay.socket.open();
  await world.clock.run(50);
}

describe("who is signed in", () => {
  test("a login said by every tab opens one new socket, and real time turns on where it was late", async () => {
    const world = createEngineWorld();
    const tabs = await Promise.all([world.tab(), world.tab(), world.tab()]);
    const { port } = await world.open(tabs[0]!.id);
    await settle(world);
    const late = lateStream();
    world.relay.socket.say(late.ping({ marketTime: MARKET_TIME - 60_000, feedAgeMs: 100 }));
    world.relay.socket.say(late.snapshot());
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("delayed");
    expect(await world.engine.health()).toMatchObject({ feed: "delayed" });
    // How late the market is is no latency of the connection.
    expect((await world.engine.health()).latencyMs).toBeLessThan(1_000);

    for (const _ of tabs) await world.engine.identityChanged("account-1");
    await world.clock.run(3_000);
    expect(world.relay.sockets).toHaveLength(2);
    expect(world.relay.sockets[0]!.isClosed).toBe(true);
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("stale");

    await settle(world);
    expect(world.relay.socket.sent.filter((m) => m.dataSource === "option-chain")).toHaveLength(1);
    const now = createChainStream();
    world.relay.socket.say(now.ping({ feedAgeMs: 100 }));
    world.relay.socket.say(now.snapshot());
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("live");
    expect(await world.engine.health()).toMatchObject({ feed: "live", gaps: 0 });
  });

  test("a logout brings the late market, though its figures are older than those on screen", async () => {
    const world = createEngineWorld();
    const tab = await world.tab();
    const { port } = await world.open(tab.id);
    await settle(world);
    world.relay.socket.say(createChainStream().snapshot());
    await world.engine.identityChanged("account-1");
    await world.clock.run(3_000);
    await settle(world);
    const live = createChainStream();
    world.relay.socket.say(live.ping({ feedAgeMs: 100 }));
    world.relay.socket.say(live.snapshot());
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("live");
    await world.engine.identityChanged("");
    await world.clock.run(3_000);
    await settle(world);
    const late = lateStream();
    world.relay.socket.say(late.ping({ marketTime: MARKET_TIME - 60_000, feedAgeMs: 100 }));
    world.relay.socket.say(late.snapshot());
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("delayed");
    const health = await world.engine.health();
    expect(health.marketTime! - MARKET_TIME).toBeLessThan(-55_000);
  });

  test("a session that ended leaves the engine waiting until it is told who is signed in, even if that has not changed", async () => {
    const world = createEngineWorld();
    await world.tab();
    await settle(world);
    await world.engine.identityChanged("account-1");
    await world.clock.run(3_000);
    await settle(world);
    world.relay.socket.drop(4003);
    await world.clock.run(600_000);
    expect(world.relay.sockets).toHaveLength(2);
    expect(await world.engine.health()).toMatchObject({ problem: "relay.session_ended" });
    await world.engine.identityChanged("account-1");
    await world.clock.run(3_000);
    expect(world.relay.sockets).toHaveLength(3);
    expect(await world.engine.health()).toMatchObject({ problem: null });
  });

  test("a market that may not be passed on is said to be refused, without a price asked for, until its owner logs in", async () => {
    const world = createEngineWorld();
    let allowed = false;
    world.routes.set("/v1/market_access", () => jsonResponse(marketAccess({ allowed })));
    const tab = await world.tab();
    const { port } = await world.open(tab.id);
    world.relay.socket.drop();
    await world.clock.run(150);
    // The code that asks comes with the question.
    await vi.dynamicImportSettled();
    await world.clock.run(150);
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("refused");
    expect(await world.engine.health()).toMatchObject({
      feed: "refused",
      problem: "access.denied",
      error: false,
    });
    await world.clock.run(50_000);
    expect(world.relay.sockets).toHaveLength(1);
    expect(world.requests.filter(({ url }) => url.includes("live_derivative_prices"))).toEqual([]);

    allowed = true;
    await world.engine.identityChanged("owner");
    await world.clock.run(3_000);
    await settle(world);
    const now = createChainStream();
    world.relay.socket.say(now.ping({ feedAgeMs: 100 }));
    world.relay.socket.say(now.snapshot());
    port.credit();
    await world.clock.run(150);
    expect(port.state).toBe("live");
    expect(await world.engine.health()).toMatchObject({ feed: "live", problem: null });
  });
});
