/** How the embedded database is kept running, with made-up engines and a clock that is stepped. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import { createDatabase } from "#server/platform/store/database.ts";
import { superviseEngine } from "#server/platform/store/embedded/backend.ts";
import type { Engine, EngineEvents } from "#server/platform/store/embedded/database-engine.ts";
import { createStoreFigures } from "#server/platform/store/store-metrics.ts";
import { pause } from "#tests/support/http/form.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers its number to every statement until it is ended. */
function createEngine(number: number, { onFull }: EngineEvents) {
  let end: (error: Error | null) => void = () => {};
  const ended = new Promise<Error | null>((resolve) => void (end = resolve));
  const kill = vi.fn(async () => end(null));
  const engine: Engine = { query: async () => [[number]], ended, close: kill, kill };
  return { engine, kill, meetFullDisk: onFull };
}

describe("an engine that has met a full disk", () => {
  it("refuses reads and writes, is ended, and is replaced by a new engine once there is room", async () => {
    const made: ReturnType<typeof createEngine>[] = [];
    const stats = createStoreFigures();
    const backend = superviseEngine({
      async launch(events) {
        made.push(createEngine(made.length + 1, events));
        return made.at(-1)!.engine;
      },
      // The disk shows room, as one with a quota does.
      ...{ folder: ".", readFreeBytes: async () => 1e12, log: createLog("silent"), stats },
    });
    const database = createDatabase(backend, stats);
    const read = () => database.read(({ query }) => query("select 1"));
    const write = () => database.write(({ query }) => query("insert"));
    await database.up();
    expect([await read(), await write()]).toEqual([[[1]], [[1]]]);

    made[0]?.meetFullDisk();
    expect(database.obstacle()).toBe("The server's disk is full");
    await expect(read()).rejects.toMatchObject({ code: "storage.full" });
    await expect(write()).rejects.toMatchObject({ code: "storage.full" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([made[0]?.kill.mock.calls.length, made.length]).toEqual([1, 1]);

    await vi.advanceTimersByTimeAsync(6_000);
    expect([database.obstacle(), made.length]).toEqual([null, 2]);
    expect([await read(), await write()]).toEqual([[[2]], [[2]]]);
    await database.close();
  });
});

describe("waiting for a turn", () => {
  it("one that has patience outlasts the deadline; its work does not", async () => {
    const stats = createStoreFigures();
    let launched = 0;
    const backend = superviseEngine({
      launch: async (events) => createEngine(++launched, events).engine,
      ...{ folder: null, log: createLog("silent"), stats },
    });
    const database = createDatabase(backend, stats, { deadlineMs: 430 });
    const isUp = database.up();
    await vi.advanceTimersByTimeAsync(0);
    await isUp;
    const crowd = async (patienceMs: number) => {
      const ends = Promise.allSettled(
        Array.from({ length: 10 }, () => database.transaction(() => pause(100), { patienceMs })),
      );
      await vi.advanceTimersByTimeAsync(3_000);
      return (await ends).filter(({ status }) => status === "rejected").length;
    };
    expect(await crowd(0)).toBe(6);
    expect(await crowd(10_000)).toBe(0);
    const ended = vi.fn();
    const dawdling = database.transaction(() => pause(3_000).then(ended), { patienceMs: 10_000 });
    const refused = expect(dawdling).rejects.toMatchObject({ code: "storage.unavailable" });
    await vi.advanceTimersByTimeAsync(1_000);
    await refused;
    expect(ended).not.toHaveBeenCalled();
    const closed = database.close();
    await vi.advanceTimersByTimeAsync(5_000);
    await closed;
  });
});
