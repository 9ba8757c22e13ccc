import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db, Executor } from "../../platform/store/database.ts";
import { sessions } from "../schema/accounts.ts";
import { lockAccount } from "./accounts.ts";

export interface SessionRecord {
  readonly id: string;
  readonly accountId: string;
  readonly deviceId: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** idle and absolute expiry */
  readonly idleUntil: number;
  readonly expiresAt: number;
}

export interface NewSession extends Omit<SessionRecord, "id" | "lastSeenAt"> {
  /** SHA-256 of the cookie's token; the token itself is never stored */
  readonly tokenHash: Uint8Array;
}

interface CreatedSession extends SessionRecord {
  /** ids of the sessions of the same device that ended for it: their sockets are to be closed */
  readonly replaced: readonly string[];
}

export interface SessionRepository {
  /**
   * Makes a session unless the account already has `limit` live ones; one transaction, so that two logins at once can't
   * both take the last place. A live session of the same device is replaced and does not count.
   */
  create(session: NewSession, limit: number): Promise<CreatedSession | "too_many">;
  /** the live session of a token; expired and revoked ones are not there */
  live(tokenHash: Uint8Array, at: number): Promise<SessionRecord | null>;
  touch(id: string, at: number, idleUntil: number): Promise<void>;
  list(accountId: string, at: number): Promise<readonly SessionRecord[]>;
  /** @returns ids of the sessions that ended */
  revoke(id: string): Promise<readonly string[]>;
  revokeAll(accountId: string, exceptId?: string): Promise<readonly string[]>;
  sweep(at: number): Promise<number>;
}

const end = sql`least(${sessions.idleUntil}, ${sessions.expiresAt})`;

/** A record as callers see it: everything but the token's hash. */
const RECORD = {
  id: sessions.id,
  accountId: sessions.accountId,
  deviceId: sessions.deviceId,
  userAgent: sessions.userAgent,
  address: sessions.address,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  idleUntil: sessions.idleUntil,
  expiresAt: sessions.expiresAt,
};

async function removed(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db.delete(sessions).where(where).returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}

export function createSessions(executor: Executor, newId: () => string): SessionRepository {
  return {
    create: (session, limit) =>
      executor.transaction(async ({ db }) => {
        const { accountId, deviceId, createdAt } = session;
        await lockAccount(db, accountId);
        const live = await db
          .select({ id: sessions.id, deviceId: sessions.deviceId })
          .from(sessions)
          .where(and(eq(sessions.accountId, accountId), gt(end, createdAt)));
        const replaced = live.filter((other) => other.deviceId === deviceId).map(({ id }) => id);
        if (live.length - replaced.length >= limit) return "too_many";
        if (replaced.length > 0) await removed(db, inArray(sessions.id, replaced));
        const { tokenHash, ...record } = session;
        const made: SessionRecord = { ...record, id: newId(), lastSeenAt: createdAt };
        await db.insert(sessions).values({ ...made, tokenHash });
        return { ...made, replaced };
      }),
    live: (tokenHash, at) =>
      executor.read(async ({ db }) => {
        const [row] = await db
          .select(RECORD)
          .from(sessions)
          .where(and(eq(sessions.tokenHash, tokenHash), gt(end, at)));
        return row ?? null;
      }),
    touch: (id, at, idleUntil) =>
      executor.write(async ({ db }) => {
        // Answers may overtake one another; a session never loses time by it.
        await db
          .update(sessions)
          .set({
            lastSeenAt: sql`greatest(${sessions.lastSeenAt}, ${at}::bigint)`,
            idleUntil: sql`greatest(${sessions.idleUntil}, ${idleUntil}::bigint)`,
          })
          .where(eq(sessions.id, id));
      }),
    list: (accountId, at) =>
      executor.read(({ db }) =>
        db
          .select(RECORD)
          .from(sessions)
          .where(and(eq(sessions.accountId, accountId), gt(end, at)))
          .orderBy(desc(sessions.lastSeenAt), asc(sessions.id)),
      ),
    revoke: (id) => executor.write(({ db }) => removed(db, eq(sessions.id, id))),
    revokeAll: (accountId, exceptId) =>
      executor.write(({ db }) => {
        const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
        return removed(db, and(eq(sessions.accountId, accountId), others));
      }),
    sweep: (at) => executor.write(async ({ db }) => (await removed(db, lte(end, at))).length),
  };
}
