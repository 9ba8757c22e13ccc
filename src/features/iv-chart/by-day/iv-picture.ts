/** What the page shows of an answer and of the market now (rules IV-3 to IV-6). Fractions; null is not known. Pure. */

import { addDays } from "#domain/calendar/ist.ts";
import { type IvRange, ivRange } from "#domain/chain/iv-range.ts";
import { createIvRanking, IV_LOOKBACK } from "#domain/chain/iv-statistics.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { IvHistoryResponse } from "#protocol/http/iv-history.ts";
import { RANGE_DAYS, type Range } from "../address.ts";

export type IvHistory = IvHistoryResponse["payload"];
type Column = readonly (number | null)[];

/** The viewer's market now; NaN unknown. */
export interface IvNow {
  readonly spot: number;
  readonly iv30: number;
  /** of the expiry that is shown */
  readonly atmIv: number;
}

export const NOTHING_NOW: IvNow = { spot: Number.NaN, iv30: Number.NaN, atmIv: Number.NaN };

/** The days of a range, the present one at their end; columns have one of each. */
export interface IvPicture {
  readonly dates: readonly string[];
  readonly times: readonly number[];
  readonly runningAt: number | null;
  /** of what is shown: the 30-day IV, or the ATM IV of an expiry */
  readonly iv: Column;
  readonly close: Column;
  readonly hv: Readonly<Record<"10" | "20" | "30", Column>>;
  readonly origins: readonly (Origin | null)[];
  /** of the closes: the present session is none of them */
  readonly range: IvRange;
  readonly figures: IvFigures;
}

/** Fractions, but percentile and rank, which are 0 to 100; NaN unknown. */
export interface IvFigures {
  readonly now: number;
  /** the close of the session before */
  readonly before: number;
  /** of the 30-day IV among the closes of a year */
  readonly percentile: number;
  readonly rank: number;
  readonly hv20: number;
}

const NAN = Number.NaN;
const known = (value: number | null | undefined): number => value ?? NAN;
const ended = (column: Column, last: number): Column => (Number.isNaN(last) ? column : column.with(-1, last));

/** @param live what the stream says; only of a session that goes on it is newer than the answer */
export function ivPicture(told: IvHistory, range: Range, live: IvNow): IvPicture {
  const isRunning = told.running_at !== null;
  const { spot, iv30: iv30Now, atmIv } = isRunning ? live : NOTHING_NOW;
  const iv30 = ended(told.iv30, iv30Now);
  const shown = told.atm_iv === null ? iv30 : ended(told.atm_iv, atmIv);
  const close = ended(told.close, spot);
  const last = told.dates.at(-1);
  const days = RANGE_DAYS[range];
  const earliest = last === undefined || !Number.isFinite(days) ? "" : addDays(last as IsoDate, -days);
  const from = Math.max(
    0,
    told.dates.findIndex((date) => date >= earliest),
  );
  const tail = <T>(column: readonly T[]): readonly T[] => column.slice(from);
  const iv = tail(shown);
  const closes = told.iv30.slice(0, told.is_present ? -1 : undefined).filter((each) => each !== null);
  const ranking = createIvRanking(closes.slice(-IV_LOOKBACK));
  const thirty = known(iv30.at(-1));
  return {
    dates: tail(told.dates),
    times: tail(told.times),
    runningAt: told.running_at,
    iv,
    close: tail(close),
    hv: { "10": tail(told.hv10), "20": tail(told.hv20), "30": tail(told.hv30) },
    origins: tail(told.origins),
    range: ivRange(iv, 0, iv.length - (told.is_present ? 1 : 0)),
    figures: {
      now: known(shown.at(-1)),
      before: known(shown.at(-2)),
      percentile: ranking.percentile(thirty),
      rank: ranking.rank(thirty),
      hv20: known(told.hv20.at(-1)),
    },
  };
}
