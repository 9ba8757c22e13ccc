import type { BrokerConfig } from "#domain/access/brokers.ts";
import { GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { ApiFailure } from "../../api/api-failure.ts";

/**
 * How a login went wrong: a headline (rules LOGIN-17 and LOGIN-18), and what the server said about it where
 * that is more.
 */
export interface LoginFailure {
  readonly headline: string;
  readonly detail: string | null;
}

const TOO_MANY = "TMDLGE:too many devices logged in for the user";
export const INVALIDATION_FAILED = "TMDLGE:invalidating old session and logging in failed";
const UNEXPECTED = "An unexpected error has occurred. Please try to login again.";
export const UNABLE = "Unable to authenticate user";
const GOOGLE_REJECTED =
  "Looks like your Google authentication failed. Please check your username and password and try again.";

/** Why a login could not even begin, by the code our server sent along; null for codes of others. */
export function startText(code: string | null): string | null {
  switch (code) {
    case "request.rate_limited":
      return "There were many logins in a short time. Wait a minute, then try again.";
    case "storage.unavailable":
    case "storage.full":
    case "server.unavailable":
      return "The server is just starting, or cannot store anything now. Try again in a few seconds.";
    case "request.not_found":
      return "This way to log in is not set up here. Choose another one.";
    case "request.forbidden":
      return "This login was begun on another site. Begin it here.";
    case "broker.unavailable":
      return "The broker does not answer. Try again in a minute.";
    default:
      return null;
  }
}

/** What is missing when the broker sent the browser back without a token (rule LOGIN-17, to the letter). */
export function missingToken(broker: BrokerConfig | null): string {
  if (broker?.slug === "upstox") return "No code found in the URL";
  if (broker?.slug === "angel_broking") return "Auth code found in the URL";
  return UNABLE;
}

/** The ticket for the too-many-devices page, when that is what stopped the login. */
export function tooManyTicket(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  const isTooMany = error.code === "auth.too_many_devices" || error.message.includes(TOO_MANY);
  return isTooMany && error.status === 403 ? (error.detail("request_token") ?? "") : null;
}

/**
 * Why the server did not take a return (`details.reason`), in words for a user who only wanted to log in.
 */
function reasonText(reason: string | null, name: string): string | null {
  switch (reason) {
    case "no_attempt":
    case "state_missing":
    case "state_unknown":
      return "This login was used already, took longer than ten minutes, or was begun somewhere else. Begin it anew here.";
    case "other_browser":
      return "This login was begun in another browser. Begin it anew here.";
    case "other_provider":
      return `The answer did not come from ${name}, with whom this login was begun. Begin it anew.`;
    case "rejected":
      return `${name} did not confirm it: what it sent along is used up, too old, or not valid. Begin anew.`;
    default:
      return null;
  }
}

function headlineOf(broker: BrokerConfig | null, error: ApiFailure): string {
  // The server knows best, and speaks in the words of the same rules.
  if (error.code === "auth.bad_login") return error.message;
  const wasRejected = error.code === "broker.rejected";
  if (broker?.id === GOOGLE) {
    return wasRejected ? GOOGLE_REJECTED : "Google login failed, Failed to fetch user profile";
  }
  if (broker?.id === ZERODHA) {
    return wasRejected ? "Failed to authenticate with Kite" : "Error Authenticate User with redirect token";
  }
  if (wasRejected) return UNABLE;
  return error.status === null || error.status >= 500
    ? "Login Failed, Failed to fetch user profile"
    : UNEXPECTED;
}

/** What to tell about a login that the server refused or could not finish. */
export function loginFailure(broker: BrokerConfig | null, error: unknown): LoginFailure {
  if (!(error instanceof ApiFailure)) return { headline: UNEXPECTED, detail: null };
  const headline = headlineOf(broker, error);
  const said = error.message === headline ? null : error.message;
  return {
    headline,
    detail: reasonText(error.detail("reason"), broker?.displayName ?? "the broker") ?? said,
  };
}
