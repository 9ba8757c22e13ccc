import { Type } from "typebox";
import { createSigning } from "./signing.ts";

export const WIDGET_TOKEN_MS = 900_000;

/**
 * `access_token` of a login: for embedded widgets, whose frame gets no cookie. It reads, for fifteen minutes, as long as the
 * session behind it lives; it opens nothing that belongs to the account alone, and is never the session.
 */
export interface WidgetTokens {
  issue(accountId: string, sessionId: string): string;
  /** @returns null when it was not made here, was changed, was made for something else, or is over */
  read(token: string): WidgetClaims | null;
  /** The same of one that may be over: what it proves no longer, it once did. */
  claims(token: string): WidgetClaims | null;
}

export interface WidgetClaims {
  readonly accountId: string;
  readonly sessionId: string;
  /** How long it is still good, ms; 0 or less: it is over. */
  readonly leftMs: number;
}

/** account, session, and until when it is good, epoch ms */
const Claims = Type.Tuple([Type.String(), Type.String(), Type.Number()]);

/** @param keys as for sealing: the first signs, all are taken */
export function createWidgetTokens(keys: readonly Buffer[], clock: () => number): WidgetTokens {
  const signing = createSigning(keys, "widget", Claims);
  function claims(token: string): WidgetClaims | null {
    const found = signing.open(token);
    if (found === null) return null;
    const [accountId, sessionId, until] = found;
    return { accountId, sessionId, leftMs: until - clock() };
  }
  return {
    claims,
    issue: (accountId, sessionId) => signing.sign([accountId, sessionId, clock() + WIDGET_TOKEN_MS]),
    read(token) {
      const found = claims(token);
      return found !== null && found.leftMs > 0 ? found : null;
    },
  };
}
