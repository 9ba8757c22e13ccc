import { ErrorResponse } from "#protocol/http/error-response.ts";
import { LoginConfig, LoginConfigQuery } from "#protocol/http/sign-in.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { LoginFlow } from "./login-flow.ts";
import type { SignInService } from "./service.ts";

/** What the login panel says of the operator; null hides the line. */
export interface LoginPanel {
  readonly researchAnalystNumber: string | null;
  readonly termsUrl: string | null;
}

export interface LoginConfigNeeds {
  readonly service: Pick<SignInService, "offer">;
  readonly panel: LoginPanel;
}

/** What may be signed in with here. */
export function addLoginConfigRoute(
  app: App,
  { service, panel }: LoginConfigNeeds,
  { begin }: LoginFlow,
): void {
  app.get(
    "/v1/login_config",
    {
      schema: {
        tags: ["login"],
        summary: "What a login panel must know before anybody signs in",
        querystring: LoginConfigQuery,
        response: { 200: LoginConfig, 400: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { available, sandbox } = service.offer();
      const google = { client_id: "", nonce: "", script_url: "" };
      if (request.query.begin !== "false" && available.google === true) {
        const { start } = await begin(request, reply, "google", {});
        if (start.kind === "script") {
          google.client_id = start.clientId;
          google.nonce = start.nonce;
          google.script_url = start.scriptUrl;
        }
      }
      return {
        available,
        sandbox,
        can_try_sandbox: sandbox.kite === true,
        google,
        research_analyst_number: panel.researchAnalystNumber,
        terms_url: panel.termsUrl,
      };
    },
  );
}
