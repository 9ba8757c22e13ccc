import { PREFERENCE_ROWS } from "#protocol/http/preferences.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { PreferenceService } from "./service.ts";

interface PreferenceNeeds {
  readonly service: PreferenceService;
}

/** Preferences of an account: small JSON values by key (rule SES-13). */
export function addPreferenceRoutes(rows: RowRegistrar, { service }: PreferenceNeeds): void {
  rows.row(PREFERENCE_ROWS.keep, async (request) => {
    const { account } = signedIn(request);
    const [[key, value] = ["", null]] = Object.entries(request.body);
    await service.keep(account.id, key, value);
    return { success: true };
  });
}
