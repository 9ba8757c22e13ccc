/** Ticks of an axis in one unit and with one precision. Pure. */

import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";

interface Unit {
  /** Used when the largest tick is above this. */
  readonly above: number;
  readonly is: number;
  readonly name: string;
}

/** Of money and of counts, each as rule FMT-2 has them. */
const MONEY: readonly Unit[] = [
  { above: 1e8, is: 1e7, name: "Cr" },
  { above: 1e6, is: 1e5, name: "L" },
  { above: 1e3, is: 1e3, name: "K" },
];
const COUNTS: readonly Unit[] = [
  { above: 1e7, is: 1e7, name: "Cr" },
  { above: 1e5, is: 1e5, name: "L" },
];
const ONES: Unit = { above: 0, is: 1, name: "" };
const MOST_DECIMALS = 4;

function inUnits(ticks: readonly number[], step: number, units: readonly Unit[]): string[] {
  const most = ticks.reduce((size, tick) => Math.max(size, Math.abs(tick)), 0);
  const unit = units.find(({ above }) => most > above) ?? ONES;
  const decimals = Math.min(MOST_DECIMALS, decimalsOfTick(Math.abs(step) / unit.is));
  return ticks.map((tick) => (tick === 0 ? "0" : formatFixed(tick / unit.is, decimals) + unit.name));
}

export const axisMoney = (ticks: readonly number[], step: number): string[] => inUnits(ticks, step, MONEY);

export const axisCounts = (ticks: readonly number[], step: number): string[] => inUnits(ticks, step, COUNTS);

/** As they are, with the decimals that tell them apart. */
export const axisPlain = (ticks: readonly number[], step: number): string[] => inUnits(ticks, step, []);
