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

/** What a customer does by hand, and a run of the tests, is done before. */
const SANDBOX_LEAST_MS = 3_600_000;

/**
 * When a token of the sandbox dies: as its broker's would, but never within an hour of its making, so that whoever tries the
 * product shortly before the broker's hour is not signed out in the middle of it.
 * @param hhmm "HH:MM", India's time
 * @returns epoch ms
 */
export const sandboxTokenEnd = (at: number, hhmm: string): number =>
  nextIndianTime(at + SANDBOX_LEAST_MS - 1, hhmm);

/** The same of a broker whose provider may be the sandbox. */
export const tokenEnd = (at: number, hhmm: string, isSandbox: boolean): number =>
  isSandbox ? sandboxTokenEnd(at, hhmm) : nextIndianTime(at, hhmm);
