import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStreams, type StreamOf } from "#src/live/streams.ts";
import { createViewKeeper, type ViewHost } from "#src/live/views.ts";
import type { Outcome, StreamMessage, StreamSpec } from "#workers/engine/api.ts";

const STATS = { kind: "stats", tokens: [256265] } as const;

/** An engine that opens what it is asked to, unless the test says otherwise. */
function fakeEngine() {
  const calls: string[] = [];
  const ports: MessagePort[] = [];
  const credits: unknown[] = [];
  const engine = { outcome: null as Outcome<number> | null };
  const host: ViewHost<StreamSpec> = {
    async open(spec, port) {
      calls.push(`open ${spec.kind}`);
      port.onmessage = ({ data }) => credits.push(data);
      ports.push(port);
      return engine.outcome ?? { ok: true, value: ports.length };
    },
    configure: async () => ({ ok: true, value: null }),
    close: (id) => calls.push(`close ${id}`),
  };
  const tell = async (message: StreamMessage | { data: unknown }): Promise<void> => {
    ports.at(-1)?.postMessage(message);
    await settle();
  };
  return { host, calls, ports, credits, tell, engine };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
};

const keeper = () => createViewKeeper<StreamSpec>();
let streams: ReturnType<typeof keeper>;
let streamOf: StreamOf;
let first: ReturnType<typeof fakeEngine>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  streams = keeper();
  streamOf = createStreams(streams.add);
  first = fakeEngine();
});
afterEach(() => {
  vi.useRealTimers();
  for (const port of first.ports) port.close();
});

test("consumers that want the same share a stream: the first opens it, the last closes it, and it is forgotten", async () => {
  streams.serve(first.host);
  let shown = 0;
  const end = streamOf(STATS).subscribe(() => shown++);
  const endOther = streamOf({ tokens: [256265], kind: "stats" }).subscribe(() => {});
  await settle();
  await first.tell({ data: ["figures"] });
  expect(streamOf(STATS).read()).toEqual({ data: ["figures"], refused: null, isOld: false });
  expect([first.calls, shown]).toEqual([["open stats"], 1]);
  end();
  end();
  expect(first.calls).toEqual(["open stats"]);
  endOther();
  expect(first.calls).toEqual(["open stats", "close 1"]);
  expect(streamOf(STATS).read().data).toBeNull();
});

test("another specification is another stream", async () => {
  streams.serve(first.host);
  streamOf(STATS).subscribe(() => {});
  streamOf({ ...STATS, maxRate: 4 }).subscribe(() => {});
  streamOf({ kind: "bars", tokens: [256265] }).subscribe(() => {});
  await settle();
  expect(first.calls).toEqual(["open stats", "open stats", "open bars"]);
});

test("each message gives the engine credit for another", async () => {
  streams.serve(first.host);
  streamOf(STATS).subscribe(() => {});
  await settle();
  expect(first.credits).toEqual([2]);
  await first.tell({ data: 1 });
  await first.tell({ data: 2 });
  expect(first.credits).toEqual([2, 1, 1]);
});

test("an engine's successor is asked anew; until it tells something, what its predecessor told is old", async () => {
  streams.serve(first.host);
  const stream = streamOf(STATS);
  stream.subscribe(() => {});
  await settle();
  await first.tell({ data: "before" });
  const second = fakeEngine();
  streams.lost();
  streams.serve(second.host);
  await settle();
  expect(stream.read()).toEqual({ data: "before", refused: null, isOld: true });
  await first.tell({ data: "late" });
  expect(stream.read().data).toBe("before");
  await second.tell({ data: "after" });
  expect(stream.read()).toEqual({ data: "after", refused: null, isOld: false });
  for (const port of second.ports) port.close();
});

test("a refusal is told with its code; one at the opening is tried again while it is wanted", async () => {
  first.engine.outcome = { ok: false, code: "engine.capacity", message: "full" };
  streams.serve(first.host);
  const stream = streamOf(STATS);
  const end = stream.subscribe(() => {});
  await settle();
  expect(stream.read()).toMatchObject({ data: null, refused: { code: "engine.capacity" }, isOld: false });
  first.engine.outcome = null;
  vi.advanceTimersByTime(5_000);
  await settle();
  expect(first.calls).toEqual(["open stats", "open stats"]);
  await first.tell({ data: "figures" });
  await first.tell({ refused: { code: "relay.unknown_token", message: "gone" } });
  expect(stream.read()).toMatchObject({
    data: "figures",
    refused: { code: "relay.unknown_token" },
    isOld: true,
  });
  first.engine.outcome = { ok: false, code: "engine.capacity", message: "full" };
  streamOf({ kind: "screener" }).subscribe(() => {})();
  end();
  vi.advanceTimersByTime(20_000);
  await settle();
  expect(first.calls.filter((call) => call === "open stats")).toHaveLength(2);
});
