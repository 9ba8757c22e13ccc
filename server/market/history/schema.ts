import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { Origin } from "#domain/chain/origin.ts";
import { bytes, time } from "../../platform/store/column-types.ts";

/*
 * What the market did, under the market's name: the simulated market of one seed is not that of another, and neither is the
 * exchange. Written by the api role, swept by age; whatever is missing here is asked of the market's source.
 */

/** A quarter of an hour of an underlying and its futures (kind 1), of the options of one expiry (kind 3; kind 2 is of before) or of measures (kind 4): `started-block.ts`. */
export const historyBlocks = pgTable(
  "history_blocks",
  {
    market: text("market").notNull(),
    kind: smallint("kind").notNull(),
    /** instrument token */
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    /** YYYYMMDD, 0 where the block is of no expiry */
    expiry: integer("expiry").notNull(),
    start: time("start").notNull(),
    body: bytes("body").notNull(),
  },
  (table) => [
    primaryKey({
      name: "history_blocks_pk",
      columns: [table.market, table.kind, table.underlying, table.expiry, table.start],
    }),
    index("history_blocks_start").on(table.start),
  ],
);

/** An underlying at the close of a market day. Unknown is NULL. */
export const historyCloses = pgTable(
  "history_closes",
  {
    market: text("market").notNull(),
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    /** YYYYMMDD */
    date: integer("date").notNull(),
    spot: doublePrecision("spot"),
    iv30: doublePrecision("iv30"),
    /** What was written before this was kept counts as made up, unless only a broker's market can have said it. */
    origin: text("origin").$type<Origin>().notNull().default("simulated"),
  },
  (table) => [
    primaryKey({ name: "history_closes_pk", columns: [table.market, table.underlying, table.date] }),
    index("history_closes_date").on(table.date),
  ],
);

/** One of its expiries then. Open interest in units. */
export const historyExpiries = pgTable(
  "history_expiries",
  {
    market: text("market").notNull(),
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    expiry: integer("expiry").notNull(),
    date: integer("date").notNull(),
    forward: doublePrecision("forward"),
    atmIv: doublePrecision("atm_iv"),
    pcr: doublePrecision("pcr"),
    maxPain: doublePrecision("max_pain"),
    callOi: doublePrecision("call_oi").notNull(),
    putOi: doublePrecision("put_oi").notNull(),
  },
  (table) => [
    primaryKey({
      name: "history_expiries_pk",
      columns: [table.market, table.underlying, table.expiry, table.date],
    }),
    index("history_expiries_date").on(table.date),
  ],
);

/** What an expiry settled at, in rupees of the underlying, and how that is known (`domain/settlement`). */
export const historySettlements = pgTable(
  "history_settlements",
  {
    market: text("market").notNull(),
    underlying: bigint("underlying", { mode: "number" }).notNull(),
    /** YYYYMMDD */
    expiry: integer("expiry").notNull(),
    price: doublePrecision("price").notNull(),
    origin: text("origin").notNull(),
    heardAt: time("heard_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "history_settlements_pk", columns: [table.market, table.underlying, table.expiry] }),
    index("history_settlements_expiry").on(table.expiry),
  ],
);
