import { and, asc, desc, eq, gt, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/store/database.ts";
import type { SessionRecord, SessionRepository } from "../../roles/storage/repositories.ts";
import { sessions } from "../schema/accounts.ts";
import { lockAccount } from "./accounts.ts";

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

export function createSessions(database: Database, newId: () => string): SessionRepository {
  return {
    create: (session, limit) =>
      database.transaction(async ({ db }) => {
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
      database.read(async ({ db }) => {
        const [row] = await db
          .select(RECORD)
          .from(sessions)
          .where(and(eq(sessions.tokenHash, tokenHash), gt(end, at)));
        return row ?? null;
      }),
    touch: (id, at, idleUntil) =>
      database.write(async ({ db }) => {
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
      database.read(({ db }) =>
        db
          .select(RECORD)
          .from(sessions)
          .where(and(eq(sessions.accountId, accountId), gt(end, at)))
          .orderBy(desc(sessions.lastSeenAt), asc(sessions.id)),
      ),
    revoke: (id) => database.write(({ db }) => removed(db, eq(sessions.id, id))),
    revokeAll: (accountId, exceptId) =>
      database.write(({ db }) => {
        const others = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
        return removed(db, and(eq(sessions.accountId, accountId), others));
      }),
    sweep: (at) => database.write(async ({ db }) => (await removed(db, lte(end, at))).length),
  };
}
