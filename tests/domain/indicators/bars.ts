/** Bars of charts for tests of indicators. */
import fc from "fast-check";
import type { BarColumns } from "#domain/indicators/columns.ts";
import type { IndicatorBar } from "#domain/indicators/indicator.ts";

/** What a bar knows nothing of. */
export const GAP: IndicatorBar = {
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  close: Number.NaN,
  volume: Number.NaN,
};

/** A bar that stands still at a price. */
export const still = (price: number, volume = 65): IndicatorBar => ({
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
});

/** A bar that ends at `close` and reaches `reach` above and below it. */
export const reaching = (close: number, reach: number, volume = 65): IndicatorBar => ({
  open: close,
  high: close + reach,
  low: close - reach,
  close,
  volume,
});

/** Prices in steps of a paisa, bars of every shape, now and then a gap or a new session. */
const bar: fc.Arbitrary<IndicatorBar> = fc
  .record({
    from: fc.integer({ min: 1, max: 300_000 }),
    rise: fc.integer({ min: -500, max: 500 }),
    above: fc.integer({ min: 0, max: 300 }),
    below: fc.integer({ min: 0, max: 300 }),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 }), fc.constant(Number.NaN)),
    startsSession: fc.boolean(),
    isGap: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  })
  .map(({ from, rise, above, below, volume, startsSession, isGap }) => {
    if (isGap) return { ...GAP, startsSession };
    const [open, close] = [from / 100, (from + rise) / 100];
    const [top, foot] = [Math.max(open, close), Math.min(open, close)];
    return { open, high: top + above / 100, low: foot - below / 100, close, volume, startsSession };
  });

export const bars = fc.array(bar, { minLength: 1, maxLength: 80 });

export function columnsOf(list: readonly IndicatorBar[]): BarColumns {
  const column = (name: "open" | "high" | "low" | "close" | "volume") =>
    Float64Array.from(list, (each) => each[name]);
  return {
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
    startsSession: (index) => list[index]!.startsSession ?? false,
  };
}

/** Each bar with its prices at `at(price)`; where that turns them upside down, high and low change places. */
export function repriced(
  list: readonly IndicatorBar[],
  at: (price: number) => number,
): readonly IndicatorBar[] {
  return list.map((each) => {
    const [a, b] = [at(each.high), at(each.low)];
    return { ...each, open: at(each.open), high: Math.max(a, b), low: Math.min(a, b), close: at(each.close) };
  });
}
