/** Moments of a chart of one instrument's bars, from its running bars (packet 101) and its quote. */
import type { BarSeconds, BarSnapshot, QuoteSnapshot } from "#workers/engine/api.ts";
import type { BarFold, Prices } from "./bar-fold.ts";
import type { Figure, Tick } from "./chart-columns.ts";
import { live } from "./live-state.ts";
import { streamOf } from "./streams.ts";

type Take = (tick: Tick | null) => void;

/** A bar that has begun, and in which nothing was traded so long, is shown with the last price. */
const UNTRADED_MS = 3_000;

const figure = (value: number | undefined): Figure =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** Columns of a chart of bars: open, high, low, close, units, open interest. */
const columnsOf = ({ open, high, low, close, volume }: Prices, { oi }: QuoteSnapshot): readonly Figure[] =>
  [open, high, low, close, volume, oi].map(figure);

const hasTraded = ({ volume, open }: QuoteSnapshot): boolean =>
  Number.isNaN(volume) ? open > 0 : volume > 0;

/** What is heard at one moment. */
interface Heard {
  readonly quote: QuoteSnapshot;
  /** null while none was heard of for some seconds */
  readonly bar: BarSnapshot | null;
  /** market time, epoch ms */
  readonly at: number;
}

/**
 * What a chart shorter than a day is told at a moment: the end of the bar before, where only now that is known, and the bar that is
 * on. One in which nothing was traded is the last price.
 * @param startOf the chart's bar that holds an instant, null outside the session
 */
export function barMoments(
  fold: BarFold,
  { quote, bar, at }: Heard,
  startOf: (at: number) => number | null,
): Tick[] {
  const ticks: Tick[] = [];
  const take = (piece: BarSnapshot | NonNullable<BarSnapshot["previous"]>): Prices | null => {
    const start = startOf(piece.time);
    return start === null || start < fold.time ? null : fold.take(piece, start);
  };
  const begun = fold.time;
  if (bar?.previous != null && startOf(bar.previous.time) === begun) {
    const ended = take(bar.previous);
    const isOver = startOf(bar.time) !== begun;
    if (ended !== null && isOver) ticks.push({ at: begun, values: columnsOf(ended, quote) });
  }
  if (bar !== null) take(bar);
  const start = startOf(at);
  const now = fold.read();
  if (start === null) return [...ticks, { at, values: now === null ? [] : columnsOf(now, quote) }];
  if (now !== null && (fold.time >= start || at - start < UNTRADED_MS)) {
    const isBehind = fold.time !== start;
    return [...ticks, { at: isBehind ? fold.time : at, values: columnsOf(now, quote) }];
  }
  const last = now?.close ?? (hasTraded(quote) ? quote.lastPrice : Number.NaN);
  const volume = Number.isNaN(quote.volume) ? Number.NaN : 0;
  const still = { open: last, high: last, low: last, close: last, volume };
  return [...ticks, { at, values: columnsOf(still, quote) }];
}

/** What a chart of days, weeks or months is told: the day as the exchange tells it, with what of the bar was before. */
export function dayMoment(fold: BarFold, quote: QuoteSnapshot, at: number, start: number): Tick {
  const { open, high, low, lastPrice: close, volume } = quote;
  if (!hasTraded(quote)) return { at, values: columnsOf(UNTRADED, quote) };
  return { at, values: columnsOf(fold.take({ time: start, open, high, low, close, volume }, start), quote) };
}
const UNTRADED: Prices = {
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  close: Number.NaN,
  volume: Number.NaN,
};

interface Wanted {
  readonly token: number;
  readonly fold: BarFold;
  /** length of the running bars, null of charts of days */
  readonly seconds: BarSeconds | null;
  startOf(at: number): number | null;
}

/** @param take is told null while what is told is old @returns closes what streams */
export function barTicks({ token, fold, seconds, startOf }: Wanted, take: Take): () => void {
  const quotes = streamOf({ kind: "quotes", tokens: [token], mode: "full" });
  const bars = seconds === null ? null : streamOf({ kind: "bars", tokens: [token], seconds });
  const look = (): void => {
    const { data, isOld } = quotes.read();
    if (data === null) return;
    const quote = data[0];
    const at = live.health?.marketTime ?? null;
    if (isOld || quote === undefined || quote.stale || at === null) return take(null);
    if (bars === null) {
      const start = startOf(at);
      take(start === null ? { at, values: [] } : dayMoment(fold, quote, at, start));
      return;
    }
    const heard = bars.read();
    const bar = heard.isOld ? undefined : heard.data?.[0];
    for (const tick of barMoments(fold, { quote, bar: bar?.stale === false ? bar : null, at }, startOf))
      take(tick);
  };
  const ends = [quotes.subscribe(look), ...(bars === null ? [] : [bars.subscribe(look)])];
  look();
  return () => {
    for (const end of ends) end();
  };
}
