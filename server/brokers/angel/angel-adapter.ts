import { decodeJwt, type JWTPayload } from "jose";
import { Type } from "typebox";
import { ANGEL } from "#domain/access/brokers.ts";
import { holderOf } from "../account-holder.ts";
import type { BrokerTokens } from "../account-tokens.ts";
import type { BrokerAdapter, LoginHint } from "../adapter.ts";
import { createBrokerHttp, nonsense, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { tokenEnd } from "../token-end.ts";
import { ANGEL_NAME, angelFailure, angelHeaders } from "./angel-calls.ts";
import { createAngelMargins } from "./angel-margin-call.ts";
import { createAngelPositions } from "./angel-positions.ts";

/** SmartAPI sessions end with India's day; the token's own `exp` may say later and is not to be relied on. */
const TOKEN_ENDS = "24:00";
const USER = "/rest/secure/angelbroking/user/v1";

const Profile = Type.Object({
  status: Type.Literal(true),
  data: Type.Object({
    clientcode: Type.String({ minLength: 1, maxLength: 32 }),
    name: Type.String({ maxLength: 256 }),
    email: Type.Optional(Type.Union([Type.String({ maxLength: 320 }), Type.Null()])),
  }),
});

const readProfile = readAs(Profile, ANGEL_NAME, "the profile");

const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
/** Feed tokens were numbers once and are JWTs now; empty where it was not given. */
const OTHER = /^[A-Za-z0-9._-]*$/;
const TOKEN_LIMIT = 4_096;

function splitTokens(text: string): BrokerTokens {
  const [access = "", feed = "", refresh = "", ...rest] = text.split(",");
  const isSound = JWT.test(access) && OTHER.test(feed) && OTHER.test(refresh) && rest.length === 0;
  if (!isSound || text.length > 3 * TOKEN_LIMIT) throw rejected(ANGEL_NAME, "malformed token");
  return { access, ...(feed === "" ? {} : { feed }), ...(refresh === "" ? {} : { refresh }) };
}

/**
 * The browser brings the finished token, not a code: it could have been made for another app and pasted in here. SmartAPI's
 * tokens name their app (`API-KEY`), so a foreign one is refused before any call; the signature is Angel's to check (getProfile).
 */
function refuseForeign(access: string, key: string): void {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(access);
  } catch {
    throw rejected(ANGEL_NAME, "malformed token");
  }
  const app = claims["API-KEY"];
  if (app !== undefined && app !== key) throw rejected(ANGEL_NAME, "the token was given to another app");
}

function outgoing(key: string, state: string, hint: LoginHint | undefined): URLSearchParams {
  const query = new URLSearchParams({ api_key: key, state });
  if (hint?.appId !== undefined) query.set("app_id", hint.appId);
  if (hint?.os !== undefined) query.set("os", hint.os);
  return query;
}

/**
 * Angel One over SmartAPI's publisher login (smartapi.angelone.in/docs, "User"). There is no code, no PKCE and no redirect_uri
 * in the request (the address is registered with the app); state comes back. getProfile says whose token it is.
 */
export function createAngel(options: AdapterOptions): BrokerAdapter {
  const { keys, isSandbox, place, clock } = options;
  const http = createBrokerHttp(ANGEL_NAME, options);

  async function profile(
    access: string,
  ): Promise<{ clientcode: string; name: string; email: string | null }> {
    const answer = await http.send({
      method: "GET",
      url: `${place.api()}${USER}/getProfile`,
      headers: angelHeaders(keys.key, access),
    });
    const failure = angelFailure(answer);
    if (failure !== null) throw rejected(ANGEL_NAME, "the token is not valid or has expired", failure.said);
    const { data } = readProfile(answer.body);
    if (data.clientcode.trim() === "") throw nonsense(ANGEL_NAME, "a profile without a client code");
    return { clientcode: data.clientcode, name: data.name, email: data.email ?? null };
  }

  return {
    broker: ANGEL,
    slug: "angel_broking",
    isSandbox,
    margins: createAngelMargins(options),
    positions: createAngelPositions(options),
    start({ state }, hint) {
      return { kind: "redirect", url: `${place.pages}/publisher-login?${outgoing(keys.key, state, hint)}` };
    },
    async finish(token) {
      const tokens = splitTokens(token);
      refuseForeign(tokens.access, keys.key);
      return http.guarded(async () => {
        const { clientcode, name, email } = await profile(tokens.access);
        return {
          ...holderOf(clientcode, name, email),
          tokens,
          expiresAt: tokenEnd(clock(), TOKEN_ENDS, isSandbox),
        };
      });
    },
    async endSession({ access }) {
      const { clientcode } = await profile(access);
      await http.send({
        method: "POST",
        url: `${place.api()}${USER}/logout`,
        headers: angelHeaders(keys.key, access),
        json: JSON.stringify({ clientcode }),
      });
    },
  };
}
