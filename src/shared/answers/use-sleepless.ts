import { marketTimings } from "#protocol/generated/http/prices.ts";
import type { MarketTimingsResponse as MarketTimings } from "#protocol/http/prices.ts";
import { useAnswer } from "./use-answer.ts";

/** Whether these are the hours of a market that is open at any time of any day. */
const neverCloses = (hours: MarketTimings): boolean =>
  Object.values(hours).every(([open, close]) => open === "00:00" && close === "24:00");

/** Whether the market runs around the clock, as only a simulated one can; null until the server has said. */
export function useSleepless(): boolean | null {
  const { data, isError } = useAnswer(marketTimings, {}, { isForAll: true, select: neverCloses });
  return data ?? (isError ? false : null);
}
