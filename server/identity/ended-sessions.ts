import type { Bus } from "../platform/bus/bus.ts";
import { type EndReason, isEndReason, readSessionEnded, type SessionEndedMessage } from "./identity.ts";
import { sessionEndedSubject } from "./identity-subjects.ts";
import type { TicketRepository } from "./repositories/tickets.ts";
import { sha256 } from "./secret-texts.ts";

const KIND = "session_ended";
/** As long as a browser keeps the cookie of a session. */
const KEEP_MS = 8 * 86_400_000;
const MOST_REMEMBERED = 10_000;
/** Longer than calls of other tabs are under way while a login in this browser is answered. */
const REPLACED_MS = 60_000;

/** Tells all processes of sessions that ended, and a browser that comes back with one, why. */
export interface EndedSessions {
  /** Publishes it, so that sockets close and caches forget, and keeps the reason; a reason that can't be kept is lost. */
  announce(sessionIds: readonly string[], reason: EndReason | null, isReplaced?: boolean): Promise<void>;
  /** A login in its own browser has just taken its place, so that the cookie there may be the new one's already. */
  wasReplaced(sessionId: string): boolean;
  /** @param fallback the reason of a session that ended by itself: its time was over */
  reasonOf(sessionId: string, fallback: EndReason): Promise<EndReason>;
  onEnded(listener: (message: SessionEndedMessage) => void): void;
  stop(): void;
}

export function createEndedSessions(bus: Bus, tickets: TicketRepository, clock: () => number): EndedSessions {
  /** Reasons lately heard or read: the first of several calls with a dead cookie must not use the answer up. */
  const reasons = new Map<string, EndReason>();
  /** session ids, and until when they count, epoch ms */
  const replaced = new Map<string, number>();
  const listeners: ((message: SessionEndedMessage) => void)[] = [];

  function put<T>(map: Map<string, T>, sessionId: string, value: T): void {
    if (map.size >= MOST_REMEMBERED) map.delete(map.keys().next().value ?? "");
    map.set(sessionId, value);
  }
  const remember = (sessionId: string, reason: EndReason): void => put(reasons, sessionId, reason);

  const stop = bus.subscribe(sessionEndedSubject(), (payload) => {
    const message = readSessionEnded(payload);
    if (message === null) return;
    if (message.reason !== null) for (const id of message.sessionIds) remember(id, message.reason);
    if (message.isReplaced) for (const id of message.sessionIds) put(replaced, id, clock() + REPLACED_MS);
    for (const listener of listeners) listener(message);
  });

  return {
    wasReplaced: (sessionId) => clock() < (replaced.get(sessionId) ?? 0),
    async announce(sessionIds, reason, isReplaced = false) {
      if (sessionIds.length === 0) return;
      const message: SessionEndedMessage = { sessionIds: [...sessionIds], reason, isReplaced };
      bus.publish(sessionEndedSubject(), Buffer.from(JSON.stringify(message)));
      if (reason === null) return;
      const expiresAt = clock() + KEEP_MS;
      const kept = sessionIds.map((id) =>
        tickets.put({ kind: KIND, hash: sha256(`${KIND}:${id}`), payload: reason, expiresAt }),
      );
      await Promise.allSettled(kept);
    },
    async reasonOf(sessionId, fallback) {
      const known = reasons.get(sessionId);
      if (known !== undefined) return known;
      const told = await tickets.take(KIND, sha256(`${KIND}:${sessionId}`), clock()).catch(() => null);
      if (told === null || !isEndReason(told)) return fallback;
      remember(sessionId, told);
      return told;
    },
    onEnded: (listener) => void listeners.push(listener),
    stop,
  };
}
