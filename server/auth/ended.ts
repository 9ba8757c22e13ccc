import type { Bus } from "../bus/bus.ts";
import { sessionEndedSubject } from "../bus/subjects.ts";
import type { TicketRepository } from "../store/repositories.ts";
import type { EndReason, SessionEndedMessage } from "./identity.ts";
import { sha256 } from "./random.ts";

const KIND = "session_ended";
/** As long as a browser keeps the cookie of a session. */
const KEEP_MS = 8 * 86_400_000;
const MOST_REMEMBERED = 10_000;

/** Tells everybody of sessions that ended, and whoever comes back with one, why. */
export interface EndedSessions {
  /** Publishes it, so that sockets close and caches forget, and keeps the reason; a reason that can't be kept is lost. */
  announce(sessionIds: readonly string[], reason: EndReason | null): Promise<void>;
  /** @param fallback the reason of a session that nobody ended: its time was over */
  reasonOf(sessionId: string, fallback: EndReason): Promise<EndReason>;
  onEnded(listener: (message: SessionEndedMessage) => void): void;
  stop(): void;
}

export function createEndedSessions(bus: Bus, tickets: TicketRepository, clock: () => number): EndedSessions {
  /** Reasons lately heard or read: the first of several calls with a dead cookie must not use the answer up. */
  const reasons = new Map<string, EndReason>();
  const listeners: ((message: SessionEndedMessage) => void)[] = [];

  function remember(sessionId: string, reason: EndReason): void {
    if (reasons.size >= MOST_REMEMBERED) reasons.delete(reasons.keys().next().value ?? "");
    reasons.set(sessionId, reason);
  }

  const stop = bus.subscribe(sessionEndedSubject(), (payload) => {
    const message = JSON.parse(Buffer.from(payload).toString()) as SessionEndedMessage;
    if (message.reason !== null) for (const id of message.sessionIds) remember(id, message.reason);
    for (const listener of listeners) listener(message);
  });

  return {
    async announce(sessionIds, reason) {
      if (sessionIds.length === 0) return;
      const message: SessionEndedMessage = { sessionIds, reason };
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
      if (told === null) return fallback;
      remember(sessionId, told as EndReason);
      return told as EndReason;
    },
    onEnded: (listener) => void listeners.push(listener),
    stop,
  };
}
