import { Type } from "typebox";
import { ICICI } from "#domain/access/brokers.ts";
import { holderOf } from "../account-holder.ts";
import type { BrokerAdapter } from "../adapter.ts";
import { createBrokerHttp, nonsense, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { tokenEnd } from "../token-end.ts";
import { nodeTransport } from "../transport.ts";
import { breezeFailure, ICICI_NAME } from "./breeze-calls.ts";
import { breezeChecksum, breezeTime } from "./breeze-signing.ts";
import { createIciciMargins } from "./icici-margin-call.ts";
import { createIciciPositions } from "./icici-positions.ts";

/** A session key lives 24 hours or until midnight, whichever is earlier (ICICI Direct, "What is a Session Key"). */
const TOKEN_ENDS = "24:00";

const Customer = Type.Object({
  Status: Type.Integer(),
  Success: Type.Object({
    idirect_userid: Type.String({ minLength: 1, maxLength: 64 }),
    idirect_user_name: Type.String({ maxLength: 256 }),
    session_token: Type.String({ minLength: 1, maxLength: 512 }),
  }),
});

const readCustomer = readAs(Customer, ICICI_NAME, "the customer's details");

const API_SESSION = /^[A-Za-z0-9]{4,64}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The user id inside a session token, base64 of `user:key`; null when it is not one. */
function userOf(sessionToken: string): string | null {
  if (!BASE64.test(sessionToken)) return null;
  const text = Buffer.from(sessionToken, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon > 0 ? text.slice(0, colon) : null;
}

/**
 * ICICI Direct over its Breeze API. The interface has neither state nor PKCE nor a redirect_uri in the request (the address is
 * registered with the app): only the cookie of the attempt binds the return to this browser. customerdetails reads a JSON body
 * on GET, which fetch cannot send.
 */
export function createIcici(options: AdapterOptions): BrokerAdapter {
  const { keys, isSandbox, place, clock } = options;
  const http = createBrokerHttp(ICICI_NAME, options, nodeTransport);
  return {
    broker: ICICI,
    slug: "icici",
    isSandbox,
    margins: createIciciMargins(options),
    positions: createIciciPositions(options),
    start() {
      const timeStamp = breezeTime(clock());
      const checksum = breezeChecksum(timeStamp, JSON.stringify({ AppKey: keys.key }), keys.secret);
      return {
        kind: "form",
        url: `${place.pages}/apiuser/login`,
        fields: { AppKey: keys.key, time_stamp: timeStamp, checksum },
      };
    },
    async finish(apiSession) {
      if (!API_SESSION.test(apiSession)) throw rejected(ICICI_NAME, "malformed API session");
      return http.guarded(async () => {
        const answer = await http.send({
          method: "GET",
          url: `${place.api()}/breezeapi/api/v1/customerdetails`,
          json: JSON.stringify({ SessionToken: apiSession, AppKey: keys.key }),
        });
        const failure = breezeFailure(answer);
        if (failure !== null) {
          throw rejected(ICICI_NAME, "the API session is unknown, used or expired", failure.error);
        }
        const { Success: customer } = readCustomer(answer.body);
        if (userOf(customer.session_token) !== customer.idirect_userid) {
          throw nonsense(ICICI_NAME, "a session of another customer");
        }
        return {
          ...holderOf(customer.idirect_userid, customer.idirect_user_name),
          tokens: { access: customer.session_token },
          expiresAt: tokenEnd(clock(), TOKEN_ENDS, isSandbox),
        };
      });
    },
    async endSession() {
      // Breeze documents no call that ends a session; it dies at midnight.
    },
  };
}
