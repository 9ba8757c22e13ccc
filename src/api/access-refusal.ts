import { ApiFailure } from "./api-failure.ts";

/** Codes by which the server says that the page itself is not for the caller (rules ACC-13 and ACC-16). */
const CODES: ReadonlySet<string> = new Set(["access.denied", "access.upgrade_needed", "broker.rejected"]);

/** The refusal of access behind a failure, itself or what it was caused by; null when it is of another sort. */
export function accessRefusalOf(error: unknown): ApiFailure | null {
  if (error instanceof ApiFailure && CODES.has(error.code)) return error;
  return error instanceof Error && error.cause !== undefined ? accessRefusalOf(error.cause) : null;
}
