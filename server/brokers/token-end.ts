import { addDays, istDate, istInstant } from "#domain/calendar/ist.ts";

/**
 * When a broker's day ends: its tokens die at one time of India's clock, however late they were made.
 * @param hhmm "HH:MM", India's time
 * @returns epoch ms of the first such time after `at`
 */
export function nextIndianTime(at: number, hhmm: string): number {
  const today = istDate(at);
  const instant = istInstant(today, hhmm);
  return instant > at ? instant : istInstant(addDays(today, 1), hhmm);
}

/** Longer than trying the product takes, or a run of its tests. */
const SANDBOX_LEAST_MS = 3_600_000;

/**
 * When a token of the sandbox dies: at its broker's hour, but at the next day's where that is less than an hour away. A real
 * broker's token may die minutes after it was made.
 * @param hhmm "HH:MM", India's time
 * @returns epoch ms
 */
export const sandboxTokenEnd = (at: number, hhmm: string): number =>
  nextIndianTime(at + SANDBOX_LEAST_MS - 1, hhmm);

/** The same of a broker whose provider may be the sandbox. */
export const tokenEnd = (at: number, hhmm: string, isSandbox: boolean): number =>
  isSandbox ? sandboxTokenEnd(at, hhmm) : nextIndianTime(at, hhmm);
