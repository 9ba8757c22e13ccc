import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS, readChainSettings } from "#domain/chain/settings.ts";
import { lockAccount } from "../../identity/repositories/accounts.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import type { Executor } from "../../platform/store/database.ts";
import type { Db } from "../../platform/store/sql-session.ts";
import { chainSettings } from "./schema.ts";

export interface KeptChainSettings {
  /** 0 while an account has kept nothing */
  readonly revision: number;
  readonly settings: ChainSettings;
  /** false: another version of the server has kept what this one does not know */
  readonly isWhole: boolean;
}

export interface ChainSettingsRepository {
  of(accountId: string): Promise<KeptChainSettings>;
  /**
   * One change after the other, each of what the one before has left.
   * @param change what is to be kept, of what is; where it throws all stays
   */
  change(accountId: string, change: (kept: KeptChainSettings) => ChainSettings): Promise<KeptChainSettings>;
}

const readRow = jsonReader(Type.Record(Type.String(), Type.Unknown()));

async function kept(db: Db, accountId: string): Promise<KeptChainSettings> {
  const [row] = await db.select().from(chainSettings).where(eq(chainSettings.accountId, accountId));
  if (row === undefined) return { revision: 0, settings: DEFAULT_CHAIN_SETTINGS, isWhole: true };
  return { revision: row.revision, ...readChainSettings(readRow(row.settings)) };
}

export function createChainSettings(executor: Executor): ChainSettingsRepository {
  return {
    of: (accountId) => executor.read(({ db }) => kept(db, accountId)),
    change: (accountId, change) =>
      executor.transaction(async ({ db }) => {
        await lockAccount(db, accountId);
        const before = await kept(db, accountId);
        const changed = change(before);
        const row = { revision: before.revision + 1, settings: JSON.stringify(changed) };
        await db
          .insert(chainSettings)
          .values({ accountId, ...row })
          .onConflictDoUpdate({ target: chainSettings.accountId, set: row });
        return { revision: row.revision, settings: changed, isWhole: true };
      }),
  };
}
