import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Origin } from "#domain/chain/origin.ts";

/** An underlying through a market day that is over: rupees, units; unknown is NULL. */
export const historyDaily = pgTable(
  "history_daily",
  {
    market: text("market").notNull(),
    /** instrument token */
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    /** YYYYMMDD */
    date: integer("date").notNull(),
    open: doublePrecision("open"),
    high: doublePrecision("high"),
    low: doublePrecision("low"),
    close: doublePrecision("close").notNull(),
    volume: doublePrecision("volume"),
    futuresOi: doublePrecision("futures_oi"),
    origin: text("origin").$type<Origin>().notNull(),
  },
  (table) => [
    primaryKey({ name: "history_daily_pk", columns: [table.market, table.underlying, table.date] }),
    index("history_daily_date").on(table.date),
  ],
);
