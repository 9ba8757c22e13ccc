import { ORIGINS } from "#domain/chain/origin.ts";
import type { Bar, BarSeries } from "./market-past.ts";

/*
 * Bars as they cross the bus and as they lie in storage, little-endian: u32 series, then each as u32 token, u32 bars
 * (24 bits; the highest 8 number the origin from 1, 0 where it is not said) and the bars of 28 bytes: start (u32 seconds), open, high, low, close (i32, wire integers), volume, oi (u32, units).
 */

const BAR_BYTES = 28;
const COUNT_BITS = 24;
const COUNT_MASK = 2 ** COUNT_BITS - 1;

export function packBars(series: readonly BarSeries[]): Uint8Array {
  const size = series.reduce((sum, { bars }) => sum + 8 + BAR_BYTES * bars.length, 4);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  view.setUint32(0, series.length, true);
  let at = 4;
  for (const { token, bars, origin } of series) {
    const number = origin === null ? 0 : ORIGINS.indexOf(origin) + 1;
    view.setUint32(at, token, true);
    view.setUint32(at + 4, number * 2 ** COUNT_BITS + bars.length, true);
    at += 8;
    for (const bar of bars) {
      view.setUint32(at, bar.start / 1000, true);
      view.setInt32(at + 4, bar.open, true);
      view.setInt32(at + 8, bar.high, true);
      view.setInt32(at + 12, bar.low, true);
      view.setInt32(at + 16, bar.close, true);
      view.setUint32(at + 20, bar.volume, true);
      view.setUint32(at + 24, bar.oi, true);
      at += BAR_BYTES;
    }
  }
  return packed;
}

/**
 * The way back.
 * @param wanted tokens whose bars are read, all by default: a block holds hundreds, a chart needs a few of them
 * @throws RangeError when it is cut short
 */
export function unpackBars(packed: Uint8Array, wanted: ReadonlySet<number> | null = null): BarSeries[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const series: BarSeries[] = [];
  let at = 4;
  for (let left = view.getUint32(0, true); left > 0; left--) {
    const token = view.getUint32(at, true);
    const word = view.getUint32(at + 4, true);
    const count = word & COUNT_MASK;
    at += 8;
    if (wanted !== null && !wanted.has(token)) {
      at += BAR_BYTES * count;
      continue;
    }
    const bars = Array.from({ length: count }, (): Bar => {
      const bar = {
        start: view.getUint32(at, true) * 1000,
        open: view.getInt32(at + 4, true),
        high: view.getInt32(at + 8, true),
        low: view.getInt32(at + 12, true),
        close: view.getInt32(at + 16, true),
        volume: view.getUint32(at + 20, true),
        oi: view.getUint32(at + 24, true),
      };
      at += BAR_BYTES;
      return bar;
    });
    series.push({ token, bars, origin: ORIGINS[(word >>> COUNT_BITS) - 1] ?? null });
  }
  return series;
}
