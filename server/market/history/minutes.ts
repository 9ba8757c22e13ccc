import type { Bar } from "../bus/market-past.ts";
import type { Tape } from "./tape.ts";

const MINUTE_MS = 60_000;

interface Running {
  readonly slot: number;
  start: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** the day's volume when the bar began */
  before: number;
  readonly done: Bar[];
}

/** Minute bars of the few instruments that are worth them, until they are taken away. */
interface Minutes {
  follow(token: number): void;
  /** A price was heard. @param now market time, epoch ms */
  hear(slot: number, tape: Tape, now: number): void;
  /** Bars of an instrument that have ended; they are forgotten. */
  take(token: number, tape: Tape, until: number): Bar[];
  /** Forgets running bars and whom to follow. */
  clear(): void;
}

/** Untaken bars of an instrument kept at most: the taker comes every quarter of an hour. */
const MOST_BARS = 240;

export function createMinutes(): Minutes {
  const followed = new Map<number, Running | null>();
  const bySlot = new Map<number, Running>();

  function end(bar: Running, tape: Tape): void {
    if (bar.start === 0) return;
    const total = tape.volumes[bar.slot]!;
    bar.done.push({
      start: bar.start,
      open: bar.open,
      high: bar.high,
      low: bar.low,
      close: bar.close,
      volume: Math.max(0, total - bar.before),
      oi: tape.oi[bar.slot]!,
    });
    if (bar.done.length > MOST_BARS) bar.done.shift();
    bar.before = total;
    bar.start = 0;
  }

  return {
    follow(token) {
      if (!followed.has(token)) followed.set(token, null);
    },
    hear(slot, tape, now) {
      let bar = bySlot.get(slot);
      if (bar === undefined) {
        const token = tape.tokens[slot]!;
        if (followed.get(token) !== null) return;
        const before = tape.volumes[slot]!;
        bar = { slot, start: 0, open: 0, high: 0, low: 0, close: 0, before, done: [] };
        followed.set(token, bar);
        bySlot.set(slot, bar);
      }
      const price = tape.prices[slot]!;
      const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
      if (start > bar.start) {
        end(bar, tape);
        bar.start = start;
        bar.open = price;
        bar.high = price;
        bar.low = price;
      }
      bar.close = price;
      if (price > bar.high) bar.high = price;
      if (price < bar.low) bar.low = price;
    },
    take(token, tape, until) {
      const bar = followed.get(token);
      if (bar === undefined || bar === null) return [];
      if (bar.start > 0 && bar.start + MINUTE_MS <= until) end(bar, tape);
      return bar.done.splice(0);
    },
    clear() {
      followed.clear();
      bySlot.clear();
    },
  };
}
