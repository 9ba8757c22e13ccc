import { type Static, Type } from "typebox";

/** Body of every error answer. Codes are the closed list of `domain/errors.ts`. */
export const ErrorResponse = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: "one of a closed list, such as request.invalid" }),
      message: Type.String({ description: "what happened and what to do; may be shown to people" }),
      details: Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      ),
    }),
  },
  { $id: "Error" },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/** Codes of calls that only an account may make, by status. */
export const NEEDS_ACCOUNT = { 401: ["auth.required", "auth.expired"] } as const;
