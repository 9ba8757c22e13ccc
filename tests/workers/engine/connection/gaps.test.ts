/**
 * "A gap is always healed" (docs/reliability.md): engine and relay over a real socket, and everything
 * between them that can be lost.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveEngine, startLiveEngine } from "../../../support/engine/live-engine.ts";
import { figure, quantile, sized } from "../../../support/http/form.ts";
import { callToken, STRIKES } from "../../../support/market/scripted-feed.ts";
import { type RelayHarness, startRelay } from "../../../support/relay/relay-client.ts";

const RESETS = sized(20, 100);
const QUOTES = 2;
const CHAIN = 4;
/**
 * The least wait before the next attempt (rule LIVE-11), its jitter, and the second that the snapshot may
 * take.
 */
const RECONNECT_MS = 2_000 + 1_000 + 1_000;

let relay: RelayHarness;
let live: LiveEngine;
beforeEach(async () => {
  relay = await startRelay();
  relay.feed.tellsCells = true;
  live = await startLiveEngine(relay.origin);
});
afterEach(async () => {
  await live.stop();
  await relay.stop();
});

const ROW_A = 8;
const ROW_B = 12;
const ltp = (row: number): number => {
  try {
    return live.port.cell(STRIKES[row]!, "call.ltp");
  } catch {
    return Number.NaN;
  }
};

/**
 * The chain is on screen and the quotes of its window have come. They may come after it, and the scripted feed's quotes know
 * nothing of what `moveChain` moves: one that arrived later would rightly take the place of a price under test.
 */
async function settled(): Promise<void> {
  await expect.poll(() => ltp(ROW_A)).toBeGreaterThan(0);
  let known = -1;
  const isQuiet = async (): Promise<boolean> => {
    const { quotes } = await live.engine.health();
    const wasKnown = known;
    known = quotes;
    return quotes > 0 && quotes === wasKnown;
  };
  await expect.poll(isQuiet, { timeout: 10_000, interval: 250 }).toBe(true);
}

/** Each loses something on the way to the price it is told; what follows makes the loss known. */
const FAULTS: Record<string, (price: number) => void> = {
  "a delta between relay and engine"(price) {
    live.lose(CHAIN);
    relay.feed.moveChain(0, [ROW_A], price);
    setTimeout(() => relay.feed.moveChain(0, [ROW_B], price), 30);
  },
  "a quote message between relay and engine"(price) {
    live.lose(QUOTES);
    relay.feed.tick({ [callToken(0, ROW_A)]: price });
    setTimeout(() => relay.feed.tick({ [callToken(0, ROW_B)]: price }), 30);
  },
  "a delta on the bus"(price) {
    relay.feed.moveChain(0, [ROW_A], price, true);
    relay.feed.moveChain(0, [ROW_B], price);
  },
  "a quote message on the bus"(price) {
    relay.feed.loseQuotes({ [callToken(0, ROW_A)]: price });
    relay.feed.tick({ [callToken(0, ROW_B)]: price });
  },
  "the feed, and the next one begins anew"(price) {
    relay.feed.moveChain(0, [ROW_A, ROW_B], price, true);
    relay.feed.restart();
  },
};

async function healed(price: number, timeout: number): Promise<number> {
  const since = performance.now();
  await expect
    .poll(() => [ltp(ROW_A), ltp(ROW_B)], { timeout, interval: 20 })
    .toEqual([price / 100, price / 100]);
  return performance.now() - since;
}

test(`${RESETS} losses between feed and screen: each is noticed and healed within a second`, {
  timeout: 600_000,
}, async () => {
  await settled();
  const kinds = Object.entries(FAULTS);
  const took: number[] = [];
  let price = 20_000;
  for (let i = 0; i < RESETS; i++) {
    price += 5;
    const [what, lose] = kinds[i % kinds.length]!;
    lose(price);
    took.push(
      await healed(price, sized(5_000, 1_000)).catch((error: Error) =>
        expect.fail(`${what}: ${error.message}`),
      ),
    );
  }
  const { gaps } = await live.engine.health();
  // The engine met its own losses, the relay those of the bus.
  expect(gaps).toBeGreaterThanOrEqual(Math.floor(RESETS / kinds.length) * 2);
  expect(relay.relay.hub.counters.healedGaps).toBeGreaterThanOrEqual(Math.floor(RESETS / kinds.length) * 2);
  figure(
    `${RESETS} losses: all healed, median ${quantile(took, 0.5).toFixed(0)} ms, worst ${quantile(took, 1).toFixed(0)} ms`,
  );
});

test("a broken connection resumes with the newest of everything", { timeout: 600_000 }, async () => {
  await settled();
  const rounds = sized(1, 10);
  for (let i = 1; i <= rounds; i++) {
    const price = 30_000 + i * 5;
    live.cut();
    await expect.poll(() => relay.relay.hub.clients.size).toBe(0);
    relay.feed.moveChain(0, [ROW_A, ROW_B], price);
    relay.feed.tick({ [callToken(0, ROW_A)]: price, [callToken(0, ROW_B)]: price });
    // Later rounds meet the policy's minimum waits (rule LIVE-12).
    await healed(price, i === 1 ? RECONNECT_MS : 45_000);
  }
  expect(live.logs.filter((line) => line.startsWith("Relay message skipped"))).toEqual([]);
});
