import { Type } from "typebox";
import { LogoutResponse, MeQuery, MeResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { noSessionCookie } from "../../identity/http/cookies.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { ANONYMOUS_PROFILE, forWidget, type ProfileOf } from "./profile.ts";
import type { DeviceService } from "./service.ts";

const tags = ["account"];

interface AccountNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly profileOf: ProfileOf;
  readonly devices: Pick<DeviceService, "leave">;
}

/** Who is signed in, and leaving (rules SES-1 and SES-14). */
export function addAccountRoutes(app: App, { guards, profileOf, devices }: AccountNeeds): void {
  app.get(
    "/v1/users/me",
    {
      schema: {
        tags,
        summary: "Profile of whoever is signed in; of an anonymous visitor an empty one",
        querystring: MeQuery,
        headers: Type.Object({
          "x-auth-token": Type.Optional(
            Type.String({ maxLength: 1_024, description: "access token of an embedded widget" }),
          ),
        }),
        response: { 200: MeResponse, 400: ErrorResponse, 401: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { live, failure, dead, via } = request.caller;
      const { isMobileApp } = request.identity;
      const isNobody = live === null && failure === null && dead === null;
      if (isNobody) return { data: { ...ANONYMOUS_PROFILE, is_mobile_app: isMobileApp } };
      const { account } = await guards.account(request, reply, false);
      const profile = await profileOf(account, { isMobileApp });
      return { data: via === "widget" ? forWidget(profile) : profile };
    },
  );

  app.delete(
    "/v1/logout",
    {
      schema: {
        tags,
        summary: "Ends the session of this device; one that is over already is no failure",
        response: { 200: LogoutResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { live, failure } = request.caller;
      // The cookie stays where the session could not be ended: it would live on, unseen.
      if (failure !== null) throw failure;
      if (live !== null) await devices.leave({ ...live, address: request.ip });
      reply.header("set-cookie", noSessionCookie());
      return { data: { success: true } };
    },
  );
}
