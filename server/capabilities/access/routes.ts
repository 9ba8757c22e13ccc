import { Type } from "typebox";
import { isFeature, requiredLevel } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import { AccessResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import { requireFeature } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/typed-app.ts";
import type { AuthContext } from "../../roles/api/context.ts";

/** What the matrix says of whoever asks, by the same guard that the features' own routes have. */
export function addAccessRoutes(app: App, { auth }: AuthContext): void {
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
      await requireFeature(auth, feature)(request, reply);
      const { broker, plan } = request.identity;
      return { data: { feature, required: requiredLevel(feature, broker), plan, allowed: true } };
    },
  );
}
