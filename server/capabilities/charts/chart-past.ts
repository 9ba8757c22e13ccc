import type { DailyReader } from "../../market/history/daily/daily-bars.ts";
import type { MeasureReader } from "../../market/history/measures/measure-days.ts";
import type { MinuteReader } from "../../market/history/minute-reader.ts";

/**
 * The past as charts ask for it. Without measures no forward of the past is known; without daily closes a chart of closes goes back
 * as far as minutes do.
 */
export interface ChartPast
  extends Pick<MinuteReader, "sessions" | "minutes" | "at" | "previousCloses">,
    Partial<Pick<MeasureReader, "measures">>,
    Partial<DailyReader> {}
