import { SuccessResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { PreferenceBody } from "#protocol/http/preferences.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { PreferenceService } from "./service.ts";

interface PreferenceNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly service: PreferenceService;
}

/**
 * Preferences of an account: small JSON values by key. Its path is served with and without `/v1`
 * (rule SES-13).
 */
export function addPreferenceRoutes(app: App, { guards, service }: PreferenceNeeds): void {
  for (const path of ["/user/preferences", "/v1/user/preferences"]) {
    app.post(
      path,
      {
        schema: {
          tags: ["account"],
          summary: "Keeps one preference",
          body: PreferenceBody,
          response: { 200: SuccessResponse, 400: ErrorResponse, 401: ErrorResponse, 413: ErrorResponse },
        },
      },
      async (request, reply) => {
        const { account } = await guards.account(request, reply);
        const [[key, value] = ["", null]] = Object.entries(request.body as Record<string, unknown>);
        await service.keep(account.id, key, value);
        return { success: true };
      },
    );
  }
}
