import type { BarSeries } from "../../bus/market-past.ts";
import { QUARTER_MS, quarterStart } from "../quarters.ts";
import type { StartedBlock } from "../started-block.ts";
import { createBlockWriter, emptyState, QUARTER_MINUTES } from "./codec.ts";

const MINUTE_MS = 60_000;

/**
 * Bars of a minute in the form of the record: each minute of [from, to) as heard, an instrument known from its first bar on,
 * volumes counted from `from`.
 */
export function blocksOfBars(series: readonly BarSeries[], from: number, to: number): StartedBlock[] {
  const tokens = Uint32Array.from(series, ({ token }) => token);
  const state = emptyState(tokens.length);
  const next = new Uint32Array(tokens.length);
  const blocks: StartedBlock[] = [];
  for (let start = quarterStart(from); start < to; start += QUARTER_MS) {
    const writer = createBlockWriter(tokens);
    for (let minute = 0; minute < QUARTER_MINUTES; minute++) {
      const at = start + minute * MINUTE_MS;
      if (at < from || at >= to) continue;
      series.forEach(({ bars }, i) => {
        for (let bar = bars[next[i]!]; bar !== undefined && bar.start <= at; bar = bars[++next[i]!]) {
          state.known[i] = 1;
          state.close[i] = bar.close;
          state.oi[i] = bar.oi;
          state.volume[i]! += bar.volume;
        }
      });
      writer.minute(minute, state);
    }
    blocks.push({ start, body: writer.bytes() });
  }
  return blocks;
}
