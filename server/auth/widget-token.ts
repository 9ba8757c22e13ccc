import { createHmac, hkdfSync } from "node:crypto";
import { isSame } from "./random.ts";

/** The scope says what a token is for, so that no other signature of ours can pass for one. */
const SCOPE = "widget";
export const WIDGET_TOKEN_MS = 900_000;

/**
 * `access_token` of a login: for embedded widgets, whose frame gets no cookie. It reads, for fifteen minutes, as long as the
 * session behind it lives; it opens nothing that belongs to the account alone, and is never the session.
 */
export interface WidgetTokens {
  issue(accountId: string, sessionId: string): string;
  /** @returns null when it was not made here, was changed, or is over */
  read(token: string): { readonly accountId: string; readonly sessionId: string } | null;
}

/** @param keys as for sealing: the first signs, all are taken */
export function createWidgetTokens(keys: readonly Buffer[], clock: () => number): WidgetTokens {
  const signing = keys.map((key) => Buffer.from(hkdfSync("sha256", key, "", "strikewise widget token", 32)));
  const sign = (key: Buffer, body: string): string =>
    createHmac("sha256", key).update(`${SCOPE}.${body}`).digest("base64url");

  return {
    issue(accountId, sessionId) {
      const body = Buffer.from(JSON.stringify([accountId, sessionId, clock() + WIDGET_TOKEN_MS]));
      const text = body.toString("base64url");
      return `${text}.${sign(signing[0]!, text)}`;
    },
    read(token) {
      const match = /^([\w-]{1,512})\.([\w-]{43})$/.exec(token);
      if (match === null) return null;
      const [, body = "", signature = ""] = match;
      if (!signing.some((key) => isSame(sign(key, body), signature))) return null;
      const [accountId, sessionId, until] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
        string,
        string,
        number,
      ];
      return until > clock() ? { accountId, sessionId } : null;
    },
  };
}
