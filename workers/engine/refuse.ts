import type { ErrorCode } from "#domain/errors.ts";
import type { Refusal } from "./api.ts";

/** The outcome of a call that does not do what it was asked. */
export const refuse = (code: ErrorCode, message: string): { readonly ok: false } & Refusal => ({
  ok: false,
  code,
  message,
});
