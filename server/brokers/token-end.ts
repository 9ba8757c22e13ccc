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
