import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { Nullable } from "./nullable.ts";

/** One thing that happened: who did what to whom, from where. */
export const AuditEntry = Type.Object({
  at: Type.String({ description: "ISO 8601, UTC" }),
  actor: Nullable(Type.String({ description: "account id, or operator for the command line" })),
  action: Type.String(),
  subject: Nullable(Type.String()),
  address: Nullable(Type.String()),
  details: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  ),
});

export const AuditResponse = Type.Object({ data: Type.Array(AuditEntry) });
export type AuditResponse = Static<typeof AuditResponse>;

export const ADMIN_ROWS = {
  auditLog: endpoint({
    method: "GET",
    paths: ["/v1/admin/audit"],
    access: "privileged",
    class: "read",
    cost: 0,
    ms: 2,
    cache: "no-store",
    vary: "cookie",
    tags: ["admin"],
    // The published interface is for all callers, and for all but admins there is nothing here.
    isHidden: true,
    summary: "The newest entries of the audit log",
    query: Type.Object({
      subject: Type.Optional(Type.String({ maxLength: 128 })),
      action: Type.Optional(Type.String({ maxLength: 64 })),
      before: Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description: "epoch ms" })),
    }),
    answers: { 200: AuditResponse },
    errors: { 400: ["request.invalid"], 401: ["auth.required"], 404: ["request.not_found"] },
  }),
};
