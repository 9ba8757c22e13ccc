import { BroadcastChannel } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  decodeLivePricesAnswer,
  encodeComputeQuestion,
  encodeLivePricesQuestion,
} from "#server/market/bus/compute-questions.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import { computeRequest } from "#server/market/bus/market-subjects.ts";
import { type RunningCompute, startComputeThread } from "#server/market/compute/start-compute.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { NIFTY, startScriptedFeed } from "../../../support/market/scripted-feed.ts";
import { bundleThread } from "../../../support/store/bundle-thread.ts";

const running: RunningCompute[] = [];
afterEach(async () => {
  for (const compute of running.splice(0)) await compute.stop();
});

let entry: URL;
beforeAll(async () => {
  entry = await bundleThread("tests/support/http/compute-thread.ts");
});
const question = encodeComputeQuestion({
  who: "",
  body: encodeLivePricesQuestion({ underlying: NIFTY, etag: null }),
});

function start(options: Parameters<typeof startComputeThread>[1] = {}) {
  const bus = createLocalBus();
  startScriptedFeed(bus);
  startScriptedFeed(createLateBus(bus), { epoch: 70 });
  const compute = startComputeThread(bus, { entry, ...options });
  running.push(compute);
  const ask = (on = bus) => on.request(computeRequest("live_prices"), question, 10_000);
  return { bus, compute, ask };
}

const untilUp = (compute: RunningCompute) => expect.poll(() => compute.isUp()).toBe(true);

describe("the compute thread", () => {
  it("answers over the bus, of the market of now and of the late one", async () => {
    const { bus, compute, ask } = start();
    await expect(ask()).rejects.toMatchObject({ code: "server.unavailable" });
    await untilUp(compute);
    const now = decodeLivePricesAnswer(await ask());
    const late = decodeLivePricesAnswer(await ask(createLateBus(bus)));
    expect(JSON.parse(Buffer.from(now!.json!).toString()).data.underlying_token).toBe(NIFTY);
    expect(late!.etag).not.toBe(now!.etag);
    await expect.poll(() => compute.figures().requests).toBe(2);
  });

  it("that dies is started again: who waits is told so, and the next is answered", async () => {
    const downs: number[] = [];
    const { compute, ask } = start({ onDown: (_error, retryInMs) => void downs.push(retryInMs) });
    await untilUp(compute);
    await ask();
    const channel = new BroadcastChannel("compute-thread");
    channel.postMessage("die");
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => ask()));
    channel.close();
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason.code).toBe("server.unavailable");
    }
    await expect.poll(() => downs.length).toBe(1);
    expect(compute.restarts).toBe(1);
    await untilUp(compute);
    expect(decodeLivePricesAnswer(await ask())?.json).not.toBeNull();
  });

  it("stops when it is told to, and no thread answers any more", async () => {
    const { compute, ask } = start();
    await untilUp(compute);
    await compute.stop();
    expect(compute.isUp()).toBe(false);
    await expect(ask()).rejects.toMatchObject({ code: "server.unavailable" });
    expect(compute.restarts).toBe(0);
  });
});
