import { and, asc, between, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/store/database.ts";
import type { BlockKind, HistoryRepository } from "../../roles/storage/repositories.ts";
import { historyBlocks, historyCloses, historyExpiries } from "./schema.ts";

const KINDS: Readonly<Record<BlockKind, number>> = { minutes: 1, quarters: 2 };
/** Rows a statement: far below the 65,535 parameters that Postgres takes. */
const ROWS_A_STATEMENT = 200;

function* portions<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    yield rows.slice(from, from + ROWS_A_STATEMENT);
}

const excluded = (column: string) => sql.raw(`excluded.${column}`);

export function createHistory(database: Database): HistoryRepository {
  return {
    putBlocks: (market, blocks) =>
      database.transaction(async ({ db }) => {
        for (const some of portions(blocks)) {
          const { kind, underlying, expiry, start } = historyBlocks;
          await db
            .insert(historyBlocks)
            .values(some.map((block) => ({ ...block, market, kind: KINDS[block.kind] })))
            .onConflictDoUpdate({
              target: [historyBlocks.market, kind, underlying, expiry, start],
              set: { body: excluded("body") },
            });
        }
      }),
    blocks: ({ market, kind, underlying, expiries, from, to }) =>
      database.read(({ db }) =>
        db
          .select({ expiry: historyBlocks.expiry, start: historyBlocks.start, body: historyBlocks.body })
          .from(historyBlocks)
          .where(
            and(
              eq(historyBlocks.market, market),
              eq(historyBlocks.kind, KINDS[kind]),
              eq(historyBlocks.underlying, underlying),
              inArray(historyBlocks.expiry, [...expiries]),
              between(historyBlocks.start, from, to - 1),
            ),
          )
          .orderBy(asc(historyBlocks.start), asc(historyBlocks.expiry)),
      ),
    putCloses: (market, date, closes, expiries) =>
      database.transaction(async ({ db }) => {
        for (const some of portions(closes)) {
          await db
            .insert(historyCloses)
            .values(some.map((close) => ({ ...close, market, date })))
            .onConflictDoUpdate({
              target: [historyCloses.market, historyCloses.underlying, historyCloses.date],
              set: { spot: excluded("spot"), iv30: excluded("iv30") },
            });
        }
        for (const some of portions(expiries)) {
          const { underlying, expiry } = historyExpiries;
          await db
            .insert(historyExpiries)
            .values(some.map((each) => ({ ...each, market, date })))
            .onConflictDoUpdate({
              target: [historyExpiries.market, underlying, expiry, historyExpiries.date],
              set: {
                forward: excluded("forward"),
                atmIv: excluded("atm_iv"),
                pcr: excluded("pcr"),
                maxPain: excluded("max_pain"),
                callOi: excluded("call_oi"),
                putOi: excluded("put_oi"),
              },
            });
        }
      }),
    fillCloses: (market, underlying, closes) =>
      database.transaction(async ({ db }) => {
        for (const some of portions(closes)) {
          await db
            .insert(historyCloses)
            .values(some.map((close) => ({ ...close, market, underlying })))
            .onConflictDoNothing();
        }
      }),
    closes: (market, underlying, before, most) =>
      database.read(async ({ db }) => {
        const { date, spot, iv30 } = historyCloses;
        const rows = await db
          .select({ date, spot, iv30 })
          .from(historyCloses)
          .where(
            and(eq(historyCloses.market, market), eq(historyCloses.underlying, underlying), lt(date, before)),
          )
          .orderBy(desc(date))
          .limit(most);
        return rows.reverse();
      }),
    expiryCloses: (market, underlying, on) =>
      database.read(({ db }) => {
        const { expiry, forward, atmIv, pcr, maxPain, callOi, putOi } = historyExpiries;
        return db
          .select({
            underlying: historyExpiries.underlying,
            expiry,
            forward,
            atmIv,
            pcr,
            maxPain,
            callOi,
            putOi,
          })
          .from(historyExpiries)
          .where(
            and(
              eq(historyExpiries.market, market),
              eq(historyExpiries.underlying, underlying),
              eq(historyExpiries.date, on),
            ),
          )
          .orderBy(asc(expiry));
      }),
    sweep: ({ blocksBefore, closesBefore, expiriesBefore }) =>
      database.write(async ({ query }) => {
        await query("delete from history_blocks where start < $1", [blocksBefore]);
        await query("delete from history_closes where date < $1", [closesBefore]);
        await query("delete from history_expiries where date < $1", [expiriesBefore]);
      }),
  };
}
