import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";

/** Why a return from a provider was not taken; `details.reason`, for support and for tests. */
export type BadLoginReason =
  | "no_attempt"
  | "state_missing"
  | "state_unknown"
  | "other_browser"
  | "other_provider"
  | "rejected"
  | "foreign_page"
  | "ticket_unknown";

/** Texts of failed logins (rules LOGIN-16 to LOGIN-20) and of preferences (rule SES-13). */
export const NO_CODE = "No code found in the URL";
export const TRY_AGAIN = "An unexpected error has occurred. Please try to login again.";
export const TOO_MANY = "TMDLGE:too many devices logged in for the user";
export const INVALIDATE_FAILED = "TMDLGE:invalidating old session and logging in failed";
export const ICICI_PAYLOAD_FAILED = "Unable to fetch ICICI login payload";

const REJECTED: Readonly<Record<BrokerSlug, string>> = {
  kite: "Failed to authenticate with Kite",
  upstox: "Unable to authenticate user",
  angel_broking: "Unable to authenticate user",
  icici: "Unable to authenticate user",
  google:
    "Looks like your Google authentication failed. Please check your username and password and try again.",
};

/** The return does not belong to an attempt that this browser began. */
export function badLogin(reason: BadLoginReason): AppError {
  return new AppError("auth.bad_login", TRY_AGAIN, { reason });
}

/** The provider does not vouch for what was brought back. */
export function rejectedLogin(slug: BrokerSlug, cause: unknown): AppError {
  return new AppError("auth.bad_login", REJECTED[slug], { reason: "rejected", provider: slug }, { cause });
}
