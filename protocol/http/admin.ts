import { type Static, Type } from "typebox";
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
