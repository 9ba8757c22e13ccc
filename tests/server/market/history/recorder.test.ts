import { afterEach, describe, expect, it } from "vitest";
import type { ChartRow } from "#protocol/generated/records.ts";
import { encodeFullQuote, encodeIndexQuote, encodeQuotes } from "#protocol/wire/codec.ts";
import type { Bar } from "#server/market/bus/market-past.ts";
import { quotesSubject } from "#server/market/bus/market-subjects.ts";
import { unpackBars } from "#server/market/bus/packed-bars.ts";
import { unpackLinear } from "#server/market/history/linear-block.ts";
import { openBlock } from "#server/market/history/option-minutes/codec.ts";
import { createRecorder, type MarketDay } from "#server/market/history/recorder.ts";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import { QuoteStore } from "#server/market/relay/quote-store.ts";
import { BarBook } from "#server/market/relay/rooms/bar-book.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { callToken, FUTURE, fullQuote, NIFTY, putToken } from "../../../support/market/scripted-feed.ts";

const OPEN = Date.parse("2026-11-23T09:15:00+05:30");
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const CALL = callToken(0, 3);
const PUT = putToken(0, 3);

const DAY: MarketDay = {
  market: "sim 1 always",
  isInvented: true,
  heardAs: "simulated",
  date: "2026-11-23",
  followed: [
    {
      underlying: NIFTY,
      exchange: "NFO",
      linear: [NIFTY, FUTURE],
      chains: [{ expiry: 20261124, tokens: [CALL, PUT] }],
    },
  ],
};

/** By minute that was heard, by token: close, open interest and the day's volume, null unheard of. */
function optionMinutes(body: Uint8Array) {
  const block = openBlock(body);
  const minutes = new Map<number, Record<number, number[] | null>>();
  for (let minute = block.next(); minute >= 0; minute = block.next()) {
    const { close, oi, volume, known } = block.state;
    const figures = Array.from(block.tokens, (token, i) => [
      token,
      known[i] === 0 ? null : [close[i]!, oi[i]!, volume[i]!],
    ]);
    minutes.set(minute, Object.fromEntries(figures));
  }
  return minutes;
}

const barsOf = (body: Uint8Array, token: number): readonly Bar[] =>
  unpackLinear(body).series.find((each) => each.token === token)?.bars ?? [];

/** What a minute ends with is taken down in later turns. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function openRecorder() {
  const bus = createLocalBus();
  let now = OPEN;
  /** by quarter of an hour */
  const written: HistoryBlock[][] = [];
  const ended: number[] = [];
  const recorder = createRecorder({
    bus,
    watch: { settledTime: () => now, timeOf: (stamp) => stamp, keepsSessions: () => true },
    writer: {
      blocks(_market, blocks) {
        for (const block of blocks) {
          if (written.at(-1)?.[0]?.start === block.start) written.at(-1)!.push(block);
          else written.push([block]);
        }
      },
    },
  });
  recorder.onQuarter((start) => void ended.push(start));
  recorder.begin(DAY);
  stops.push(() => recorder.stop());
  const book = new BarBook((stamp) => stamp);
  const store = new QuoteStore(book);
  /** by its beginning, each running bar of a minute as it was last */
  const bars = new Map<string, ChartRow>();
  const say = (at: number, packet: Uint8Array, heardAt = at) => {
    now = heardAt;
    const message = encodeQuotes([packet], 7, 1, at);
    store.take(message);
    for (const token of [NIFTY, FUTURE]) {
      const bar = book.row(store.placeOf(token), token, 60);
      if (bar !== null) bars.set(`${token} ${bar.barTime}`, bar);
    }
    bus.publish(quotesSubject(), message);
  };
  return {
    recorder,
    written,
    ended,
    running: (token: number, start: number) => bars.get(`${token} ${start}`),
    quote: (
      at: number,
      token: number,
      lastPrice: number,
      volume: number,
      oi: number,
      ...[heardAt]: readonly number[]
    ) => say(at, encodeFullQuote(fullQuote(token, lastPrice, { volume, oi })), heardAt),
    index: (at: number, lastPrice: number, open = lastPrice) =>
      say(
        at,
        encodeIndexQuote({
          token: NIFTY,
          lastPrice,
          high: lastPrice,
          low: lastPrice,
          open,
          close: 1,
          change: 0,
          exchangeTime: 1,
        }),
      ),
    wait: (at: number) => {
      now = at;
    },
  };
}

describe("the recorder", () => {
  it("keeps what every instrument showed when a quarter of an hour ended", () => {
    const { recorder, quote, wait } = openRecorder();
    quote(OPEN, CALL, 10_000, 650, 1_300);
    quote(OPEN + 14 * MINUTE, CALL, 10_100, 1_300, 1_950);
    quote(OPEN + QUARTER - 1, PUT, 5_000, 65, 65);
    expect(recorder.points(CALL, OPEN, OPEN + QUARTER)).toEqual([]);
    // The first thing of the next quarter is not in the one before.
    quote(OPEN + QUARTER, CALL, 20_000, 9_999, 9_999);
    expect(recorder.points(CALL, OPEN, OPEN + QUARTER)).toEqual([{ start: OPEN, close: 10_100, oi: 1_950 }]);
    expect(recorder.points(PUT, OPEN, OPEN + QUARTER)).toEqual([{ start: OPEN, close: 5_000, oi: 65 }]);
    wait(OPEN + 2 * QUARTER);
    expect(recorder.points(CALL, OPEN, OPEN + 2 * QUARTER).map(({ close }) => close)).toEqual([
      10_100, 20_000,
    ]);
    expect(recorder.points(CALL, OPEN, OPEN + 2 * QUARTER - 1)).toHaveLength(1);
    expect(recorder.points(123, OPEN, OPEN + QUARTER)).toEqual([]);
  });

  it("puts a price into the minute that the feed stamped, as running bars do, however late it is heard", () => {
    const { recorder, quote, running, wait } = openRecorder();
    const minutes = () => recorder.blocks(NIFTY, 0).flatMap(({ body }) => barsOf(body, FUTURE));
    quote(OPEN, FUTURE, 2_410_000, 100, 10);
    quote(OPEN + MINUTE - 1, FUTURE, 2_409_000, 165, 20, OPEN + MINUTE + 400);
    quote(OPEN + MINUTE + 1, FUTURE, 2_411_000, 230, 30, OPEN + MINUTE + 400);
    expect(minutes()).toMatchObject([{ start: OPEN, open: 2_410_000, low: 2_409_000, close: 2_409_000 }]);
    const first = running(FUTURE, OPEN);
    expect(first).toMatchObject({ open: 2_410_000, low: 2_409_000, close: 2_409_000 });
    expect(running(FUTURE, OPEN + MINUTE)).toMatchObject({ open: 2_411_000, low: 2_411_000, volume: 65 });
    // A minute that a reader has been shown the end of stays as it was.
    wait(OPEN + 2 * MINUTE);
    expect(minutes()).toHaveLength(2);
    quote(OPEN + 2 * MINUTE - 1, FUTURE, 2_420_000, 300, 30, OPEN + 2 * MINUTE + 400);
    wait(OPEN + 3 * MINUTE);
    expect(minutes()).toMatchObject([{}, { high: 2_411_000, close: 2_411_000 }, { open: 2_420_000 }]);
  });

  it("knows open interest of what has not traded today, and no price of it", () => {
    const { recorder, quote, wait } = openRecorder();
    quote(OPEN, CALL, 10_000, 0, 1_300);
    wait(OPEN + QUARTER);
    expect(recorder.points(CALL, OPEN, OPEN + QUARTER)).toEqual([{ start: OPEN, close: 0, oi: 1_300 }]);
  });

  it("gives storage the options of the chains kept, and minutes of spot and future", async () => {
    const { written, ended, quote, index, wait, recorder } = openRecorder();
    index(OPEN + 1, 2_400_000);
    index(OPEN + 20_000, 2_400_500);
    index(OPEN + 40_000, 2_399_500);
    index(OPEN + MINUTE, 2_401_000);
    quote(OPEN + 2 * MINUTE, FUTURE, 2_410_000, 100, 10);
    quote(OPEN + 2 * MINUTE + 1, FUTURE, 2_411_000, 165, 20);
    quote(OPEN + 3 * MINUTE, CALL, 10_000, 650, 1_300);
    quote(OPEN + 3 * MINUTE, callToken(1, 3), 10_000, 650, 1_300);
    wait(OPEN + QUARTER + 1);
    recorder.points(CALL, 0, 0);
    await settled();
    expect(ended).toEqual([OPEN]);
    expect(written).toHaveLength(1);
    const [minutes, options, ...more] = written[0]!;
    expect(more).toEqual([]);
    expect(minutes).toMatchObject({ kind: "minutes", underlying: NIFTY, expiry: 0, start: OPEN });
    expect(unpackBars(minutes!.body)).toEqual([
      {
        token: NIFTY,
        bars: [
          {
            start: OPEN,
            open: 2_400_000,
            high: 2_400_500,
            low: 2_399_500,
            close: 2_399_500,
            volume: 0,
            oi: 0,
          },
          {
            start: OPEN + MINUTE,
            open: 2_401_000,
            high: 2_401_000,
            low: 2_401_000,
            close: 2_401_000,
            volume: 0,
            oi: 0,
          },
        ],
        origin: null,
      },
      {
        token: FUTURE,
        bars: [
          {
            start: OPEN + 2 * MINUTE,
            open: 2_410_000,
            high: 2_411_000,
            low: 2_410_000,
            close: 2_411_000,
            volume: 65,
            oi: 20,
          },
        ],
        origin: null,
      },
    ]);
    expect(options).toMatchObject({
      kind: "option_minutes",
      underlying: NIFTY,
      expiry: 20261124,
      start: OPEN,
    });
    expect([...optionMinutes(options!.body)]).toEqual([
      [0, { [CALL]: null, [PUT]: null }],
      [1, { [CALL]: null, [PUT]: null }],
      [2, { [CALL]: null, [PUT]: null }],
      [3, { [CALL]: [10_000, 1_300, 650], [PUT]: null }],
    ]);
    // Three minutes later nothing more was heard: what is in between was silent.
    expect(unpackLinear(minutes!.body).heard).toBe(0b1111);
  });

  it("hands over the quarter that is on when it ends, once, as far as it has come", () => {
    const { written, ended, index, quote, wait, recorder } = openRecorder();
    index(OPEN + 1, 2_400_000);
    quote(OPEN + 6 * MINUTE, CALL, 10_000, 650, 1_300);
    index(OPEN + 7 * MINUTE + 1, 2_402_000);
    wait(OPEN + 7 * MINUTE + 20_000);
    recorder.stop();
    recorder.stop();
    expect(written).toHaveLength(1);
    const [minutes, options] = written[0]!;
    expect([minutes, options]).toMatchObject([
      { kind: "minutes", start: OPEN, isPart: true },
      { kind: "option_minutes", start: OPEN, expiry: 20261124, isPart: true },
    ]);
    expect(unpackBars(minutes!.body)[0]!.bars.map(({ start, close }) => [start, close])).toEqual([
      [OPEN, 2_400_000],
      [OPEN + 7 * MINUTE, 2_402_000],
    ]);
    expect([...optionMinutes(options!.body)]).toEqual([
      [0, { [CALL]: null, [PUT]: null }],
      [6, { [CALL]: [10_000, 1_300, 650], [PUT]: null }],
      [7, { [CALL]: [10_000, 1_300, 650], [PUT]: null }],
    ]);
    // No quarter has ended: closes are not sampled of half of one.
    expect(ended).toEqual([]);
  });

  it("says of its first quarter alone that another process may have kept the beginning", async () => {
    const { written, quote, wait, recorder } = openRecorder();
    for (const k of [0, 1]) {
      quote(OPEN + k * QUARTER + MINUTE, CALL, 10_000 + k, 650, 1_300);
      wait(OPEN + (k + 1) * QUARTER);
      recorder.points(CALL, 0, 0);
      await settled();
    }
    expect(written.map((blocks) => blocks.map(({ isPart = false }) => isPart))).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it("ends no quarter in which nothing was heard: a closed market makes no history", async () => {
    const { written, ended, quote, wait, recorder } = openRecorder();
    quote(OPEN, CALL, 10_000, 650, 1_300);
    for (let k = 1; k < 8; k++) {
      wait(OPEN + k * QUARTER);
      recorder.points(CALL, 0, 0);
      await settled();
    }
    expect(ended).toEqual([OPEN]);
    expect(written).toHaveLength(1);
  });

  it("is not led astray by a clock that was months ahead until the market's own was heard", () => {
    const { ended, quote, wait, recorder } = openRecorder();
    quote(OPEN + 90 * 24 * 60 * MINUTE, CALL, 10_000, 650, 1_300);
    quote(OPEN + MINUTE, CALL, 10_100, 715, 1_300);
    wait(OPEN + QUARTER);
    expect(recorder.points(CALL, OPEN, OPEN + QUARTER).map(({ close }) => close)).toEqual([10_100]);
    expect(ended).toEqual([OPEN]);
  });

  it("starts over on another market day, with what it heard of it", () => {
    const { recorder, quote, wait } = openRecorder();
    quote(OPEN, CALL, 10_000, 650, 1_300);
    const next = Date.parse("2026-11-24T09:00:00+05:30");
    quote(next + 1_000, CALL, 10_000, 0, 1_300);
    recorder.begin({ ...DAY, date: "2026-11-24" });
    expect(recorder.points(CALL, OPEN, next)).toEqual([]);
    wait(next + QUARTER);
    expect(recorder.points(CALL, next, next + QUARTER)).toEqual([{ start: next, close: 0, oi: 1_300 }]);
  });

  it("goes on where it was when the same day begins again with other contracts", async () => {
    const { recorder, quote, wait } = openRecorder();
    quote(OPEN, CALL, 10_000, 650, 1_300);
    wait(OPEN + QUARTER);
    recorder.points(CALL, 0, 0);
    await settled();
    recorder.begin({ ...DAY, followed: [] });
    expect(recorder.points(CALL, OPEN, OPEN + QUARTER)).toHaveLength(1);
  });
});
