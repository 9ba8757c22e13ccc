/** What a browser holds after minutes of a stream is what the server has at the same places: over a real relay and socket. */
import { afterEach, expect, test } from "vitest";
import { parseMetacache } from "#protocol/http/metacache.ts";
import { metacacheRequest } from "#server/market/bus/market-subjects.ts";
import { createComputeMarket } from "#server/market/compute/snapshot/compute-market.ts";
import { differences } from "#tests/support/differences.ts";
import { startLiveEngine } from "#tests/support/engine/live-engine.ts";
import { createStreamPort } from "#tests/support/engine/stream-port.ts";
import { callToken, NIFTY, putToken, STRIKES } from "#tests/support/market/scripted-feed.ts";
import { startRelay } from "#tests/support/relay/relay-client.ts";
import { createLiveMarket } from "#workers/compute/live-market.ts";
import { STREAM_WINDOW } from "#workers/engine/api.ts";

const EXPIRIES = ["2026-11-24", "2026-12-29"];
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("deltas on both expiries, and quotes laid over a view of one of them", async () => {
  const relay = await startRelay();
  closers.push(() => relay.stop());
  const asked = await relay.bus.request(metacacheRequest(), Buffer.from("{}"));
  const body = parseMetacache((JSON.parse(Buffer.from(asked).toString()) as { body: unknown }).body);
  const engine = await startLiveEngine(relay.origin, body!);
  closers.push(() => engine.stop());

  const live = createLiveMarket();
  const port = createStreamPort<"strategy-market">(false);
  const keep = port.postMessage;
  port.postMessage = function (message, transfer) {
    keep.call(this, message, transfer);
    const last = this.messages.at(-1)!;
    if ("data" in last) live.take(last.data);
    queueMicrotask(() => port.credit(1));
  };
  const spec = {
    kind: "strategy-market",
    underlying: NIFTY,
    expiries: EXPIRIES,
    maxRate: 10,
  } as const;
  const opened = await engine.engine.openStream(engine.tabId, spec, port);
  expect(opened).toMatchObject({ ok: true });
  port.credit(STREAM_WINDOW);
  const sequences = () => live.newest?.packets.map(({ sequence }) => sequence) ?? [];
  await expect.poll(sequences).toEqual([1, 1]);

  for (let i = 0; i < 10; i++) {
    relay.feed.moveChain(0, [i, i + 3], 9_000 + i);
    relay.feed.moveChain(1, [2 * i], 12_000 + i);
    relay.feed.tick({ [callToken(0, i)]: 77_700 + i });
  }
  await expect.poll(sequences).toEqual([11, 11]);

  const market = createComputeMarket(relay.bus);
  closers.push(() => market.stop());
  relay.feed.sayClock();
  const server = market.namedMarket(await market.snapshot(NIFTY), new Set(EXPIRIES));
  const held = live.heldAt(server.versions!);
  expect(held).not.toBeNull();
  const browser = held!.market();
  expect(differences(server.strategy, browser.strategy)).toEqual([]);
  for (const [chain] of EXPIRIES.entries()) {
    for (const [row] of STRIKES.entries()) {
      for (const token of [callToken(chain, row), putToken(chain, row)]) {
        expect(differences(server.byToken(token), browser.byToken(token))).toEqual([]);
      }
    }
  }
  expect(browser.byToken(callToken(0, 9))!.quote.lastPrice).toBeCloseTo(90.09, 9);
  expect(live.heldAt(server.versions!.map((each) => ({ ...each, epoch: 8 })))).toBeNull();
});
