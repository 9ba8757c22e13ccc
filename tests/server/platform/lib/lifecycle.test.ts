import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createLifecycle } from "#server/platform/lib/lifecycle.ts";

const log = pino({ level: "silent" });

describe("a shutdown", () => {
  it("drains everything before it stops anything, last started first", async () => {
    const steps: string[] = [];
    const lifecycle = createLifecycle({ log });
    for (const name of ["bus", "http", "relay"]) {
      lifecycle.add({
        name,
        drain: () => void steps.push(`drain ${name}`),
        stop: () => void steps.push(`stop ${name}`),
      });
    }
    expect(lifecycle.isDraining()).toBe(false);
    const done = lifecycle.shutdown("test");
    expect(lifecycle.isDraining()).toBe(true);
    await done;
    expect(steps).toEqual(["drain relay", "drain http", "drain bus", "stop relay", "stop http", "stop bus"]);
  });

  it("happens once", async () => {
    let stops = 0;
    const lifecycle = createLifecycle({ log });
    lifecycle.add({ name: "x", stop: () => void stops++ });
    await Promise.all([lifecycle.shutdown("a"), lifecycle.shutdown("b")]);
    expect(stops).toBe(1);
  });

  it("is held up neither by a service that fails nor by one that hangs", async () => {
    const stopped: string[] = [];
    const lifecycle = createLifecycle({ log, deadlineMs: 150 });
    lifecycle.add({ name: "first", stop: () => void stopped.push("first") });
    lifecycle.add({
      name: "fails",
      stop: () => {
        throw new Error("no");
      },
    });
    lifecycle.add({ name: "hangs", stop: () => new Promise(() => {}) });
    await lifecycle.shutdown("test");
    expect(stopped).toEqual(["first"]);
  });
});
