import type { StreamSpecOf } from "./stream-spec.ts";

/** Expiries that one strategy can have legs in, and then some; each is a chain of its own. */
const MAX_EXPIRIES = 12;
/** A frame is the whole market: more of them a second than are painted as figures would be waste. */
const MAX_MARKET_RATE = 10;

function isDay(text: unknown): boolean {
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** What is wrong with what a market is to be of; null when nothing is. */
export function marketFault({
  underlying,
  expiries,
  maxRate,
}: StreamSpecOf<"strategy-market">): string | null {
  if (!(Number.isInteger(underlying) && underlying > 0 && underlying < 2 ** 32))
    return "underlying is no token";
  if (!Array.isArray(expiries) || expiries.length === 0) return "expiries is no list of any";
  if (expiries.length > MAX_EXPIRIES) return `more than ${MAX_EXPIRIES} expiries`;
  if (!expiries.every(isDay)) return "one of expiries is no date YYYY-MM-DD";
  if (new Set(expiries).size < expiries.length) return "one of expiries is there twice";
  if (maxRate !== undefined && !(maxRate > 0 && maxRate <= MAX_MARKET_RATE)) {
    return `maxRate is not above 0 and at most ${MAX_MARKET_RATE}`;
  }
  return null;
}
