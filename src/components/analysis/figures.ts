/** Figures as the views of an analysis write them. */

import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { formatCompact, MINUS } from "#domain/format/number.ts";

/** "24 Nov 15:30" */
export const shortTime = (time: number): string =>
  Number.isFinite(time) ? `${formatExpiry(istDate(time))} ${formatClock(time)}` : formatClock(time);

/** "24 Nov"; null where no leg is alive. */
export const expiryText = (expiry: string | null): string | null =>
  expiry === null ? null : formatExpiry(expiry);

/** Less than half a paisa is what rounding left: neither a gain nor a loss. */
const isNothing = (rupees: number): boolean => Math.abs(rupees) < 0.005;

/** With its sign, as the change that it is. */
export const signedMoney = (rupees: number): string => {
  if (isNothing(rupees)) return formatCompact(0);
  const text = formatCompact(rupees);
  return rupees > 0 && !text.startsWith(MINUS) ? `+${text}` : text;
};

/** Paise are worth reading among small amounts alone; a column has one precision. */
const PAISE_BELOW = 1000;

const sizeOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0) || 0), 0);

/** Decimals of a column of rupees. */
export const moneyDecimals = (values: readonly (number | null)[]): number =>
  sizeOf(values) < PAISE_BELOW ? 2 : 0;

const SIGNIFICANT = 4;
const MOST_DECIMALS = 6;

/** Decimals of a column of greeks: its largest figure has four significant digits, and none has more than six decimals. */
export function greekDecimals(values: readonly (number | null)[]): number {
  const size = sizeOf(values);
  if (!(size > 0) || size === Infinity) return 2;
  const decimals = SIGNIFICANT - 1 - Math.floor(Math.log10(size));
  return Math.min(MOST_DECIMALS, Math.max(0, decimals));
}

/** What rupees are coloured by; unknown and zero have no colour. */
export const toneOf = (value: number | null): "up" | "down" | undefined => {
  if (value === null || Number.isNaN(value) || isNothing(value)) return undefined;
  return value > 0 ? "up" : "down";
};
