import type { ClosesKeeper } from "../../market/history/closes-keeper.ts";
import type { DailyReader } from "../../market/history/daily/daily-bars.ts";
import type { History } from "../../market/history/market-history.ts";
import type { MeasureReader } from "../../market/history/measures/measure-days.ts";
import type { MinuteReader } from "../../market/history/minute-reader.ts";

/** The past as charts ask for it. */
export interface ChartPast
  extends Pick<MinuteReader, "sessions" | "minutes" | "bars" | "at" | "previousCloses">,
    MeasureReader,
    DailyReader {
  /** Daily closes of an underlying before the present market day, oldest first: what a percentile is taken of. */
  readonly closes: ClosesKeeper["of"];
  /** All of them that are kept. */
  readonly keptCloses: History["keptCloses"];
  readonly revision: History["revision"];
}
