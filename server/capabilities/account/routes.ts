import { ACCOUNT_ROWS } from "#protocol/http/account.ts";
import { noSessionCookie } from "../../identity/http/cookies.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { WIDGET_TOKEN_MS, type WidgetTokens } from "../../identity/widget-token.ts";
import { ANONYMOUS_PROFILE, forWidget, type ProfileOf } from "./profile.ts";
import type { DeviceService } from "./service.ts";

interface AccountNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly profileOf: ProfileOf;
  readonly devices: Pick<DeviceService, "leave">;
  readonly widgetTokens: Pick<WidgetTokens, "issue">;
}

/** Who is signed in, and leaving (rules SES-1 and SES-14). */
export function addAccountRoutes(
  rows: RowRegistrar,
  { guards, profileOf, devices, widgetTokens }: AccountNeeds,
): void {
  rows.row(ACCOUNT_ROWS.me, async (request, reply) => {
    const { live, failure, dead, via } = request.caller;
    const { isMobileApp } = request.identity;
    const isNobody = live === null && failure === null && dead === null;
    if (isNobody) return { data: { ...ANONYMOUS_PROFILE, is_mobile_app: isMobileApp } };
    const { account } = await guards.account(request, reply, false);
    const profile = await profileOf(account, { isMobileApp });
    return { data: via === "widget" ? forWidget(profile) : profile };
  });

  rows.row(ACCOUNT_ROWS.widgetToken, async (request, reply) => {
    const { account, session } = await guards.account(request, reply, false);
    const data = { access_token: widgetTokens.issue(account.id, session.id), expires_in: WIDGET_TOKEN_MS };
    return { data };
  });

  rows.row(ACCOUNT_ROWS.logOut, async (request, reply) => {
    const { live, failure } = request.caller;
    // The cookie stays where the session could not be ended: it would live on, unseen.
    if (failure !== null) throw failure;
    if (live !== null) await devices.leave({ ...live, address: request.ip });
    reply.header("set-cookie", noSessionCookie());
    return { data: { success: true } };
  });
}
