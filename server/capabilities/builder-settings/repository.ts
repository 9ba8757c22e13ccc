import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { Value } from "typebox/value";
import {
  BuilderSettings,
  type BuilderSettingsChange,
  SETTING_NAMES,
} from "#protocol/http/builder-settings.ts";
import { lockAccount } from "../../identity/repositories/accounts.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import type { Executor } from "../../platform/store/database.ts";
import type { Db } from "../../platform/store/sql-session.ts";
import { builderSettings } from "./schema.ts";

export interface BuilderSettingsRepository {
  /** what an account has set, nothing of it by default */
  of(accountId: string): Promise<BuilderSettingsChange>;
  /** @returns what it has set now: of two changes at once neither is lost */
  change(accountId: string, change: BuilderSettingsChange): Promise<BuilderSettingsChange>;
}

const readRow = jsonReader(Type.Record(Type.String(), Type.Unknown()));

/** What another version of the server has written, and this one does not know, is as if it were not there. */
function known(json: string | undefined): BuilderSettingsChange {
  const kept = (json === undefined ? null : readRow(json)) ?? {};
  const names = SETTING_NAMES.filter((name) => Value.Check(BuilderSettings.properties[name], kept[name]));
  return Object.fromEntries(names.map((name) => [name, kept[name]]));
}

async function kept(db: Db, accountId: string): Promise<BuilderSettingsChange> {
  const [row] = await db
    .select({ settings: builderSettings.settings })
    .from(builderSettings)
    .where(eq(builderSettings.accountId, accountId));
  return known(row?.settings);
}

export function createBuilderSettings(executor: Executor): BuilderSettingsRepository {
  return {
    of: (accountId) => executor.read(({ db }) => kept(db, accountId)),
    change: (accountId, change) =>
      executor.transaction(async ({ db }) => {
        await lockAccount(db, accountId);
        const changed = { ...(await kept(db, accountId)), ...change };
        const settings = JSON.stringify(changed);
        await db
          .insert(builderSettings)
          .values({ accountId, settings })
          .onConflictDoUpdate({ target: builderSettings.accountId, set: { settings } });
        return changed;
      }),
  };
}
