import { and, desc, eq, lt, lte } from "drizzle-orm";
import type { CandleTimeframe } from "#protocol/http/candles.ts";
import type { Executor } from "../../platform/store/database.ts";
import type { Findings, FoundSignal, Scans } from "./findings.ts";
import { joinedScan } from "./findings.ts";
import { candleScans, candleSignals } from "./schema.ts";

/** Patterns that were found in candles, under the market's name. */
export interface CandleSignalRepository {
  /** How far each timeframe of an underlying was looked at. */
  scans(market: string, underlying: number): Promise<Scans>;
  /** Those of candles that ended by `until`, the newest first. */
  signals(
    market: string,
    underlying: number,
    timeframe: CandleTimeframe,
    until: number,
    most: number,
  ): Promise<readonly FoundSignal[]>;
  /**
   * Adds what was found after the scan that is there; what is not after it is there already, and changes nothing.
   * @param after end of the last candle that was looked at before; null none was
   */
  keep(
    market: string,
    underlying: number,
    timeframe: CandleTimeframe,
    found: Findings,
    after: number | null,
  ): Promise<void>;
  /** Removes what is of candles before an instant, of every market. */
  sweep(before: number): Promise<void>;
}

/** Rows a statement: far below the 65,535 parameters that Postgres takes. */
const ROWS_A_STATEMENT = 200;

export function createCandleSignals(executor: Executor): CandleSignalRepository {
  const { market: ofMarket, underlying: of, timeframe: ofTimeframe } = candleScans;
  return {
    scans: (market, underlying) =>
      executor.read(async ({ db }) => {
        const rows = await db
          .select()
          .from(candleScans)
          .where(and(eq(ofMarket, market), eq(of, underlying)));
        return Object.fromEntries(
          rows.map(({ timeframe, until, since, candles, origin }) => [
            timeframe,
            { until, since, candles, origin },
          ]),
        );
      }),
    signals: (market, underlying, timeframe, until, most) =>
      executor.read(({ db }) => {
        const { at, endedAt, pattern, origin } = candleSignals;
        return db
          .select({ at, endedAt, pattern, origin })
          .from(candleSignals)
          .where(
            and(
              eq(candleSignals.market, market),
              eq(candleSignals.underlying, underlying),
              eq(candleSignals.timeframe, timeframe),
              lte(endedAt, until),
            ),
          )
          .orderBy(desc(at))
          .limit(most);
      }),
    keep: (market, underlying, timeframe, found, after) =>
      executor.transaction(async ({ db }) => {
        const [before] = await db
          .select()
          .from(candleScans)
          .where(and(eq(ofMarket, market), eq(of, underlying), eq(ofTimeframe, timeframe)))
          .for("update");
        // Another process was here first.
        if ((before?.until ?? null) !== after) return;
        const { signals } = found;
        for (let from = 0; from < signals.length; from += ROWS_A_STATEMENT) {
          const some = signals.slice(from, from + ROWS_A_STATEMENT);
          await db
            .insert(candleSignals)
            .values(some.map((each) => ({ ...each, market, underlying, timeframe })))
            .onConflictDoNothing();
        }
        const scan = joinedScan(before, found);
        await db
          .insert(candleScans)
          .values({ ...scan, market, underlying, timeframe })
          .onConflictDoUpdate({ target: [ofMarket, of, ofTimeframe], set: scan });
      }),
    sweep: (before) =>
      executor.transaction(async ({ db }) => {
        await db.delete(candleSignals).where(lt(candleSignals.at, before));
        await db.delete(candleScans).where(lt(candleScans.until, before));
      }),
  };
}
