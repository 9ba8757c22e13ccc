/**
 * Fault tests have two forms: the short one of `npm test`, and the long one of `npm run test:soak`, which has the sizes and
 * times of docs/reliability.md.
 */
import { appendFileSync } from "node:fs";

const isLong = process.env.STRIKEWISE_FORM === "long";

/** The size, count or time of the form that runs. */
export function sized<T>(short: T, long: T): T {
  return isLong ? long : short;
}

/** Reports a measured figure in words; the long form prints them at its end. */
export function figure(text: string): void {
  const file = process.env.STRIKEWISE_FIGURES;
  if (file !== undefined && file !== "") appendFileSync(file, `${text}\n`);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The value below which the share `q` (0 to 1) of the values lies; NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
