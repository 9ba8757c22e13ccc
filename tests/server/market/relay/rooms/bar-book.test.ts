import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFullQuote, encodeIndexQuote } from "#protocol/wire/codec.ts";
import { BarBook, barStart, isBarLength } from "#server/market/relay/rooms/bar-book.ts";
import { fullQuote, MARKET_TIME, type QuoteExtras } from "../../../../support/market/scripted-feed.ts";

const TOKEN = (40_000 << 8) | 2;
const MINUTE = 60_000;

function bench(start: number = MARKET_TIME) {
  const clock = { now: start };
  const book = new BarBook((serverTime) => serverTime);
  const put = (slot: number, packet: Uint8Array) => {
    book.beginBatch(clock.now);
    book.take(slot, new DataView(packet.buffer, packet.byteOffset), 0, packet.length);
  };
  return {
    clock,
    book,
    trade: (price: number, extras: QuoteExtras = {}, slot = 0) =>
      put(slot, encodeFullQuote(fullQuote(TOKEN, price, extras))),
    index: (price: number, exchangeTime = start / 1000) =>
      put(
        0,
        encodeIndexQuote({
          token: TOKEN,
          lastPrice: price,
          high: 1,
          low: 1,
          open: 1,
          close: 1,
          change: 0,
          exchangeTime,
        }),
      ),
    bar: (seconds = 60, slot = 0) => book.row(slot, TOKEN, seconds),
  };
}

describe("lengths of bars", () => {
  it("are whole minutes up to an hour that divide a day", () => {
    const allowed = Array.from({ length: 7_300 }, (_, i) => i).filter(isBarLength);
    expect(allowed.map((seconds) => seconds / 60)).toEqual([
      1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30, 32, 36, 40, 45, 48, 60,
    ]);
  });

  it("start at 09:15 IST of every day, whatever their length", () => {
    for (let seconds = 60; seconds <= 3_600; seconds += 60) {
      if (!isBarLength(seconds)) continue;
      const open = Date.parse("2026-11-23T09:15:00+05:30");
      expect(barStart(open, seconds)).toBe(open);
      expect(barStart(open - 1, seconds)).toBe(open - seconds * 1_000);
      expect(barStart(open + 86_400_000 + seconds * 1_000 - 1, seconds)).toBe(open + 86_400_000);
    }
    expect(barStart(Date.parse("2026-11-23T10:20:00+05:30"), 3_600)).toBe(
      Date.parse("2026-11-23T10:15:00+05:30"),
    );
  });
});

describe("the running minute", () => {
  it("begins with what was known: a bar of the packet's last trade, without volume", () => {
    const { trade, bar } = bench();
    trade(10_000, { lastTradeTime: (MARKET_TIME - 5 * MINUTE) / 1000 + 7, oi: 90 });
    expect(bar()).toEqual({
      token: TOKEN,
      intervalSeconds: 60,
      barTime: MARKET_TIME - 5 * MINUTE,
      open: 10_000,
      high: 10_000,
      low: 10_000,
      close: 10_000,
      volume: 0,
      oi: 90,
    });
  });

  it("holds open, high, low, close, volume and OI of the minute", () => {
    const { trade, bar } = bench();
    trade(100, { volume: 1_000 });
    trade(130, { volume: 1_010 });
    trade(90, { volume: 1_015 });
    trade(110, { volume: 1_040, oi: 7 });
    expect(bar()).toMatchObject({ open: 100, high: 130, low: 90, close: 110, volume: 40, oi: 7 });
  });

  it("rolls at the first trade beyond its end, counting volume from there", () => {
    const { trade, bar, clock } = bench();
    trade(100, { volume: 1_000 });
    clock.now += MINUTE - 1;
    trade(120, { volume: 1_100 });
    clock.now += 1;
    trade(80, { volume: 1_130 });
    expect(bar()).toMatchObject({
      barTime: MARKET_TIME + MINUTE,
      open: 80,
      high: 80,
      low: 80,
      close: 80,
      volume: 30,
    });
  });

  it("is not opened by a change of the book, which only brings open interest up to date", () => {
    const { trade, bar, clock, book } = bench();
    trade(100, { volume: 1_000, oi: 5 });
    clock.now += 3 * MINUTE;
    book.endRound();
    trade(100, { volume: 1_000, oi: 5 });
    expect(book.changedSince(0, book.round)).toBe(false);
    trade(100, { volume: 1_000, oi: 6 });
    expect(bar()).toMatchObject({ barTime: MARKET_TIME, oi: 6 });
    expect(book.changedSince(0, book.round)).toBe(true);
  });

  it("does not exist for an instrument that never traded", () => {
    const { trade, bar, clock } = bench();
    trade(0, { lastTradeTime: 0, volume: 0 });
    expect(bar()).toBeNull();
    trade(50, { lastTradeTime: 0, volume: 0 });
    expect(bar()).toBeNull();
    clock.now += MINUTE;
    trade(51, { volume: 10 });
    expect(bar()).toMatchObject({ barTime: MARKET_TIME + MINUTE, open: 51, volume: 10 });
  });

  it("counts every packet of an index", () => {
    const { index, bar, clock } = bench();
    index(24_000);
    clock.now += MINUTE;
    index(24_000);
    expect(bar()).toMatchObject({ barTime: MARKET_TIME + MINUTE, open: 24_000, volume: 0, oi: 0 });
  });

  it("goes by the packet's own time until the clock is heard, and never back", () => {
    const { index, bar, clock } = bench();
    clock.now = Number.NaN;
    index(10, MARKET_TIME / 1000 + 61);
    expect(bar()?.barTime).toBe(MARKET_TIME + MINUTE);
    clock.now = MARKET_TIME;
    index(11);
    expect(bar()).toMatchObject({ barTime: MARKET_TIME + MINUTE, open: 10, close: 11 });
  });

  it("is forgotten with its epoch", () => {
    const { trade, bar, book } = bench();
    book.hold(0, 300);
    trade(100);
    book.clear();
    expect([bar(), bar(300)]).toEqual([null, null]);
    expect(book.changedSince(0, 0)).toBe(false);
  });

  it("is kept apart for every slot, of which there may be any number", () => {
    const { trade, bar } = bench();
    for (const slot of [0, 1_023, 1_024, 70_000]) trade(100 + slot, {}, slot);
    expect([0, 1_023, 1_024, 70_000].map((slot) => bar(60, slot)?.close)).toEqual([
      100, 1_123, 1_124, 70_100,
    ]);
    expect(bar(60, 500)).toBeNull();
  });
});

describe("a bar that ended", () => {
  it("is as its last trade left it, in the rounds that have not been told of that", () => {
    for (const seconds of [60, 300]) {
      const { trade, clock, book } = bench(Date.parse("2026-11-23T09:19:00+05:30"));
      const ended = (round: number) => book.endedRow(0, TOKEN, seconds, round);
      trade(100, { volume: 1_000, oi: 5, lastTradeTime: clock.now / 1000 });
      book.hold(0, seconds);
      expect(ended(0)).toBeNull();
      clock.now += MINUTE - 1;
      trade(140, { volume: 1_010, oi: 6 });
      const told = book.round;
      book.endRound();
      trade(90, { volume: 1_015, oi: 7 });
      clock.now += 1;
      trade(120, { volume: 1_035, oi: 8 });
      const start = barStart(clock.now - 1, seconds);
      expect(ended(told + 1)).toEqual({
        token: TOKEN,
        intervalSeconds: seconds,
        barTime: start,
        open: 100,
        high: 140,
        low: 90,
        close: 90,
        volume: 15,
        oi: 7,
      });
      book.endRound();
      expect(ended(book.round)).toBeNull();
      book.release(0, seconds);
      expect(ended(0)).toBeNull();
    }
  });

  it("is not kept of an instrument whose bars no client wants, nor beyond its epoch", () => {
    const { trade, clock, book } = bench();
    trade(100, { volume: 1_000 });
    clock.now += MINUTE;
    trade(110, { volume: 1_010 });
    expect(book.endedRow(0, TOKEN, 60, 0)).toBeNull();
    book.hold(0, 60);
    clock.now += MINUTE;
    trade(120, { volume: 1_020 });
    expect(book.endedRow(0, TOKEN, 60, 0)).toMatchObject({ close: 110 });
    book.clear();
    expect(book.endedRow(0, TOKEN, 60, 0)).toBeNull();
  });
});

describe("longer bars", () => {
  it("are kept while a client holds them, from the running minute on", () => {
    const { trade, bar, clock, book } = bench(Date.parse("2026-11-23T09:18:00+05:30"));
    trade(100, { volume: 1_000, lastTradeTime: clock.now / 1000 });
    trade(140, { volume: 1_005 });
    expect(bar(300)).toBeNull();
    book.hold(0, 300);
    book.hold(0, 300);
    clock.now += MINUTE;
    trade(90, { volume: 1_025 });
    const start = Date.parse("2026-11-23T09:15:00+05:30");
    expect(bar(300)).toMatchObject({ barTime: start, open: 100, high: 140, low: 90, close: 90, volume: 25 });
    book.release(0, 300);
    expect(bar(300)).not.toBeNull();
    book.release(0, 300);
    expect([bar(300), book.heldBars]).toEqual([null, 0]);
  });

  it("hold what their minutes hold together", () => {
    const ticks = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 50_000 }),
        price: fc.integer({ min: 1, max: 1_000 }),
        traded: fc.integer({ min: 1, max: 500 }),
      }),
      { minLength: 1, maxLength: 120 },
    );
    fc.assert(
      fc.property(ticks, fc.constantFrom(180, 300, 900), (list, seconds) => {
        const { trade, bar, clock, book } = bench(Date.parse("2026-11-23T09:15:00+05:30"));
        book.hold(0, seconds);
        let volume = 1_000;
        trade(500, { volume, lastTradeTime: clock.now / 1000 });
        const minutes = new Map([[clock.now, bar()]]);
        for (const { wait, price, traded } of list) {
          clock.now += wait;
          volume += traded;
          trade(price, { volume });
          const running = bar();
          minutes.set(running?.barTime ?? -1, running);
          const start = barStart(clock.now, seconds);
          const parts = [...minutes].filter(([time]) => time >= start).map(([, minute]) => minute);
          const of = (field: "high" | "low" | "volume") => parts.map((minute) => minute?.[field] ?? 0);
          expect(bar(seconds)).toMatchObject({
            barTime: start,
            open: parts[0]?.open,
            high: Math.max(...of("high")),
            low: Math.min(...of("low")),
            close: price,
            volume: of("volume").reduce((sum, part) => sum + part, 0),
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
