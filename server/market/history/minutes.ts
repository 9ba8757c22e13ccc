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
  done: Bar[];
}

/** Minute bars of the few instruments that are worth them, until they are taken away. */
interface Minutes {
  /** Follows these alone; bars that began before an instant are forgotten. */
  follow(tokens: readonly number[], from: number): void;
  /** A price was heard. @param now market time, epoch ms */
  hear(slot: number, tape: Tape, now: number): void;
  /** Ends the bars that are over by an instant, with volume and open interest as the tape has them then. */
  end(tape: Tape, until: number): void;
  /** Bars of an instrument that have ended; they are forgotten. */
  take(token: number, tape: Tape, until: number): Bar[];
  /** The same without forgetting them. */
  ended(token: number): readonly Bar[];
  /** The bar that began with a minute, as far as it has come; null where it is over, or none was traded in it. */
  running(token: number, tape: Tape, start: number): Bar | null;
}

/** Untaken bars of an instrument kept at most: the taker comes every quarter of an hour. */
const MOST_BARS = 240;

export function createMinutes(): Minutes {
  let followed = new Map<number, Running | null>();
  let bySlot = new Map<number, Running>();

  function barOf(bar: Running, tape: Tape): Bar {
    const { start, open, high, low, close } = bar;
    const volume = Math.max(0, tape.volumes[bar.slot]! - bar.before);
    return { start, open, high, low, close, volume, oi: tape.oi[bar.slot]! };
  }

  function end(bar: Running, tape: Tape): void {
    if (bar.start === 0) return;
    bar.done.push(barOf(bar, tape));
    if (bar.done.length > MOST_BARS) bar.done.shift();
    bar.before = tape.volumes[bar.slot]!;
    bar.start = 0;
  }

  /** The bars of an instrument, the running one among them when it is over. */
  function doneOf(token: number, tape: Tape, until: number): Bar[] {
    const bar = followed.get(token);
    if (bar === undefined || bar === null) return [];
    if (bar.start > 0 && bar.start + MINUTE_MS <= until) end(bar, tape);
    return bar.done;
  }

  return {
    follow(tokens, from) {
      followed = new Map(tokens.map((token) => [token, followed.get(token) ?? null]));
      bySlot = new Map();
      for (const bar of followed.values()) {
        if (bar === null) continue;
        bar.done = bar.done.filter(({ start }) => start >= from);
        if (bar.start < from) bar.start = 0;
        bySlot.set(bar.slot, bar);
      }
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
      // Only a new market day counts from 0 again.
      if (tape.volumes[slot]! < bar.before) bar.before = 0;
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
    end(tape, until) {
      for (const bar of bySlot.values()) if (bar.start > 0 && bar.start + MINUTE_MS <= until) end(bar, tape);
    },
    take: (token, tape, until) => doneOf(token, tape, until).splice(0),
    ended: (token) => followed.get(token)?.done ?? [],
    running(token, tape, start) {
      const bar = followed.get(token);
      return bar != null && bar.start === start ? barOf(bar, tape) : null;
    },
  };
}
