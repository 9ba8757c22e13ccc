import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { CHAIN_FLAG_DELAYED } from "#protocol/generated/layout.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import type { MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import {
  chainSnapshotRequest,
  chainSubject,
  clockSubject,
  epochSubject,
  interestSubject,
  quotesSubject,
} from "#server/market/bus/market-subjects.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createSteppedTimers } from "../../../support/market/fake-feed.ts";
import { createFakeMarket, FAKE_EXPIRIES } from "../../../support/market/fake-market.ts";
import { NIFTY } from "../../../support/market/late-world.ts";
import { wholeRowsReader } from "../../../support/market/whole-chains.ts";

const DELAY = 60_000;
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const json = <T>(payload: Uint8Array) => JSON.parse(Buffer.from(payload).toString()) as T;

/** A paired feed on stepped time, and everything said on a bus with the ms at which it was. */
function startPair() {
  const timers = createSteppedTimers(1_787_000_000_000);
  const startedAt = timers.wall();
  const market = createFakeMarket(startedAt);
  const bus = createLocalBus();
  const epochs: { live: number[]; late: number[] } = { live: [], late: [] };
  const failures: unknown[] = [];
  const feed = openFeed(
    {
      source: "sim",
      marketFile: null,
      seed: 1,
      clock: { kind: "always" },
      universe: null,
      dataDir: ".",
      record: null,
    },
    bus,
    {
      source: market,
      timers,
      kernel: referenceKernel,
      onEpoch: (epoch) => epochs.live.push(epoch),
      onLateEpoch: (epoch) => epochs.late.push(epoch),
      onFailure: (error) => failures.push(error),
    },
  );
  const now = () => timers.wall() - startedAt;
  const listen = (on: Bus, subject: string) => {
    const said: Said[] = [];
    on.subscribe(subject, (payload) => said.push({ at: now(), payload: payload.slice() }));
    return said;
  };
  return { timers, market, bus, late: createLateBus(bus), feed, epochs, failures, now, listen };
}

interface Said {
  readonly at: number;
  readonly payload: Uint8Array;
}

/** The newest packet of every instrument after each message. */
function statesOf(said: readonly Said[]): { readonly at: number; readonly state: string }[] {
  const newest = new Map<number, string>();
  return said.map(({ at, payload }) => {
    const decoded = decodeQuotes(payload);
    if ("error" in decoded) throw new Error(`no quotes: ${decoded.error}`);
    for (const packet of decoded.packets) {
      const hex = Buffer.from(packet).toString("hex");
      newest.set(Number.parseInt(hex.slice(0, 8), 16), hex);
    }
    return { at, state: [...newest.entries()].sort(([a], [b]) => a - b).join() };
  });
}

const sequencesOf = (said: readonly Said[]) =>
  said.map(({ payload }) => {
    const decoded = decodeQuotes(payload);
    return "error" in decoded ? -1 : decoded.trailer.sequence;
  });

describe("the late market's stream", () => {
  it("is the live one's, turn for turn and byte for byte, a minute later", () => {
    const step = fc.record({
      turns: fc.integer({ min: 1, max: 60 }),
      spot: fc.option(fc.integer({ min: 23_000, max: 25_000 })),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        const { timers, market, late, bus, feed, listen } = startPair();
        const said = { live: listen(bus, quotesSubject()), late: listen(late, quotesSubject()) };
        feed.start();
        timers.pass(1_000);
        for (const { turns, spot } of steps) {
          if (spot !== null) market.move("NIFTY", spot);
          timers.pass(turns * 50);
        }
        timers.pass(DELAY + 50);
        void feed.stop();
        const live = statesOf(said.live);
        const heard = statesOf(said.late).filter(({ at }) => at >= DELAY);
        for (const { at, state } of heard) {
          expect(state).toBe(live.findLast((each) => each.at <= at - DELAY)?.state);
        }
        // Nothing is left out: what is said again without a change needs no second telling.
        const changes = live.filter(({ state }, i) => state !== live[i - 1]?.state);
        expect(heard.map(({ state }) => state)).toEqual(changes.map(({ state }) => state));
        heard.forEach(({ at }, i) => {
          expect(at - changes[i]!.at).toBeLessThanOrEqual(DELAY + 50);
        });
        // Sequences run on, so that who listens finds no gap.
        const sequences = sequencesOf(said.late);
        expect(sequences).toEqual(sequences.map((_, i) => i + 1));
      }),
      { numRuns: 25 },
    );
  });

  it("solves chains that are looked at late, as the live side solved them a minute before, and says that it is late", async () => {
    const { timers, market, late, bus, feed, listen } = startPair();
    feed.start();
    const expiry = Number(FAKE_EXPIRIES[0].replaceAll("-", ""));
    const said = {
      live: listen(bus, chainSubject(NIFTY, expiry)),
      late: listen(late, chainSubject(NIFTY, expiry)),
    };
    for (let second = 0; second < 130; second++) {
      for (const side of [bus, late]) side.publish(interestSubject(), bytes({ chains: [[NIFTY, expiry]] }));
      market.move("NIFTY", 24_350 + second);
      timers.pass(1_000);
    }
    const views = (messages: { payload: Uint8Array }[]) => {
      const wholeRows = wholeRowsReader();
      return messages.map(({ payload }) => {
        const view = chainView(wholeRows(payload));
        if ("error" in view) throw new Error(`no chain: ${view.error}`);
        return view.root;
      });
    };
    const live = new Map(views(said.live).map((root) => [root.marketTime, root]));
    const heard = views(said.late).filter((root) => root.spot > 0);
    expect(heard.length).toBeGreaterThan(50);
    for (const root of heard) {
      expect(root.flags & CHAIN_FLAG_DELAYED).toBe(CHAIN_FLAG_DELAYED);
      const then = live.get(root.marketTime);
      if (then === undefined) continue;
      expect([root.spot, root.atmStrike, root.maxPain, root.pcr]).toEqual([
        then.spot,
        then.atmStrike,
        then.maxPain,
        then.pcr,
      ]);
      expect(root.atmIv).toBeCloseTo(then.atmIv, 4);
    }
    for (const root of live.values()) expect(root.flags & CHAIN_FLAG_DELAYED).toBe(0);
    const snapshot = chainView(
      await late.request(chainSnapshotRequest(), bytes({ underlying: NIFTY, expiry })),
    );
    expect("error" in snapshot ? null : snapshot.root.spot).toBeLessThanOrEqual(24_350 + 70);
    await feed.stop();
  });

  it("rolls its day a minute after the live one, under an epoch that no other market has", async () => {
    const { timers, market, late, bus, feed, epochs, listen } = startPair();
    const said = { live: listen(bus, epochSubject()), late: listen(late, epochSubject()) };
    feed.start();
    timers.pass(10_000);
    market.roll();
    timers.pass(DELAY);
    expect([said.live.length, said.late.length]).toEqual([2, 1]);
    timers.pass(100);
    expect([said.live.length, said.late.length]).toEqual([2, 2]);
    expect(said.late[1]!.at - said.live[1]!.at).toBeGreaterThanOrEqual(DELAY);
    const all = [...epochs.live, ...epochs.late];
    expect(new Set(all).size).toBe(4);
    // A listener that hears a clock first learns the same.
    const clocks = listen(late, clockSubject());
    timers.pass(1_000);
    expect(json<MarketClockMessage>(clocks[0]!.payload).epoch).toBe(epochs.late[1]);
    await feed.stop();
  });

  it("ends with the live one, whichever of them fails", async () => {
    const { timers, market, bus, late, feed, failures, listen } = startPair();
    feed.start();
    timers.pass(1_000);
    market.fail(new Error("damaged"));
    timers.pass(100);
    expect(failures).toHaveLength(1);
    expect(market.disposed).toBe(true);
    const said = [listen(bus, clockSubject()), listen(late, clockSubject())];
    timers.pass(5_000);
    expect(said.map((messages) => messages.length)).toEqual([0, 0]);
    await feed.stop();
  });
});
