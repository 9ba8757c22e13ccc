import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { type ComputeQuestion, decodeComputeQuestion } from "#server/market/bus/compute-questions.ts";
import { computeRequest } from "#server/market/bus/market-subjects.ts";
import { createComputeDoor } from "#server/market/doors/compute-door.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";

const BODY = Buffer.from("{}");

function world(answer: (payload: Uint8Array) => Promise<Uint8Array>) {
  const bus = createLocalBus();
  bus.respond(computeRequest("margin"), answer);
  const metrics = createMetrics();
  const door = createComputeDoor(metrics);
  return { bus, metrics, ask: (account: string) => door.ask(bus, "margin", BODY, account) };
}

describe("the door to compute", () => {
  it("hands the bytes over and back, and counts them", async () => {
    const { ask, metrics } = world(async () => Buffer.from('{"a":1}'));
    expect((await ask("a")).toString()).toBe('{"a":1}');
    const text = await metrics.text();
    expect(text).toContain('strikewise_compute_requests_total{call="margin"} 1');
    expect(text).toMatch(/strikewise_compute_seconds_total\{call="margin"\} 0\.\d+/);
    expect(text).toContain("strikewise_compute_under_way 0");
  });

  it("says whose the bytes are, which are as they came", async () => {
    const asked: ComputeQuestion[] = [];
    const { ask } = world(async (payload) => {
      const { who, body } = decodeComputeQuestion(payload);
      asked.push({ who, body: body.slice() });
      return Buffer.from("1");
    });
    await ask("2001:db8:0:1");
    expect(asked).toEqual([{ who: "2001:db8:0:1", body: new Uint8Array(BODY) }]);
  });

  it("holds back a caller that has a dozen under way, and no other", async () => {
    const waiting: (() => void)[] = [];
    const { ask } = world(() => new Promise((resolve) => void waiting.push(() => resolve(Buffer.from("1")))));
    const mine = Array.from({ length: 12 }, () => ask("a"));
    await expect(ask("a")).rejects.toMatchObject({
      code: "request.rate_limited",
      details: { retry_after: 1 },
    });
    const theirs = ask("b");
    await expect.poll(() => waiting.length).toBe(13);
    for (const finish of waiting) finish();
    await Promise.all([...mine, theirs]);
    const again = ask("a");
    await expect.poll(() => waiting.length).toBe(14);
    waiting[13]?.();
    await again;
  });

  it("is shut when far too much is under way, and open again after", async () => {
    const waiting: (() => void)[] = [];
    const { ask } = world(() => new Promise((resolve) => void waiting.push(() => resolve(Buffer.from("1")))));
    const all = Array.from({ length: 512 }, (_, n) => ask(`account ${n}`));
    await expect(ask("another")).rejects.toMatchObject({
      code: "server.unavailable",
      details: { retry_after: 1 },
    });
    await expect.poll(() => waiting.length).toBe(512);
    for (const finish of waiting) finish();
    await Promise.all(all);
    const next = ask("another");
    await expect.poll(() => waiting.length).toBe(513);
    waiting[512]?.();
    await next;
  });

  it("passes on what compute says is wrong, and keeps the inside to itself when compute does not answer", async () => {
    const { ask, metrics } = world(async () => {
      throw new AppError("derivative.not_found", "Derivative not found with symbol X", {
        tradingsymbol: "X",
      });
    });
    await expect(ask("a")).rejects.toMatchObject({
      code: "derivative.not_found",
      details: { tradingsymbol: "X" },
    });
    const alone = createComputeDoor(createMetrics());
    await expect(alone.ask(createLocalBus(), "margin", BODY, "a")).rejects.toMatchObject({
      code: "server.unavailable",
      message: "Analytics are not available for a moment; try again shortly",
    });
    expect(await metrics.text()).toContain(
      'strikewise_compute_failures_total{code="derivative.not_found"} 1',
    );
  });
});
