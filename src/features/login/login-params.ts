import type { BrokerConfig } from "#domain/access/brokers.ts";
import { DEFAULT_PAGE, safeRedirectPath } from "#domain/access/redirects.ts";
import { brokerFrom } from "../../session/login-brokers.ts";

/** What an address may tell the login page (rule LOGIN-5). Any site may have written it. */
export interface LoginParams {
  /** path on this site to be at afterwards; null when none is given */
  readonly returnPath: string | null;
  readonly broker: BrokerConfig | null;
  /** request token, authorisation code or API session, whichever the broker calls it */
  readonly token: string | null;
  readonly state: string | null;
  /** client id that the broker's app already knows */
  readonly identifier: string | null;
  readonly isKiteFirstTime: boolean;
  /** null when the address does not say */
  readonly success: boolean | null;
  /** what `error` says: a code of ours where the login could not even begin, else the broker's; never shown as it is */
  readonly error: string | null;
  /** the broker says that its customer refused, or that something failed there */
  readonly refusal: "denied" | "failed" | null;
}

const TOKENS = ["request_token", "code", "apisession", "API_Session"];
/** Angel One brings three; the server takes them as one, joined by commas. What a call can carry ends at 4,096 letters. */
const ANGEL_TOKENS = ["auth_token", "feed_token", "refresh_token"];
const TOKEN_LIMIT = 4_096;
const RETURN_PATHS = ["redirect", "redirect_to", "next", "redirect_target"];
const DENIED = ["access_denied", "denied", "cancelled", "canceled", "rejected"];
const TRUE = ["1", "true", "yes"];
const FALSE = ["0", "false", "no"];

function first(params: URLSearchParams, names: readonly string[]): string | null {
  for (const name of names) {
    const value = params.get(name);
    if (value !== null && value !== "") return value;
  }
  return null;
}

function tokenOf(params: URLSearchParams): string | null {
  const [access, ...others] = ANGEL_TOKENS.map((name) => params.get(name) ?? "");
  if (!access) return first(params, TOKENS);
  const all = [access, ...others].join(",");
  return others.every((other) => other === "") || all.length > TOKEN_LIMIT ? access : all;
}

function refusalOf(params: URLSearchParams, success: boolean | null): LoginParams["refusal"] {
  const status = params.get("status")?.toLowerCase() ?? "success";
  const error = params.get("error")?.toLowerCase() ?? "";
  if (DENIED.includes(error) || DENIED.includes(status)) return "denied";
  return error !== "" || status !== "success" || success === false ? "failed" : null;
}

/** @param search query of the address, with or without its question mark */
export function parseLoginParams(search: string): LoginParams {
  const params = new URLSearchParams(search);
  const path = first(params, RETURN_PATHS);
  const said = params.get("success")?.toLowerCase() ?? "";
  const success = TRUE.includes(said) ? true : FALSE.includes(said) ? false : null;
  return {
    returnPath: path === null ? null : safeRedirectPath(path),
    broker: brokerFrom(params.get("broker")),
    token: tokenOf(params),
    state: first(params, ["state"]),
    identifier: first(params, ["identifier"]),
    isKiteFirstTime: TRUE.includes(params.get("kite_first_time_login")?.toLowerCase() ?? ""),
    success,
    error: first(params, ["error"]),
    refusal: refusalOf(params, success),
  };
}

/** Where a login that was asked for from `path` should end. */
export function returnPathOr(path: string | null): string {
  return path === null ? DEFAULT_PAGE : safeRedirectPath(path);
}
