import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { IciciPayload, LoginResult } from "#protocol/http/sign-in.ts";
import { readIciciPayload, readLoginResult } from "./readers.ts";
import { api } from "./site-api.ts";

/** What the provider gave the browser on its way back. */
export interface Returned {
  readonly token: string;
  readonly state: string | null;
}

export function fetchIciciPayload(redirectTarget: string): Promise<IciciPayload> {
  return api.call("GET", "/v1/icici_login_payload", readIciciPayload, {
    query: { redirect_target: redirectTarget },
    isLogin: true,
  });
}

const FINISH: Readonly<Record<Exclude<BrokerSlug, "icici" | "google">, string>> = {
  kite: "/v1/redirect_token",
  upstox: "/v1/upstox_login_redirect",
  angel_broking: "/v1/angel_broking_login_redirect",
};

/** Hands the server what the provider gave, the call each provider has (decision 0009, step 2). */
export function finishLogin(slug: BrokerSlug, { token, state }: Returned): Promise<LoginResult> {
  const isLogin = true;
  if (slug === "google") {
    const body = { id_token: token };
    return api.call("POST", "/v1/login_with_fedcm_google", readLoginResult, { body, isLogin });
  }
  if (slug === "icici") {
    const body = { request_token: token, ...(state === null ? {} : { state }) };
    return api.call("POST", "/v1/icici_validate_login", readLoginResult, { body, isLogin });
  }
  const query = { request_token: token, state };
  return api.call("GET", FINISH[slug], readLoginResult, { query, isLogin });
}

/** Ends the other sessions of the account and logs in here; the token is that of the too-many-devices page. */
export function invalidateOldSessionsAndLogin(requestToken: string): Promise<LoginResult> {
  const body = { request_token: requestToken };
  return api.call("POST", "/v1/invalidate_old_sessions_and_login", readLoginResult, { body, isLogin: true });
}
