import type { priceDecimals } from "../picture/picture.ts";
import type { barsSeries } from "../series/bars-series.ts";

/** What the page has and extras use, handed in: imported from both it would be one more file that the page waits for. */
export interface PagesOwn {
  readonly series: typeof barsSeries;
  readonly decimalsOf: typeof priceDecimals;
  /** bars are days or longer */
  readonly isOfDays: boolean;
  /** over the chart there is a line of what is chosen */
  readonly hasLine: boolean;
}
