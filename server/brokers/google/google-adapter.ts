import { errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { Type } from "typebox";
import { GOOGLE } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { BrokerAdapter, BrokerIdentity } from "../adapter.ts";
import { createBrokerHttp, nonsense, readAs, rejected } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import { createKeySet } from "./key-set.ts";

const NAME = "Google";
/** Our clock and the issuer's may differ by this much. */
const TOLERANCE_SECONDS = 30;

const Keys = Type.Object({
  keys: Type.Array(Type.Object({ kty: Type.String(), kid: Type.String() }), { maxItems: 32 }),
});
const readKeys = readAs(Keys, NAME, "its signing keys");

const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const TOKEN_LIMIT = 8_192;

interface GoogleOptions extends AdapterOptions {
  /** accepted `iss` values */
  readonly issuers: readonly string[];
  readonly scriptUrl: string;
  /** path of the key set under the provider's API place */
  readonly keysPath: string;
}

/** What the claims lack; null when they are in order. Signature, iss, aud, exp and algorithm were checked before. */
function fault(claims: JWTPayload, clientId: string, nonce: string): string | null {
  // One audience, ours: a token that is also meant for another site could be replayed by that site.
  if (claims.aud !== clientId) return "the token is for somebody else";
  if (claims.azp !== undefined && claims.azp !== clientId) return "the token was given to another app";
  if (nonce === "" || claims.nonce !== nonce) return "the token belongs to another sign-in";
  if (typeof claims.sub !== "string" || claims.sub === "" || claims.sub.length > 255) return "no subject";
  if (typeof claims.email !== "string") return "no email address";
  if (claims.email_verified !== true) return "the email address is not verified";
  return null;
}

function identity(claims: JWTPayload): BrokerIdentity {
  const email = claims.email as string;
  const name = claims.name;
  return {
    externalId: claims.sub!,
    name: typeof name === "string" && name !== "" ? name.slice(0, 256) : email,
    email,
    tokens: null,
    // The token proves who came and is kept no longer; there is nothing that could end.
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
}

function explain(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.JWTExpired) return rejected(NAME, "the token has expired");
  if (error instanceof errors.JWKSInvalid) return nonsense(NAME, "its signing keys", error);
  return rejected(NAME, "the token is not genuine");
}

/**
 * Sign in with Google: the page's script yields an id_token, checked here as OpenID Connect Core 1.0 §3.1.3.7 and
 * developers.google.com/identity/gsi/web/guides/verify-google-id-token ask. RS256 only, whatever the token's header says;
 * the nonce binds it to the attempt and so to this browser.
 */
export function createGoogle(options: GoogleOptions): BrokerAdapter {
  const { keys, isSandbox, place, clock, issuers, scriptUrl, keysPath } = options;
  const http = createBrokerHttp(NAME, options);
  const keySet = createKeySet(
    () =>
      http.guarded(async () => {
        const answer = await http.send({ method: "GET", url: `${place.api()}${keysPath}` });
        if (answer.status !== 200) throw nonsense(NAME, `status ${answer.status} for its signing keys`);
        return readKeys(answer.body) as JSONWebKeySet;
      }),
    clock,
  );
  return {
    broker: GOOGLE,
    slug: "google",
    isSandbox,
    margins: null,
    positions: null,
    start: ({ nonce }) => ({ kind: "script", scriptUrl, clientId: keys.key, nonce }),
    async finish(token, { nonce }) {
      if (token.length > TOKEN_LIMIT || !COMPACT_JWS.test(token)) throw rejected(NAME, "malformed token");
      let claims: JWTPayload;
      try {
        const verified = await jwtVerify(token, keySet, {
          issuer: [...issuers],
          audience: keys.key,
          algorithms: ["RS256"],
          requiredClaims: ["exp", "iat", "sub", "nonce"],
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: new Date(clock()),
        });
        claims = verified.payload;
      } catch (error) {
        throw explain(error);
      }
      const wrong = fault(claims, keys.key, nonce);
      if (wrong !== null) throw rejected(NAME, wrong);
      return identity(claims);
    },
    async endSession() {
      // Nothing of Google's is held.
    },
  };
}
