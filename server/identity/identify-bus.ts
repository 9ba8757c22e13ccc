import type { IncomingMessage } from "node:http";
import { AppError } from "#domain/errors.ts";
import { TOKEN_SUBPROTOCOL_PREFIX } from "#protocol/version.ts";
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
import type { WidgetTokens } from "./widget-token.ts";

const WAIT_MS = 2_000;
const KEEP_MS = 2_000;
const MOST_KEPT = 10_000;

/** A token that is over still says whose the socket is that it opened: whether the session lives is another question. */
async function ofWidget(
  identities: Identities,
  tokens: Pick<WidgetTokens, "claims">,
  token: string,
): Promise<Identity> {
  const named = tokens.claims(token);
  const live = named === null ? null : await identities.bySession(named.accountId, named.sessionId);
  if (named === null || live === null) return ANONYMOUS_IDENTITY;
  return { ...live.identity, isAdmin: false, provedForMs: named.leftMs };
}

/** Answers, for relays in any process, who a session's or a widget's token stands for. @returns the function that stops it */
export function serveIdentities(
  bus: Bus,
  identities: Identities,
  tokens: Pick<WidgetTokens, "claims">,
): () => void {
  async function answer(payload: Uint8Array): Promise<Identity> {
    const question = readIdentify(payload);
    if (question === null) return ANONYMOUS_IDENTITY;
    if ("widgetToken" in question) return ofWidget(identities, tokens, question.widgetToken);
    return (await identities.byToken(question.hash, false))?.identity ?? ANONYMOUS_IDENTITY;
  }
  return bus.respond(identifyRequest(), async (payload) =>
    Buffer.from(JSON.stringify(await answer(payload))),
  );
}

/**
 * The widget's token among the sub-protocols that a socket offers; null when none is offered. It goes before a cookie: a frame that
 * offers one has been given it.
 */
export function offeredToken({ headers }: Pick<IncomingMessage, "headers">): string | null {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const token = offered.find((name) => name.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
  return token === undefined ? null : token.slice(TOKEN_SUBPROTOCOL_PREFIX.length);
}

/** What a question is kept under, and what is asked; null for a visitor. */
function questionOf(request: IncomingMessage): readonly [key: string, message: IdentifyMessage] | null {
  const token = offeredToken(request);
  if (token !== null) return [`widget ${token}`, { widgetToken: token }];
  const cookie = readSession(request.headers.cookie);
  if (cookie === null) return null;
  const hash = Buffer.from(sha256(cookie.token)).toString("base64url");
  return [hash, { hash }];
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

  async function ask(message: IdentifyMessage): Promise<Identity> {
    const answer = await bus.request(identifyRequest(), Buffer.from(JSON.stringify(message)), WAIT_MS);
    const identity = readIdentity(answer);
    if (identity === null) throw new AppError("server.unavailable", "It cannot be known now who asks");
    return identity;
  }

  /** Connections of one browser come together; what one learns the others know. */
  function remembered(hash: string, message: IdentifyMessage): Promise<Identity> {
    const known = kept.get(hash);
    if (known !== undefined && known.until > clock()) return known.identity;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    const identity = ask(message);
    kept.set(hash, { identity, until: clock() + KEEP_MS });
    identity.catch(() => kept.delete(hash));
    return identity;
  }

  return {
    async identify(request) {
      const question = questionOf(request);
      if (question === null) return ANONYMOUS_IDENTITY;
      try {
        const identity = await remembered(...question);
        if (identity.sessionId !== null) identified.add(request);
        return identity;
      } catch (error) {
        // A widget that cannot be known now comes again: it is no visitor, and its token was not refused.
        if (identified.has(request) || "widgetToken" in question[1]) throw error;
        // Late prices for an account that may have live ones; never the other way round.
        return ANONYMOUS_IDENTITY;
      }
    },
    forgetAll: () => kept.clear(),
    stop,
  };
}
