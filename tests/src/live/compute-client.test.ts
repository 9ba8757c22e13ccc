import * as Comlink from "comlink";
import { afterEach, describe, expect, test, vi } from "vitest";
import { calculateOption } from "#domain/pricing/calculator/option-calculator.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import { createComputeClient, type SpawnedCompute } from "#src/live/compute-client.ts";
import type { ComputeApi, ComputeOutcome, MarketHead } from "#workers/compute/api.ts";

const asked = (underlying_token: number): BuilderRequest => ({ underlying_token, trades: [] });

/** A worker at the other end of a real channel; its answers name the request and wait to be let go. */
function fakeWorker() {
  const { port1, port2 } = new MessageChannel();
  const gates: (() => void)[] = [];
  const computed: number[] = [];
  let broke: (error: Error) => void = () => {};
  let terminated = false;
  const markets: BuilderMarketBody[] = [];
  const ports: MessagePort[] = [];
  const heads: MessagePort[] = [];
  const api: ComputeApi = {
    kernel: async () => "wasm",
    setMarket: (market) => void markets.push(market),
    takeMarketPort: (port) => void ports.push(port),
    watchMarket: (port) => void heads.push(port),
    verify: async () => null,
    look: async () => ({
      ok: false,
      refusal: { code: "prices.failed", message: "no market yet", details: {} },
    }),
    async adjust({ request }) {
      computed.push(request.underlying_token);
      await new Promise<void>((resolve) => gates.push(resolve));
      const message = String(request.underlying_token);
      return { ok: false, refusal: { code: "prices.failed", message, details: {} } };
    },
    option: async (question) => calculateOption(question),
    async builder(request) {
      computed.push(request.underlying_token);
      await new Promise<void>((resolve) => gates.push(resolve));
      const refusal = {
        code: "prices.failed",
        message: String(request.underlying_token),
        details: {},
      } as const;
      return { ok: false, refusal } satisfies ComputeOutcome;
    },
  };
  Comlink.expose(api, port1 as unknown as Comlink.Endpoint);
  const spawned: SpawnedCompute = {
    api: Comlink.wrap<ComputeApi>(port2 as unknown as Comlink.Endpoint),
    broken: new Promise((_, reject) => {
      broke = reject;
    }),
    terminate() {
      terminated = true;
      port1.close();
      port2.close();
    },
  };
  const release = async (): Promise<void> => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()!();
  };
  return {
    spawned,
    markets,
    ports,
    heads,
    computed,
    release,
    breakDown: () => broke(new Error("no script")),
    isTerminated: () => terminated,
  };
}

function started() {
  const worker = fakeWorker();
  return { ...worker, client: createComputeClient(() => worker.spawned) };
}

const saidBy = (outcome: ComputeOutcome | null) =>
  outcome === null || outcome.ok ? null : outcome.refusal.message;

const HEAD = { underlying: 1, frame: 1 } as MarketHead;
const MARKET = { symbol: "NIFTY" } as BuilderMarketBody;

afterEach(() => void vi.useRealTimers());

describe("the page's compute client", () => {
  test("computes one request at a time and keeps the newest of those that wait", async () => {
    const { client, computed, release } = started();
    const answers = [1, 2, 3, 4].map((n) => client.builder(asked(n)));
    expect(await answers[1]).toBeNull();
    expect(await answers[2]).toBeNull();
    await release();
    expect(saidBy(await answers[0]!)).toBe("1");
    await release();
    expect(saidBy(await answers[3]!)).toBe("4");
    expect(computed).toEqual([1, 4]);
    expect(await client.kernel()).toBe("wasm");
    client.dispose();
  });

  test("says so when the worker does not run, to callers then and later", async () => {
    const { client, breakDown } = started();
    const answer = client.builder(asked(1));
    const waiting = client.builder(asked(2));
    breakDown();
    await expect(answer).rejects.toThrow("no script");
    await expect(waiting).rejects.toThrow("no script");
    await expect(client.builder(asked(3))).rejects.toThrow("no script");
    client.dispose();
  });

  test("ends its worker, and lets go who still waits", async () => {
    const { client, isTerminated } = started();
    void client.builder(asked(1));
    const waiting = client.builder(asked(2));
    client.dispose();
    expect(await waiting).toBeNull();
    expect(isTerminated()).toBe(true);
  });

  test("tells every listener what the worker says of the live market, over one port", async () => {
    const { client, heads } = started();
    const [first, second] = [vi.fn(), vi.fn()];
    const end = client.onMarket(first);
    client.onMarket(second);
    await expect.poll(() => heads.length).toBe(1);
    heads[0]!.postMessage(HEAD);
    await expect.poll(() => second.mock.calls.length).toBe(1);
    end();
    heads[0]!.postMessage({ ...HEAD, frame: 2 });
    await expect.poll(() => second.mock.calls.length).toBe(2);
    expect(first.mock.calls).toEqual([[HEAD]]);
    client.dispose();
  });

  test("starts a broken worker again, tells it what it knew, and asks for a port", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const workers = [fakeWorker(), fakeWorker()];
    let next = 0;
    const client = createComputeClient(() => workers[next++]!.spawned);
    const restarted = vi.fn();
    client.onRestart(restarted);
    client.onMarket(() => {});
    client.setMarket(MARKET);
    const lost = client.builder(asked(1));
    workers[0]!.breakDown();
    await expect(lost).rejects.toThrow("no script");
    expect(next).toBe(1);
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    expect(next).toBe(2);
    expect(restarted).toHaveBeenCalledOnce();
    expect(workers[0]!.isTerminated()).toBe(true);
    await expect.poll(() => workers[1]!.markets).toEqual([MARKET]);
    await expect.poll(() => workers[1]!.heads.length).toBe(1);
    const answer = client.builder(asked(2));
    await workers[1]!.release();
    expect(saidBy(await answer)).toBe("2");
    client.dispose();
  });

  test("gives a worker up that breaks each time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const workers: ReturnType<typeof fakeWorker>[] = [];
    const client = createComputeClient(() => {
      workers.push(fakeWorker());
      return workers.at(-1)!.spawned;
    });
    for (let i = 0; i < 6; i++) {
      workers.at(-1)!.breakDown();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(workers.length).toBe(4);
    await expect(client.builder(asked(1))).rejects.toThrow("no script");
    client.dispose();
  });
});
