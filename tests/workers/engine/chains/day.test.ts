/** Eight hours of messages, reconnects, tabs and expiries through one engine: nothing piles up. */
import { expect, test } from "vitest";
import { collectGarbage } from "../../../../bench/lib/garbage.ts";
import { createEngineWorld, type EngineWorld, type FakePort } from "../../../support/engine/engine-world.ts";
import { figure, quantile, sized } from "../../../support/http/form.ts";
import { createChainStream } from "../../../support/market/chain-stream.ts";
import { loadWasm } from "../../../support/wasm.ts";

const MINUTES = sized(12, 480);
const MESSAGES_A_SECOND = 10;
const MIB = 1024 * 1024;

/** Anything but the newest frame may go: a tab that paints keeps none. */
function forget(port: FakePort): void {
  port.posts.length = 0;
  (port.frames as unknown[]).splice(0, port.frames.length - 1);
}

test(`${MINUTES} minutes of market leave timers, subscriptions and heap as they were`, {
  timeout: 900_000,
}, async () => {
  const module = await loadWasm();
  const world: EngineWorld = createEngineWorld({ loadWasm: async () => module });
  const stream = createChainStream();
  const { clock, relay } = world;
  const tab = await world.tab();
  relay.socket.open();
  const { port } = await world.open(tab.id);
  relay.socket.say(stream.snapshot());
  let messages = 0;

  async function second(at: number): Promise<void> {
    for (let i = 0; i < MESSAGES_A_SECOND; i++) {
      const row = (at * MESSAGES_A_SECOND + i) % stream.rows.length;
      stream.rows[row]!.call.lastPrice = 10_000 + ((at + i) % 500) * 5;
      relay.socket.say(stream.delta([row]));
      relay.socket.say(stream.quotes([stream.quote(row, "put")]));
      messages += 2;
      port.credit();
      await clock.run(1_000 / MESSAGES_A_SECOND);
    }
    forget(port);
    if (at % 2 === 0) relay.socket.say(stream.ping());
  }

  async function guest(): Promise<void> {
    const other = await world.tab();
    await world.open(other.id, { strikesAbove: 5, strikesBelow: 5 });
    await clock.run(50);
    other.die();
    await clock.run(50);
  }

  async function reconnect(): Promise<void> {
    relay.socket.drop();
    // The first wait of the policy.
    await clock.run(3_000);
    relay.socket.open();
    relay.sockets.splice(0, relay.sockets.length - 1);
    await clock.run(50);
    relay.socket.say(stream.ping());
    relay.socket.say(stream.snapshot());
  }

  const heap: number[] = [];
  const timers: number[] = [];
  const held: number[] = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let s = 0; s < 60; s++) await second(minute * 60 + s);
    await guest();
    if (minute % 10 === 9) await reconnect();
    world.logs.length = 0;
    world.requests.length = 0;
    const { views, tabs, subscriptions } = await world.engine.health();
    expect([views, tabs]).toEqual([1, 1]);
    held.push(subscriptions);
    timers.push(clock.pending);
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
  }
  const third = Math.floor(MINUTES / 3);
  const middle = quantile(heap.slice(third, 2 * third), 0.5);
  const last = quantile(heap.slice(2 * third), 0.5);
  const { gaps } = await world.engine.health();
  figure(
    `engine, ${(MINUTES / 60).toFixed(1)} hours and ${messages} messages: heap ${(middle / MIB).toFixed(1)} MB in the second third, ` +
      `${(last / MIB).toFixed(1)} MB in the last; at most ${Math.max(...timers)} timers and ${Math.max(...held)} subscriptions`,
  );
  expect(gaps).toBe(0);
  expect(Math.max(...timers)).toBeLessThan(20);
  expect(new Set(held).size).toBe(1);
  expect(last).toBeLessThan(1.15 * middle + MIB);
});
