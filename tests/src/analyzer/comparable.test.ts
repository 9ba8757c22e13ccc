/** How often the live market of a server's answer is held here, where the feed numbers ten packets a second of each expiry. */
import { expect, test } from "vitest";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { numbered } from "#tests/support/market/numbered-frames.ts";
import { twoMarkets } from "#tests/support/market/two-markets.ts";
import { createLiveMarket } from "#workers/compute/live-market.ts";
import { createWorld, payloadOf } from "./world.ts";

const EPOCH = 5;
const STEP_MS = 10;
/** From the feed to the tab, and of a question and its answer each way. */
const WAY_MS = 40;
/** A server that was asked so long ago still answers in the market of then. */
const USABLE_MS = 2_000;

/** Each expiry has its turns of its own, 100 ms apart. */
const sequencesAt = (ms: number): number[] => [0, 37].map((turn) => Math.floor((ms - turn) / 100) + 1_000);

test("[ANZ-52] most of them are, also those of a snapshot that the server took for the question before", async () => {
  const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
  const expiries = markets.expiries.slice(0, 2);
  const news = await markets.browser(expiries);
  const live = createLiveMarket();
  const { analyzer, state, worker, server, clock, buy } = await createWorld();
  server.isPrompt = false;
  worker.isHeld = ({ market_versions: places }) => live.heldAt(places) !== null;
  const begin = clock.monotonic();
  const now = () => clock.monotonic() - begin + 10_000;

  let [postedAt, specs] = [Number.NEGATIVE_INFINITY, 0];
  function tellFrame(): void {
    const spec = worker.specs.at(-1);
    if (spec === undefined || spec === "closed") return;
    // What is asked anew is told at once, else at the rate that is asked for.
    if (specs === worker.specs.length && now() - postedAt < 1_000 / spec.maxRate) return;
    specs = worker.specs.length;
    postedAt = now();
    live.take(numbered(news, sequencesAt(now() - WAY_MS), now()));
  }

  let snapshotAt = Number.NEGATIVE_INFINITY;
  const answers: { readonly at: number; run(): void }[] = [];
  function answer(asked: (typeof server.calls)[number]): void {
    const arrives = now() + WAY_MS;
    const takenAt = arrives - snapshotAt < USABLE_MS ? snapshotAt : arrives;
    snapshotAt = arrives;
    const market_versions = sequencesAt(takenAt).map((sequence, i) => ({
      expiry: expiries[i]!,
      epoch: EPOCH,
      sequence,
    }));
    const payload = { ...payloadOf(asked.input.body as BuilderRequest), market_versions };
    answers.push({ at: arrives + WAY_MS, run: () => void asked.answer({ payload }) });
  }

  const seen = new Set<unknown>();
  async function pass(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += STEP_MS) {
      for (const asked of server.summaries()) {
        if (!seen.has(asked)) answer(asked);
        seen.add(asked);
      }
      while ((answers[0]?.at ?? Infinity) <= now()) answers.shift()!.run();
      tellFrame();
      await clock.run(STEP_MS);
    }
  }

  buy(24_000);
  await pass(1_000);
  for (let i = 1; i <= 20; i++) {
    analyzer.dispatch({ type: "set-target-price", price: 24_000 + i });
    await pass(i % 2 === 0 ? 1_330 : 6_170);
  }
  await pass(5_000);
  const { verified, comparable } = state.performance;
  expect(verified).toBe(21);
  expect(comparable).toBeGreaterThanOrEqual(19);
});
