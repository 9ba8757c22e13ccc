import { describe, expect, it, vi } from "vitest";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { busContract } from "#tests/contract/bus.suite.ts";

busContract("local, one thread", async () => {
  const bus = createLocalBus();
  return { a: bus, b: bus, ready: async () => {}, close: () => bus.close() };
});

describe("local bus", () => {
  it("delivers before publish returns", () => {
    const bus = createLocalBus();
    const seen = vi.fn();
    bus.subscribe("now", seen);
    bus.publish("now", new Uint8Array(1));
    expect(seen).toHaveBeenCalledOnce();
  });

  it("goes on to the other handlers when one throws, and reports it", () => {
    const onError = vi.fn();
    const bus = createLocalBus({ onError });
    const after = vi.fn();
    bus.subscribe("t", () => {
      throw new Error("handler");
    });
    bus.subscribe("t", after);
    bus.publish("t", new Uint8Array(0));
    expect(after).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "handler" }), "t");
  });

  it("rejects what is still waiting when it closes", async () => {
    const bus = createLocalBus();
    bus.respond("never", () => new Promise(() => {}));
    const waiting = bus.request("never", new Uint8Array(0), 60_000);
    const closing = bus.close();
    await expect(waiting).rejects.toMatchObject({ code: "server.unavailable" });
    await closing;
  });

  it("lets a handler unsubscribe itself while it is called", () => {
    const bus = createLocalBus();
    const seen = vi.fn();
    const stop = bus.subscribe("once", () => {
      seen();
      stop();
    });
    bus.publish("once", new Uint8Array(0));
    bus.publish("once", new Uint8Array(0));
    expect(seen).toHaveBeenCalledOnce();
  });
});
