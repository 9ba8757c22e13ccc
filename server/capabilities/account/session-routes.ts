import { Type } from "typebox";
import { SessionsResponse, SuccessResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { noSessionCookie } from "../../identity/http/cookies.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { DeviceService } from "./service.ts";

const tags = ["account"];

interface SessionNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly devices: Pick<DeviceService, "list" | "end" | "endOthers">;
}

/** Devices that are signed in: seen, and logged out from afar. */
export function addSessionRoutes(app: App, { guards, devices }: SessionNeeds): void {
  app.get(
    "/v1/sessions",
    {
      schema: {
        tags,
        summary: "Devices on which this account is signed in",
        response: { 200: SessionsResponse, 401: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { account, session } = await guards.account(request, reply);
      const list = await devices.list(account.id);
      return {
        data: list.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
          id,
          is_current: id === session.id,
          user_agent: userAgent,
          created_at: new Date(createdAt).toISOString(),
          last_seen_at: new Date(lastSeenAt).toISOString(),
        })),
      };
    },
  );

  app.delete(
    "/v1/sessions",
    {
      schema: {
        tags,
        summary: "Logs all other devices out",
        response: { 200: SuccessResponse, 401: ErrorResponse },
      },
    },
    async (request, reply) => {
      const live = await guards.account(request, reply);
      await devices.endOthers({ ...live, address: request.ip });
      return { success: true };
    },
  );

  app.delete(
    "/v1/sessions/:id",
    {
      schema: {
        tags,
        summary: "Logs one device out",
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        response: { 200: SuccessResponse, 400: ErrorResponse, 401: ErrorResponse, 404: ErrorResponse },
      },
    },
    async (request, reply) => {
      const live = await guards.account(request, reply);
      const isThisOne = await devices.end({ ...live, address: request.ip }, request.params.id);
      if (isThisOne) reply.header("set-cookie", noSessionCookie());
      return { success: true };
    },
  );
}
