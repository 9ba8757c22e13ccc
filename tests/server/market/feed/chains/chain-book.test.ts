import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactDate, istMinuteOfDay } from "#domain/calendar/ist.ts";
import { createChainColumns } from "#domain/chain/chain-columns.ts";
import {
  CHAIN_STATES,
  FLAG_STALE_LTP,
  FORWARD_CARRY,
  FORWARD_FUTURE,
  FORWARD_SYNTHETIC,
} from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { CHAIN_FLAG_SIMULATED, CHAIN_FLAG_SNAPSHOT, CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import { type ChainRoot, type ChainRow, readChainRow } from "#protocol/generated/records.ts";
import { decodeChainDelta } from "#protocol/wire/chain-delta.ts";
import { inspectChain } from "#protocol/wire/chain-mirror.ts";
import { chainView, decodeQuotePacket } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import {
  chainSnapshotRequest,
  chainSubject,
  interestSubject,
  liveChainsRequest,
  quotesRequest,
} from "#server/market/bus/market-subjects.ts";
import { IV_SLACK } from "#server/market/feed/chains/chain-rows.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import { createFeedBench, createSteppedTimers, type FeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_EXPIRIES, FAKE_NOW, fakeUniverse } from "#tests/support/market/fake-market.ts";
import { wholeRowsReader } from "#tests/support/market/whole-chains.ts";

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const at = (text: string): number => Date.parse(`${text}+05:30`);

const universe = fakeUniverse();
const nifty = universe.underlyings[0]!;
const NIFTY = nifty.underlying.token;
const RELIANCE = universe.underlyings[1]!.underlying.token;
const NEAR = compactDate(FAKE_EXPIRIES[0]);
const FAR = compactDate(FAKE_EXPIRIES[1]);

interface Decoded {
  readonly epoch: number;
  readonly sequence: number;
  readonly isSnapshot: boolean;
  readonly root: ChainRoot;
  readonly rows: ChainRow[];
  readonly rowBytes: Uint8Array[];
}

function decode(message: Uint8Array): Decoded {
  const view = chainView(message);
  if ("error" in view) throw new Error(`not a chain: ${view.error}`);
  const data = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const places = Array.from({ length: view.root.rowCount }, (_, i) => view.rowsOffset + i * view.rowLength);
  return {
    epoch: view.header.epoch,
    sequence: view.header.sequence,
    isSnapshot: (view.root.flags & CHAIN_FLAG_SNAPSHOT) !== 0,
    root: view.root,
    rows: places.map((place) => readChainRow(data, place)),
    rowBytes: places.map((place) => message.slice(place, place + CHAIN_ROW_SIZE)),
  };
}

function watch(bus: Bus, ...chains: [number, number][]): void {
  bus.publish(interestSubject(), bytes({ chains }));
}

async function snapshot(bus: Bus, underlying = NIFTY, expiry = NEAR): Promise<Decoded> {
  return decode(await bus.request(chainSnapshotRequest(), bytes({ underlying, expiry })));
}

function startedBench(options: Parameters<typeof createFeedBench>[0] = {}): FeedBench {
  const bench = createFeedBench(options);
  bench.feed.start();
  return bench;
}

describe("chain snapshots", () => {
  it("hold every strike with the table's prices and the solver's figures", async () => {
    const { bus, market, timers } = startedBench();
    market.move("NIFTY", 24_377.3);
    timers.pass(250);
    const chain = await snapshot(bus);
    const entry = nifty.chains[0]!;
    const tokens = [...entry.callIndex, ...entry.putIndex, nifty.index, entry.futureIndex].map(
      (row) => universe.instruments[row]!.token,
    );
    const answer = decodeQuotes(await bus.request(quotesRequest(), bytes({ tokens })));
    if ("error" in answer) throw new Error("no quotes");
    const quotes = answer.packets.map((packet) => decodeQuotePacket(packet)!);

    // The same market through the reference solver, from decoded packets.
    const count = entry.strikes.length;
    const columns = createChainColumns(count);
    columns.count = count;
    columns.strikes.set(entry.strikes);
    columns.previousIv.fill(0.1275);
    for (const [side, from] of [
      [columns.call, 0],
      [columns.put, count],
    ] as const) {
      for (let i = 0; i < count; i++) {
        const quote = quotes[from + i]!;
        side.token[i] = quote.instrumentToken;
        side.ltp[i] = quote.lastPrice;
        side.previousClose[i] = quote.ohlc.close ?? 0;
        side.bid[i] = quote.depth!.buy[0]!.price;
        side.ask[i] = quote.depth!.sell[0]!.price;
        side.oi[i] = quote.openInterest!;
        side.volume[i] = quote.volume!;
        side.lastTradeTime[i] = quote.lastTradeTime ?? 0;
      }
    }
    const future = quotes.at(-1)!;
    const solution = createLoneChainSolver(referenceKernel, count)(columns, {
      now: timers.wall(),
      expiryInstant: entry.expiryInstant,
      sessionClose: Infinity,
      spot: quotes.at(-2)!.lastPrice,
      future: {
        bid: future.depth!.buy[0]!.price,
        ask: future.depth!.sell[0]!.price,
        ltp: future.lastPrice,
        lastTradeTime: timers.wall(),
      },
      isCommodity: false,
      previousForward: chain.root.forward,
      near: null,
      fallbackAtmIv: Number.NaN,
      rate: 0,
      tickSize: entry.tickSize,
      roundStep: 100,
      strikeStep: entry.strikeStep,
    });
    // The chain was solved up to 100 ms before the answer: T differs by that much and no more.
    expect(timers.wall() - chain.root.marketTime).toBeLessThanOrEqual(200);
    expect(chain.root).toMatchObject({
      underlying: NIFTY,
      expiry: NEAR,
      spot: 24_377.3,
      forward: solution.forward,
      forwardSource: FORWARD_FUTURE,
      synthetic: solution.synthetic,
      atmStrike: solution.atmStrike,
      pcr: solution.pcr,
      maxPain: solution.maxPain,
      totalRows: count,
      rowCount: count,
      atmIvPrevious: 0.125,
      vix: 12.5,
      flags: CHAIN_FLAG_SNAPSHOT | CHAIN_FLAG_SIMULATED,
    });
    expect(chain.root.atmIv).toBeCloseTo(solution.atmIv, 6);
    expect(chain.root.atmIv).toBeCloseTo(0.13, 3);
    chain.rows.forEach((row, i) => {
      expect(row.index).toBe(i);
      expect(row.strike).toBe(entry.strikes[i]! * 100);
      expect(row.previousIv).toBe(1275);
      expect(Math.abs(row.call.iv - solution.iv[i]!)).toBeLessThan(IV_SLACK + 1e-7);
      expect(row.put.iv).toBe(row.call.iv);
      expect(row.call.flags).toBe(solution.callFlags[i]);
      expect(row.put.flags).toBe(solution.putFlags[i]);
      expect(row.call.lastPrice).toBe(Math.round(columns.call.ltp[i]! * 100));
      expect(row.put.ask).toBe(Math.round(columns.put.ask[i]! * 100));
      expect(row.call.previousOi).toBe(Math.round(0.9 * row.call.oi));
    });
  });

  it("say how PCR has changed since the previous close", async () => {
    const { bus, market, timers } = startedBench();
    const entry = nifty.chains[0]!;
    market.quote(universe.instruments[entry.putIndex[4]!]!.token, { oi: 1_950_000 });
    timers.pass(300);
    const { rows, root } = await snapshot(bus);
    const total = (side: "call" | "put", of: "oi" | "previousOi"): number =>
      rows.reduce((sum, row) => sum + row[side][of], 0);
    const before = total("put", "previousOi") / total("call", "previousOi");
    expect(root.pcrChange).toBeCloseTo(total("put", "oi") / total("call", "oi") - before, 12);
    expect(root.pcrChange).toBeGreaterThan(0.01);
  });

  it("are empty for a chain that does not exist", async () => {
    const { bus } = startedBench();
    expect(
      await bus.request(chainSnapshotRequest(), bytes({ underlying: NIFTY, expiry: 20260101 })),
    ).toHaveLength(0);
  });

  it("come together, near to far, for an underlying", async () => {
    const { bus } = startedBench();
    const packed = await bus.request(liveChainsRequest(), bytes({ underlying: NIFTY }));
    const chains = unpackSnapshots(packed).map(decode);
    expect(chains.map((chain) => chain.root.expiry)).toEqual([NEAR, FAR]);
    expect(chains.every((chain) => chain.isSnapshot)).toBe(true);
  });
});

describe("forwards", () => {
  it("come from the future, the options, or the carry of the nearer expiry", async () => {
    const { bus, market, timers } = startedBench();
    expect((await snapshot(bus)).root.forwardSource).toBe(FORWARD_FUTURE);
    const far = await snapshot(bus, NIFTY, FAR);
    expect(far.root.forwardSource).toBe(FORWARD_SYNTHETIC);
    const sources = nifty.chains[1]!;
    for (const row of [...sources.callIndex, ...sources.putIndex]) {
      market.quote(universe.instruments[row]!.token, { bid: 0, ask: 0, lastTradeTime: FAKE_NOW - 3_600_000 });
    }
    timers.pass(1_200);
    const bare = await snapshot(bus, NIFTY, FAR);
    const near = await snapshot(bus);
    expect(bare.root.forwardSource).toBe(FORWARD_CARRY);
    const years = (instant: number): number => (instant - bare.root.marketTime) / (365 * 86_400_000);
    const carried =
      24_350 *
      (near.root.forward / 24_350) ** (years(bare.root.expiryInstant) / years(near.root.expiryInstant));
    expect(bare.root.forward).toBeCloseTo(carried, 1);
    // No strike has a price of its own: the nearer expiry lends its ATM IV.
    expect(bare.root.atmIv).toBeCloseTo(near.root.atmIv, 6);
  });
});

describe("watched chains", () => {
  it("are published while a relay asks for them and for 10 s after, a snapshot first", () => {
    const { bus, market, timers, collect } = startedBench();
    const messages = collect(chainSubject(NIFTY, NEAR));
    market.move("NIFTY", 24_360);
    timers.pass(500);
    expect(messages).toEqual([]);
    watch(bus, [NIFTY, NEAR]);
    market.move("NIFTY", 24_370);
    timers.pass(100);
    expect(messages.map((message) => inspectChain(message)?.isSnapshot)).toEqual([true]);
    market.move("NIFTY", 24_380);
    timers.pass(9_000);
    const soFar = messages.length;
    expect(soFar).toBeGreaterThan(1);
    expect(messages.slice(1).some((message) => inspectChain(message)?.isSnapshot)).toBe(false);
    timers.pass(2_000);
    const lapsed = messages.length;
    market.move("NIFTY", 24_390);
    timers.pass(3_000);
    expect(messages.length).toBe(lapsed);
  });

  it("are published at most 10 times a second however fast prices move", () => {
    const { bus, market, timers, collect } = startedBench();
    watch(bus, [NIFTY, NEAR]);
    timers.pass(200);
    const messages = collect(chainSubject(NIFTY, NEAR));
    for (let i = 0; i < 20; i++) {
      market.move("NIFTY", 24_350 + i);
      timers.pass(50);
    }
    expect(messages.length).toBe(10);
  });

  it("change only when something of theirs does", () => {
    const { bus, market, timers, collect } = startedBench();
    watch(bus, [NIFTY, NEAR], [RELIANCE, NEAR]);
    timers.pass(200);
    const own = collect(chainSubject(RELIANCE, NEAR));
    market.move("NIFTY", 24_400);
    timers.pass(500);
    expect(own).toEqual([]);
    market.move("RELIANCE", 1_405);
    timers.pass(100);
    expect(own.length).toBe(1);
  });

  it("keep telling the time when nothing trades", () => {
    const { bus, timers, collect } = startedBench();
    watch(bus, [NIFTY, NEAR]);
    timers.pass(100);
    const messages = collect(chainSubject(NIFTY, NEAR));
    timers.pass(3_000);
    expect(messages.length).toBe(3);
  });

  it("leave a gap in the sequence for a client that stopped listening", async () => {
    const { bus, market, timers, collect } = startedBench();
    watch(bus, [NIFTY, NEAR]);
    timers.pass(100);
    const messages = collect(chainSubject(NIFTY, NEAR));
    timers.pass(12_000);
    const last = inspectChain(messages.at(-1)!)!.sequence;
    market.move("NIFTY", 24_420);
    timers.pass(12_000);
    watch(bus, [NIFTY, NEAR]);
    market.move("NIFTY", 24_430);
    timers.pass(200);
    expect(inspectChain(messages.at(-1)!)!.sequence).toBeGreaterThan(last + 1);
  });

  it("start a new epoch with a snapshot when the universe changes", () => {
    const { feed, bus, market, timers, collect } = startedBench();
    watch(bus, [NIFTY, FAR], [NIFTY, NEAR]);
    timers.pass(100);
    const messages = collect(chainSubject(NIFTY, FAR));
    const gone = collect(chainSubject(NIFTY, NEAR));
    market.roll();
    timers.pass(50);
    expect(decode(messages[0]!)).toMatchObject({ epoch: feed.epoch, sequence: 1, isSnapshot: true });
    expect(gone).toEqual([]);
  });

  it("reproduce the snapshot of the same sequence from a snapshot and its deltas", async () => {
    const call = nifty.chains[0]!.callIndex;
    const move = fc.record({
      spot: fc.option(fc.integer({ min: 24_000, max: 24_700 })),
      row: fc.integer({ min: 0, max: call.length - 1 }),
      price: fc.integer({ min: 1, max: 9_000 }),
      wait: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
        const { bus, market, timers, collect, feed } = startedBench();
        watch(bus, [NIFTY, NEAR]);
        const messages = collect(chainSubject(NIFTY, NEAR));
        const base = await snapshot(bus);
        const held = base.rowBytes;
        let { sequence } = base;
        let last: ChainRoot | null = null;
        for (const { spot, row, price, wait } of moves) {
          if (spot !== null) market.move("NIFTY", spot);
          market.quote(universe.instruments[call[row]!]!.token, { lastPrice: price / 20, volume: price });
          timers.pass(50 * wait);
          watch(bus, [NIFTY, NEAR]);
        }
        const wholeRows = wholeRowsReader();
        for (const message of messages.map((each) => decode(wholeRows(each)))) {
          if (message.sequence <= sequence) continue;
          expect(message.sequence).toBe(sequence + 1);
          sequence = message.sequence;
          last = message.root;
          message.rows.forEach((row, i) => {
            held[row.index] = message.rowBytes[i]!;
          });
        }
        const end = await snapshot(bus);
        expect(end.sequence).toBe(sequence);
        expect(end.rowBytes).toEqual(held);
        if (last !== null)
          expect(end.root).toEqual({ ...last, flags: end.root.flags, rowCount: held.length });
        await feed.stop();
      }),
      { numRuns: 25 },
    );
  });

  it("carry in a delta only the cells that changed", async () => {
    // Expired chains have no IV to move with time, so a lone trade changes a lone row.
    const { bus, market, timers, collect } = startedBench({ start: at("2026-08-25T15:40:00") });
    watch(bus, [NIFTY, NEAR]);
    timers.pass(1_100);
    const messages = collect(chainSubject(NIFTY, NEAR));
    const wholeRows = wholeRowsReader();
    wholeRows(await bus.request(chainSnapshotRequest(), bytes({ underlying: NIFTY, expiry: NEAR })));
    const row = nifty.chains[0]!.putIndex[4]!;
    market.quote(universe.instruments[row]!.token, { volume: 123_450 });
    timers.pass(100);
    const message = messages.at(-1)!;
    const cells = decodeChainDelta(message);
    if ("error" in cells) throw new Error(`not a delta: ${cells.error}`);
    expect(cells.rows.map(({ index, words }) => [index, words])).toEqual([[4, [123_450]]]);
    const delta = decode(wholeRows(message));
    expect(delta.isSnapshot).toBe(false);
    expect(delta.rows.map((one) => [one.index, one.put.volume])).toEqual([[4, 123_450]]);
    expect(CHAIN_STATES[delta.root.state]).toBe("expired");
  });
});

describe("other chains", () => {
  it("are refreshed every few seconds without being published", async () => {
    const { bus, market, timers, collect } = startedBench();
    const published = collect("market.chain.>");
    const before = await snapshot(bus, NIFTY, FAR);
    market.move("NIFTY", 24_500);
    timers.pass(4_000);
    timers.pass(2_000);
    // Asked for whole: the answer is no older than the background's turn.
    const packed = await bus.request(liveChainsRequest(), bytes({ underlying: NIFTY }));
    const after = decode(unpackSnapshots(packed)[1]!);
    expect(after.root.spot).toBe(24_500);
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(published).toEqual([]);
  });
});

describe("first subscribers", () => {
  it("get a chain solved at once, and when too many ask, the last state until the next turn", async () => {
    // Every look at the clock finds that 6 ms have gone by: two answers are the budget.
    let cpu = 0;
    const stepped = { ...createSteppedTimers(), cpu: () => (cpu += 6) };
    const { bus, market, collect } = startedBench({ timers: stepped });
    stepped.pass(200);
    const before = await snapshot(bus, RELIANCE);
    market.move("NIFTY", 24_500);
    market.move("RELIANCE", 1_500);
    stepped.pass(200);
    expect((await snapshot(bus, NIFTY, NEAR)).root.spot).toBe(24_500);
    expect((await snapshot(bus, NIFTY, FAR)).root.spot).toBe(24_500);
    expect((await snapshot(bus, RELIANCE)).root.spot).toBe(before.root.spot);
    const published = collect(chainSubject(RELIANCE, NEAR));
    watch(bus, [RELIANCE, NEAR]);
    stepped.pass(50);
    expect(published.map((message) => decode(message).root.spot)).toEqual([1_500]);
  });

  it("all get their turn while watched chains take more than a turn may", async () => {
    let cpu = 0;
    const stepped = { ...createSteppedTimers(), cpu: () => (cpu += 20) };
    const { bus, market, collect } = startedBench({ timers: stepped });
    const published = [collect(chainSubject(NIFTY, NEAR)), collect(chainSubject(NIFTY, FAR))];
    watch(bus, [NIFTY, NEAR], [NIFTY, FAR]);
    market.move("NIFTY", 24_500);
    stepped.pass(300);
    for (const messages of published) expect(decode(messages.at(-1)!).root.spot).toBe(24_500);
  });
});

describe("states of a chain", () => {
  const exchange = { clock: { kind: "exchange" } as const };
  async function stateAt(time: string, clock: object = exchange): Promise<string> {
    const { bus, feed } = startedBench({ ...clock, start: at(time) });
    const { root } = await snapshot(bus);
    await feed.stop();
    return CHAIN_STATES[root.state]!;
  }

  it("follow the exchange's day", async () => {
    expect(await stateAt("2026-08-19T08:30:00")).toBe("before_open");
    expect(await stateAt("2026-08-19T09:05:00")).toBe("before_open");
    expect(await stateAt("2026-08-19T09:15:00")).toBe("live");
    expect(await stateAt("2026-08-19T15:14:59")).toBe("live");
    expect(await stateAt("2026-08-19T15:15:00")).toBe("spot_auction");
    expect(await stateAt("2026-08-19T15:34:59")).toBe("spot_auction");
    expect(await stateAt("2026-08-19T15:35:00")).toBe("spot_closed");
    expect(await stateAt("2026-08-19T15:39:59")).toBe("spot_closed");
    expect(await stateAt("2026-08-19T15:40:00")).toBe("closed");
    expect(await stateAt("2026-08-22T11:00:00")).toBe("closed");
    expect(await stateAt("2026-08-25T15:34:59")).toBe("spot_auction");
    expect(await stateAt("2026-08-25T15:35:00")).toBe("settled");
    expect(await stateAt("2026-08-25T15:39:59")).toBe("settled");
    expect(await stateAt("2026-08-25T15:40:00")).toBe("expired");
  });

  it("are live around the clock with the clock that always trades", async () => {
    expect(await stateAt("2026-08-22T03:00:00", {})).toBe("live");
  });

  it("say when the underlying has no price", async () => {
    const { bus, market, timers } = startedBench();
    market.quote(NIFTY, { lastPrice: 0 });
    timers.pass(100);
    const { root } = await snapshot(bus);
    expect(CHAIN_STATES[root.state]).toBe("no_underlying");
    expect(root.spot).toBeNaN();
    expect(root.atmStrike).toBeNaN();
  });

  it("imply spot from the forward less its last basis while the cash market stands still", async () => {
    const { bus, market, timers } = startedBench({ ...exchange, start: at("2026-08-19T15:14:00") });
    const live = await snapshot(bus);
    const basis = live.root.forward - live.root.spot;
    expect(basis).toBeGreaterThan(5);
    expect(live.root.lastSpot).toBeNaN();
    timers.pass(70_000);
    // The index stays where it was; only the future goes on.
    const future = universe.instruments[nifty.chains[0]!.futureIndex]!.token;
    market.quote(future, { lastPrice: 24_420, bid: 24_419.9, ask: 24_420.1 });
    timers.pass(300);
    const auction = await snapshot(bus);
    expect(CHAIN_STATES[auction.root.state]).toBe("spot_auction");
    expect(auction.root.forward).toBeCloseTo(24_420, 6);
    expect(auction.root.spot).toBeCloseTo(24_420 - basis, 6);
    expect(auction.root.lastSpot).toBe(live.root.spot);
    // The far expiry sees the same spot, though its own options have not moved.
    const far = await snapshot(bus, NIFTY, FAR);
    expect(far.root.spot).toBeCloseTo(auction.root.spot, 6);
  });

  it("first seen in the auction, imply spot from the slope of the forwards and not from where it stopped", async () => {
    const bench = createFeedBench({ ...exchange, start: at("2026-08-19T15:20:00") });
    // The index stopped at 24,300; futures and options have gone on to where 24,350 would be.
    bench.market.quote(NIFTY, { lastPrice: 24_300 });
    bench.feed.start();
    bench.timers.pass(1_200);
    const near = await snapshot(bench.bus);
    const far = await snapshot(bench.bus, NIFTY, FAR);
    expect(near.root.forward).toBeGreaterThan(24_360);
    expect(Math.abs(near.root.spot - 24_350)).toBeLessThan(2);
    expect(far.root.spot).toBeCloseTo(near.root.spot, 6);
  });

  it("measure the age of trades against the close once it has passed", async () => {
    const start = at("2026-08-19T15:35:00");
    const { bus, timers } = startedBench({ start, clock: { kind: "start", at: start, speed: 1_000 } });
    const stale = async (): Promise<number> =>
      (await snapshot(bus)).rows.filter((row) => (row.call.flags & FLAG_STALE_LTP) !== 0).length;
    timers.pass(4 * 3_600);
    expect(istMinuteOfDay((await snapshot(bus)).root.marketTime)).toBeGreaterThan(19 * 60);
    // Last traded five minutes before the close: as fresh at night as it was then.
    expect(await stale()).toBe(0);
    // Yesterday's trades are no silence of today's until the session has lasted fifteen minutes.
    const morning = at("2026-08-20T09:16:00");
    const opened = startedBench({ start: morning, clock: { kind: "start", at: morning, speed: 100 } });
    const staleAt = async (): Promise<[minute: number, stale: number]> => {
      const { root, rows } = await snapshot(opened.bus);
      const flagged = rows.filter((row) => (row.call.flags & FLAG_STALE_LTP) !== 0);
      return [istMinuteOfDay(root.marketTime), flagged.length];
    };
    for (const row of nifty.chains[0]!.callIndex) {
      opened.market.quote(universe.instruments[row]!.token, { lastTradeTime: morning - 18 * 3_600_000 });
    }
    opened.timers.pass(2_000);
    expect(await staleAt()).toEqual([559, 0]);
    opened.timers.pass(8_000);
    expect(await staleAt()).toEqual([572, nifty.chains[0]!.strikes.length]);
    // With the clock that never closes, four hours without a trade are four hours.
    const always = startedBench({ start });
    always.timers.pass(3_600_000 / 4 + 1_000);
    const { rows } = await snapshot(always.bus);
    expect(rows.every((row) => (row.call.flags & FLAG_STALE_LTP) !== 0)).toBe(true);
  });
});
