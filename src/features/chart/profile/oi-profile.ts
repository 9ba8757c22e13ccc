/** Open interest by strike beside a price (rule CHART-14). Pure. */
import { formatFixed, formatFlexible, UNKNOWN } from "#domain/format/number.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { StrikeProfile } from "../../../components/chart/prices/paint-profile.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "./texts.ts";

/** Whose options stand at an instrument's price axis; null of an option, whose price is on no scale of strikes. */
export function profiledBy(symbol: string, type: Bars["instrument_type"]): string | null {
  if (type === "INDEX" || type === "EQ") return symbol;
  return type === "FUT" ? (parseSymbol(symbol)?.underlying ?? null) : null;
}

/** The expiries that are shown: those asked for that are listed, else the nearest. @param listed ascending */
export function shownExpiries(asked: readonly IsoDate[], listed: readonly IsoDate[]): readonly IsoDate[] {
  const known = listed.filter((each) => asked.includes(each));
  return known.length > 0 ? known : listed.slice(0, 1);
}

const strikeText = (strike: number): string => formatFixed(strike, Number.isInteger(strike) ? 0 : 2);

const most = (strikes: readonly number[], units: readonly (number | null)[]) =>
  strikes.reduce<{ strike: number; units: number } | null>((best, strike, i) => {
    const own = units[i] ?? null;
    return own !== null && own > (best?.units ?? 0) ? { strike, units: own } : best;
  }, null);

/** "Calls: most at 24,500 (1.2Cr)" */
export function mostText(
  name: string,
  { strikes }: StrikeProfile,
  units: readonly (number | null)[],
): string {
  const found = most(strikes, units);
  if (found !== null) return TEXTS.most(name, strikeText(found.strike), formatFlexible(found.units));
  return units.every((each) => each === null)
    ? TEXTS.unknown(name)
    : TEXTS.most(name, UNKNOWN, formatFlexible(0));
}
