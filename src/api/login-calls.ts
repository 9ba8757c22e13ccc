import type { BrokerSlug } from "#domain/access/brokers.ts";
import {
  beginIcici,
  endAngel,
  endGoogle,
  endIcici,
  endKite,
  endOthersAndLogIn,
  endUpstox,
} from "#protocol/generated/http/sign-in.ts";
import type { IciciPayload, LoginResult } from "#protocol/http/sign-in.ts";
import { api } from "./site-api.ts";

/** What the provider gave the browser on its way back. */
export interface Returned {
  readonly token: string;
  readonly state: string | null;
}

export function fetchIciciPayload(redirectTarget: string): Promise<IciciPayload> {
  return api.call(beginIcici, { query: { redirect_target: redirectTarget } });
}

/** Hands the server what the provider gave, the call each provider has (decision 0009, step 2). */
export function finishLogin(slug: BrokerSlug, { token, state }: Returned): Promise<LoginResult> {
  const returned = { request_token: token, ...(state === null ? {} : { state }) };
  switch (slug) {
    case "kite":
      return api.call(endKite, { query: returned });
    case "upstox":
      return api.call(endUpstox, { query: returned });
    case "angel_broking":
      return api.call(endAngel, { body: returned });
    case "icici":
      return api.call(endIcici, { body: returned });
    case "google":
      return api.call(endGoogle, { body: { id_token: token } });
  }
}

/** Ends the other sessions of the account and logs in here; the token is that of the too-many-devices page. */
export function invalidateOldSessionsAndLogin(requestToken: string): Promise<LoginResult> {
  return api.call(endOthersAndLogIn, { body: { request_token: requestToken } });
}
