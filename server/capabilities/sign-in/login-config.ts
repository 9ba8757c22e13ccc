import { SIGN_IN_ROWS } from "#protocol/http/sign-in.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
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
  rows: RowRegistrar,
  { service, panel }: LoginConfigNeeds,
  { begin }: LoginFlow,
): void {
  rows.row(SIGN_IN_ROWS.config, async (request, reply) => {
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
  });
}
