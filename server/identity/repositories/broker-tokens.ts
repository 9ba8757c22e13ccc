import { and, eq, gt } from "drizzle-orm";
import type { Executor } from "../../platform/store/database.ts";
import { brokerTokens } from "../schema/accounts.ts";

/** Broker tokens, sealed by the caller (`server/identity/sealing.ts`) before they come here. */
export interface BrokerTokenRepository {
  put(accountId: string, sealed: Uint8Array, expiresAt: number): Promise<void>;
  get(accountId: string, at: number): Promise<Uint8Array | null>;
  remove(accountId: string): Promise<void>;
}

export function createBrokerTokens(executor: Executor): BrokerTokenRepository {
  return {
    put: (accountId, sealed, expiresAt) =>
      executor.write(async ({ db }) => {
        await db
          .insert(brokerTokens)
          .values({ accountId, sealed, expiresAt })
          .onConflictDoUpdate({ target: brokerTokens.accountId, set: { sealed, expiresAt } });
      }),
    get: (accountId, at) =>
      executor.read(async ({ db }) => {
        const [row] = await db
          .select({ sealed: brokerTokens.sealed })
          .from(brokerTokens)
          .where(and(eq(brokerTokens.accountId, accountId), gt(brokerTokens.expiresAt, at)));
        return row?.sealed ?? null;
      }),
    remove: (accountId) =>
      executor.write(async ({ db }) => {
        await db.delete(brokerTokens).where(eq(brokerTokens.accountId, accountId));
      }),
  };
}
