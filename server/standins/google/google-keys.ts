import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import type { Clock } from "../../brokers/breaker.ts";

/** An issuer's keys: signs with the newest, publishes the one before too, as tokens signed with it are still about. */
export interface IssuerKeys {
  sign(claims: JWTPayload): Promise<string>;
  published(): Promise<{ keys: JWK[] }>;
  rotate(): Promise<void>;
}

interface KeyPair {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Google's keys change every few days; ours soon enough that a long session meets it. */
const ROTATE_MS = 12 * 3_600_000;

async function generate(kid: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" },
  };
}

/** @param secret makes a name of so many letters and digits */
export function createIssuerKeys(secret: (length: number) => string, clock: Clock): IssuerKeys {
  let pairs: readonly KeyPair[] = [];
  let madeAt = 0;
  let making: Promise<void> | null = null;

  function rotate(): Promise<void> {
    making ??= (async () => {
      try {
        pairs = [await generate(secret(20)), ...pairs].slice(0, 2);
        madeAt = clock();
      } finally {
        making = null;
      }
    })();
    return making;
  }

  // Keys are made when first wanted: a server whose sandbox is never entered does not pay for them.
  async function current(): Promise<KeyPair> {
    if (pairs.length === 0 || clock() - madeAt > ROTATE_MS) await rotate();
    return pairs[0]!;
  }

  return {
    rotate,
    async sign(claims) {
      const { kid, privateKey } = await current();
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, typ: "JWT" }).sign(privateKey);
    },
    async published() {
      await current();
      return { keys: pairs.map((pair) => pair.jwk) };
    },
  };
}
