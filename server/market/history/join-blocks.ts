import type { Bar, BarSeries } from "../bus/market-past.ts";
import { joinMeasures } from "../bus/measure-quarters.ts";
import { packBars, unpackBars } from "../bus/packed-bars.ts";
import { packLinear, unpackLinear } from "./linear-block.ts";
import { joinOptionMinutes } from "./option-minutes/codec.ts";
import type { BlockKind } from "./started-block.ts";

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

function joinSeries(
  first: readonly BarSeries[],
  second: readonly BarSeries[],
  join: (earlier: readonly Bar[], later: readonly Bar[]) => readonly Bar[],
): BarSeries[] {
  const series = new Map(first.map((each): [number, BarSeries] => [each.token, each]));
  for (const { token, bars, origin } of second) {
    const earlier = series.get(token);
    const all = join(earlier?.bars ?? [], bars);
    const isOfOne = all === bars || earlier === undefined || earlier.origin === origin;
    // A series has one origin: of two, none can be said.
    series.set(token, { token, bars: all, origin: isOfOne ? origin : null });
  }
  return [...series.values()];
}

/** What two processes have recorded of one quarter of an hour, one after the other. */
const JOINS: Readonly<Record<BlockKind, (first: Uint8Array, second: Uint8Array) => Uint8Array>> = {
  minutes(first, second) {
    const [a, b] = [unpackLinear(first), unpackLinear(second)];
    return packLinear({ series: joinSeries(a.series, b.series, joinMinutes), heard: a.heard | b.heard });
  },
  // A quarter's bar is what was shown at its end: there the later one stands alone.
  quarters: (first, second) =>
    packBars(joinSeries(unpackBars(first), unpackBars(second), (_, later) => later)),
  option_minutes: joinOptionMinutes,
  measures: joinMeasures,
};

export function joinBlocks(kind: BlockKind, first: Uint8Array, second: Uint8Array): Uint8Array {
  return JOINS[kind](first, second);
}
