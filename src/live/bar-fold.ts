/** Bars of a chart made of running bars that are as long, or shorter, and of what was answered of the one that was on. Pure. */
import type { BarFigures } from "#workers/engine/api.ts";

/** Rupees and units. */
export type Prices = Omit<BarFigures, "time">;

export interface BarFold {
  /** Start of the bar that it is in, NaN of none. */
  readonly time: number;
  /** What was answered of the bar that was on; null where nothing was traded in it yet. */
  answered(bar: BarFigures | null): void;
  /** @param piece a running bar, as far as it has come; @param start of the chart's bar that holds it */
  take(piece: BarFigures, start: number): Prices;
  /** null before anything is known. */
  read(): Prices | null;
}

export function createBarFold(): BarFold {
  let time = Number.NaN;
  /** What of the bar came before the piece. */
  let before: Prices | null = null;
  let piece: BarFigures | null = null;
  /** Units of the piece that `before` has. */
  let already = 0;
  let isAnswered = false;

  function whole(): Prices | null {
    if (piece === null) return before;
    const volume = Math.max(0, piece.volume - already);
    if (before === null) return { ...pricesOf(piece), volume };
    return {
      open: before.open,
      high: Math.max(before.high, piece.high),
      low: Math.min(before.low, piece.low),
      close: piece.close,
      volume: before.volume + volume,
    };
  }

  return {
    get time() {
      return time;
    },
    answered(bar) {
      [time, piece, already, isAnswered] = [bar?.time ?? Number.NaN, null, 0, bar !== null];
      before = bar === null ? null : pricesOf(bar);
    },
    take(next, start) {
      if (start !== time) {
        [time, before, piece, already] = [start, null, null, 0];
      } else if (piece !== null && next.time !== piece.time) {
        [before, piece, already] = [whole(), null, 0];
      } else if (piece === null && isAnswered) {
        // Of the piece that was on the answer has what was traded by then.
        already = next.volume;
      }
      isAnswered = false;
      piece = next;
      return whole()!;
    },
    read: whole,
  };
}

const pricesOf = ({ open, high, low, close, volume }: Prices): Prices => ({ open, high, low, close, volume });
