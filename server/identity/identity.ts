import { type Static, Type } from "typebox";
import { ANONYMOUS, BROKER_IDS, BROKERS } from "#domain/access/brokers.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { type JsonReader, jsonReader } from "../platform/lib/read-json.ts";

const Identity = Type.Object({
  /** null for an anonymous visitor */
  accountId: Type.Union([Type.String(), Type.Null()]),
  sessionId: Type.Union([Type.String(), Type.Null()]),
  broker: Type.Enum(BROKER_IDS),
  plan: Type.Enum(PLAN_TYPES),
  isAdmin: Type.Boolean(),
  isMobileApp: Type.Boolean(),
  /** an account that any visitor can pick; where it is left out that is not known */
  isSandbox: Type.Optional(Type.Boolean()),
  /** how late the market reaches them, ms */
  delayMs: Type.Number({ minimum: 0 }),
  /**
   * When the session ends unless it is used before, epoch ms; null or absent without a session. A holder
   * that keeps an identity for longer (a socket) asks again by then: the session may have been used
   * meanwhile, or be over.
   */
  expiresAt: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  /** How long an embedded widget's token still proves it, ms, 0 or less no longer; absent for a cookie's. A socket that it opened ends then. */
  provedForMs: Type.Optional(Type.Number()),
});

/** Who asks, as the server knows it: from the session, never from what a client claims. */
export type Identity = Readonly<Static<typeof Identity>>;

/** Name of the session's cookie: bound to the host, sent on secure connections, out of reach of scripts. */
export const SESSION_COOKIE = "__Host-sid";
/** Binds an attempt to sign in to the browser that began it. */
export const LOGIN_COOKIE = "__Host-login";

/** Live sessions an account may have (rule LOGIN-15). */
export const DEVICE_LIMIT = 3;

export const ANONYMOUS_IDENTITY: Identity = {
  accountId: null,
  sessionId: null,
  broker: ANONYMOUS,
  plan: "no_plan",
  isAdmin: false,
  isMobileApp: false,
  delayMs: BROKERS[ANONYMOUS].delayMs,
  expiresAt: null,
};

const END_REASONS = ["elsewhere", "expired", "revoked", "broker"] as const;
/** Why a session ended without its holder's doing, as a 401 says it (`details.reason`). */
export type EndReason = (typeof END_REASONS)[number];

export function isEndReason(text: string): text is EndReason {
  return END_REASONS.some((reason) => reason === text);
}

const SessionEndedMessage = Type.Object({
  sessionIds: Type.Array(Type.String()),
  /** null when its holder logged out */
  reason: Type.Union([Type.Enum(END_REASONS), Type.Null()]),
  /** a login in the same browser took its place: the answer of that one sets the cookie anew */
  isReplaced: Type.Optional(Type.Boolean()),
});

/** On `sessionEndedSubject()`: sockets of these sessions close with 4003. */
export type SessionEndedMessage = Static<typeof SessionEndedMessage>;

const IdentifyMessage = Type.Union([
  Type.Object({
    /** SHA-256 of the cookie's token, base64url: the token itself does not travel */
    hash: Type.String({ pattern: "^[\\w-]{43}$" }),
  }),
  /** an embedded widget's: only the holder of the keys can read it */
  Type.Object({ widgetToken: Type.String({ pattern: "^[\\w.-]{1,1024}$" }) }),
]);

/** Request on `identifyRequest()`; the answer is an Identity, the anonymous one for whatever is not a live session. */
export type IdentifyMessage = Static<typeof IdentifyMessage>;

export const readIdentity: JsonReader<Identity> = jsonReader(Identity);
export const readSessionEnded: JsonReader<SessionEndedMessage> = jsonReader(SessionEndedMessage);
export const readIdentify: JsonReader<IdentifyMessage> = jsonReader(IdentifyMessage);
