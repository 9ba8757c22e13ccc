import {
  QUOTE_FULL_EXCHANGE_TIME,
  QUOTE_FULL_LAST_PRICE,
  QUOTE_FULL_LAST_TRADE_TIME,
  QUOTE_FULL_OI,
  QUOTE_FULL_VOLUME,
  QUOTE_INDEX_EXCHANGE_TIME,
  QUOTE_INDEX_SIZE,
} from "#protocol/generated/layout.ts";
import type { ChartRow } from "#protocol/generated/records.ts";

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
/** 09:15 IST as time of day in UTC: bars of every length begin there. */
const SESSION_START_MS = 225 * MINUTE_MS;
const LONGEST_SECONDS = 3_600;

/** Whether bars of this length are kept: whole minutes up to an hour, and the same ones every day. */
export function isBarLength(seconds: number): boolean {
  return seconds >= 60 && seconds <= LONGEST_SECONDS && seconds % 60 === 0 && DAY_SECONDS % seconds === 0;
}

/** Start of the bar that holds an instant, epoch ms. */
export function barStart(instant: number, seconds: number): number {
  const length = seconds * 1_000;
  return Math.floor((instant - SESSION_START_MS) / length) * length + SESSION_START_MS;
}

/** A bar of one instrument; `start` 0 is no bar yet. */
interface Bar {
  start: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A bar as it was when it ended. */
interface EndedBar extends Readonly<Bar> {
  readonly oi: number;
  /** round in which it last changed */
  readonly stamp: number;
}

/** A bar that a client wants, and the one before it. */
interface HeldBar extends Bar {
  readonly seconds: number;
  holders: number;
  /** null before one has ended */
  ended: EndedBar | null;
}

/**
 * The running one-minute bar of every instrument, kept from the packets that pass: typed arrays by slot,
 * nothing allocated for a packet. Bars of other lengths, and the end of the bar before, exist for the instruments
 * of which a client wants them, from then on.
 *
 * A bar is made of trades: a packet whose price and volume stand where they stood (a change of the book)
 * opens none. All packets of an index count. A bar begins with its first trade, by the market clock
 * when the feed told it; what was known before the first packet of an instrument came is a bar of that packet's last trade.
 */
export class BarBook {
  readonly #timeOf: (serverTime: number) => number;
  /** minutes since 1970 at which the bar begins, 0 none */
  #minutes = new Int32Array(1024);
  #opens = new Int32Array(1024);
  #highs = new Int32Array(1024);
  #lows = new Int32Array(1024);
  #closes = new Int32Array(1024);
  #volumes = new Uint32Array(1024);
  #oi = new Uint32Array(1024);
  /** day's volume as last heard */
  #totals = new Uint32Array(1024);
  /** 1 when anything of the instrument was heard in this epoch */
  #known = new Uint8Array(1024);
  /** round in which the bar last changed */
  #stamps = new Float64Array(1024);
  readonly #held = new Map<number, HeldBar[]>();
  #isHeld = new Uint8Array(1024);
  #round = 1;
  #now = Number.NaN;

  /** @param timeOf market time of what the feed stamped, epoch ms; NaN while the present feed's clock has not been heard */
  constructor(timeOf: (serverTime: number) => number) {
    this.#timeOf = timeOf;
  }

  /** Changes from now on carry this number. */
  get round(): number {
    return this.#round;
  }

  endRound(): void {
    this.#round++;
  }

  /** Reads the clock, for all packets of a batch. @param serverTime the feed's stamp, epoch ms */
  beginBatch(serverTime: number): void {
    this.#now = this.#timeOf(serverTime);
  }

  /** Forgets every bar; what is held stays held. */
  clear(): void {
    this.#minutes.fill(0);
    this.#known.fill(0);
    this.#stamps.fill(0);
    for (const bars of this.#held.values()) for (const bar of bars) [bar.start, bar.ended] = [0, null];
  }

  /** Takes a packet of 184 or 32 bytes of the instrument in a slot. */
  take(slot: number, view: DataView, at: number, size: number): void {
    if (slot >= this.#minutes.length) this.#grow(slot);
    const price = view.getInt32(at + QUOTE_FULL_LAST_PRICE);
    // Never traded.
    if (price <= 0) return;
    const isIndex = size === QUOTE_INDEX_SIZE;
    const exchangeTime = isIndex ? QUOTE_INDEX_EXCHANGE_TIME : QUOTE_FULL_EXCHANGE_TIME;
    const now = Number.isNaN(this.#now) ? view.getUint32(at + exchangeTime) * 1_000 : this.#now;
    const total = isIndex ? 0 : view.getUint32(at + QUOTE_FULL_VOLUME);
    const oi = isIndex ? 0 : view.getUint32(at + QUOTE_FULL_OI);
    if (this.#known[slot] === 0) {
      const time = view.getUint32(at + (isIndex ? exchangeTime : QUOTE_FULL_LAST_TRADE_TIME)) * 1_000;
      this.#first(slot, price, time > now ? now : time, total, oi);
      return;
    }
    const before = this.#totals[slot] as number;
    this.#totals[slot] = total;
    if (isIndex || total !== before || price !== this.#closes[slot]) {
      this.#trade(slot, price, now, total > before ? total - before : 0);
    }
    if (oi !== this.#oi[slot]) {
      this.#oi[slot] = oi;
      this.#stamps[slot] = this.#round;
    }
  }

  /** Keeps bars of this length, and how the one before ended, until as many `release`; running minutes are always kept. */
  hold(slot: number, seconds: number): void {
    if (slot >= this.#minutes.length) this.#grow(slot);
    const bars = this.#held.get(slot) ?? [];
    let bar = bars.find((each) => each.seconds === seconds);
    if (bar === undefined) {
      bar = { seconds, holders: 0, start: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, ended: null };
      bars.push(bar);
      if ((this.#minutes[slot] as number) > 0) this.#seed(bar, slot);
    }
    bar.holders++;
    this.#held.set(slot, bars);
    this.#isHeld[slot] = 1;
  }

  release(slot: number, seconds: number): void {
    const bars = this.#held.get(slot);
    const bar = bars?.find((each) => each.seconds === seconds);
    if (bars === undefined || bar === undefined || --bar.holders > 0) return;
    bars.splice(bars.indexOf(bar), 1);
    if (bars.length > 0) return;
    this.#held.delete(slot);
    this.#isHeld[slot] = 0;
  }

  /** True when the instrument has a bar and it changed in `round` or later. */
  changedSince(slot: number, round: number): boolean {
    return (this.#minutes[slot] ?? 0) > 0 && (this.#stamps[slot] as number) >= round;
  }

  /** The running bar as packet 101 carries it, null when there is none or bars of the length are not kept. */
  row(slot: number, token: number, seconds: number): ChartRow | null {
    const minute = this.#minutes[slot] ?? 0;
    if (minute <= 0) return null;
    const oi = this.#oi[slot] as number;
    if (seconds !== 60) {
      const bar = this.#heldBar(slot, seconds);
      return bar === undefined || bar.start === 0 ? null : rowOf(bar, token, seconds, oi);
    }
    return {
      token,
      intervalSeconds: 60,
      barTime: minute * MINUTE_MS,
      open: this.#opens[slot] as number,
      high: this.#highs[slot] as number,
      low: this.#lows[slot] as number,
      close: this.#closes[slot] as number,
      volume: this.#volumes[slot] as number,
      oi,
    };
  }

  /** The bar before the running one as it ended, where it still changed in `round` or later and is held; else null. */
  endedRow(slot: number, token: number, seconds: number, round: number): ChartRow | null {
    const ended = this.#heldBar(slot, seconds)?.ended ?? null;
    return ended === null || ended.stamp < round ? null : rowOf(ended, token, seconds, ended.oi);
  }

  /** Bars that clients want, each once however many want it. */
  get heldBars(): number {
    let count = 0;
    for (const bars of this.#held.values()) count += bars.length;
    return count;
  }

  #heldBar(slot: number, seconds: number): HeldBar | undefined {
    return this.#held.get(slot)?.find((each) => each.seconds === seconds);
  }

  #first(slot: number, price: number, time: number, total: number, oi: number): void {
    this.#known[slot] = 1;
    this.#totals[slot] = total;
    this.#oi[slot] = oi;
    this.#closes[slot] = price;
    // A price without a trade is a close of another day.
    if (!(time > 0)) return;
    this.#open(slot, Math.floor(time / MINUTE_MS), price);
    this.#stamps[slot] = this.#round;
    for (const bar of this.#held.get(slot) ?? []) this.#seed(bar, slot);
  }

  #open(slot: number, minute: number, price: number): void {
    this.#minutes[slot] = minute;
    this.#opens[slot] = price;
    this.#highs[slot] = price;
    this.#lows[slot] = price;
    this.#closes[slot] = price;
    this.#volumes[slot] = 0;
  }

  #trade(slot: number, price: number, now: number, volume: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    // The clock may be corrected by a little; a bar that has begun stays the newest.
    if (minute > (this.#minutes[slot] as number)) this.#open(slot, minute, price);
    else {
      this.#closes[slot] = price;
      if (price > (this.#highs[slot] as number)) this.#highs[slot] = price;
      if (price < (this.#lows[slot] as number)) this.#lows[slot] = price;
    }
    this.#volumes[slot] = (this.#volumes[slot] as number) + volume;
    if (this.#isHeld[slot] !== 0) {
      const [oi, stamp] = [this.#oi[slot] as number, this.#stamps[slot] as number];
      for (const bar of this.#held.get(slot) as HeldBar[]) {
        if (bar.start > 0 && barStart(now, bar.seconds) > bar.start)
          bar.ended = { ...figuresOf(bar), oi, stamp };
        extend(bar, price, now, volume);
      }
    }
    this.#stamps[slot] = this.#round;
  }

  #seed(bar: HeldBar, slot: number): void {
    bar.start = barStart((this.#minutes[slot] as number) * MINUTE_MS, bar.seconds);
    bar.open = this.#opens[slot] as number;
    bar.high = this.#highs[slot] as number;
    bar.low = this.#lows[slot] as number;
    bar.close = this.#closes[slot] as number;
    bar.volume = this.#volumes[slot] as number;
  }

  #grow(slot: number): void {
    let room = this.#minutes.length;
    while (room <= slot) room *= 2;
    const grown = <T extends Int32Array | Uint32Array | Uint8Array | Float64Array>(old: T): T => {
      const next = new (old.constructor as new (length: number) => T)(room);
      next.set(old);
      return next;
    };
    this.#minutes = grown(this.#minutes);
    this.#opens = grown(this.#opens);
    this.#highs = grown(this.#highs);
    this.#lows = grown(this.#lows);
    this.#closes = grown(this.#closes);
    this.#volumes = grown(this.#volumes);
    this.#oi = grown(this.#oi);
    this.#totals = grown(this.#totals);
    this.#known = grown(this.#known);
    this.#stamps = grown(this.#stamps);
    this.#isHeld = grown(this.#isHeld);
  }
}

const figuresOf = ({ start, open, high, low, close, volume }: Bar): Bar => ({
  start,
  open,
  high,
  low,
  close,
  volume,
});

function rowOf(bar: Bar, token: number, intervalSeconds: number, oi: number): ChartRow {
  const { start: barTime, ...prices } = figuresOf(bar);
  return { token, intervalSeconds, barTime, ...prices, oi };
}

function extend(bar: HeldBar, price: number, now: number, volume: number): void {
  const start = barStart(now, bar.seconds);
  if (start > bar.start) {
    bar.start = start;
    bar.open = price;
    bar.high = price;
    bar.low = price;
    bar.volume = 0;
  }
  bar.close = price;
  if (price > bar.high) bar.high = price;
  if (price < bar.low) bar.low = price;
  bar.volume += volume;
}
