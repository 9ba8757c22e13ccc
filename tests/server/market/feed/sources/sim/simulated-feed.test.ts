import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHAIN_STATES, FORWARD_NONE } from "#domain/chain/flags.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { type ChainRoot, readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { liveChainsRequest } from "#server/market/bus/market-subjects.ts";
import type { Feed } from "#server/market/feed/feed.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import { createSteppedTimers, type SteppedTimers } from "#tests/support/market/fake-feed.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);
const SYMBOLS = ["NIFTY", "SENSEX", "RELIANCE", "USDINR", "GOLD"] as const;

interface Chain {
  readonly root: ChainRoot;
  readonly ivs: readonly number[];
}

/** The product's own feed on the simulated market, on stepped time. */
describe("feed on the simulated market", () => {
  let bus: Bus;
  let feed: Feed;
  let timers: SteppedTimers;

  beforeAll(() => {
    bus = createLocalBus();
    timers = createSteppedTimers(at("2026-11-20T12:00:00"));
    feed = openFeed(
      {
        source: "sim",
        marketFile: null,
        seed: 7,
        clock: { kind: "start", at: at("2026-08-19T14:30:00"), speed: 1 },
        universe: SYMBOLS,
        dataDir: ".",
        record: null,
      },
      bus,
      { timers },
    );
    feed.start();
    timers.pass(3_000);
  });
  afterAll(() => feed.stop());

  async function chainsOf(symbol: string): Promise<Chain[]> {
    const underlying = underlyingBySymbol(symbol)!.token;
    const request = new TextEncoder().encode(JSON.stringify({ underlying }));
    const packed = await bus.request(liveChainsRequest(), request);
    return unpackSnapshots(packed).map((message) => {
      const view = chainView(message);
      if ("error" in view) throw new Error(`not a chain: ${view.error}`);
      const data = new DataView(message.buffer, message.byteOffset, message.byteLength);
      const ivs = Array.from(
        { length: view.root.rowCount },
        (_, i) => readChainRow(data, view.rowsOffset + i * view.rowLength).call.iv,
      );
      return { root: view.root, ivs };
    });
  }

  it.each(SYMBOLS)("solves every expiry of %s: forward, ATM IV, smile, PCR and max pain", async (symbol) => {
    const chains = await chainsOf(symbol);
    expect(chains.length).toBeGreaterThan(0);
    for (const { root, ivs } of chains) {
      expect(CHAIN_STATES[root.state]).toBe("live");
      expect(root.forwardSource).not.toBe(FORWARD_NONE);
      expect(root.forward / root.spot).toBeGreaterThan(0.9);
      // Five years of carry on the farthest index options.
      expect(root.forward / root.spot).toBeLessThan(1.5);
      expect(root.atmIv).toBeGreaterThan(0.01);
      expect(root.atmIv).toBeLessThan(0.8);
      expect(root.atmIvPrevious).toBeGreaterThan(0.01);
      expect(ivs.every((iv) => iv > 0 && iv < 5)).toBe(true);
      expect(root.priceDivisor).toBe(symbol === "USDINR" ? 10_000_000 : 100);
    }
    const [near] = chains;
    expect(near!.root.pcr).toBeGreaterThan(0.1);
    expect(near!.root.maxPain / near!.root.spot).toBeGreaterThan(0.8);
    expect(near!.root.maxPain / near!.root.spot).toBeLessThan(1.2);
  });

  it("shows India VIX beside everything but commodities", async () => {
    const vix = async (symbol: string): Promise<number> => (await chainsOf(symbol))[0]!.root.vix;
    expect(await vix("NIFTY")).toBeGreaterThan(5);
    expect(await vix("RELIANCE")).toBe(await vix("NIFTY"));
    expect(await vix("GOLD")).toBeNaN();
  });

  it("keeps ticking: hundreds of packets a second within a small share of a turn", () => {
    const before = feed.status();
    timers.pass(5_000);
    const after = feed.status();
    expect(after.packets - before.packets).toBeGreaterThan(500);
    expect(after.quoteSequence).toBeGreaterThan(before.quoteSequence);
  });
});
