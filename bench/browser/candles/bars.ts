/** A hundred thousand bars of a minute, and how they go on. */

const COUNT = 100_000;
const MINUTE_MS = 60_000;

export interface GrowingBars {
  /** starts of bars, epoch ms */
  readonly times: number[];
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  /** One more at the end of each array. */
  append(): void;
}

export function growingBars(): GrowingBars {
  const bars = { times: [], open: [], high: [], low: [], close: [] } as Omit<GrowingBars, "append">;
  let time = 1_700_000_000_000;
  let price = 24_000;
  let seed = 1;
  /** -1 to 1, the same numbers in every page. */
  const chance = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  const append = (): void => {
    time += MINUTE_MS;
    const open = price;
    price += 8 * chance();
    bars.times.push(time);
    bars.open.push(open);
    bars.high.push(Math.max(open, price) + 3 * Math.abs(chance()));
    bars.low.push(Math.min(open, price) - 3 * Math.abs(chance()));
    bars.close.push(price);
  };
  for (let i = 0; i < COUNT; i++) append();
  return { ...bars, append };
}
