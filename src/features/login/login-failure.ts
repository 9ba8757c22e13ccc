import type { BrokerConfig } from "#domain/access/brokers.ts";
import { GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { ApiFailure } from "../../api/api-failure.ts";
import { TEXTS } from "./texts.ts";

/**
 * How a login went wrong: a headline (rules LOGIN-17 and LOGIN-18), and what the server said about it where
 * that is more.
 */
export interface LoginFailure {
  readonly headline: string;
  readonly detail: string | null;
}

/** By these words too the server says that there are too many devices (rule LOGIN-16). */
const TOO_MANY = /TMDLGE:too many devices logged in for the user/;

/** Why a login could not even begin, by the code our server sent along; null for codes of others. */
export function startText(code: string | null): string | null {
  switch (code) {
    case "request.rate_limited":
      return TEXTS.failure.start.tooOften;
    case "storage.unavailable":
    case "storage.full":
    case "server.unavailable":
      return TEXTS.failure.start.serverAway;
    case "request.not_found":
      return TEXTS.failure.start.notSetUp;
    case "request.forbidden":
      return TEXTS.failure.start.otherSite;
    case "broker.unavailable":
      return TEXTS.failure.start.brokerAway;
    default:
      return null;
  }
}

/** What is missing when the broker sent the browser back without a token (rule LOGIN-17, to the letter). */
export function missingToken(broker: BrokerConfig | null): string {
  if (broker?.slug === "upstox") return TEXTS.failure.noCode;
  if (broker?.slug === "angel_broking") return TEXTS.failure.noAuthCode;
  return TEXTS.failure.unable;
}

/** The ticket for the too-many-devices page, when that is what stopped the login. */
export function tooManyTicket(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  const isTooMany = error.code === "auth.too_many_devices" || TOO_MANY.test(error.message);
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
      return TEXTS.failure.reason.notOpen;
    case "other_browser":
      return TEXTS.failure.reason.otherBrowser;
    case "other_provider":
      return TEXTS.failure.reason.otherProvider(name);
    case "rejected":
      return TEXTS.failure.reason.rejected(name);
    default:
      return null;
  }
}

function headlineOf(broker: BrokerConfig | null, error: ApiFailure): string {
  // The server knows best, and speaks in the words of the same rules.
  if (error.code === "auth.bad_login") return error.message;
  const wasRejected = error.code === "broker.rejected";
  if (broker?.id === GOOGLE) {
    return wasRejected ? TEXTS.failure.googleRejected : TEXTS.failure.google;
  }
  if (broker?.id === ZERODHA) {
    return wasRejected ? TEXTS.failure.kiteRejected : TEXTS.failure.kite;
  }
  if (wasRejected) return TEXTS.failure.unable;
  return error.status === null || error.status >= 500 ? TEXTS.failure.profile : TEXTS.failure.unexpected;
}

/** What to tell about a login that the server refused or could not finish. */
export function loginFailure(broker: BrokerConfig | null, error: unknown): LoginFailure {
  if (!(error instanceof ApiFailure)) return { headline: TEXTS.failure.unexpected, detail: null };
  const headline = headlineOf(broker, error);
  const said = error.message === headline ? null : error.message;
  return {
    headline,
    detail: reasonText(error.detail("reason"), broker?.displayName ?? TEXTS.failure.theBroker) ?? said,
  };
}
