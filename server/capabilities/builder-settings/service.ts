import { type AccountName, accountName, type Exclusions } from "#domain/access/exclusions.ts";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import type { BuilderSettingsChange, BuilderSettingsResponse } from "#protocol/http/builder-settings.ts";
import type { BuilderSettingsRepository } from "./repository.ts";

type Answer = BuilderSettingsResponse["data"];
/** Whose settings they are. */
type Holder = AccountName & { readonly id: string };

export interface BuilderSettingsService {
  /** @param account null: a visitor, who has the defaults. @throws AppError storage.* */
  of(account: Holder | null): Promise<Answer>;
  /** Changes what is named and leaves the rest. @throws AppError storage.* */
  change(account: Holder, change: BuilderSettingsChange): Promise<Answer>;
}

export function createBuilderSettingsService(
  repository: BuilderSettingsRepository,
  { accounts, chartUnderlyings }: Exclusions,
): BuilderSettingsService {
  const answer = (account: Holder | null, set: BuilderSettingsChange): Answer => ({
    settings: { ...DEFAULT_SETTINGS, ...set },
    excluded: {
      margin_and_charts: account !== null && accounts.has(accountName(account)),
      chart_underlyings: [...chartUnderlyings],
    },
  });
  return {
    of: async (account) => answer(account, account === null ? {} : await repository.of(account.id)),
    change: async (account, change) => answer(account, await repository.change(account.id, change)),
  };
}
