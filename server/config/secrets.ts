import { readFileSync } from "node:fs";
import { AppError } from "#domain/errors.ts";
import type { ProviderKeys } from "../brokers/adapter.ts";
import type { BrokerKeys } from "../brokers/registry.ts";
import { type Env, read } from "./env.ts";

/** Known and accepted, so that an operator may set them ahead; nothing uses them in this version. */
const UNUSED = ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"] as const;

const KEY_BYTES = 32;

/** The line of a refused start; a secret's value is never in it. */
function refuse(variable: string, fix: string): never {
  throw new AppError("config.invalid", `${variable} is not usable: ${fix}`, { variable, fix });
}

/** A secret as it is, or out of the file that `NAME_FILE` names; null when there is neither. */
export function readSecret(env: Env, name: string): string | null {
  const direct = read(env, name);
  const file = read(env, `${name}_FILE`);
  if (direct !== null && file !== null) refuse(`${name}_FILE`, `${name} is set too; keep one of them`);
  if (file === null) return direct;
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch {
    return refuse(`${name}_FILE`, "name a file this process may read");
  }
  if (text === "") refuse(`${name}_FILE`, "the file is empty");
  return text;
}

/** Keys stand in addresses, headers and checksums: anything but visible characters is a slip of the clipboard. */
function checkText(name: string, value: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(value)) refuse(name, "give it on one line, without spaces");
  return value;
}

/** Both halves of a provider's keys, or neither. */
function pair(env: Env, name: string): ProviderKeys | null {
  const [keyName, secretName] = [`${name}_API_KEY`, `${name}_API_SECRET`];
  const key = readSecret(env, keyName);
  const secret = readSecret(env, secretName);
  if (key === null && secret === null) return null;
  if (key === null) return refuse(keyName, `${secretName} is set; set both, or neither for the sandbox`);
  if (secret === null) return refuse(secretName, `${keyName} is set; set both, or neither for the sandbox`);
  return { key: checkText(keyName, key), secret: checkText(secretName, secret) };
}

/** A provider whose sign-in needs no secret: Angel One's publisher login, and Google's id_token. */
function single(env: Env, name: string, shape: RegExp, fix: string): ProviderKeys | null {
  const key = readSecret(env, name);
  if (key === null) return null;
  if (!shape.test(checkText(name, key))) refuse(name, fix);
  return { key, secret: "" };
}

function parseKey(text: string): Buffer {
  const bytes = /^[0-9A-Fa-f]{64}$/.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  const isKey = bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
  if (!isKey || new Set(bytes).size < 8) {
    refuse(
      "SECRET_KEY",
      "give 32 random bytes as hex or base64 (openssl rand -hex 32), older keys after a comma",
    );
  }
  return bytes;
}

export interface Secrets {
  readonly brokerKeys: BrokerKeys;
  readonly secretKeys: readonly Buffer[];
  readonly unusedSecrets: readonly string[];
}

/**
 * What the operator keeps secret, from variables or the files they name.
 * @throws AppError `config.invalid`; one line with the variable and the fix, never the value
 */
export function parseSecrets(env: Env): Secrets {
  const secretKey = readSecret(env, "SECRET_KEY");
  return {
    brokerKeys: {
      kite: pair(env, "KITE"),
      upstox: pair(env, "UPSTOX"),
      angel_broking: single(env, "ANGEL_API_KEY", /^\S+$/, "give the API key of the SmartAPI app"),
      icici: pair(env, "ICICI"),
      google: single(
        env,
        "GOOGLE_CLIENT_ID",
        /^[\w.-]+\.apps\.googleusercontent\.com$/,
        "give the OAuth client id, which ends in .apps.googleusercontent.com",
      ),
    },
    secretKeys: secretKey === null ? [] : secretKey.split(",").map((text) => parseKey(text.trim())),
    unusedSecrets: UNUSED.filter((name) => readSecret(env, name) !== null),
  };
}
