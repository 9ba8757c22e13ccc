import type { KeyObject } from "node:crypto";
import { type JWTPayload, jwtVerify } from "jose";
import type { TicketRepository } from "./repositories/tickets.ts";
import { sha256 } from "./secret-texts.ts";

/** Who signs: the mobile app, or its own backend on its behalf. */
const ISSUER = "strikewise-app";
const TYPE = "app+jwt";
const KIND = "app_token";
/** A token lives no longer than this from its issue. */
const APP_TOKEN_MS = 300_000;
/** Phones' clocks are wrong by seconds, hardly by more. */
const TOLERANCE_MS = 60_000;
const LONGEST = 2_048;

/** Why a token proves nothing; for the log and for the app's developers. */
type AppTokenFault = "not_configured" | "malformed" | "other_device" | "used";

/** Tells whether a request comes out of our mobile app (rule ACC-14: a user agent proves nothing). */
export interface AppTokens {
  /**
   * Takes a token once: ES256 or EdDSA by one of the operator's keys, of type `app+jwt`, from
   * `strikewise-app`, for one of our origins, for this device, at most five minutes old.
   * @returns null when it proves the app
   * @throws AppError storage.* while it cannot be known whether it was used before
   */
  take(token: string, deviceId: string | null): Promise<AppTokenFault | null>;
}

interface AppTokensOptions {
  readonly keys: readonly KeyObject[];
  readonly tickets: TicketRepository;
  readonly clock: () => number;
}

const algorithmOf = (key: KeyObject): string => (key.asymmetricKeyType === "ec" ? "ES256" : "EdDSA");

export function createAppTokens(options: AppTokensOptions, origins: () => readonly string[]): AppTokens {
  const { keys, tickets, clock } = options;

  async function verified(token: string): Promise<JWTPayload | null> {
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithmOf(key)],
          typ: TYPE,
          issuer: ISSUER,
          audience: [...origins()],
          requiredClaims: ["jti", "iat", "exp", "device_id"],
          maxTokenAge: APP_TOKEN_MS / 1_000,
          clockTolerance: TOLERANCE_MS / 1_000,
          currentDate: new Date(clock()),
        });
        return payload;
      } catch {
        // Signed by another key, or by none of ours.
      }
    }
    return null;
  }

  return {
    async take(token, deviceId) {
      if (keys.length === 0) return "not_configured";
      if (token.length > LONGEST) return "malformed";
      const claims = await verified(token);
      const { jti, iat = 0, exp = 0, aud } = claims ?? {};
      const isShort = exp - iat > 0 && exp - iat <= APP_TOKEN_MS / 1_000;
      if (claims === null || !isShort || typeof aud !== "string") return "malformed";
      if (typeof jti !== "string" || jti.length < 8 || jti.length > 128) return "malformed";
      if (deviceId === null || claims.device_id !== deviceId) return "other_device";
      // Kept beyond the last moment at which the token could still be taken.
      const expiresAt = exp * 1_000 + 2 * TOLERANCE_MS;
      const isFirst = await tickets.spend({ kind: KIND, hash: sha256(`${KIND}:${jti}`), expiresAt });
      return isFirst ? null : "used";
    },
  };
}
