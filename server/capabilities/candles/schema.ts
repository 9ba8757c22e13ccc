import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { CandlePatternId } from "#domain/candles/pattern-ids.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { CandleTimeframe } from "#protocol/http/candles.ts";
import { time } from "../../platform/store/column-types.ts";

/*
 * Candlestick patterns as they were found when their candles ended, under the market's name. What was found stays: the candles of an
 * hour are not kept as long.
 */

export const candleSignals = pgTable(
  "candle_signals",
  {
    market: text("market").notNull(),
    /** instrument token */
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    timeframe: text("timeframe").$type<CandleTimeframe>().notNull(),
    /** by what the candle goes */
    at: time("at").notNull(),
    pattern: text("pattern").$type<CandlePatternId>().notNull(),
    endedAt: time("ended_at").notNull(),
    origin: text("origin").$type<Origin>().notNull(),
  },
  (table) => [
    primaryKey({
      name: "candle_signals_pk",
      columns: [table.market, table.underlying, table.timeframe, table.at, table.pattern],
    }),
    index("candle_signals_at").on(table.at),
  ],
);

/** How far candles of an underlying were looked at; a question looks at what came since. */
export const candleScans = pgTable(
  "candle_scans",
  {
    market: text("market").notNull(),
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    timeframe: text("timeframe").$type<CandleTimeframe>().notNull(),
    until: time("until").notNull(),
    /** NULL where no candle was known */
    since: time("since"),
    candles: integer("candles").notNull(),
    origin: text("origin").$type<Origin>(),
  },
  (table) => [
    primaryKey({ name: "candle_scans_pk", columns: [table.market, table.underlying, table.timeframe] }),
  ],
);
