import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { SignJWT } from "jose";

export interface AppKey {
  readonly alg: "EdDSA" | "ES256";
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly pem: string;
}

/** A key such as the mobile app has. */
export function appKey(alg: AppKey["alg"] = "EdDSA"): AppKey {
  const { privateKey, publicKey } =
    alg === "EdDSA" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { alg, privateKey, publicKey, pem: publicKey.export({ type: "spki", format: "pem" }).toString() };
}

export interface AppClaims {
  readonly audience: string;
  readonly deviceId: string;
  /** epoch ms; now by default */
  readonly at?: number;
  readonly lifeMs?: number;
  readonly issuer?: string;
  readonly typ?: string;
  readonly jti?: string;
}

/** A token as the app signs it. */
export function signAppToken(
  { alg, privateKey }: Pick<AppKey, "alg" | "privateKey">,
  claims: AppClaims,
): Promise<string> {
  const { audience, deviceId, at = Date.now(), lifeMs = 60_000, jti = randomUUID() } = claims;
  const issuedAt = Math.floor(at / 1_000);
  return new SignJWT({ device_id: deviceId })
    .setProtectedHeader({ alg, typ: claims.typ ?? "app+jwt" })
    .setIssuer(claims.issuer ?? "strikewise-app")
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + Math.floor(lifeMs / 1_000))
    .setJti(jti)
    .sign(privateKey);
}
