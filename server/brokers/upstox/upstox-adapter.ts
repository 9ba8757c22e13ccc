import { Type } from "typebox";
import { UPSTOX } from "#domain/access/brokers.ts";
import type { BrokerAdapter } from "../adapter.ts";
import { createBrokerHttp, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { nextIndianTime } from "../token-end.ts";
import { createUpstoxMargins } from "./upstox-margin-call.ts";

const NAME = "Upstox";
/** "valid until 3:30 AM the following day", whenever it was made (Upstox API, "Get Token"). */
const TOKEN_ENDS = "03:30";

const Token = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 4_096 }),
  user_id: Type.String({ minLength: 1, maxLength: 32 }),
  user_name: Type.String({ maxLength: 256 }),
  email: Type.Optional(Type.Union([Type.String({ maxLength: 320 }), Type.Null()])),
  is_active: Type.Optional(Type.Boolean()),
});
const Failure = Type.Object({
  status: Type.Literal("error"),
  errors: Type.Array(
    Type.Object({
      errorCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
});

const readToken = readAs(Token, NAME, "the token");
const readFailure = readAs(Failure, NAME, "an error");

const CODE = /^[A-Za-z0-9._-]{4,256}$/;

/**
 * Upstox over its API v2 (upstox.com/developer/api-documentation: "Authorize", "Get Token", "Logout"): OAuth 2 with state and
 * the redirect_uri in both steps. Its documentation has no PKCE, so the verifier of the attempt is not sent: a parameter that
 * is not documented may be refused. The client secret binds the code to this server.
 */
export function createUpstox(options: AdapterOptions): BrokerAdapter {
  const { keys, isSandbox, place, fetch, clock, deadlineMs } = options;
  const http = createBrokerHttp({
    name: NAME,
    fetch,
    clock,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  return {
    broker: UPSTOX,
    slug: "upstox",
    isSandbox,
    margins: createUpstoxMargins(options),
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
      if (!CODE.test(code)) throw rejected(NAME, "malformed code");
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
          const [first] = readFailure(answer.body).errors;
          const said = `${first?.errorCode ?? ""}: ${first?.message ?? ""}`;
          throw rejected(NAME, "the code is unknown, used or expired", said);
        }
        const token = readToken(answer.body);
        if (token.is_active === false) throw rejected(NAME, "the account is not active");
        return {
          externalId: token.user_id,
          name: token.user_name === "" ? token.user_id : token.user_name,
          email: token.email?.includes("@") === true ? token.email : null,
          tokens: { access: token.access_token },
          expiresAt: nextIndianTime(clock(), TOKEN_ENDS),
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
