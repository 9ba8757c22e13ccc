import { Type } from "typebox";
import { createSigning } from "./signing.ts";

const WIDGET_TOKEN_MS = 900_000;

/**
 * `access_token` of a login: for embedded widgets, whose frame gets no cookie. It reads, for fifteen minutes, as long as the
 * session behind it lives; it opens nothing that belongs to the account alone, and is never the session.
 */
export interface WidgetTokens {
  issue(accountId: string, sessionId: string): string;
  /** @returns null when it was not made here, was changed, or is over */
  read(token: string): { readonly accountId: string; readonly sessionId: string } | null;
}

/** account, session, and until when it is good, epoch ms */
const Claims = Type.Tuple([Type.String(), Type.String(), Type.Number()]);

/** @param keys as for sealing: the first signs, all are taken */
export function createWidgetTokens(keys: readonly Buffer[], clock: () => number): WidgetTokens {
  const signing = createSigning(keys, "widget", Claims);
  return {
    issue: (accountId, sessionId) => signing.sign([accountId, sessionId, clock() + WIDGET_TOKEN_MS]),
    read(token) {
      const claims = signing.open(token);
      if (claims === null) return null;
      const [accountId, sessionId, until] = claims;
      return until > clock() ? { accountId, sessionId } : null;
    },
  };
}
