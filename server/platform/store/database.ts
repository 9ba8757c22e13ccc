import { asStoreError, causeOf, isConnectionLost, isWorthRepeating, unavailable } from "./failures.ts";
import { inTransaction } from "./in-transaction.ts";
import { type Query, type Session, sessionOf } from "./sql-session.ts";
import type { StoreStats } from "./store-metrics.ts";

export type { Db, Query, Row, Session } from "./sql-session.ts";

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
  /** ms from the call to its answer, with all its attempts */
  readonly deadlineMs?: number;
  /** ms of waiting for its turn that don't count: for what a crowd asks at once, and would have to begin anew elsewhere; 0 by default */
  readonly patienceMs?: number;
}

/** How long a call may still take. */
interface TimeLeft {
  deadlineAt: number;
  patienceMs: number;
}

export interface TransactionOptions extends WorkOptions {
  /** by default Postgres's own, read committed: what is read and then relied on is locked */
  readonly isolation?: "serializable";
}

/** Where a repository runs its statements: the database, or a transaction that is under way (`transaction.ts`). */
export interface Executor {
  read<T>(work: (session: Session) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** One statement that changes something, durable when it resolves. */
  write<T>(work: (session: Session) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * All or nothing, durable when it resolves; the work may be run again after a deadlock or a serialization failure. In a
   * transaction that is under way it is a part of that one.
   */
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * The door to either database. Everything rejects with AppError storage.unavailable or storage.full when storage is away,
 * full or late.
 */
export interface Database extends Executor {
  up(): Promise<void>;
  obstacle(): string | null;
  close(): Promise<void>;
}

/** Longer than the slowest fsync of a busy disk, shorter than a browser's patience. */
export const DEADLINE_MS = 5_000;
/** How often work is tried when others get in its way. */
const ATTEMPTS = 10;
/** The wait before another try, of which chance takes a share: those that met must not meet again. It doubles up to the longest. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

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

/** Lets those that were in the way go on. */
function pauseAfter(tried: number, deadlineAt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS, deadlineAt - performance.now());
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.max(0, longest)));
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
    time: TimeLeft,
  ): Promise<T> {
    const left = () => Math.max(1, time.deadlineAt - performance.now());
    const asked = performance.now();
    const lease = await backend.lease(kind, left() + time.patienceMs);
    const spared = Math.min(performance.now() - asked, time.patienceMs);
    time.patienceMs -= spared;
    time.deadlineAt += spared;
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
      const value = await within(left(), work(sessionOf(query)), () => end("destroy"));
      end("release");
      return value;
    } catch (thrown) {
      end(isConnectionLost(causeOf(thrown)) ? "destroy" : "release");
      throw causeOf(thrown);
    }
  }

  async function run<T>(
    kind: "read" | "write",
    work: (session: Session) => Promise<T>,
    { deadlineMs = usual, patienceMs = 0 }: WorkOptions,
    attempts: number,
  ): Promise<T> {
    const began = performance.now();
    const time: TimeLeft = { deadlineAt: began + deadlineMs, patienceMs };
    try {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(kind, work, time);
        } catch (error) {
          if (tried >= attempts || !isWorthRepeating(error)) throw error;
          await pauseAfter(tried, time.deadlineAt);
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
    transaction: (work, options = {}) => run("write", inTransaction(work, options), options, ATTEMPTS),
    up: () => backend.up(),
    obstacle: () => backend.obstacle(),
    close: () => backend.close(),
  };
}
