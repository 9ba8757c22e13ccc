import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import {
  asStoreError,
  causeOf,
  isConnectionLost,
  isWorthRepeating,
  SqlError,
  unavailable,
} from "./failures.ts";
import type { StoreStats } from "./store-metrics.ts";

/** Values of a row in the order of its columns, as the driver gives them. */
export type Row = readonly unknown[];

export type Query = (text: string, params?: readonly unknown[]) => Promise<readonly Row[]>;

/** Statements one after another on one connection. */
export interface Session {
  readonly query: Query;
  readonly db: Db;
}

export type Db = PgRemoteDatabase<Record<string, never>>;

/** A connection for as long as it is needed. */
export interface Lease {
  readonly query: Query;
  release(): void;
  /** gives up a connection that hangs, whatever it is doing */
  destroy(): void;
}

/** Where connections come from: PGlite's thread or a pool of Postgres. */
export interface Backend {
  /** @throws AppError storage.unavailable or storage.full, at the latest after `waitMs` */
  lease(kind: "read" | "write", waitMs: number): Promise<Lease>;
  /** resolves when it answers: now, or as soon as it does */
  up(): Promise<void>;
  /** null while it answers, else what is wrong */
  obstacle(): string | null;
  close(): Promise<void>;
}

export interface WorkOptions {
  /** ms from the call to its answer */
  readonly deadlineMs?: number;
}

/**
 * The door to either database. Everything rejects with AppError storage.unavailable or storage.full when storage is away,
 * full or late.
 */
export interface Database {
  read<T>(work: (session: Session) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** One statement that changes something, durable when it resolves. */
  write<T>(work: (session: Session) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** All or nothing, durable when it resolves; the work may be run again after a deadlock. */
  transaction<T>(work: (session: Session) => Promise<T>, options?: WorkOptions): Promise<T>;
  up(): Promise<void>;
  obstacle(): string | null;
  close(): Promise<void>;
}

/** Longer than the slowest fsync of a busy disk, shorter than a browser's patience. */
export const DEADLINE_MS = 5_000;
/** How often a transaction is tried when others get in its way. */
const ATTEMPTS = 4;

/** Drizzle over a connection that knows no Drizzle. */
function builder(query: Query): Db {
  return drizzle(async (text, params) => ({ rows: (await query(text, params)) as unknown[][] }));
}

/** Resolves as the work does, or rejects when the time is up. A late timer may find the answer already on its way. */
function within<T>(ms: number, work: Promise<T>, onLate: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const timer = setTimeout(() => setTimeout(late, Math.min(ms, 50)), ms);
    function late(): void {
      if (isSettled) return;
      reject(unavailable("it took too long to answer"));
      onLate();
    }
    work.then(resolve, reject).finally(() => {
      isSettled = true;
      clearTimeout(timer);
    });
  });
}

interface DatabaseOptions {
  readonly deadlineMs?: number;
}

export function createDatabase(
  backend: Backend,
  stats: StoreStats,
  { deadlineMs: usual = DEADLINE_MS }: DatabaseOptions = {},
): Database {
  async function attempt<T>(
    kind: "read" | "write",
    work: (session: Session) => Promise<T>,
    deadlineAt: number,
  ): Promise<T> {
    const left = () => Math.max(1, deadlineAt - performance.now());
    const lease = await backend.lease(kind, left());
    let isOver = false;
    const end = (how: "release" | "destroy"): void => {
      if (isOver) return;
      isOver = true;
      lease[how]();
    };
    const query: Query = (text, params) => {
      // A work that was given up may go on for a step; it must not reach a connection that another work has
      // by now.
      if (isOver) return Promise.reject(unavailable("it took too long to answer"));
      return lease.query(text, params);
    };
    try {
      const value = await within(left(), work({ query, db: builder(query) }), () => end("destroy"));
      end("release");
      return value;
    } catch (thrown) {
      end(isConnectionLost(causeOf(thrown)) ? "destroy" : "release");
      throw causeOf(thrown);
    }
  }

  /** The same work between BEGIN and COMMIT. A ROLLBACK that fails leaves nothing to lease again. */
  function inTransaction<T>(work: (session: Session) => Promise<T>): (session: Session) => Promise<T> {
    return async (session) => {
      await session.query("begin");
      try {
        const value = await work(session);
        await session.query("commit");
        return value;
      } catch (error) {
        if (isConnectionLost(causeOf(error))) throw error;
        await session.query("rollback").catch((cause: unknown) => {
          throw new SqlError(`the rollback failed: ${String(cause)}`, "08006");
        });
        throw error;
      }
    };
  }

  async function run<T>(
    kind: "read" | "write",
    work: (session: Session) => Promise<T>,
    { deadlineMs = usual }: WorkOptions,
    attempts: number,
  ): Promise<T> {
    const began = performance.now();
    try {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(kind, work, began + deadlineMs);
        } catch (error) {
          if (tried >= attempts || !isWorthRepeating(error)) throw error;
        }
      }
    } catch (error) {
      const failure = asStoreError(error);
      stats.failed(failure);
      throw failure;
    } finally {
      stats.took(kind, performance.now() - began);
    }
  }

  return {
    read: (work, options = {}) => run("read", work, options, 1),
    write: (work, options = {}) => run("write", work, options, ATTEMPTS),
    transaction: (work, options = {}) => run("write", inTransaction(work), options, ATTEMPTS),
    up: () => backend.up(),
    obstacle: () => backend.obstacle(),
    close: () => backend.close(),
  };
}
