/** The picture of a price by the price of the underlying, as outlines in a box. */

import type { OptionType } from "#domain/pricing/black76.ts";
import type { OptionAnswer } from "#domain/pricing/calculator/option-calculator.ts";

export interface PriceSketch {
  /** Outlines for the `d` of SVG paths, in a box of `WIDTH` by `HEIGHT`, y downwards. */
  readonly now: string;
  readonly atExpiry: string;
  /** Parts of the box: where the underlying, the strike and the option's price are. */
  readonly x: number;
  readonly strike: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly most: number;
}

export const WIDTH = 400;
export const HEIGHT = 160;
const HEADROOM = 1.06;

export function priceSketch(
  { curves, call, put }: OptionAnswer,
  side: OptionType,
  { price, strike }: { readonly price: number; readonly strike: number },
): PriceSketch {
  const now = side === "CE" ? curves.call : curves.put;
  const atExpiry = side === "CE" ? curves.callAtExpiry : curves.putAtExpiry;
  const [low, high] = [curves.price[0]!, curves.price.at(-1)!];
  const most = Math.max(...now, ...atExpiry);
  const x = (at: number): number => (at - low) / (high - low);
  const y = (value: number): number => (most > 0 ? 1 - value / (most * HEADROOM) : 1);
  const path = (values: readonly number[]): string =>
    values
      .map((value, i) => {
        const [across, down] = [x(curves.price[i]!) * WIDTH, y(value) * HEIGHT];
        return `${i === 0 ? "M" : "L"}${across.toFixed(1)} ${down.toFixed(1)}`;
      })
      .join("");
  return {
    now: path(now),
    atExpiry: path(atExpiry),
    x: x(price),
    strike: x(strike),
    y: y(side === "CE" ? call.price : put.price),
    low,
    high,
    most,
  };
}
