/**
 * Figures as they are read: en-IN grouping, a real minus sign, `--` for unknown, 'Unlimited' beyond any amount.
 * The painter calls these for every cell of a frame, so digits are grouped by hand: no Intl object, no regular
 * expression, no array.
 */

/** What stands for a figure that is not known (rule FMT-1). */
export const UNKNOWN = "--";
/** What stands for a figure beyond every real amount, e.g. the profit of a long call (rule FMT-1). */
const UNLIMITED = "Unlimited";
/** U+2212, as wide as the figures; copied and exported text gets the ASCII one, see asciiMinus. */
export const MINUS = "−";
const RUPEE = "₹";

/** A hundred lakh crore: far above the turnover of any exchange's day, far below where doubles lose paise. */
const UNLIMITED_FROM = 1e15;

const LAKH = 1e5;
const CRORE = 1e7;

/** Decimals the precision formats offer (rule FMT-3); more are cut to this. */
const MAX_DECIMALS = 8;
const POWERS: readonly number[] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const PADS: readonly string[] = ["", "0", "00", "000", "0000", "00000", "000000", "0000000", "00000000"];

/** Groups the digits of a non-negative integer the Indian way: 12,34,567. */
function groupDigits(digits: string): string {
  const length = digits.length;
  if (length <= 3) return digits;
  let end = length - 3;
  let grouped = digits.slice(end);
  while (end > 2) {
    grouped = `${digits.slice(end - 2, end)},${grouped}`;
    end -= 2;
  }
  return `${digits.slice(0, end)},${grouped}`;
}

/** Integers a double counts one by one; beyond, digits come from the exact but slower toFixed. */
const EXACT_BELOW = 2 ** 53 - 2;

/**
 * What to add before flooring. Binary noise (1.005 is 1.00499…) must not undo a half; from 1e12 on there is no
 * digit left for noise to hide in.
 */
function half(scaled: number): number {
  return scaled < 1e12 ? 0.5 + scaled * 1e-15 : 0.5;
}

/** Digits of |n| < 1e15, rounded half away from zero as decimals read, not as binary fractions lie. */
function magnitude(n: number, decimals: number): string {
  const power = POWERS[decimals] ?? 1;
  const scaled = n * power;
  if (scaled >= EXACT_BELOW) {
    const text = n.toFixed(decimals);
    const point = text.length - decimals - 1;
    return decimals === 0 ? groupDigits(text) : groupDigits(text.slice(0, point)) + text.slice(point);
  }
  const units = Math.floor(scaled + half(scaled));
  if (decimals === 0) return groupDigits(String(units));
  const whole = Math.floor(units / power);
  const fraction = String(units - whole * power);
  return `${groupDigits(String(whole))}.${(PADS[decimals - fraction.length] ?? "") + fraction}`;
}

/** True when the text shows nothing but zeros: "0.00" carries no sign. */
function roundsToZero(n: number, decimals: number): boolean {
  const scaled = n * (POWERS[decimals] ?? 1);
  return scaled + half(scaled) < 1;
}

function clampDecimals(decimals: number): number {
  return decimals < 0 ? 0 : decimals > MAX_DECIMALS ? MAX_DECIMALS : Math.trunc(decimals);
}

function special(n: number): string | null {
  if (Number.isNaN(n)) return UNKNOWN;
  if (n >= UNLIMITED_FROM || n <= -UNLIMITED_FROM) return UNLIMITED;
  return null;
}

/** Anything that is not a number (null, undefined, text) reads as unknown. */
function isNumber(n: number | null | undefined): n is number {
  return typeof n === "number";
}

/**
 * Exactly so many decimals: 1,23,456.70 (rule FMT-3, precision).
 * @param n null, undefined and NaN read `--`; from 1e15 either way 'Unlimited'
 */
export function formatFixed(n: number | null | undefined, decimals: number): string {
  if (!isNumber(n)) return UNKNOWN;
  const word = special(n);
  if (word !== null) return word;
  const size = n < 0 ? -n : n;
  const d = clampDecimals(decimals);
  const text = magnitude(size, d);
  return n < 0 && !roundsToZero(size, d) ? MINUS + text : text;
}

/** Like formatFixed, with a plus before gains; a zero has no sign. */
export function formatSigned(n: number | null | undefined, decimals: number): string {
  if (!isNumber(n)) return UNKNOWN;
  const text = formatFixed(n, decimals);
  return n > 0 && n < UNLIMITED_FROM && !roundsToZero(n, clampDecimals(decimals)) ? `+${text}` : text;
}

/** Two decimals under 100, one under 10,000, none above, by magnitude (rule FMT-3). */
export function formatPlain(n: number | null | undefined): string {
  if (!isNumber(n)) return UNKNOWN;
  const size = n < 0 ? -n : n;
  return formatFixed(n, size < 100 ? 2 : size < 10_000 ? 1 : 0);
}

/** Two significant digits up to 5 (0.0012, 0.35, 4.2), beyond that the plain format (rule FMT-3). */
export function formatSmart(n: number | null | undefined): string {
  if (!isNumber(n)) return UNKNOWN;
  const size = n < 0 ? -n : n;
  if (!(size <= 5)) return formatPlain(n);
  if (size === 0) return "0";
  // Two significant digits of 0.0012 stand at the 4th decimal: one more than its leading digit's place.
  const leading = Math.floor(Math.log10(size) + 1e-12);
  const decimals = 1 - leading;
  const text = formatFixed(n, decimals);
  // 0.0999 reads 0.10, not 0.100; asked of the text, because only it knows how a tie was rounded.
  return /[1-9]\d\d$/.test(text.replace(".", "")) ? formatFixed(n, decimals - 1) : text;
}

/**
 * Open interest, volume and turnover: L from 1e5, Cr from 1e7, two decimals (rule FMT-2). Below a lakh whole
 * numbers stay whole, others take the plain format.
 */
export function formatFlexible(n: number | null | undefined, decimals = 2): string {
  if (!isNumber(n)) return UNKNOWN;
  const size = n < 0 ? -n : n;
  if (!(size < UNLIMITED_FROM)) return formatFixed(n, 0);
  if (size >= CRORE) return `${formatFixed(n / CRORE, decimals)}Cr`;
  if (size >= LAKH) return `${formatFixed(n / LAKH, decimals)}L`;
  return size === Math.floor(size) ? formatFixed(n, 0) : formatPlain(n);
}

/**
 * Amounts of money: K above 1e3, L above 1e6, Cr above 1e8, two decimals (rule FMT-2). K is a thousand, L a
 * lakh and Cr a crore, so 5,00,000 reads 500.00K and 50,00,000 reads 50.00L.
 */
export function formatCompact(n: number | null | undefined): string {
  if (!isNumber(n)) return UNKNOWN;
  const size = n < 0 ? -n : n;
  if (!(size < UNLIMITED_FROM)) return formatFixed(n, 0);
  if (size > 1e8) return `${formatFixed(n / CRORE, 2)}Cr`;
  if (size > 1e6) return `${formatFixed(n / LAKH, 2)}L`;
  if (size > 1e3) return `${formatFixed(n / 1e3, 2)}K`;
  return formatFixed(n, 2);
}

/** A fraction as percent: 0.0425 reads 4.25%. */
export function formatPct(fraction: number | null | undefined, decimals = 2): string {
  if (!isNumber(fraction)) return UNKNOWN;
  const text = formatFixed(fraction * 100, decimals);
  return text === UNKNOWN || text === UNLIMITED ? text : `${text}%`;
}

/** Like formatPct with a plus before gains: +4.25%. */
export function formatSignedPct(fraction: number | null | undefined, decimals = 2): string {
  if (!isNumber(fraction)) return UNKNOWN;
  const text = formatSigned(fraction * 100, decimals);
  return text === UNKNOWN || text === UNLIMITED ? text : `${text}%`;
}

/** An implied volatility, a fraction, as users read it: 0.135 reads 13.5 (rule FMT-4). */
export function formatIv(iv: number | null | undefined, decimals = 1): string {
  return isNumber(iv) ? formatFixed(iv * 100, decimals) : UNKNOWN;
}

/** Volume over its 250-day average: 1.8x (rule FMT-4). */
export function formatVolumeSpike(ratio: number | null | undefined): string {
  const text = formatFixed(ratio, 1);
  return text === UNKNOWN || text === UNLIMITED ? text : `${text}x`;
}

/** Rupees with the sign before the symbol: −₹1,234.50. */
export function formatRupees(rupees: number | null | undefined, decimals = 2): string {
  const text = formatFixed(rupees, decimals);
  if (text === UNKNOWN || text === UNLIMITED) return text;
  return text.startsWith(MINUS) ? `${MINUS}${RUPEE}${text.slice(1)}` : RUPEE + text;
}

/** A trade's action as labelled (rule FMT-4). */
export function actionLabel(action: "BUY" | "SELL"): string {
  return action === "BUY" ? "Buy" : "Sell";
}

/** Text for the clipboard and exports, whose readers expect the ASCII minus. */
export function asciiMinus(text: string): string {
  return text.includes(MINUS) ? text.replaceAll(MINUS, "-") : text;
}

/** Decimals that show every multiple of a tick: 2 for 0.05, 4 for 0.0025. */
export function decimalsOfTick(tick: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals += 1) {
    const ticks = tick * (POWERS[decimals] ?? 1);
    if (ticks > 0.5 && Math.abs(ticks - Math.round(ticks)) < 1e-6) return decimals;
  }
  return MAX_DECIMALS;
}
