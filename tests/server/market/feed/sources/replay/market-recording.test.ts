import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { chainSnapshotRequest, quotesSubject } from "#server/market/bus/market-subjects.ts";
import { createMarketTable, type MarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import { createRecorder } from "#server/market/feed/sources/replay/market-recording.ts";
import { createReplaySource, type ReplaySource } from "#server/market/feed/sources/replay/replay.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createFeedBench, createSteppedTimers, type FeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_NOW, fakeUniverse } from "#tests/support/market/fake-market.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recording-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface Session {
  readonly file: string;
  /** copies of the table by market time, as the recorded feed had it */
  readonly states: { readonly time: number; readonly words: Int32Array }[];
}

/** Ten seconds of a market that moves, with a new universe in the middle. */
async function recordSession(options: { roll: boolean }): Promise<Session> {
  const recorder = createRecorder(join(dir, "day.rec"), (error) => {
    throw error;
  });
  let table: MarketTable | null = null;
  const bench: FeedBench = createFeedBench({
    recorder: {
      ...recorder,
      begin(taken, source, at) {
        table = taken;
        recorder.begin(taken, source, at);
      },
    },
  });
  const { feed, market, timers } = bench;
  feed.start();
  const states: Session["states"] = [];
  for (let i = 0; i < 40; i++) {
    market.move("NIFTY", 24_350 + 3 * i);
    if (i % 3 === 0) market.quote(fakeUniverse().instruments[5 + i]!.token, { lastPrice: 50 + i, volume: i });
    if (options.roll && i === 20) market.roll();
    timers.pass(250);
    states.push({ time: timers.wall(), words: table!.words.slice() });
  }
  await feed.stop();
  return { file: recorder.file, states };
}

/** Brings a replay to a market time as the feed does. */
function playTo(source: ReplaySource, table: MarketTable, time: number): MarketTable {
  let live = table;
  while (source.advance(live, time)) {
    live = createMarketTable(source.universe());
    source.fill(live);
  }
  return live;
}

function openTable(source: ReplaySource): MarketTable {
  const table = createMarketTable(source.universe());
  source.fill(table);
  return table;
}

function refusal(open: () => unknown): AppError {
  try {
    open();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
  throw new Error("it was accepted");
}

describe("recording and replay", () => {
  it("give the same tables at every recorded moment, across a change of universe", async () => {
    const { file, states } = await recordSession({ roll: true });
    const source = createReplaySource(file);
    expect(source.startsAt).toBe(FAKE_NOW);
    let table = openTable(source);
    for (const { time, words } of states) {
      table = playTo(source, table, time);
      expect(table.words).toEqual(words);
    }
    expect(source.universe()).toEqual(fakeUniverse(["2026-09-29"]));
    source.dispose();
  });

  it("give the same table whatever the pace of the clock", async () => {
    const { file, states } = await recordSession({ roll: true });
    const { time, words } = states.at(-1)!;
    for (const step of [10_000, 777, 50]) {
      const source = createReplaySource(file);
      let table = openTable(source);
      for (let now = source.startsAt; now < time; now += step) table = playTo(source, table, now);
      expect(playTo(source, table, time).words).toEqual(words);
      expect(source.advance(table, time + 86_400_000)).toBe(false);
      source.dispose();
    }
  });

  it("keep the universe, previous open interest and previous volatilities", async () => {
    const { file } = await recordSession({ roll: false });
    const source = createReplaySource(file);
    expect(source.universe()).toEqual(fakeUniverse());
    expect(source.simulated).toBe(true);
    expect(source.sessions).toBe(false);
    const table = openTable(source);
    const oi = table.universe.underlyings[0]!.chains[0]!.callIndex[3]!;
    expect(table.previousOi[oi]).toBe(Math.round(0.9 * table.words[oi * ROW_WORDS + 12]!));
    expect(source.previousVolatility(0, 0)?.atmIv).toBe(0.125);
    expect(source.previousVolatility(0, 0)?.iv[0]).toBe(0.1275);
    expect(source.previousVolatility(1, 0)).toBeNull();
    source.dispose();
  });

  it("marks what changed, and only that", async () => {
    const { file, states } = await recordSession({ roll: false });
    const source = createReplaySource(file);
    const table = openTable(source);
    expect(table.dirtyCount).toBe(table.universe.instruments.length);
    source.advance(table, states[0]!.time);
    table.dirty.fill(0);
    table.dirtyCount = 0;
    const before = table.words.slice();
    source.advance(table, states[1]!.time);
    const changed = new Set<number>();
    table.words.forEach((word, i) => {
      if (word !== before[i]) changed.add(Math.floor(i / ROW_WORDS));
    });
    const marked = new Set(table.dirtyRows.subarray(0, table.dirtyCount));
    expect([...changed].every((row) => marked.has(row))).toBe(true);
    expect(marked.size).toBeLessThan(table.universe.instruments.length);
    source.dispose();
  });

  it("replays through the feed: from the first recorded moment, with the same chain", async () => {
    const { file } = await recordSession({ roll: false });
    const bus = createLocalBus();
    const timers = createSteppedTimers(Date.parse("2027-01-01T00:00:00Z"));
    const feed = openFeed(
      {
        source: "replay",
        marketFile: file,
        seed: 1,
        clock: null,
        universe: null,
        dataDir: dir,
        record: null,
      },
      bus,
      { timers, kernel: referenceKernel },
    );
    let messages = 0;
    bus.subscribe(quotesSubject(), () => messages++);
    feed.start();
    expect(feed.status()).toMatchObject({ source: "replay", marketTime: FAKE_NOW, sessions: false });
    timers.pass(5_000);
    expect(feed.status().marketTime).toBe(FAKE_NOW + 5_000);
    expect(messages).toBeGreaterThan(10);
    const { underlying } = fakeUniverse().underlyings[0]!;
    const request = new TextEncoder().encode(
      JSON.stringify({ underlying: underlying.token, expiry: 20260825 }),
    );
    expect((await bus.request(chainSnapshotRequest(), request)).length).toBeGreaterThan(2_000);
    await feed.stop();
  });

  it("is one ordinary gzip stream", async () => {
    const { file } = await recordSession({ roll: false });
    const text = new TextDecoder("latin1").decode(gunzipSync(readFileSync(file)));
    expect(text.startsWith("strikewise recording 1\n")).toBe(true);
    expect(text).toContain("strikewise end\n");
  });

  it("never writes over an earlier recording", async () => {
    const first = createRecorder(join(dir, "sub", "day.rec"), () => {});
    const second = createRecorder(join(dir, "sub", "day.rec"), () => {});
    expect([first.file, second.file]).toEqual([join(dir, "sub", "day.rec"), join(dir, "sub", "day-2.rec")]);
    await Promise.all([first.close(), second.close()]);
    expect(existsSync(second.file)).toBe(true);
  });

  it("names the variable when the file cannot be made", () => {
    writeFileSync(join(dir, "plain"), "");
    const error = refusal(() => createRecorder(join(dir, "plain", "day.rec"), () => {}));
    expect(error.code).toBe("config.invalid");
    expect(error.message).toContain("MARKET_RECORD");
  });
});

describe("files that are no whole recording", () => {
  it("are refused with one clear error wherever they are cut", async () => {
    const { file } = await recordSession({ roll: false });
    const whole = readFileSync(file);
    for (let i = 0; i < 60; i++) {
      const cut = join(dir, "cut.rec");
      writeFileSync(cut, whole.subarray(0, Math.floor((whole.length * i) / 60)));
      const error = refusal(() => createReplaySource(cut));
      expect(error.code).toBe("market.recording_invalid");
      expect(error.message).toContain(cut);
    }
  });

  it("are refused when they are something else", () => {
    const foreign: [string, Uint8Array][] = [
      ["empty", new Uint8Array(0)],
      ["text", Buffer.from("instrument_token,exchange_token\n")],
      ["gzip", gzipSync("a gzip file of something else, long enough to hold an end mark ".repeat(20))],
    ];
    for (const [name, content] of foreign) {
      const file = join(dir, name);
      writeFileSync(file, content);
      expect(refusal(() => createReplaySource(file)).code).toBe("market.recording_invalid");
    }
    expect(refusal(() => createReplaySource(dir)).code).toBe("market.recording_invalid");
  });

  it("are missed by name when they do not exist", () => {
    const error = refusal(() => createReplaySource(join(dir, "none.rec")));
    expect([error.code, error.message.includes("none.rec")]).toEqual(["market.file_missing", true]);
  });

  it("never play wrong values silently: damage in the middle ends the replay with the same error", async () => {
    const { file, states } = await recordSession({ roll: false });
    const whole = readFileSync(file);
    const { time } = states.at(-1)!;
    let refused = 0;
    for (let i = 1; i < 30; i++) {
      const damaged = Uint8Array.from(whole);
      const place = Math.floor((whole.length * i) / 31);
      // One flipped bit often leaves a stream that still unzips.
      damaged[place]! ^= 1 << (i % 8);
      const copy = join(dir, "damaged.rec");
      writeFileSync(copy, damaged);
      try {
        const source = createReplaySource(copy);
        playTo(source, openTable(source), time);
        source.dispose();
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).code).toBe("market.recording_invalid");
        refused++;
      }
    }
    expect(refused).toBe(29);
  });
});
