import type { BarSeries } from "../bus/market-past.ts";
import { packBars, unpackBars } from "../bus/packed-bars.ts";
import { QUARTER_MS } from "./quarters.ts";

/*
 * Spot and futures of an underlying over a quarter of an hour: packed bars, and behind them u16 little-endian, bit i set where
 * minute i was heard. Blocks of before that was kept have bars alone: of them a minute counts as heard that has a bar.
 */

const MINUTE_MS = 60_000;
const SERIES_HEAD = 8;
const BAR_BYTES = 28;
const COUNT_MASK = 2 ** 24 - 1;

export interface LinearBlock {
  readonly series: readonly BarSeries[];
  /** bit i: minute i of the quarter was heard */
  readonly heard: number;
}

/** Where the bars end. */
function barsEnd(body: Uint8Array): number {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 4;
  for (let left = view.getUint32(0, true); left > 0; left--)
    at += SERIES_HEAD + BAR_BYTES * (view.getUint32(at + 4, true) & COUNT_MASK);
  return at;
}

export function packLinear({ series, heard }: LinearBlock): Uint8Array {
  const bars = packBars(series);
  const body = new Uint8Array(bars.length + 2);
  body.set(bars);
  body[bars.length] = heard & 0xff;
  body[bars.length + 1] = heard >> 8;
  return body;
}

/** @throws RangeError when it is cut short */
export function unpackLinear(body: Uint8Array, wanted: ReadonlySet<number> | null = null): LinearBlock {
  const end = barsEnd(body);
  if (end + 2 <= body.length)
    return { series: unpackBars(body, wanted), heard: body[end]! | (body[end + 1]! << 8) };
  const all = unpackBars(body);
  let heard = 0;
  for (const { bars } of all) for (const { start } of bars) heard |= 1 << ((start % QUARTER_MS) / MINUTE_MS);
  return { series: wanted === null ? all : all.filter(({ token }) => wanted.has(token)), heard };
}
