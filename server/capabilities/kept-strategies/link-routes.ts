import { AppError } from "#domain/errors.ts";
import { STRATEGY_LINK_ROWS } from "#protocol/http/strategy-links.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { StrategyLinkService } from "./link-service.ts";

interface StrategyLinkNeeds {
  readonly service: StrategyLinkService;
}

/** Strategies by link: put away, shared, opened. */
export function addStrategyLinkRoutes(rows: RowRegistrar, { service }: StrategyLinkNeeds): void {
  rows.row(STRATEGY_LINK_ROWS.put, async (request) => {
    const { account } = signedIn(request);
    // A page around a frame, which holds the frame's token, is not to publish in an account's name.
    if (request.caller.via === "widget" && request.body.is_shared === true) {
      throw new AppError(
        "request.forbidden",
        "A widget shares nothing. Open the strategy in Strikewise and share it there.",
      );
    }
    return { data: await service.put(account.id, request.body) };
  });
  rows.row(STRATEGY_LINK_ROWS.open, async ({ caller, identity, params }) => {
    // An account that could not be looked up would be given the preview of a visitor.
    if (caller.live === null && caller.failure !== null) throw caller.failure;
    return await service.open(params.id, identity);
  });
  rows.row(STRATEGY_LINK_ROWS.shared, async (request) => {
    const { account } = signedIn(request);
    return { data: await service.shared(account.id) };
  });
  rows.row(STRATEGY_LINK_ROWS.remove, async (request) => {
    const { account } = signedIn(request);
    await service.remove(account.id, request.params.id);
    return { success: true };
  });
}
