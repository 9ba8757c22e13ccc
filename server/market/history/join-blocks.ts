import type { Bar, BarSeries } from "../bus/market-past.ts";
import { packBars, unpackBars } from "../bus/packed-bars.ts";

/** Written again, because the answer to the first time was lost. */
function holds(first: Bar, second: Bar): boolean {
  const isEnd = first.close === second.close && first.oi === second.oi;
  return isEnd && first.high >= second.high && first.low <= second.low && first.volume >= second.volume;
}

/** One bar of two parts of its time, the second after the first. */
function joinBars(first: Bar, second: Bar): Bar {
  if (holds(first, second)) return first;
  return {
    ...second,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    volume: first.volume + second.volume,
  };
}

function joinMinutes(first: readonly Bar[], second: readonly Bar[]): Bar[] {
  const bars = new Map(first.map((bar) => [bar.start, bar]));
  for (const bar of second) {
    const earlier = bars.get(bar.start);
    bars.set(bar.start, earlier === undefined ? bar : joinBars(earlier, bar));
  }
  return [...bars.values()].sort((a, b) => a.start - b.start);
}

/**
 * What two processes have recorded of one quarter of an hour, one after the other. A quarter's bar is what was shown at its end:
 * there the later one stands alone.
 */
export function joinBlocks(kind: "minutes" | "quarters", first: Uint8Array, second: Uint8Array): Uint8Array {
  const series = new Map(unpackBars(first).map((each): [number, BarSeries] => [each.token, each]));
  for (const { token, bars, origin } of unpackBars(second)) {
    const earlier = series.get(token);
    const isOfOne = earlier === undefined || kind === "quarters" || earlier.origin === origin;
    series.set(token, {
      token,
      bars: joinMinutes(kind === "minutes" ? (earlier?.bars ?? []) : [], bars),
      // A series has one origin: of two, none can be said.
      origin: isOfOne ? origin : null,
    });
  }
  return packBars([...series.values()]);
}
