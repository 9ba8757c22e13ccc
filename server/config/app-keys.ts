import { createPublicKey, type KeyObject } from "node:crypto";
import { AppError } from "#domain/errors.ts";
import type { Env } from "./env.ts";
import { readSecret } from "./secrets.ts";

const NAME = "APP_PUBLIC_KEYS";
const BLOCK = /-----BEGIN ([A-Z ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;
/** The present key, the one before, one to come; more is a slip. */
const MOST = 8;

function refuse(fix: string): never {
  throw new AppError("config.invalid", `${NAME} is not usable: ${fix}`, { variable: NAME, fix });
}

function parseKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return refuse("one of the keys cannot be read; give PEM public keys, one after the other");
  }
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  if (!isP256 && key.asymmetricKeyType !== "ed25519") refuse("keys are Ed25519, or P-256 for ES256");
  return key;
}

/**
 * Public keys of the mobile app, PEM, one after the other; a line break may be written `\n`. Without any there is no app.
 * @throws AppError config.invalid
 */
export function parseAppKeys(env: Env): readonly KeyObject[] {
  const text = readSecret(env, NAME)?.replaceAll("\\n", "\n");
  if (text === undefined) return [];
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0 || text.replace(BLOCK, "").trim() !== "") {
    refuse("give PEM public keys, one after the other (openssl pkey -pubout)");
  }
  if (blocks.some(([, label]) => label !== "PUBLIC KEY")) {
    refuse("give public keys only (BEGIN PUBLIC KEY): the private one belongs to the app");
  }
  if (blocks.length > MOST) refuse(`give at most ${MOST} keys`);
  return blocks.map(([pem]) => parseKey(pem));
}
