import { describe, expect, test } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import { builderMarket, REQUEST } from "#tests/analysis/builder-fixture.ts";
import { loadWasm } from "#tests/support/wasm.ts";
import { type ComputeEdges, createCompute } from "#workers/compute/compute.ts";

const request: BuilderRequest = { ...REQUEST, flags: { ...REQUEST.flags, include_market: true } };

/** The server's answer, as it comes over the wire. */
function served(): BuilderPayload {
  const outcome = builderAnswer(request, builderMarket(), referenceStrategyKernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return JSON.parse(JSON.stringify(outcome.payload)) as BuilderPayload;
}

function worker(changes: Partial<ComputeEdges> = {}) {
  const logged: string[] = [];
  const compute = createCompute({ loadWasm, log: (message) => logged.push(message), ...changes });
  return { compute, logged };
}

/** The greatest difference between the numbers of two answers, as a part of what they are about. */
function difference(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) / Math.max(1, Math.abs(a));
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) {
    expect(b).toEqual(a);
    return 0;
  }
  expect(Object.keys(b)).toEqual(Object.keys(a));
  return Object.keys(a).reduce(
    (worst, key) => Math.max(worst, difference(a[key as never], b[key as never])),
    0,
  );
}

describe("the compute worker", () => {
  test("answers as the server does, to 1e-9, in the market of the server's answer", async () => {
    const { compute } = worker();
    const answer = served();
    compute.setMarket(structuredClone(answer.market!));
    expect(await compute.kernel()).toBe("wasm");
    const outcome = await compute.builder(request);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(difference(answer, structuredClone(outcome.payload))).toBeLessThan(1e-9);
    // By the measure of the product itself, too: what kernels round differently is no difference to it.
    const verified = await compute.verify(request, answer);
    expect(verified!.own.relative).toBeLessThan(1e-9);
  });

  test("an analysis that fails is refused and logged once, and the next question is answered", async () => {
    const { compute, logged } = worker();
    compute.setMarket(served().market!);
    const broken = { ...request, trades: null } as unknown as BuilderRequest;
    for (let i = 0; i < 3; i++) {
      expect(await compute.builder(broken)).toMatchObject({
        ok: false,
        refusal: { code: "server.internal" },
      });
    }
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^An analysis failed: TypeError/);
    expect(await compute.builder(request)).toMatchObject({ ok: true });
  });

  test("answers the same bits by the reference where WebAssembly does not load", async () => {
    const { compute, logged } = worker({ loadWasm: () => Promise.reject(new Error("blocked")) });
    const answer = served();
    compute.setMarket(answer.market!);
    expect(await compute.kernel()).toBe("typescript");
    expect(logged).toEqual(["WebAssembly did not load (Error: blocked); computing in TypeScript"]);
    expect(await compute.builder(request)).toEqual({
      ok: true,
      payload: answer,
      market: { source: "answer", asOf: answer.as_of, expiries: answer.market_versions },
    });
    expect(await worker({ loadWasm: async () => null }).compute.kernel()).toBe("typescript");
  });

  test("is looked at in the market it is analysed in: [STRAT-47] a cell of the heat table is the payload of that target", async () => {
    const { compute } = worker();
    const nothing = await compute.look(request, { heat: "strikes" });
    expect(nothing).toMatchObject({ ok: false, refusal: { code: "prices.failed" } });
    compute.setMarket(served().market!);
    const told = await compute.look(request, { heat: "strikes", pins: [24_100], why: true, summary: true });
    if (!told.ok) throw new Error(told.refusal.message);
    const { heat, pins, why, summary } = told.look;
    const [price, time] = [heat!.prices[2]!, heat!.times[3]!];
    const there = await compute.builder({
      ...request,
      target_underlying_price: price,
      target_datetime: time,
    });
    if (!there.ok) throw new Error(there.refusal.message);
    expect(difference(there.payload.projected_payoff, heat!.pnl[2]![3]!)).toBeLessThan(1e-9);
    expect(pins).toHaveLength(1);
    expect(why!.atTarget).toBeCloseTo(summary!.projected_payoff!, 6);
    const one = await compute.look(request, { pins: [] });
    expect(one).toMatchObject({ ok: true, look: { heat: null, pins: [], why: null, summary: null } });
  });

  test("follows the trader: another target in the same market", async () => {
    const { compute } = worker();
    compute.setMarket(served().market!);
    const asked = { ...request, target_underlying_price: 23_500, iv_offset: 3 };
    const ours = await compute.builder(asked);
    const servers = builderAnswer(asked, builderMarket(), referenceStrategyKernel);
    if (!ours.ok || !servers.ok) throw new Error("refused");
    expect(difference(servers.payload, ours.payload)).toBeLessThan(1e-9);
  });

  test("refuses what it has no market for, so that the server is asked", async () => {
    const { compute } = worker();
    expect(await compute.builder(request)).toMatchObject({ ok: false, refusal: { code: "prices.failed" } });
    const { market } = served();
    compute.setMarket(market!);
    expect(await compute.builder({ ...request, underlying_token: 1 })).toMatchObject({
      refusal: { code: "prices.failed" },
    });
    compute.setMarket({ ...market!, contracts: [] });
    expect(await compute.builder(request)).toMatchObject({
      ok: false,
      refusal: { code: "derivative.not_found" },
    });
  });
});
