import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { SessionsResponse, SuccessResponse } from "#protocol/http/account.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import type { Auth } from "../../identity/auth.ts";
import { noSessionCookie } from "../../identity/http/cookies.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/typed-app.ts";

const tags = ["account"];

export interface SessionNeeds {
  readonly guards: Pick<Guards, "account">;
  readonly auth: Pick<Auth, "audit" | "clock" | "logOut" | "sessions" | "store">;
}

/** Devices that are signed in: seen, and logged out from afar. */
export function addSessionRoutes(app: App, { guards, auth }: SessionNeeds): void {
  const { store, sessions, audit, clock } = auth;

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
      const list = await store.sessions.list(account.id, clock());
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
      const { account, session } = await guards.account(request, reply);
      const gone = await sessions.endAll(account.id, "revoked", session.id);
      const details = { ended: gone.length };
      const entry = { actor: account.id, subject: account.id, address: request.ip, details };
      await audit({ ...entry, action: "sessions_revoked" });
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
      const { account, session } = await guards.account(request, reply);
      const { id } = request.params;
      // Only sessions of this account are looked at: another's id is as unknown as one that never was.
      const own = await store.sessions.list(account.id, clock());
      if (!own.some((each) => each.id === id)) {
        throw new AppError("request.not_found", "That device is not signed in");
      }
      if (id === session.id) {
        await auth.logOut(account, id);
        reply.header("set-cookie", noSessionCookie());
      } else {
        await sessions.end(id, "revoked");
      }
      const entry = { actor: account.id, subject: account.id, address: request.ip, details: { session: id } };
      await audit({ ...entry, action: "session_revoked" });
      return { success: true };
    },
  );
}
