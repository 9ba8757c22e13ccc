/** A candle and its parts, as the rules of patterns name them (quant.md, Candle patterns). */

/** Prices in rupees, adjusted. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Columns of candles, oldest first; NaN = unknown. */
export interface CandleColumns {
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
}

/** The candle at an index: as it is with `side` 1, upside down with −1, where a fall is a rise. */
export function candleAt({ open, high, low, close }: CandleColumns, index: number, side: 1 | -1): Candle {
  return {
    open: side * open[index]!,
    high: side * (side === 1 ? high : low)[index]!,
    low: side * (side === 1 ? low : high)[index]!,
    close: side * close[index]!,
  };
}

export const rangeOf = ({ high, low }: Candle): number => high - low;
/** Above 0 of a rising candle, below 0 of a falling one, 0 of one without a colour. */
export const riseOf = ({ open, close }: Candle): number => close - open;
export const bodyOf = (candle: Candle): number => Math.abs(riseOf(candle));
export const upperShadowOf = ({ open, high, close }: Candle): number => high - Math.max(open, close);
export const lowerShadowOf = ({ open, low, close }: Candle): number => Math.min(open, close) - low;
