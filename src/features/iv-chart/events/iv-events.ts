/** Events of the days of a chart, and what volatility did over results (rules IV-7, IV-8). Pure. */

import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import type { IvPicture } from "../by-day/iv-picture.ts";

export interface IvEvent {
  readonly id: string;
  readonly date: string;
  readonly kind: StockEvent["event_type"] | "economic";
  readonly title: string;
}

/** Those of a share, and economic ones of high impact; by date. */
export function eventsOf(
  symbol: string,
  stocks: readonly StockEvent[],
  economic: readonly GlobalEvent[],
): readonly IvEvent[] {
  const own = stocks
    .filter(({ trading_symbol }) => trading_symbol === symbol)
    .map(({ id, date, event_type: kind, description }): IvEvent => ({ id, date, kind, title: description }));
  const high = economic
    .filter(({ impact }) => impact === "high")
    .map(({ id, date, title, country }): IvEvent => {
      return { id, date, kind: "economic", title: `${country}: ${title}` };
    });
  return [...own, ...high].sort((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1));
}

/** Over a day of results: fractions and rupees, null not known. */
export interface ResultsRow {
  readonly date: string;
  readonly ivBefore: number | null;
  readonly ivAfter: number | null;
  /** of the price, from the close before to the close after */
  readonly move: number | null;
}

type Days = Pick<IvPicture, "dates" | "iv" | "close">;

/**
 * The close before a day of results, and the first one on it or after it. Those that are to come have none, and are left out.
 * @returns newest first
 */
export function resultsRows({ dates, iv, close }: Days, events: readonly IvEvent[]): readonly ResultsRow[] {
  return events
    .filter(({ kind }) => kind === "stock_results")
    .flatMap(({ date }) => {
      const after = dates.findIndex((each) => each >= date);
      if (after < 1) return [];
      const [from, to] = [close[after - 1] ?? null, close[after] ?? null];
      const move = from === null || to === null ? null : to / from - 1;
      return [{ date, ivBefore: iv[after - 1] ?? null, ivAfter: iv[after] ?? null, move }];
    })
    .reverse();
}
