import { and, asc, between, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../platform/store/database.ts";
import { jsonRows } from "../../../platform/store/json-rows.ts";
import { historyCloses, historyExpiries } from "../schema.ts";
import type { DailyBar, ExpiryDay } from "./daily-bars.ts";
import { historyDaily } from "./schema.ts";

/** What underlyings did on the days that are over; everything under the market's name, dates as YYYYMMDD. */
export interface DailyRepository {
  /** What was heard of a date, by underlying; it replaces what was known of it before. */
  put(market: string, bars: ReadonlyMap<number, DailyBar>): Promise<void>;
  /**
   * Days made up or heard elsewhere: those that are there already stay, but what is real replaces what is made up, and a source's
   * newer word its older one: it adjusts what it tells.
   */
  fill(market: string, underlying: number, bars: readonly DailyBar[]): Promise<void>;
  /** Days of an underlying from one date to another, both included, oldest first. */
  days(market: string, underlying: number, from: number, to: number): Promise<readonly DailyBar[]>;
  /** What was heard of its expiries at the closes of such days, by date and expiry. */
  expiryDays(market: string, underlying: number, from: number, to: number): Promise<readonly ExpiryDay[]>;
  /** Removes what is older, of every market. */
  sweep(before: number): Promise<void>;
}

/** Rows a statement: far below the 65,535 parameters that Postgres takes. */
const ROWS_A_STATEMENT = 200;

const excluded = (column: string) => sql.raw(`excluded.${column}`);
const REPLACED = {
  open: excluded("open"),
  high: excluded("high"),
  low: excluded("low"),
  close: excluded("close"),
  volume: excluded("volume"),
  futuresOi: excluded("futures_oi"),
  origin: excluded("origin"),
};
const KEY = [historyDaily.market, historyDaily.underlying, historyDaily.date];

type Row = DailyBar & { readonly market: string; readonly underlying: number };

function* portions(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    yield rows.slice(from, from + ROWS_A_STATEMENT);
}

export function createDailyBars(executor: Executor): DailyRepository {
  return {
    put: (market, bars) =>
      executor.transaction(async ({ db }) => {
        const rows = [...bars].map(([underlying, bar]) => ({ ...bar, market, underlying }));
        for (const some of portions(rows)) {
          await db
            .insert(historyDaily)
            .select(jsonRows(historyDaily, some))
            .onConflictDoUpdate({ target: KEY, set: REPLACED });
        }
      }),
    fill: (market, underlying, bars) =>
      executor.transaction(async ({ db }) => {
        for (const some of portions(bars.map((bar) => ({ ...bar, market, underlying })))) {
          await db
            .insert(historyDaily)
            .select(jsonRows(historyDaily, some))
            .onConflictDoUpdate({
              target: KEY,
              set: REPLACED,
              setWhere: sql`(${historyDaily.origin} = 'simulated' and ${excluded("origin")} <> 'simulated')
                or (${historyDaily.origin} = 'source' and ${excluded("origin")} = 'source')`,
            });
        }
      }),
    days: (market, underlying, from, to) =>
      executor.read(({ db }) => {
        const { date, open, high, low, close, volume, futuresOi, origin } = historyDaily;
        return db
          .select({ date, open, high, low, close, volume, futuresOi, origin })
          .from(historyDaily)
          .where(
            and(
              eq(historyDaily.market, market),
              eq(historyDaily.underlying, underlying),
              between(date, from, to),
            ),
          )
          .orderBy(asc(date));
      }),
    expiryDays: (market, underlying, from, to) =>
      executor.read(async ({ db }) => {
        const { date, expiry, forward, atmIv, pcr, maxPain, callOi, putOi } = historyExpiries;
        const { origin } = historyCloses;
        const rows = await db
          .select({ date, expiry, forward, atmIv, pcr, maxPain, callOi, putOi, origin })
          .from(historyExpiries)
          .leftJoin(
            historyCloses,
            and(
              eq(historyCloses.market, historyExpiries.market),
              eq(historyCloses.underlying, historyExpiries.underlying),
              eq(historyCloses.date, date),
            ),
          )
          .where(
            and(
              eq(historyExpiries.market, market),
              eq(historyExpiries.underlying, underlying),
              between(date, from, to),
            ),
          )
          .orderBy(asc(date), asc(expiry));
        // A close whose underlying is not kept is trusted least.
        return rows.map((row) => ({
          ...row,
          origin: row.origin ?? "simulated",
          callVolume: null,
          putVolume: null,
        }));
      }),
    sweep: (before) =>
      executor.write(async ({ query }) => {
        await query("delete from history_daily where date < $1", [before]);
      }),
  };
}
