import { createHash } from "node:crypto";
import { Type } from "typebox";
import { ZERODHA } from "#domain/access/brokers.ts";
import { holderOf } from "../account-holder.ts";
import type { BrokerAdapter } from "../adapter.ts";
import { createBrokerHttp, nonsense, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { tokenEnd } from "../token-end.ts";
import { KITE_VERSION, kiteFailure, ZERODHA_NAME } from "./kite-calls.ts";
import { createKiteMargins } from "./kite-margin-call.ts";
import { createKitePositions } from "./kite-positions.ts";

/** Access tokens are flushed at 6 in the morning (Kite Connect 3, "User", response attributes of /session/token). */
const TOKEN_ENDS = "06:00";

const Session = Type.Object({
  status: Type.Literal("success"),
  data: Type.Object({
    user_id: Type.String({ minLength: 1, maxLength: 32 }),
    user_name: Type.String({ maxLength: 256 }),
    email: Type.Optional(Type.Union([Type.String({ maxLength: 320 }), Type.Null()])),
    api_key: Type.String(),
    access_token: Type.String({ minLength: 1, maxLength: 512 }),
    public_token: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});
const readSession = readAs(Session, ZERODHA_NAME, "the session");

/** Request tokens are letters and digits; anything else was not made by Kite and is not worth a call. */
const REQUEST_TOKEN = /^[A-Za-z0-9]{6,128}$/;

/**
 * Zerodha over Kite Connect 3 (kite.trade/docs/connect/v3/user). The interface has neither PKCE nor a redirect_uri in the
 * request (the address is registered with the app); `redirect_params` brings our state back. The request token is bound to our
 * key by the checksum.
 */
export function createKite(options: AdapterOptions): BrokerAdapter {
  const { keys, isSandbox, place, clock } = options;
  const http = createBrokerHttp(ZERODHA_NAME, options);
  return {
    broker: ZERODHA,
    slug: "kite",
    isSandbox,
    margins: createKiteMargins(options),
    positions: createKitePositions(options),
    start({ state }, hint) {
      const query = new URLSearchParams({
        v: "3",
        api_key: keys.key,
        redirect_params: new URLSearchParams({ state }).toString(),
      });
      if (isSandbox && hint?.freshAccount === true) query.set("sandbox_account", "new");
      return { kind: "redirect", url: `${place.pages}/connect/login?${query}` };
    },
    async finish(token) {
      if (!REQUEST_TOKEN.test(token)) throw rejected(ZERODHA_NAME, "malformed request token");
      const checksum = createHash("sha256").update(`${keys.key}${token}${keys.secret}`).digest("hex");
      return http.guarded(async () => {
        const answer = await http.send({
          method: "POST",
          url: `${place.api()}/session/token`,
          headers: KITE_VERSION,
          form: { api_key: keys.key, request_token: token, checksum },
        });
        if (answer.status >= 400) {
          const { said } = kiteFailure(answer.body);
          throw rejected(ZERODHA_NAME, "the request token is unknown, used or expired", said);
        }
        const { data } = readSession(answer.body);
        if (data.api_key !== keys.key) throw nonsense(ZERODHA_NAME, "a session of another app");
        return {
          ...holderOf(data.user_id, data.user_name, data.email),
          tokens: { access: data.access_token },
          expiresAt: tokenEnd(clock(), TOKEN_ENDS, isSandbox),
        };
      });
    },
    async endSession({ access }) {
      const query = new URLSearchParams({ api_key: keys.key, access_token: access });
      await http.send({
        method: "DELETE",
        url: `${place.api()}/session/token?${query}`,
        headers: KITE_VERSION,
      });
    },
  };
}
