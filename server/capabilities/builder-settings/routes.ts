import { BUILDER_SETTINGS_ROWS, SETTING_NAMES } from "#protocol/http/builder-settings.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowOptions, RowRegistrar } from "../../identity/http/register-row.ts";
import { describeInvalid } from "../../platform/http/error-answers.ts";
import type { BuilderSettingsService } from "./service.ts";

interface BuilderSettingsNeeds {
  readonly service: BuilderSettingsService;
}

/** Says which settings there are where another is named. */
const nameSettings: NonNullable<RowOptions["schemaErrorFormatter"]> = (errors, where) => {
  const known = SETTING_NAMES.join(", ");
  const extra = errors.find(({ keyword }) => keyword === "additionalProperties");
  if (extra !== undefined) {
    const name = JSON.stringify(extra.params.additionalProperty);
    return new Error(`There is no setting ${name}; those there are: ${known}`);
  }
  return errors.some(({ keyword }) => keyword === "minProperties")
    ? new Error(`Name at least one setting to change: ${known}`)
    : describeInvalid(errors, where);
};

/** Settings of the strategy builder: an account's own, a visitor's the defaults (rule STRAT-22). */
export function addBuilderSettingsRoutes(rows: RowRegistrar, { service }: BuilderSettingsNeeds): void {
  rows.row(BUILDER_SETTINGS_ROWS.read, async ({ caller }) => {
    // Defaults would pass for the settings of an account that could not be looked up.
    if (caller.live === null && caller.failure !== null) throw caller.failure;
    return { data: await service.of(caller.live?.account ?? null) };
  });
  rows.row(
    BUILDER_SETTINGS_ROWS.save,
    async (request) => {
      const { account } = signedIn(request);
      return { data: await service.change(account, request.body) };
    },
    { schemaErrorFormatter: nameSettings },
  );
}
