import { isFeature, requiredLevel } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import { ACCESS_ROWS } from "#protocol/http/access.ts";
import { PRICE_ROWS } from "#protocol/http/prices.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { MarketOpeningOf } from "./service.ts";

interface FeatureAccessNeeds {
  readonly guards: Pick<Guards, "feature">;
}

/** What the matrix says of the caller, by the same guard that the features' own routes have. */
export function addFeatureAccessRoute(rows: RowRegistrar, { guards }: FeatureAccessNeeds): void {
  rows.row(ACCESS_ROWS.feature, async (request, reply) => {
    const { feature } = request.params;
    if (!isFeature(feature)) throw new AppError("request.not_found", "There is no such feature");
    await guards.feature(feature)(request, reply);
    const { broker, plan } = request.identity;
    return { data: { feature, required: requiredLevel(feature, broker), plan, allowed: true } };
  });
}

interface MarketAccessNeeds {
  readonly openingOf: MarketOpeningOf;
}

/** Whether this server's market may be given to the caller. */
export function addMarketAccessRoute(rows: RowRegistrar, { openingOf }: MarketAccessNeeds): void {
  rows.row(PRICE_ROWS.marketAccess, async ({ identity, caller }) => {
    const data = openingOf(identity);
    // Whose account it is could not be asked: that is no refusal.
    if (!data.allowed && caller.failure !== null) throw caller.failure;
    return { data };
  });
}
