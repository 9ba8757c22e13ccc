/** Figures of the option chain as text: the one place where a value of a frame becomes what a trader reads. */
import { FLAG_IV_INTERPOLATED, FLAG_POP_FROM_ATM } from "../chain/flags.ts";
import {
  type ChainColumn,
  type ChainViewLayout,
  type ColumnFormat,
  type QuantityUnit,
  scaleOf,
} from "./chain-columns.ts";
import { formatFixed, formatSigned, MINUS, UNKNOWN } from "./number.ts";

/** Whether bigger is better for the reader's eye: these formats are coloured by their sign. */
export const isSigned = (format: ColumnFormat): boolean =>
  format === "signedPrice" || format === "signedPct" || format === "signedQuantity";

/** Direction a signed text shows: +1, −1, or 0 when it reads as nothing, as a change that rounds to "0.00" does. */
export function signOf(text: string): number {
  return text.startsWith("+") ? 1 : text.startsWith(MINUS) ? -1 : 0;
}

/** What is there and too small for the unit's decimals must not read as nothing. */
const LEAST_LAKH = "<0.01";

function formatQuantity(units: number, { divisor, decimals }: QuantityUnit): string {
  const size = units / divisor;
  return decimals === 2 && size > 0 && size < 0.005 ? LEAST_LAKH : formatFixed(size, decimals);
}

const never = (value: number): boolean => !(value > 0);

/**
 * Text of one figure.
 * @param value rupees, units, percent or a plain ratio as `ChainField` says; NaN is unknown and written `--`
 */
export function formatCell(format: ColumnFormat, value: number, layout: ChainViewLayout): string {
  if (Number.isNaN(value)) return UNKNOWN;
  switch (format) {
    case "price":
      return formatFixed(value, layout.priceDecimals);
    case "level":
      return formatFixed(value, layout.levelDecimals);
    case "signedPrice":
      return formatSigned(value, layout.priceDecimals);
    case "signedPct":
      return formatSigned(value, 1);
    case "pct1":
      return formatFixed(value, 1);
    case "quantity":
      return formatQuantity(value, layout.quantity);
    case "signedQuantity":
      return formatSigned(value / layout.quantity.divisor, layout.quantity.decimals);
    case "delta":
      return formatFixed(value, layout.deltaScale === 1 ? 2 : 3);
    case "gamma":
    case "theta":
    case "vega":
      return formatFixed(value, layout.greeks[format]);
    case "pct2":
    case "ratio":
      return formatFixed(value, 2);
  }
}

/** Rupees that may be 0 or below. */
const DIFFERENCES: readonly ChainColumn["id"][] = ["timeValue", "intrinsic", "intrinsicSpot", "decay"];

/** Text of a column's main figure; prices that never were (0) read as unknown. */
export function cellText(column: ChainColumn, value: number, layout: ChainViewLayout): string {
  const isPrice = column.format === "price" || column.format === "level";
  if (isPrice && !DIFFERENCES.includes(column.id) && never(value)) return UNKNOWN;
  return formatCell(column.format, value * scaleOf(layout, column), layout);
}

/** Before an IV that no price of its strike has, and a probability that no smile carries. */
const ESTIMATED = "~";

function marked(text: string, flags: number, bit: number): string {
  return (flags & bit) === 0 || text === UNKNOWN ? text : ESTIMATED + text;
}

/**
 * Text of an IV column's figure.
 * @param flags those of either side of the strike; NaN where it has no contract
 */
export function ivText(column: ChainColumn, value: number, layout: ChainViewLayout, flags: number): string {
  return marked(cellText(column, value, layout), flags, FLAG_IV_INTERPOLATED);
}

/** Text of a probability of profit. @param flags those of its own side */
export function popText(column: ChainColumn, value: number, layout: ChainViewLayout, flags: number): string {
  return marked(cellText(column, value, layout), flags, FLAG_POP_FROM_ATM);
}

/**
 * Text of the change beside a last price: "+4.2%"; from 100 % on without decimals, which no cell has room
 * for.
 */
export function companionText(value: number): string {
  return Number.isNaN(value) ? "" : `${formatSigned(value, Math.abs(value) >= 99.95 ? 0 : 1)}%`;
}

export function strikeText(strike: number, layout: ChainViewLayout): string {
  return formatFixed(strike, layout.strikeDecimals);
}
