import { KEPT_STRATEGY_ROWS } from "#protocol/http/kept-strategies.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { KeptStrategyService } from "./service.ts";

interface KeptStrategyNeeds {
  readonly service: KeptStrategyService;
}

/** Strategies that an account has saved. */
export function addKeptStrategyRoutes(rows: RowRegistrar, { service }: KeptStrategyNeeds): void {
  rows.row(KEPT_STRATEGY_ROWS.list, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.list(account.id) };
  });
  rows.row(KEPT_STRATEGY_ROWS.open, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.open(account.id, request.params.id) };
  });
  rows.row(KEPT_STRATEGY_ROWS.create, async (request) => {
    const { account } = signedIn(request);
    const { name, strategy } = request.body;
    return { data: await service.create(account.id, name, strategy) };
  });
  rows.row(KEPT_STRATEGY_ROWS.update, async (request) => {
    const { account } = signedIn(request);
    const { revision, strategy } = request.body;
    return { data: await service.update(account.id, request.params.id, revision, strategy) };
  });
  rows.row(KEPT_STRATEGY_ROWS.rename, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.rename(account.id, request.params.id, request.body.name) };
  });
  rows.row(KEPT_STRATEGY_ROWS.remove, async (request) => {
    const { account } = signedIn(request);
    await service.remove(account.id, request.params.id);
    return { success: true };
  });
  rows.row(KEPT_STRATEGY_ROWS.restore, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.restore(account.id, request.params.id) };
  });
}
