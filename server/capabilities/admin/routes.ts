import { Type } from "typebox";
import { AuditResponse } from "#protocol/http/admin.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { AuditReader } from "./service.ts";

interface AdminNeeds {
  readonly guards: Pick<Guards, "admin">;
  readonly service: AuditReader;
}

/** What those who run the product may read. */
export function addAdminRoutes(app: App, { guards, service }: AdminNeeds): void {
  app.get(
    "/v1/admin/audit",
    {
      // Before the query is looked at: to others there is nothing here to be wrong about.
      preValidation: async (request, reply) => void (await guards.admin(request, reply)),
      schema: {
        // The published interface is for all callers, and for all but admins there is nothing here.
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
      const question = {
        ...(subject === undefined ? {} : { subject }),
        ...(action === undefined ? {} : { action }),
        ...(before === undefined ? {} : { before: Number(before) }),
      };
      const entries = await service.read(question, { accountId: account.id, address: request.ip });
      return { data: entries.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) };
    },
  );
}
