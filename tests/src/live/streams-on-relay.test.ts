/** What this tab's views and streams ask of the relay, from the page's handles through a real engine to the socket. */
import { expect, test } from "vitest";
import { pointSeries } from "#src/live/series.ts";
import { createStreams } from "#src/live/streams.ts";
import { createViewKeeper } from "#src/live/views.ts";
import type { ChainViewSpec, StreamSpec } from "#workers/engine/api.ts";
import { portLike } from "#workers/engine/browser-edges.ts";
import { createEngineWorld, type EngineWorld, viewSpec } from "../../support/engine/engine-world.ts";
import { openStream } from "../../support/engine/stream-port.ts";
import type { UpText } from "../../support/relay/fake-relay.ts";

const NIFTY = 256265;
const RELIANCE = 738561;
const CHAINS = ["2026-11-24", "2026-12-01"] as const;

/** A page's handles, on one tab of an engine after another. */
function createPage() {
  const views = createViewKeeper<ChainViewSpec>();
  const streams = createViewKeeper<StreamSpec>();
  const ports: MessagePort[] = [];
  const kept = (port: MessagePort): MessagePort => {
    ports.push(port);
    return port;
  };
  const streamOf = createStreams(streams.add);
  const series = {
    barsOf: (token: number) => streamOf({ kind: "bars", tokens: [token] }),
    now: () => 0,
    random: () => 0,
    onIdentity: () => () => {},
  };
  return {
    sparkline: (token: number) => pointSeries(token, series).subscribe(() => {}),
    screener: () => streamOf({ kind: "screener" }).subscribe(() => {}),
    chain(expiry: string) {
      const view = views.add(viewSpec({ expiry }), kept, (refusal) => {
        throw new Error(refusal.message);
      });
      return () => view.close();
    },
    serve({ engine }: EngineWorld, tabId: number) {
      views.serve({
        open: (spec, port) => engine.openChain(tabId, spec, portLike(kept(port))),
        configure: engine.configureChain,
        close: engine.closeView,
      });
      streams.serve({
        open: (spec, port) => engine.openStream(tabId, spec, portLike(kept(port))),
        configure: engine.configureStream,
        close: engine.closeStream,
      });
    },
    lost() {
      views.lost();
      streams.lost();
    },
    end() {
      for (const port of ports) port.close();
    },
  };
}

/** What a relay holds for a client that said this: subscribing again with an id replaces. */
function heldBy(sent: readonly UpText[]): string[] {
  const held = new Map<string, string>();
  for (const { command, uniqueId, tokens } of sent) {
    if (command === "subscribe") held.set(uniqueId, [uniqueId, ...(tokens ?? [])].join(" "));
    else held.delete(uniqueId);
  }
  return [...held.values()].filter((text) => text !== "e").sort();
}

/** Lets calls reach the engine and the engine's batch reach the relay. */
async function settle({ clock }: EngineWorld): Promise<void> {
  await clock.run(0);
  await clock.run(50);
}

async function start() {
  const world = createEngineWorld();
  const tab = await world.tab();
  world.relay.socket.open();
  const page = createPage();
  // The code of streams is there from here on.
  const { id } = await openStream(world, tab.id, { kind: "screener" });
  await world.engine.closeStream(id);
  page.serve(world, tab.id);
  return { world, tab, page };
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, i) => ordersOf(all.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));
}

test("two sparklines, two chains and a screener in one tab, closed in every order, hold at the relay what is still open", async () => {
  const { world, page } = await start();
  const parts = [`b ${NIFTY}`, `b ${RELIANCE}`, ...CHAINS.map((expiry) => `c.${NIFTY}.${expiry}`), "s"];
  const openAll = () => [
    page.sparkline(NIFTY),
    page.sparkline(RELIANCE),
    ...CHAINS.map((expiry) => page.chain(expiry)),
    page.screener(),
  ];
  const expected = (open: readonly number[]): string[] => {
    const bars = open.filter((part) => part < 2).map((part) => [NIFTY, RELIANCE][part]);
    const rest = open.filter((part) => part >= 2).map((part) => parts[part] ?? "");
    return [...(bars.length > 0 ? [["b", ...bars].join(" ")] : []), ...rest].sort();
  };
  const all = parts.map((_, part) => part);
  for (const order of ordersOf(all)) {
    const closers = openAll();
    await settle(world);
    expect(heldBy(world.relay.socket.sent)).toEqual(expected(all));
    const open = new Set(all);
    for (const part of order) {
      closers[part]?.();
      open.delete(part);
      await settle(world);
      expect(heldBy(world.relay.socket.sent), order.join()).toEqual(expected([...open].sort()));
    }
    expect((await world.engine.health()).subscriptions).toBe(1);
    world.relay.socket.sent.length = 0;
  }
  page.end();
});

test("two sparklines of one instrument are one stream: closing either leaves it, in this tab and in another", async () => {
  const { world, page } = await start();
  const otherTab = await world.tab();
  const other = createPage();
  other.serve(world, otherTab.id);
  const [first, second] = [page.sparkline(NIFTY), page.sparkline(NIFTY)];
  const third = other.sparkline(NIFTY);
  await settle(world);
  for (const close of [second, first]) {
    close();
    await settle(world);
    expect(heldBy(world.relay.socket.sent)).toEqual([`b ${NIFTY}`]);
  }
  third();
  await settle(world);
  expect(heldBy(world.relay.socket.sent)).toEqual([]);
  expect(world.relay.socket.sent.filter(({ uniqueId }) => uniqueId === "b")).toHaveLength(2);
  page.end();
  other.end();
});

test("the engine's successor is asked for what was open, and for no more", async () => {
  const { world, page, tab } = await start();
  const close = page.sparkline(RELIANCE);
  page.sparkline(NIFTY);
  page.chain(CHAINS[0]);
  page.screener();
  await settle(world);
  tab.die();
  page.lost();
  close();
  const successor = createEngineWorld();
  const next = await successor.tab();
  successor.relay.socket.open();
  page.serve(successor, next.id);
  await expect
    .poll(() => settle(successor).then(() => heldBy(successor.relay.socket.sent)))
    .toEqual([`b ${NIFTY}`, `c.${NIFTY}.${CHAINS[0]}`, "s"]);
  page.end();
});
