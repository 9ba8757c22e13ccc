import { and, asc, desc, eq, gt, lt, lte } from "drizzle-orm";
import type { Db, Executor, Query } from "../../platform/store/database.ts";
import { hexOf, type Seal, type StoredRow, sealRows } from "../audit-chain.ts";
import { audit } from "../schema/audit.ts";
import { auditSeals } from "../schema/audit-seals.ts";

/** How far the audit log may be sealed, once those have ended that were writing into it when this was read. */
export interface SealMark {
  readonly upTo: number;
  /** transactions, by names of the database's own */
  readonly writers: readonly string[];
}

export interface SealRepository {
  /** whether there are rows after the last seal */
  isBehind(): Promise<boolean>;
  mark(): Promise<SealMark>;
  /** whether all rows up to a mark are committed or will never be there */
  isDecided(mark: SealMark): Promise<boolean>;
  /** Seals the next rows up to that number. @returns how many, and the last seal of all */
  seal(upTo: number, most: number): Promise<{ readonly count: number; readonly last: Seal | null }>;
  last(): Promise<Seal | null>;
  byNumber(number: number): Promise<Seal | null>;
  /** seals after a number, in order */
  seals(after: number, upTo: number, most: number): Promise<readonly Seal[]>;
  /** rows after a number, in order, sealed or not */
  rows(after: number, upTo: number): Promise<readonly StoredRow[]>;
  /**
   * Removes the oldest sealed rows, in the order of their numbers and only those before `before` (epoch ms), and their seals. The
   * last of these seals stays: it stands for all that was removed, and a row of the log says so.
   * @returns null when there is none to remove
   */
  prune(limits: { readonly at: number; readonly before: number; readonly most: number }): Promise<{
    readonly rows: number;
    readonly beginning: Seal;
  } | null>;
  /** whether a row of the log says that what was sealed up to there was removed */
  isPruned(seal: Seal): Promise<boolean>;
  /** how many rows stand after a number */
  countAfter(number: number): Promise<number>;
}

/** A number like any other: the key of the advisory lock that lets one transaction seal at a time. */
const LOCK_KEY = 7_218_640_914;

/**
 * A transaction that inserts into a table holds this lock on it, from before the row gets its number until the transaction has ended.
 * Other databases of the server have tables of the same number.
 */
const WRITERS = `
  select virtualtransaction from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()
    and relation = 'audit'::regclass
    and database = (select oid from pg_database where datname = current_database())`;

/** In the log, of what was removed from it. */
const PRUNED = "audit_pruned";

/** The row of a number, if it may go: the last of the first so many that are older and have a seal, and none before it stays. */
const LAST_TO_GO = `
  select max(number)::text, count(*)::int from (
    select number from audit
    where number <= $1::bigint
      and number < coalesce((select min(number) from audit where at >= $2::bigint), ${Number.MAX_SAFE_INTEGER})
    order by number limit $3::int
  ) as old`;

const ROWS = `
  select number::text, at::text, actor, action, subject, address, details from audit
  where audit.number > $1::bigint and audit.number <= $2::bigint order by audit.number`;

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

async function readRows(query: Query, after: number, upTo: number, most?: number): Promise<StoredRow[]> {
  const limit = most === undefined ? "" : ` limit ${most}`;
  const rows = await query(`${ROWS}${limit}`, [after, upTo]);
  return rows.map(([number, at, actor, action, subject, address, details]) => ({
    number: Number(number),
    values: [
      String(number),
      String(at),
      textOrNull(actor),
      String(action),
      textOrNull(subject),
      textOrNull(address),
      String(details),
    ],
  }));
}

async function lastSeal(db: Db): Promise<Seal | null> {
  const [last] = await db.select().from(auditSeals).orderBy(desc(auditSeals.number)).limit(1);
  return last ?? null;
}

export function createSeals(executor: Executor): SealRepository {
  return {
    isBehind: () =>
      executor.read(async ({ query }) => {
        const [row] = await query(
          `select exists (select from audit where number > coalesce((select max(number) from audit_seals), ${Number.MIN_SAFE_INTEGER}))`,
        );
        return row?.[0] === true;
      }),

    mark: () =>
      executor.read(async ({ query }) => {
        // In this order: a row that is missing below the greatest number has its writer among those read after it.
        const [greatest] = await query("select coalesce(max(number), 0)::text from audit");
        const writers = await query(WRITERS);
        return { upTo: Number(greatest?.[0]), writers: writers.map(([writer]) => String(writer)) };
      }),

    isDecided: ({ writers }) =>
      executor.read(async ({ query }) => {
        if (writers.length === 0) return true;
        const now = new Set((await query(WRITERS)).map(([writer]) => String(writer)));
        return !writers.some((writer) => now.has(writer));
      }),

    seal: (upTo, most) =>
      executor.transaction(async ({ query, db }) => {
        await query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
        const last = await lastSeal(db);
        const rows = await readRows(query, last?.number ?? Number.MIN_SAFE_INTEGER, upTo, most);
        const made = sealRows(last, rows);
        if (made.length > 0) await db.insert(auditSeals).values(made);
        return { count: made.length, last: made.at(-1) ?? last };
      }),

    last: () => executor.read(({ db }) => lastSeal(db)),

    byNumber: (number) =>
      executor.read(async ({ db }) => {
        const [seal] = await db.select().from(auditSeals).where(eq(auditSeals.number, number));
        return seal ?? null;
      }),

    seals: (after, upTo, most) =>
      executor.read(({ db }) =>
        db
          .select()
          .from(auditSeals)
          .where(and(gt(auditSeals.number, after), lte(auditSeals.number, upTo)))
          .orderBy(asc(auditSeals.number))
          .limit(most),
      ),

    rows: (after, upTo) => executor.read(({ query }) => readRows(query, after, upTo)),

    prune: ({ at, before, most }) =>
      executor.transaction(async ({ query, db }) => {
        await query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
        const last = await lastSeal(db);
        if (last === null) return null;
        const [found] = await query(LAST_TO_GO, [last.number, before, most]);
        const rows = Number(found?.[1]);
        if (rows === 0) return null;
        const number = Number(found?.[0]);
        const [beginning] = await db.select().from(auditSeals).where(eq(auditSeals.number, number));
        // A row that was put among sealed ones is for people to look at.
        if (beginning === undefined) return null;
        await query("delete from audit where number <= $1::bigint", [number]);
        await db.delete(auditSeals).where(lt(auditSeals.number, number));
        const details = { upTo: number, sha256: hexOf(beginning.hash), rows, before };
        const who = { actor: "server", subject: null, address: null };
        await db.insert(audit).values({ at, ...who, action: PRUNED, details });
        return { rows, beginning };
      }),

    isPruned: ({ number, hash }) =>
      executor.read(async ({ db }) => {
        const told = await db.select({ details: audit.details }).from(audit).where(eq(audit.action, PRUNED));
        return told.some(({ details }) => details.upTo === number && details.sha256 === hexOf(hash));
      }),

    countAfter: (number) =>
      executor.read(async ({ query }) => {
        const [row] = await query("select count(*)::int from audit where number > $1::bigint", [number]);
        return Number(row?.[0]);
      }),
  };
}
