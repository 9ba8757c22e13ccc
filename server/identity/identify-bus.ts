import type { IncomingMessage } from "node:http";
import { AppError } from "#domain/errors.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { readSession } from "./http/cookies.ts";
import type { Identities } from "./identities.ts";
import {
  ANONYMOUS_IDENTITY,
  type IdentifyMessage,
  type Identity,
  readIdentify,
  readIdentity,
  readSessionEnded,
} from "./identity.ts";
import { identifyRequest, sessionEndedSubject } from "./identity-subjects.ts";
import { sha256 } from "./secret-texts.ts";

const WAIT_MS = 2_000;
const KEEP_MS = 2_000;
const MOST_KEPT = 10_000;

/** Answers, for relays in any process, who a session's token stands for. @returns the function that stops it */
export function serveIdentities(bus: Bus, identities: Identities): () => void {
  return bus.respond(identifyRequest(), async (payload) => {
    const question = readIdentify(payload);
    const live = question === null ? null : await identities.byToken(question.hash, false);
    return Buffer.from(JSON.stringify(live?.identity ?? ANONYMOUS_IDENTITY));
  });
}

/** What a relay asks, in whichever process it runs. */
interface Identifier {
  /**
   * The anonymous identity for a request without a live session, and while sessions cannot be looked up:
   * never more than is proved.
   * @throws AppError server.unavailable or storage.* when the sender of this request was known before, and
   *   it cannot be known now whether that still holds: not knowing ends no connection
   */
  identify(request: IncomingMessage): Promise<Identity>;
  /** Asks anew about all: who they are for the market may have changed. */
  forgetAll(): void;
  stop(): void;
}

interface Kept {
  readonly identity: Promise<Identity>;
  readonly until: number;
}

export function createIdentifier(bus: Bus, clock: () => number = Date.now): Identifier {
  const kept = new Map<string, Kept>();
  const stop = bus.subscribe(sessionEndedSubject(), (payload) => {
    const ended = readSessionEnded(payload);
    if (ended === null) return;
    for (const [hash, { identity }] of kept) {
      void identity.then(
        ({ sessionId }) => {
          if (sessionId !== null && ended.sessionIds.includes(sessionId)) kept.delete(hash);
        },
        () => {},
      );
    }
  });

  /** those of whom it is known who they were */
  const identified = new WeakSet<IncomingMessage>();

  async function ask(hash: string): Promise<Identity> {
    const message: IdentifyMessage = { hash };
    const answer = await bus.request(identifyRequest(), Buffer.from(JSON.stringify(message)), WAIT_MS);
    const identity = readIdentity(answer);
    if (identity === null) throw new AppError("server.unavailable", "It cannot be known now who asks");
    return identity;
  }

  /** Connections of one browser come together; what one learns the others know. */
  function remembered(hash: string): Promise<Identity> {
    const known = kept.get(hash);
    if (known !== undefined && known.until > clock()) return known.identity;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    const identity = ask(hash);
    kept.set(hash, { identity, until: clock() + KEEP_MS });
    identity.catch(() => kept.delete(hash));
    return identity;
  }

  return {
    async identify(request) {
      const cookie = readSession(request.headers.cookie);
      if (cookie === null) return ANONYMOUS_IDENTITY;
      try {
        const identity = await remembered(Buffer.from(sha256(cookie.token)).toString("base64url"));
        if (identity.sessionId !== null) identified.add(request);
        return identity;
      } catch (error) {
        if (identified.has(request)) throw error;
        // Late prices for an account that may have live ones; never the other way round.
        return ANONYMOUS_IDENTITY;
      }
    },
    forgetAll: () => kept.clear(),
    stop,
  };
}
