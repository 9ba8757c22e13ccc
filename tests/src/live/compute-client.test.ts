import * as Comlink from "comlink";
import { describe, expect, test } from "vitest";
import type { BuilderOutcome } from "#analysis/builder-answer.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { createComputeClient, type SpawnedCompute } from "#src/live/compute-client.ts";
import type { ComputeApi } from "#workers/compute/api.ts";

const asked = (underlying_token: number): BuilderRequest => ({ underlying_token, trades: [] });

/** A worker at the other end of a real channel; its answers name the request and wait to be let go. */
function fakeWorker() {
  const { port1, port2 } = new MessageChannel();
  const gates: (() => void)[] = [];
  const computed: number[] = [];
  let broke: (error: Error) => void = () => {};
  let terminated = false;
  const api: ComputeApi = {
    kernel: async () => "wasm",
    setMarket: () => {},
    async builder(request) {
      computed.push(request.underlying_token);
      await new Promise<void>((resolve) => gates.push(resolve));
      const refusal = {
        code: "prices.failed",
        message: String(request.underlying_token),
        details: {},
      } as const;
      return { ok: false, refusal } satisfies BuilderOutcome;
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
    client: createComputeClient(() => spawned),
    computed,
    release,
    breakDown: () => broke(new Error("no script")),
    isTerminated: () => terminated,
  };
}

const saidBy = (outcome: BuilderOutcome | null) =>
  outcome === null || outcome.ok ? null : outcome.refusal.message;

describe("the page's compute client", () => {
  test("computes one request at a time and keeps the newest of those that wait", async () => {
    const { client, computed, release } = fakeWorker();
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
    const { client, breakDown } = fakeWorker();
    const answer = client.builder(asked(1));
    const waiting = client.builder(asked(2));
    breakDown();
    await expect(answer).rejects.toThrow("no script");
    await expect(waiting).rejects.toThrow("no script");
    await expect(client.builder(asked(3))).rejects.toThrow("no script");
    client.dispose();
  });

  test("ends its worker, and lets go who still waits", async () => {
    const { client, isTerminated } = fakeWorker();
    void client.builder(asked(1));
    const waiting = client.builder(asked(2));
    client.dispose();
    expect(await waiting).toBeNull();
    expect(isTerminated()).toBe(true);
  });
});
