import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { bridgePort, createPortBus } from "#server/platform/bus/port.ts";
import { type BusHarness, busContract } from "#tests/contract/bus.suite.ts";

/** A bus behind a real message port, as a worker thread holds it. */
function attach(hub: Bus): { bus: Bus; detach: () => void } {
  const { port1, port2 } = new MessageChannel();
  return { bus: createPortBus(port2), detach: bridgePort(hub, port1) };
}

function harness(threads: "hub and thread" | "thread and hub" | "two threads"): BusHarness {
  const hub = createLocalBus();
  const one = attach(hub);
  const two = threads === "two threads" ? attach(hub) : null;
  const pair =
    two === null ? (threads === "hub and thread" ? [hub, one.bus] : [one.bus, hub]) : [one.bus, two.bus];
  let marks = 0;
  return {
    a: pair[0]!,
    b: pair[1]!,
    // A port keeps its order: once an echo through it has come back, the subscriptions before it stand.
    async ready() {
      for (const thread of [one.bus, ...(two ? [two.bus] : [])]) {
        const subject = `test.ready.${marks++}`;
        const stop = hub.respond(subject, (payload) => payload);
        await thread.request(subject, new Uint8Array(0)).catch(() => {});
        stop();
      }
    },
    async close() {
      one.detach();
      two?.detach();
      await hub.close();
    },
  };
}

busContract("port, hub to thread", async () => harness("hub and thread"));
busContract("port, thread to hub", async () => harness("thread and hub"));
busContract("port, thread to thread", async () => harness("two threads"));

describe("port bus", () => {
  it("rejects the hub's waiting requests when the thread goes away", async () => {
    const hub = createLocalBus();
    const { port1, port2 } = new MessageChannel();
    bridgePort(hub, port1);
    const thread = createPortBus(port2);
    thread.respond("stuck", () => new Promise(() => {}));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const waiting = hub.request("stuck", new Uint8Array(0), 60_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    port2.close();
    await expect(waiting).rejects.toMatchObject({ code: "server.unavailable" });
    await expect(hub.request("stuck", new Uint8Array(0))).rejects.toMatchObject({
      code: "server.unavailable",
    });
  });
});
