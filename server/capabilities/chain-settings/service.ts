import { type AccessSubject, requiredLevel } from "#domain/access/features.ts";
import {
  type ChainSettings,
  DEFAULT_CHAIN_SETTINGS,
  mayShowPremium,
  newPremium,
  readChainSettings,
  resetView,
} from "#domain/chain/settings.ts";
import { AppError } from "#domain/errors.ts";
import type { ChainSettingsBody, ChainSettingsResponse } from "#protocol/http/chain-settings.ts";
import type { ChainSettingsRepository, KeptChainSettings } from "./repository.ts";

type Answer = ChainSettingsResponse["data"];

interface Change {
  readonly revision: number;
  readonly settings: ChainSettingsBody;
}

export interface ChainSettingsService {
  /** @param account id; null: a visitor, who has the defaults. @throws AppError storage.* */
  of(account: string | null): Promise<Answer>;
  /** @throws AppError settings.changed, request.invalid, access.upgrade_needed, access.denied, storage.* */
  save(account: string, subject: AccessSubject, change: Change): Promise<Answer>;
  /** @throws AppError settings.no_view, storage.* */
  reset(account: string, view: string): Promise<Answer>;
}

const answer = ({ revision, settings, isWhole }: KeptChainSettings): Answer => ({
  revision,
  settings: {
    ...settings,
    views: settings.views.map((view) => ({ ...view, columns: [...view.columns] })),
  },
  is_whole: isWhole,
});

/** What the schema cannot say: each view once, each column once in it, and the view to begin with among them. */
function checked(settings: ChainSettings): ChainSettings {
  const ids = settings.views.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new AppError("request.invalid", `There are two views "${twice}": each needs an id of its own`);
  }
  const doubled = settings.views.find(({ columns }) => new Set(columns).size < columns.length);
  if (doubled !== undefined) {
    throw new AppError("request.invalid", `The view "${doubled.name}" names a column twice: once is enough`);
  }
  if (!readChainSettings(settings).isWhole) {
    throw new AppError(
      "request.invalid",
      `There is no view "${settings.view}" to begin with: name one of the views`,
    );
  }
  return settings;
}

function refuseNewPremium(before: ChainSettings, after: ChainSettings, subject: AccessSubject): void {
  if (mayShowPremium(subject)) return;
  const [column] = newPremium(before.views, after.views);
  if (column === undefined) return;
  const required = requiredLevel("option_chain", subject.broker);
  const details = { feature: "option_chain", required, plan: subject.plan, column };
  if (required === "disabled" || required === "hidden") {
    throw new AppError(
      "access.denied",
      `The column ${column} is not available for accounts of your broker`,
      details,
    );
  }
  const plan = required === "pro" ? "Pro" : "Lite";
  throw new AppError(
    "access.upgrade_needed",
    `The column ${column} comes with the ${plan} plan; choose the plan or leave the column out`,
    details,
  );
}

export function createChainSettingsService(repository: ChainSettingsRepository): ChainSettingsService {
  return {
    of: async (account) =>
      answer(
        account === null
          ? { revision: 0, settings: DEFAULT_CHAIN_SETTINGS, isWhole: true }
          : await repository.of(account),
      ),
    async save(account, subject, { revision, settings }) {
      const after = checked(settings);
      const kept = await repository.change(account, (before) => {
        if (before.revision !== revision) {
          throw new AppError(
            "settings.changed",
            "These settings were changed on another device meanwhile: load them and change them again",
            { revision: before.revision },
          );
        }
        refuseNewPremium(before.settings, after, subject);
        return after;
      });
      return answer(kept);
    },
    async reset(account, view) {
      const kept = await repository.change(account, ({ settings }) => {
        const after = resetView(settings, view);
        if (after !== null) return after;
        throw new AppError("settings.no_view", `There is no view "${view}": it was deleted, or never kept`);
      });
      return answer(kept);
    },
  };
}
