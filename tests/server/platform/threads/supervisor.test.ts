import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Run, type SupervisorOptions, supervise } from "#server/platform/threads/supervisor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BACKOFF = { firstMs: 100, longestMs: 400, calmMs: 60_000 };
const STOP_MS = 2_000;

/** A thread that comes up, speaks and ends when the test says so; told to stop it ends at once, unless it is deaf. */
function createThread(heard: () => void, isDeaf: boolean) {
  let comeUp: (name: string) => void = () => {};
  let failUp: (error: unknown) => void = () => {};
  let resolveEnded: (error: unknown) => void = () => {};
  const up = new Promise<string>((resolve, reject) => {
    comeUp = resolve;
    failUp = reject;
  });
  const ended = new Promise<unknown>((resolve) => {
    resolveEnded = resolve;
  });
  function end(error: unknown): void {
    failUp(error);
    resolveEnded(error);
  }
  const told: string[] = [];
  const run: Run<string> = {
    up,
    ended,
    stop() {
      told.push("stop");
      if (!isDeaf) end(null);
    },
    kill(why) {
      told.push("kill");
      end(why ?? null);
    },
  };
  return { run, told, comeUp, speak: heard, end };
}

type FakeThread = ReturnType<typeof createThread>;

function start(options: Partial<SupervisorOptions<string>> & { isDeaf?: boolean } = {}) {
  const { isDeaf = false, ...rest } = options;
  const threads: FakeThread[] = [];
  const downs: { error: unknown; retryInMs: number; wasUp: boolean }[] = [];
  const ups: [name: string, isFirst: boolean][] = [];
  const supervisor = supervise<string>({
    launch(heard) {
      const thread = createThread(heard, isDeaf);
      threads.push(thread);
      return thread.run;
    },
    backoff: BACKOFF,
    stopMs: STOP_MS,
    onUp: (name, isFirst) => void ups.push([name, isFirst]),
    onDown: (error, run) => void downs.push({ error, ...run }),
    ...rest,
  });
  const newest = (): FakeThread => threads.at(-1)!;
  return { supervisor, threads, downs, ups, newest };
}

/** Lets what is due within so many ms happen. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe("a supervised thread", () => {
  it("is started at once, and is up when it says so", async () => {
    const { supervisor, threads, ups, newest } = start();
    await pass();
    expect(threads).toHaveLength(1);
    expect(supervisor.isUp()).toBe(false);
    newest().comeUp("one");
    await expect(supervisor.started).resolves.toBe("one");
    expect(supervisor.isUp()).toBe(true);
    expect(ups).toEqual([["one", true]]);
    expect(supervisor.restarts).toBe(0);
  });

  it("that dies is started again after the first wait, and counted", async () => {
    const { supervisor, threads, downs, ups, newest } = start();
    await pass();
    newest().comeUp("one");
    await pass();
    const error = new Error("it died");
    newest().end(error);
    await pass();
    expect(downs).toEqual([{ error, retryInMs: 100, wasUp: true }]);
    expect([supervisor.isUp(), supervisor.restarts]).toEqual([false, 1]);
    await pass(99);
    expect(threads).toHaveLength(1);
    await pass(1);
    expect(threads).toHaveLength(2);
    newest().comeUp("two");
    await pass();
    expect(ups).toEqual([
      ["one", true],
      ["two", false],
    ]);
  });

  it("that keeps dying is waited for twice as long every time, up to the longest", async () => {
    const { threads, downs, newest } = start();
    await pass();
    for (let i = 1; i <= 5; i++) {
      newest().end(new Error("again"));
      await pass(BACKOFF.longestMs);
      expect(threads).toHaveLength(i + 1);
    }
    expect(downs.map(({ retryInMs }) => retryInMs)).toEqual([100, 200, 400, 400, 400]);
    expect(downs.every(({ wasUp }) => !wasUp)).toBe(true);
  });

  it("that was calm for long enough is waited for as the first time", async () => {
    const { downs, newest } = start();
    await pass();
    for (const livedMs of [0, 0, BACKOFF.calmMs - 1, BACKOFF.calmMs, 0]) {
      newest().comeUp("up");
      await pass(livedMs);
      newest().end(new Error("again"));
      await pass();
      await pass(downs.at(-1)!.retryInMs);
    }
    expect(downs.map(({ retryInMs }) => retryInMs)).toEqual([100, 200, 400, 100, 200]);
  });

  it("of the kind that starts again at once is not waited for when it had been up, and is when it had not", async () => {
    const { threads, downs, newest } = start({ backoff: { ...BACKOFF, isInstantOnceUp: true } });
    await pass();
    newest().end(new Error("cannot"));
    await pass(100);
    newest().end(new Error("cannot"));
    await pass(200);
    newest().comeUp("up");
    await pass();
    newest().end(null);
    await pass();
    expect(threads).toHaveLength(4);
    newest().end(new Error("cannot"));
    await pass();
    expect(downs.map(({ retryInMs, wasUp }) => [retryInMs, wasUp])).toEqual([
      [100, false],
      [200, false],
      [0, true],
      [100, false],
    ]);
  });

  it("whose start throws counts as one that died", async () => {
    const launch = vi.fn(() => {
      throw new Error("no such file");
    });
    const { downs } = start({ launch });
    await pass(100);
    expect(launch).toHaveBeenCalledTimes(2);
    expect(downs[0]).toMatchObject({ error: { message: "no such file" }, retryInMs: 100 });
  });

  it("that must start and does not is not started again, and its error is told", async () => {
    const { supervisor, threads, downs, newest } = start({ mustStart: true });
    await pass();
    newest().end(new Error("no market"));
    await expect(supervisor.started).rejects.toThrow("no market");
    await pass(BACKOFF.longestMs);
    expect([threads.length, downs.length]).toEqual([1, 0]);
    await supervisor.stop();
  });

  it("that must start and did is started again as any other", async () => {
    const { threads, newest } = start({ mustStart: true });
    await pass();
    newest().comeUp("one");
    await pass();
    newest().end(new Error("later"));
    await pass(100);
    newest().end(new Error("and again"));
    await pass(200);
    expect(threads).toHaveLength(3);
  });
});

describe("what a start waits for", () => {
  it("is waited for before every start, and a hurried wait ends", async () => {
    let isRoom = false;
    const { supervisor, threads, newest } = start({
      async untilStartable(pause) {
        while (!isRoom) await pause(5_000);
      },
    });
    await pass(1_000);
    expect(threads).toHaveLength(0);
    isRoom = true;
    supervisor.hurry();
    await pass();
    expect(threads).toHaveLength(1);
    isRoom = false;
    newest().end(new Error("full"));
    await pass(4_000);
    expect(threads).toHaveLength(1);
    isRoom = true;
    supervisor.hurry();
    await pass();
    expect(threads).toHaveLength(2);
  });
});

describe("stopping", () => {
  it("tells the thread, waits for its end, starts no other and reports none down", async () => {
    const { supervisor, threads, downs, newest } = start();
    await pass();
    newest().comeUp("one");
    await pass();
    await supervisor.stop();
    expect(newest().told).toEqual(["stop"]);
    expect(supervisor.isUp()).toBe(false);
    await pass(BACKOFF.longestMs);
    expect([threads.length, downs.length, supervisor.restarts]).toEqual([1, 0, 0]);
  });

  it("ends a thread that does not listen at the deadline, and not before", async () => {
    const { supervisor, newest } = start({ isDeaf: true });
    await pass();
    newest().comeUp("one");
    await pass();
    let isStopped = false;
    const stopped = supervisor.stop().then(() => {
      isStopped = true;
    });
    await pass(STOP_MS - 1);
    expect([newest().told, isStopped]).toEqual([["stop"], false]);
    await pass(1);
    await stopped;
    expect(newest().told).toEqual(["stop", "kill"]);
  });

  it("gives the thread its time from the moment it is told, which is when what it is at has ended", async () => {
    const { supervisor, newest } = start({ isDeaf: true });
    await pass();
    newest().comeUp("one");
    const idle = new Promise((resolve) => setTimeout(resolve, 3_000));
    const stopped = supervisor.stop(idle);
    await pass(2_999);
    expect(newest().told).toEqual([]);
    await pass(1);
    expect(newest().told).toEqual(["stop"]);
    await pass(STOP_MS);
    await stopped;
    expect(newest().told).toEqual(["stop", "kill"]);
  });

  it("while a thread starts ends that thread, and it never counts as up", async () => {
    const { supervisor, ups, newest } = start({ isDeaf: true });
    await pass();
    const stopped = supervisor.stop();
    newest().comeUp("too late");
    await pass(STOP_MS);
    await stopped;
    expect(newest().told).toEqual(["stop", "kill"]);
    expect(ups).toEqual([]);
    await expect(supervisor.started).rejects.toMatchObject({ code: "server.unavailable" });
  });

  it("while it waits for the next start ends the wait, twice if need be", async () => {
    const { supervisor, threads, newest } = start();
    await pass();
    newest().end(new Error("died"));
    await pass();
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    await pass(BACKOFF.longestMs);
    expect(threads).toHaveLength(1);
    expect(newest().told).toEqual([]);
  });
});

describe("silence", () => {
  const silent = { silenceMs: 8_000 };

  it("of a thread that is up for too long is a hang: it is ended, and another started", async () => {
    const { supervisor, threads, downs, newest } = start(silent);
    await pass();
    newest().comeUp("one");
    await pass(7_000);
    newest().speak();
    await pass(7_999);
    expect(newest().told).toEqual([]);
    await pass(2_001);
    expect(threads[0]!.told).toEqual(["kill"]);
    expect(String(downs[0]!.error)).toBe("Error: the thread said nothing for 8000 ms");
    expect(supervisor.restarts).toBe(1);
    await pass(100);
    expect(threads).toHaveLength(2);
  });

  it("of a thread that speaks in time, or is still starting, is none", async () => {
    const { threads, newest } = start(silent);
    await pass(60_000);
    newest().comeUp("one");
    for (let i = 0; i < 20; i++) {
      await pass(3_000);
      newest().speak();
    }
    expect([threads.length, threads[0]!.told]).toEqual([1, []]);
  });

  it("while the machine slept does not count: what the thread said is still on its way", async () => {
    const { newest } = start(silent);
    await pass();
    newest().comeUp("one");
    await pass(1_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(7_000);
    expect(newest().told).toEqual([]);
    newest().speak();
    await pass(7_000);
    expect(newest().told).toEqual([]);
  });

  it("is not looked for in a thread that has ended, nor where no limit is set", async () => {
    const watched = start({ ...silent, backoff: { ...BACKOFF, firstMs: 60_000 } });
    const free = start();
    await pass();
    watched.newest().comeUp("one");
    free.newest().comeUp("one");
    await pass();
    watched.newest().end(new Error("died"));
    await pass(30_000);
    expect([watched.newest().told, free.newest().told]).toEqual([[], []]);
  });
});
