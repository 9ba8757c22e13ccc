import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { AppSessionResponse } from "#protocol/http/sign-in.ts";
import { APP_PROOF_MS } from "../../identity/app-proofs.ts";
import type { Auth } from "../../identity/auth.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";

interface AppSessionNeeds {
  readonly auth: Pick<Auth, "appProofs" | "appTokens">;
  readonly origins: () => OriginPolicy;
}

/** The mobile app proves itself, for a while (rule ACC-14; docs/sign-in.md). */
export function addAppSessionRoute(app: App, { auth, origins }: AppSessionNeeds): void {
  const tokens = auth.appTokens(() => origins().origins);
  app.post(
    "/v1/app_session",
    {
      schema: {
        tags: ["account"],
        summary: "Exchanges a token that the mobile app signed for a cookie that says so",
        headers: Type.Object({
          "x-app-token": Type.String({ minLength: 1, description: "signed by the app; taken once" }),
        }),
        response: {
          200: AppSessionResponse,
          400: ErrorResponse,
          403: ErrorResponse,
          429: ErrorResponse,
          503: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { deviceId } = request.caller;
      const fault = await tokens.take(request.headers["x-app-token"], deviceId);
      if (fault !== null || deviceId === null) {
        const reason = fault ?? "other_device";
        throw new AppError("access.denied", "This token does not prove the mobile app", { reason });
      }
      reply.header("set-cookie", auth.appProofs.issue(deviceId));
      return { data: { is_mobile_app: true as const, valid_for_ms: APP_PROOF_MS } };
    },
  );
}
