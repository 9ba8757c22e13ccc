import { daysBetween, istDate } from "../calendar/ist.ts";
import type { IsoDate } from "../units/iso-date.ts";

/** So far away open interest is thin and says little. */
const FAR_DAYS = 60;

/** Whether open interest is drawn behind a payoff: not when each of its expiries is 60 or more days away (rule STRAT-20). */
export function isOiGraphShown(expiries: readonly IsoDate[], now: number): boolean {
  const today = istDate(now);
  return expiries.some((expiry) => daysBetween(today, expiry) < FAR_DAYS);
}
