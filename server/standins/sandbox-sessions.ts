import { createHash } from "node:crypto";
import type { Clock } from "../brokers/breaker.ts";
import type { ProviderSession } from "./grants.ts";
import { createTickets, type Tickets } from "./sandbox-tickets.ts";

/** Sessions at a provider by their access tokens. */
export interface SandboxSessions extends Tickets<ProviderSession> {
  /** A secret of letters and digits for a token, by whose end any process of the sandbox knows its own kind. */
  secret(length: number): string;
  /**
   * Whether the sandbox has handed out the token and knows nothing of it any more: another process did, or
   * this one has been started again since. A real broker forgets no token, and the holder of one of these
   * has done nothing that ends a session.
   * @param secret the part of the token that `secret` made
   */
  isForgotten(token: string, secret: string): boolean;
}

const MARK_LENGTH = 6;
/** Longer than any token lives. */
const REMEMBERED_MS = 24 * 3_600_000;

function markOf(text: string): string {
  return createHash("sha256").update(`sandbox token ${text}`).digest("hex").slice(0, MARK_LENGTH);
}

/** @param random makes so many letters and digits */
export function createSandboxSessions(clock: Clock, random: (length: number) => string): SandboxSessions {
  const sessions = createTickets<ProviderSession>(clock);
  const ended = createTickets<true>(clock);
  const end = (token: string): void => ended.put(token, true, REMEMBERED_MS);
  return {
    ...sessions,
    take(token) {
      end(token);
      return sessions.take(token);
    },
    remove(token) {
      end(token);
      sessions.remove(token);
    },
    secret(length) {
      const text = random(length - MARK_LENGTH);
      return `${text}${markOf(text)}`;
    },
    isForgotten(token, secret) {
      const text = secret.slice(0, -MARK_LENGTH);
      const isOurs = secret.length > 2 * MARK_LENGTH && secret.slice(-MARK_LENGTH) === markOf(text);
      return isOurs && sessions.get(token) === null && ended.get(token) === null;
    },
  };
}
