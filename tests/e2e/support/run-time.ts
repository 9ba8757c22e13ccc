/**
 * The market's time in a run of browser tests: when the run begins it is 10:00 on a Wednesday that is no holiday, with NIFTY's expiry
 * five days away, whatever day it is here. Servers that start later, again or beside another are as far on as the run is, so that
 * none of them runs back.
 */
import { istInstant } from "#domain/calendar/ist.ts";

const RUN_STARTS_AT = istInstant("2026-11-18", "10:00");
const runBegan = Number(process.env.STRIKEWISE_RUN_BEGAN ?? Date.now());

/** The market's time of now on every server that names no clock of its own, epoch ms; off by as long as a process takes to begin. */
export const marketNow = (): number => RUN_STARTS_AT + Date.now() - runBegan;

/** MARKET_CLOCK of a server that begins now. */
export function marketClock(): string {
  const india = new Date(marketNow() + 5.5 * 3_600_000);
  return `always@${india.toISOString().slice(0, -1)}`;
}
