import { afterEach, describe, expect, it, vi } from "vitest";
import { createComputeMarket } from "#server/market/compute/snapshot/compute-market.ts";
import { FRESH_MS, USABLE_MS } from "#server/market/compute/snapshot/snapshots.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import {
  callToken,
  FUTURE,
  MARKET_TIME,
  NIFTY,
  putToken,
  RELIANCE,
  STRIKES,
  startScriptedFeed,
} from "../../../../support/market/scripted-feed.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) close();
});

function world() {
  const bus = createLocalBus();
  const feed = startScriptedFeed(bus);
  const market = createComputeMarket(bus);
  feed.sayClock();
  closers.push(() => market.stop());
  return { bus, feed, market };
}

describe("a snapshot of the market", () => {
  it("is what the feed says, with every expiry's strikes and one IV a strike", async () => {
    const { market } = world();
    const { strategy } = market.builderMarket(await market.snapshot(NIFTY));
    expect(strategy).toMatchObject({
      symbol: "NIFTY",
      kind: "index",
      spot: 24_500,
      isSpotImplied: false,
      now: MARKET_TIME,
      strikeStep: 50,
      spotTickSize: 0.05,
      tickSize: 0.05,
      derivativeExchange: "NFO",
      closestFutureExpiry: "2026-11-24",
    });
    expect(strategy.expiries.map(({ expiry }) => expiry)).toEqual(["2026-11-24", "2026-12-29"]);
    const near = strategy.expiries[0]!;
    expect(near).toMatchObject({ forward: 24_510, forwardSource: 1, synthetic: 24_511, atmIv: 0.135 });
    expect([...near.strikes]).toEqual(STRIKES);
    // The scripted chain has a price and an IV everywhere, and nothing to tell interest from.
    expect([near.discount, near.discountError]).toEqual([1, Number.NaN]);
    expect(near.solved.every((each) => each === 1)).toBe(true);
    expect(near.iv.every((iv) => Math.abs(iv - 0.135) < 1e-7)).toBe(true);
  });

  it("is shared by all who ask soon after, and renewed behind the scenes before it is too old", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { feed, market } = world();
    const first = await market.snapshot(NIFTY);
    vi.advanceTimersByTime(FRESH_MS - 1);
    expect(market.snapshot(NIFTY)).toBe(first);
    expect(feed.asked.live).toBe(1);
    vi.advanceTimersByTime(2);
    expect(market.snapshot(NIFTY)).toBe(first);
    await vi.waitFor(() => expect(market.snapshot(NIFTY)).not.toBe(first));
    expect(feed.asked.live).toBe(2);
    vi.advanceTimersByTime(USABLE_MS);
    expect(market.snapshot(NIFTY)).toBeInstanceOf(Promise);
    await market.snapshot(NIFTY);
    expect(feed.asked.live).toBe(3);
  });

  it("is refused with its text when the feed is away, and there again when it is back", async () => {
    const { feed, market } = world();
    await market.snapshot(RELIANCE);
    feed.stop();
    await expect(market.snapshot(NIFTY)).rejects.toMatchObject({
      code: "prices.failed",
      message: `Failed to fetch derivative prices for underlying ${NIFTY}`,
    });
    feed.resume();
    expect((await market.snapshot(NIFTY)).chains.length).toBe(2);
  });

  it("is refused for an underlying there is none of", async () => {
    const { market } = world();
    await market.snapshot(NIFTY);
    expect(() => market.snapshot(42)).toThrow(/Could not find underlying with symbol 42/);
  });

  it("holds a share without options at its own price", async () => {
    const { market } = world();
    const { strategy, bySymbol } = market.builderMarket(await market.snapshot(RELIANCE));
    expect(strategy).toMatchObject({ spot: 1_500, expiries: [], closestFutureExpiry: null });
    expect(bySymbol("RELIANCE")).toMatchObject({ type: "EQ", expiry: null, quote: { lastPrice: 1_500 } });
  });

  it("asks for the instruments again when the feed starts anew", async () => {
    const { feed, market } = world();
    const first = await market.snapshot(NIFTY);
    feed.etag = "scripted-2";
    feed.restart();
    const second = await market.snapshot(NIFTY);
    expect(second.listed).not.toBe(first.listed);
    expect(feed.asked.metacache).toBe(2);
  });
});

describe("a contract", () => {
  it("is found by token and by symbol, with price, usable price and flags", async () => {
    const { market } = world();
    const { byToken, bySymbol } = market.builderMarket(await market.snapshot(NIFTY));
    const call = byToken(callToken(0, 10));
    expect(call).toMatchObject({
      type: "CE",
      strike: 24_500,
      expiry: "2026-11-24",
      lotSize: 65,
      multiplier: 1,
      quote: { lastPrice: 100.1, usablePrice: 100.1, isLiquid: true, warnings: [] },
    });
    expect(bySymbol(call!.tradingsymbol)).toBe(call);
    expect(bySymbol(`nfo:${call!.tradingsymbol.toLowerCase()}`)).toBe(call);
    expect(byToken(putToken(1, 0))).toMatchObject({ type: "PE", strike: 24_000, expiry: "2026-12-29" });
    expect(byToken(FUTURE)).toMatchObject({
      type: "FUT",
      expiry: "2026-11-24",
      quote: { lastPrice: 24_560, usablePrice: 24_560 },
    });
  });

  it("is none for an index, for another underlying's and for what is not listed", async () => {
    const { market } = world();
    const { byToken, bySymbol } = market.builderMarket(await market.snapshot(NIFTY));
    expect(byToken(NIFTY)).toBeUndefined();
    expect(byToken(RELIANCE)).toBeUndefined();
    expect(byToken(1)).toBeUndefined();
    expect(bySymbol("NIFTY26NOV99999CE")).toBeUndefined();
  });
});

describe("warmth", () => {
  it("holds the feed's interest in the expiries that are asked of, and lets go without requests", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
    const { feed, market } = world();
    const { byToken } = market.builderMarket(await market.snapshot(NIFTY));
    expect(feed.interest).toEqual([]);
    byToken(callToken(0, 10));
    byToken(putToken(0, 3));
    expect(feed.interest).toEqual([[[NIFTY, 20261124]]]);
    vi.advanceTimersByTime(6_000);
    expect(feed.interest.length).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(feed.interest.length).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});
