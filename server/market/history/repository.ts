import { and, asc, between, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Origin } from "#domain/chain/origin.ts";
import type { SettlementOrigin } from "#domain/settlement/settlement.ts";
import type { Db, Executor } from "../../platform/store/database.ts";
import { jsonRows } from "../../platform/store/json-rows.ts";
import { joinBlocks } from "./join-blocks.ts";
import { historyBlocks, historyCloses, historyExpiries, historySettlements } from "./schema.ts";
import type { BlockKind } from "./started-block.ts";

/** A quarter of an hour as its kind has it: `linear-block.ts` of an underlying and its futures, `option-minutes/codec.ts` of an expiry's options. */
export interface HistoryBlock {
  readonly kind: BlockKind;
  /** instrument token */
  readonly underlying: number;
  /** YYYYMMDD, 0 where the block is of no expiry */
  readonly expiry: number;
  /** of its first bar */
  readonly start: number;
  readonly body: Uint8Array;
  /** another process may have kept the beginning of it: that stays */
  readonly isPart?: boolean;
}

/** An underlying at a close: rupees, annual fraction; null unknown. */
export interface UnderlyingClose {
  readonly underlying: number;
  readonly spot: number | null;
  readonly iv30: number | null;
  readonly origin: Origin;
}

/** One of its expiries at a close; open interest in units. */
export interface ExpiryClose {
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly forward: number | null;
  readonly atmIv: number | null;
  readonly pcr: number | null;
  readonly maxPain: number | null;
  readonly callOi: number;
  readonly putOi: number;
}

/** What an expiry settled at. */
export interface KeptSettlement {
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  /** rupees of the underlying */
  readonly price: number;
  readonly origin: SettlementOrigin;
  /** epoch ms */
  readonly heardAt: number;
}

export type DatedClose = Omit<UnderlyingClose, "underlying"> & { readonly date: number };

/** What the market did; everything under the market's name, dates as YYYYMMDD. */
export interface HistoryRepository {
  /** A block that is there already is replaced, or continued by one that is a part. */
  putBlocks(market: string, blocks: readonly HistoryBlock[]): Promise<void>;
  /** Those that start in [from, to), by start and expiry. */
  blocks(query: {
    readonly market: string;
    readonly kind: BlockKind;
    readonly underlying: number;
    readonly expiries: readonly number[];
    readonly from: number;
    readonly to: number;
  }): Promise<readonly Pick<HistoryBlock, "expiry" | "start" | "body">[]>;
  /** Closes of one date as they are known now; they replace what was known of it before. */
  putCloses(
    market: string,
    date: number,
    closes: readonly UnderlyingClose[],
    expiries: readonly ExpiryClose[],
  ): Promise<void>;
  /** Closes made up or heard elsewhere: those that are there already stay, but what is real replaces what is made up. */
  fillCloses(market: string, underlying: number, closes: readonly DatedClose[]): Promise<void>;
  /** The last closes before a date, oldest first. */
  closes(market: string, underlying: number, before: number, most: number): Promise<readonly DatedClose[]>;
  expiryCloses(market: string, underlying: number, date: number): Promise<readonly ExpiryClose[]>;
  /** What is heard later of an expiry replaces what was heard before: exchanges correct closing values. */
  putSettlements(market: string, settlements: readonly KeptSettlement[]): Promise<void>;
  /** Of every expiry that is kept, oldest first. */
  settlements(market: string, underlying: number): Promise<readonly KeptSettlement[]>;
  /** Removes what is older than these, of every market. */
  sweep(limits: {
    readonly blocksBefore: number;
    readonly closesBefore: number;
    readonly expiriesBefore: number;
    /** blocks of measures; by default as old as the others */
    readonly measuresBefore?: number | undefined;
  }): Promise<void>;
}

const KINDS: Readonly<Record<BlockKind, number>> = {
  minutes: 1,
  quarters: 2,
  option_minutes: 3,
  measures: 4,
};
/** Rows a statement: far below the 65,535 parameters that Postgres takes. */
const ROWS_A_STATEMENT = 200;

function* portions<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    yield rows.slice(from, from + ROWS_A_STATEMENT);
}

const excluded = (column: string) => sql.raw(`excluded.${column}`);

/** Blocks as they are to be kept: those that are parts follow what is kept of them. */
async function joined(db: Db, market: string, blocks: readonly HistoryBlock[]): Promise<HistoryBlock[]> {
  const all: HistoryBlock[] = [];
  for (const block of blocks) {
    const { kind, underlying, expiry, start } = block;
    const [kept] = block.isPart
      ? await db
          .select({ body: historyBlocks.body })
          .from(historyBlocks)
          .where(
            and(
              eq(historyBlocks.market, market),
              eq(historyBlocks.kind, KINDS[kind]),
              eq(historyBlocks.underlying, underlying),
              eq(historyBlocks.expiry, expiry),
              eq(historyBlocks.start, start),
            ),
          )
          .for("update")
      : [];
    all.push(kept === undefined ? block : { ...block, body: joinBlocks(kind, kept.body, block.body) });
  }
  return all;
}

export function createHistory(executor: Executor): HistoryRepository {
  return {
    putBlocks: (market, blocks) =>
      executor.transaction(async ({ db }) => {
        for (const some of portions(await joined(db, market, blocks))) {
          const { kind, underlying, expiry, start } = historyBlocks;
          await db
            .insert(historyBlocks)
            .values(some.map(({ isPart: _, ...block }) => ({ ...block, market, kind: KINDS[block.kind] })))
            .onConflictDoUpdate({
              target: [historyBlocks.market, kind, underlying, expiry, start],
              set: { body: excluded("body") },
            });
        }
      }),
    blocks: ({ market, kind, underlying, expiries, from, to }) =>
      executor.read(({ db }) =>
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
      executor.transaction(async ({ db }) => {
        for (const some of portions(closes)) {
          await db
            .insert(historyCloses)
            .select(
              jsonRows(
                historyCloses,
                some.map((close) => ({ ...close, market, date })),
              ),
            )
            .onConflictDoUpdate({
              target: [historyCloses.market, historyCloses.underlying, historyCloses.date],
              set: { spot: excluded("spot"), iv30: excluded("iv30"), origin: excluded("origin") },
            });
        }
        for (const some of portions(expiries)) {
          const { underlying, expiry } = historyExpiries;
          await db
            .insert(historyExpiries)
            .select(
              jsonRows(
                historyExpiries,
                some.map((each) => ({ ...each, market, date })),
              ),
            )
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
      executor.transaction(async ({ db }) => {
        for (const some of portions(closes)) {
          await db
            .insert(historyCloses)
            .select(
              jsonRows(
                historyCloses,
                some.map((close) => ({ ...close, market, underlying })),
              ),
            )
            .onConflictDoUpdate({
              target: [historyCloses.market, historyCloses.underlying, historyCloses.date],
              set: { spot: excluded("spot"), iv30: excluded("iv30"), origin: excluded("origin") },
              setWhere: sql`${historyCloses.origin} = 'simulated' and ${excluded("origin")} <> 'simulated'`,
            });
        }
      }),
    closes: (market, underlying, before, most) =>
      executor.read(async ({ db }) => {
        const { date, spot, iv30, origin } = historyCloses;
        const rows = await db
          .select({ date, spot, iv30, origin })
          .from(historyCloses)
          .where(
            and(eq(historyCloses.market, market), eq(historyCloses.underlying, underlying), lt(date, before)),
          )
          .orderBy(desc(date))
          .limit(most);
        return rows.reverse();
      }),
    expiryCloses: (market, underlying, on) =>
      executor.read(({ db }) => {
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
    putSettlements: (market, settlements) =>
      executor.transaction(async ({ db }) => {
        const { underlying, expiry } = historySettlements;
        for (const some of portions(settlements)) {
          await db
            .insert(historySettlements)
            .values(some.map((each) => ({ ...each, market })))
            .onConflictDoUpdate({
              target: [historySettlements.market, underlying, expiry],
              set: { price: excluded("price"), origin: excluded("origin"), heardAt: excluded("heard_at") },
            });
        }
      }),
    settlements: (market, of) =>
      executor.read(async ({ db }) => {
        const { underlying, expiry, price, origin, heardAt } = historySettlements;
        const rows = await db
          .select({ underlying, expiry, price, origin, heardAt })
          .from(historySettlements)
          .where(and(eq(historySettlements.market, market), eq(underlying, of)))
          .orderBy(asc(expiry));
        return rows.map((row) => ({ ...row, origin: row.origin as SettlementOrigin }));
      }),
    sweep: ({ blocksBefore, closesBefore, expiriesBefore, measuresBefore = blocksBefore }) =>
      executor.write(async ({ query }) => {
        await query("delete from history_blocks where start < $1 and kind <> $2", [
          blocksBefore,
          KINDS.measures,
        ]);
        await query("delete from history_blocks where start < $1 and kind = $2", [
          measuresBefore,
          KINDS.measures,
        ]);
        await query("delete from history_closes where date < $1", [closesBefore]);
        await query("delete from history_expiries where date < $1", [expiriesBefore]);
        await query("delete from history_settlements where expiry < $1", [closesBefore]);
      }),
  };
}
