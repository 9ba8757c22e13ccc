import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../platform/store/database.ts";
import type { BrokerTokenRepository } from "../../roles/storage/repositories.ts";
import { brokerTokens } from "../schema/accounts.ts";

export function createBrokerTokens(database: Database): BrokerTokenRepository {
  return {
    put: (accountId, sealed, expiresAt) =>
      database.write(async ({ db }) => {
        await db
          .insert(brokerTokens)
          .values({ accountId, sealed, expiresAt })
          .onConflictDoUpdate({ target: brokerTokens.accountId, set: { sealed, expiresAt } });
      }),
    get: (accountId, at) =>
      database.read(async ({ db }) => {
        const [row] = await db
          .select({ sealed: brokerTokens.sealed })
          .from(brokerTokens)
          .where(and(eq(brokerTokens.accountId, accountId), gt(brokerTokens.expiresAt, at)));
        return row?.sealed ?? null;
      }),
    remove: (accountId) =>
      database.write(async ({ db }) => {
        await db.delete(brokerTokens).where(eq(brokerTokens.accountId, accountId));
      }),
  };
}
