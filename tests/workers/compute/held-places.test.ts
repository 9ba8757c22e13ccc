import { describe, expect, test } from "vitest";
import { differences } from "#tests/support/differences.ts";
import { numbered } from "#tests/support/market/numbered-frames.ts";
import { twoMarkets } from "#tests/support/market/two-markets.ts";
import { createLiveMarket } from "#workers/compute/live-market.ts";

const EPOCH = 5;

describe("a market that an answer was computed in", async () => {
  const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
  const named = markets.expiries.slice(0, 2);
  const news = await markets.browser(named);
  const places = (...sequences: number[]) =>
    sequences.map((sequence, i) => ({ expiry: named[i]!, epoch: EPOCH, sequence }));

  test("is held where each of its packets came with one frame or another", () => {
    const live = createLiveMarket();
    live.take(numbered(news, [10, 20], 1_000));
    live.take(numbered(news, [11, 20], 1_100));
    live.take(numbered(news, [11, 21], 1_200));
    live.take(numbered(news, [12, 22], 1_300));
    // Of the second frame and the fourth: no frame held both.
    const held = live.heldAt(places(11, 22));
    expect(held!.packets.map(({ sequence }) => sequence)).toEqual([11, 22]);
    expect(differences(markets.server(named).strategy, held!.market().strategy)).toEqual([]);
    expect(live.heldAt(places(12))!.packets).toHaveLength(1);
    for (const missed of [places(13, 22), places(11, 19), []]) expect(live.heldAt(missed)).toBeNull();
    expect(live.heldAt(places(11, 22).map((place) => ({ ...place, epoch: 4 })))).toBeNull();
  });

  test("is held for five seconds, and 40 frames at most", () => {
    const live = createLiveMarket();
    for (let i = 0; i < 10; i++) live.take(numbered(news, [i, i], 1_000 * i));
    expect([3, 4, 9].map((i) => live.heldAt(places(i, i)) !== null)).toEqual([false, true, true]);
    // A device's clock that was set back.
    for (let i = 0; i < 100; i++) live.take(numbered(news, [i, i], 100 * i - 1e6));
    expect([50, 60, 99].map((i) => live.heldAt(places(i, i)) !== null)).toEqual([false, true, true]);
  });
});
