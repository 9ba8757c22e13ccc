import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeComputeQuestion } from "#server/market/bus/compute-questions.ts";
import { computeRequest } from "#server/market/bus/market-subjects.ts";
import { type RunningCompute, startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { callToken, NIFTY, putToken, startScriptedFeed } from "../../../support/market/scripted-feed.ts";

const bus = createLocalBus();
const ownFaults: string[] = [];
let compute: RunningCompute;
beforeAll(async () => {
  const feed = startScriptedFeed(bus);
  compute = await startComputeInProcess(bus, (call, message) => void ownFaults.push(`${call}: ${message}`));
  feed.sayClock();
});
afterAll(() => compute.stop());

const trade = (n: number) => ({
  instrument_token: n % 2 === 0 ? callToken(n % 4 < 2 ? 0 : 1, n % 21) : putToken(n % 4 < 2 ? 0 : 1, n % 21),
  trade_action: n % 3 === 0 ? "SELL" : "BUY",
  quantity: 65,
});
const strategy = (legs: number) => ({
  underlying_token: NIFTY,
  trades: Array.from({ length: legs }, (_, n) => trade(n)),
});
const ask = (who: string, legs: number) =>
  bus.request(
    computeRequest("builder_v3"),
    encodeComputeQuestion({ who, body: Buffer.from(JSON.stringify(strategy(legs))) }),
    20_000,
  );

it("an account's small request does not wait for the fifty large ones that another has sent before", async () => {
  await ask("nobody", 1);
  let done = 0;
  const heavy = Array.from({ length: 50 }, () => ask("heavy", 100).finally(() => ++done));
  const settled = Promise.allSettled(heavy);
  await heavy[0];
  const before = done;
  await ask("light", 1);
  // One is at hand, and prices that have grown old meanwhile are asked for anew, for which a second turn is taken.
  expect(done - before).toBeLessThanOrEqual(4);
  expect(done).toBeLessThan(25);
  // A machine shared by many may keep the last of them longer than anybody waits.
  for (const outcome of await settled) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "server.unavailable" });
  }
  expect(ownFaults).toEqual([]);
});
