import { Type } from "typebox";
import { AuditResponse } from "#protocol/http/admin.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import type { Auth } from "../../identity/auth.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/typed-app.ts";

const PAGE = 100;

export interface AdminNeeds {
  readonly guards: Pick<Guards, "admin">;
  readonly auth: Pick<Auth, "audit" | "store">;
}

/** What those who run the product may read; every look is itself an entry of the audit log. */
export function addAdminRoutes(app: App, { guards, auth }: AdminNeeds): void {
  app.get(
    "/v1/admin/audit",
    {
      // Before the query is looked at: to others there is nothing here to be wrong about.
      preValidation: async (request, reply) => void (await guards.admin(request, reply)),
      schema: {
        // The published interface is for everybody, and to everybody else there is nothing here.
        hide: true,
        querystring: Type.Object({
          subject: Type.Optional(Type.String({ maxLength: 128 })),
          action: Type.Optional(Type.String({ maxLength: 64 })),
          before: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "epoch ms" })),
        }),
        response: { 200: AuditResponse, 400: ErrorResponse, 401: ErrorResponse, 404: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { account } = await guards.admin(request, reply);
      const { subject, action, before } = request.query;
      const filter = {
        ...(subject === undefined ? {} : { subject }),
        ...(action === undefined ? {} : { action }),
        ...(before === undefined ? {} : { before: Number(before) }),
        limit: PAGE,
      };
      const entries = await auth.store.audit.list(filter);
      const details = { subject: subject ?? null, action: action ?? null };
      const entry = { actor: account.id, subject: null, address: request.ip, details };
      await auth.audit({ ...entry, action: "audit_read" });
      return { data: entries.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) };
    },
  );
}
