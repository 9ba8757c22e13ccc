import { Type } from "typebox";
import { isFeature, requiredLevel } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import { AccessResponse } from "#protocol/http/access.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { MarketAccessResponse } from "#protocol/http/prices.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { MarketOpeningOf } from "./service.ts";

interface FeatureAccessNeeds {
  readonly guards: Pick<Guards, "feature">;
}

/** What the matrix says of the caller, by the same guard that the features' own routes have. */
export function addFeatureAccessRoute(app: App, { guards }: FeatureAccessNeeds): void {
  app.get(
    "/v1/access/:feature",
    {
      schema: {
        tags: ["account"],
        summary: "Whether a feature is open to whoever asks",
        params: Type.Object({ feature: Type.String({ maxLength: 64 }) }),
        response: {
          200: AccessResponse,
          400: ErrorResponse,
          401: ErrorResponse,
          403: ErrorResponse,
          404: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { feature } = request.params;
      if (!isFeature(feature)) throw new AppError("request.not_found", "There is no such feature");
      await guards.feature(feature)(request, reply);
      const { broker, plan } = request.identity;
      return { data: { feature, required: requiredLevel(feature, broker), plan, allowed: true } };
    },
  );
}

interface MarketAccessNeeds {
  readonly openingOf: MarketOpeningOf;
}

/** Whether this server's market may be given to whoever asks. */
export function addMarketAccessRoute(app: App, { openingOf }: MarketAccessNeeds): void {
  app.get(
    "/v1/market_access",
    {
      schema: {
        tags: ["market"],
        summary: "Whether whoever asks may be given this server's market, and if not, why and what opens it",
        response: { 200: MarketAccessResponse, 503: ErrorResponse },
      },
    },
    async ({ identity, caller }, reply) => {
      reply.header("cache-control", "no-store").header("vary", "cookie, x-auth-token");
      const data = openingOf(identity);
      // Whose account it is could not be asked: that is no refusal.
      if (!data.allowed && caller.failure !== null) throw caller.failure;
      return { data };
    },
  );
}
