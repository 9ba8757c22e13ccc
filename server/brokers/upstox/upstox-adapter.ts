import { Type } from "typebox";
import { UPSTOX } from "#domain/access/brokers.ts";
import { holderOf } from "../account-holder.ts";
import type { BrokerAdapter } from "../adapter.ts";
import { createBrokerHttp, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { tokenEnd } from "../token-end.ts";
import { UPSTOX_NAME, upstoxFailure } from "./upstox-calls.ts";
import { createUpstoxMargins } from "./upstox-margin-call.ts";
import { createUpstoxPositions } from "./upstox-positions.ts";

/** "valid until 3:30 AM the following day", whenever it was made (Upstox API, "Get Token"). */
const TOKEN_ENDS = "03:30";

const Token = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 4_096 }),
  user_id: Type.String({ minLength: 1, maxLength: 32 }),
  user_name: Type.String({ maxLength: 256 }),
  email: Type.Optional(Type.Union([Type.String({ maxLength: 320 }), Type.Null()])),
  is_active: Type.Optional(Type.Boolean()),
});
const readToken = readAs(Token, UPSTOX_NAME, "the token");

const CODE = /^[A-Za-z0-9._-]{4,256}$/;

/**
 * Upstox over its API v2 (upstox.com/developer/api-documentation: "Authorize", "Get Token", "Logout"): OAuth 2 with state and
 * the redirect_uri in both steps. Its documentation has no PKCE, so the verifier of the attempt is not sent: a parameter that
 * is not documented may be refused. The client secret binds the code to this server.
 */
export function createUpstox(options: AdapterOptions): BrokerAdapter {
  const { keys, isSandbox, place, clock } = options;
  const http = createBrokerHttp(UPSTOX_NAME, options);
  return {
    broker: UPSTOX,
    slug: "upstox",
    isSandbox,
    margins: createUpstoxMargins(options),
    positions: createUpstoxPositions(options),
    start({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: keys.key,
        redirect_uri: redirectUri,
        response_type: "code",
        state,
      });
      return { kind: "redirect", url: `${place.pages}/v2/login/authorization/dialog?${query}` };
    },
    async finish(code, { redirectUri }) {
      if (!CODE.test(code)) throw rejected(UPSTOX_NAME, "malformed code");
      return http.guarded(async () => {
        const answer = await http.send({
          method: "POST",
          url: `${place.api()}/v2/login/authorization/token`,
          headers: { "api-version": "2.0" },
          form: {
            code,
            client_id: keys.key,
            client_secret: keys.secret,
            redirect_uri: redirectUri,
            grant_type: "authorization_code",
          },
        });
        if (answer.status >= 400) {
          throw rejected(UPSTOX_NAME, "the code is unknown, used or expired", upstoxFailure(answer.body));
        }
        const token = readToken(answer.body);
        if (token.is_active === false) throw rejected(UPSTOX_NAME, "the account is not active");
        return {
          ...holderOf(token.user_id, token.user_name, token.email),
          tokens: { access: token.access_token },
          expiresAt: tokenEnd(clock(), TOKEN_ENDS, isSandbox),
        };
      });
    },
    async endSession({ access }) {
      await http.send({
        method: "DELETE",
        url: `${place.api()}/v2/logout`,
        headers: { authorization: `Bearer ${access}` },
      });
    },
  };
}
