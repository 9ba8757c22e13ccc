import { live } from "./live-state.ts";
import { useTaken } from "./use-taken.ts";

const MINUTE_MS = 60_000;

export const minuteStart = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS;

const told = ({ health }: typeof live): number | null =>
  typeof health?.marketTime === "number" ? minuteStart(health.marketTime) : null;

/** Start of the market's minute, epoch ms, for what is said by the minute; null while the market's time is not known. */
export const useMarketMinute = (): number | null => useTaken(live, told);
