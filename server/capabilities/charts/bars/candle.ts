/** An instrument through a stretch of time: rupees and units, NaN unknown. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** of the last trade; where nothing was traded the last one before, and so are the three above */
  readonly close: number;
  readonly volume: number;
  /** at its end */
  readonly oi: number;
  readonly isTraded: boolean;
  /** false of a stretch of which nothing is known */
  readonly isKnown: boolean;
}

const NAN = Number.NaN;

export const UNKNOWN_CANDLE: Candle = {
  open: NAN,
  high: NAN,
  low: NAN,
  close: NAN,
  volume: NAN,
  oi: NAN,
  isTraded: false,
  isKnown: false,
};

/** What stands where nothing was traded. @param close rupees of the last trade before, NaN none yet */
export const stillCandle = (close: number, volume: number, oi: number): Candle => ({
  open: close,
  high: close,
  low: close,
  close,
  volume,
  oi,
  isTraded: false,
  isKnown: true,
});

/**
 * One candle of several: of those of which something is known. What is not known of one of these (the range of a day whose close
 * alone was told) is not known of the whole.
 * @param candles oldest first
 */
export function foldCandles(candles: readonly Candle[]): Candle {
  const known = candles.filter(({ isKnown }) => isKnown);
  const last = known.at(-1);
  if (last === undefined) return UNKNOWN_CANDLE;
  const volume = known.reduce((sum, each) => sum + each.volume, 0);
  const traded = known.filter(({ isTraded }) => isTraded);
  const first = traded[0];
  if (first === undefined) return stillCandle(last.close, volume, last.oi);
  return {
    open: first.open,
    high: traded.reduce((high, each) => Math.max(high, each.high), first.high),
    low: traded.reduce((low, each) => Math.min(low, each.low), first.low),
    close: traded.at(-1)!.close,
    volume,
    oi: last.oi,
    isTraded: true,
    isKnown: true,
  };
}
