/** Figures of an axis: whole steps of 1, 2, 2.5 or 5. Pure. */

/** CSS pixels from tick to tick: as wide as there is room for two at least. */
const SPACES = [34, 24, 16];
const STEPS = [1, 2, 2.5, 5, 10];
/** Ticks at the ends are ticks all the same, whatever a division left over. */
const NOISE = 1e-9;

export interface Ticks {
  readonly at: readonly number[];
  readonly step: number;
}

/** @param pixels CSS pixels from end to end */
export function axisTicks(least: number, most: number, pixels: number): Ticks {
  const span = most - least;
  if (!(span > 0) || !(pixels > 0)) return { at: [], step: 1 };
  let ticks: Ticks = { at: [], step: 1 };
  for (const space of SPACES) {
    ticks = stepsOf(least, most, span / Math.max(1, Math.floor(pixels / space)));
    if (ticks.at.length > 1) break;
  }
  return ticks;
}

/** @param raw the least that a step may be */
function stepsOf(least: number, most: number, raw: number): Ticks {
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((each) => each * power >= raw * (1 - NOISE)) ?? 10);
  const first = Math.ceil(least / step - NOISE);
  const last = Math.floor(most / step + NOISE);
  // Counted in whole steps: a sum of steps would drift from the figures that it is read as.
  const at = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return { at, step };
}
