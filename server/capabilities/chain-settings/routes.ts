import { CHAIN_SETTINGS_ROWS } from "#protocol/http/chain-settings.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { ChainSettingsService } from "./service.ts";

interface ChainSettingsNeeds {
  readonly service: ChainSettingsService;
}

/** Settings and views of the option chain: an account's own, a visitor's the defaults (rule CHAIN-45). */
export function addChainSettingsRoutes(rows: RowRegistrar, { service }: ChainSettingsNeeds): void {
  rows.row(CHAIN_SETTINGS_ROWS.read, async ({ caller }) => {
    // Defaults would pass for the settings of an account that could not be looked up.
    if (caller.live === null && caller.failure !== null) throw caller.failure;
    return { data: await service.of(caller.live?.account.id ?? null) };
  });
  rows.row(CHAIN_SETTINGS_ROWS.save, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.save(account.id, request.identity, request.body) };
  });
  rows.row(CHAIN_SETTINGS_ROWS.reset, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.reset(account.id, request.params.id) };
  });
}
