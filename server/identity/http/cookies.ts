import { LOGIN_COOKIE, SESSION_COOKIE } from "../identity.ts";

/** Says that requests of this device come out of our mobile app. */
export const APP_COOKIE = "__Host-app";

/*
 * All cookies bear the `__Host-` prefix: the browser keeps them only with Secure, Path=/ and without Domain, so that no
 * neighbouring host can plant one (RFC 6265bis §4.1.3.2). Browsers take Secure cookies on http://127.0.0.1 and localhost too.
 */
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** The longest cookie that any of ours may be; a longer one was not made here. */
const LONGEST = 256;

/** @returns null when the header has no such cookie, or one that was not made here */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const cut = part.indexOf("=");
    if (cut < 0 || part.slice(0, cut).trim() !== name) continue;
    const value = part.slice(cut + 1).trim();
    return value.length <= LONGEST && /^[\w.-]+$/.test(value) ? value : null;
  }
  return null;
}

export function writeCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Max-Age=${Math.max(0, Math.floor(seconds))}; ${ATTRIBUTES}`;
}

/**
 * Lives longer than any session: when a session ends is the server's to say, and a browser that comes back
 * with one that is over is told why rather than met as a stranger.
 */
const SESSION_SECONDS = 8 * 86_400;

export const sessionCookie = (value: SessionCookie): string =>
  writeCookie(SESSION_COOKIE, formatSession(value), SESSION_SECONDS);
export const noSessionCookie = (): string => writeCookie(SESSION_COOKIE, "", 0);
export const loginCookie = (value: string, seconds: number): string =>
  writeCookie(LOGIN_COOKIE, value, seconds);
export const noLoginCookie = (): string => writeCookie(LOGIN_COOKIE, "", 0);

/**
 * The session's cookie: its token, and beside it the session's id, by which a session that is over can still be told why.
 * The token alone opens anything.
 */
export interface SessionCookie {
  readonly token: string;
  readonly sessionId: string;
  /** it was to end with the broker's own token: what to say when it is simply over */
  readonly endsWithBroker: boolean;
}

const SESSION = /^([\w-]{43})\.([0-9a-f-]{36})(\.b)?$/;

export function formatSession({ token, sessionId, endsWithBroker }: SessionCookie): string {
  return `${token}.${sessionId}${endsWithBroker ? ".b" : ""}`;
}

export function readSession(header: string | undefined): SessionCookie | null {
  const match = SESSION.exec(readCookie(header, SESSION_COOKIE) ?? "");
  if (match === null) return null;
  return { token: match[1]!, sessionId: match[2]!, endsWithBroker: match[3] !== undefined };
}

/** The browser's side of attempts to sign in, and the state of one whose provider has no place for it (ICICI Direct). */
export interface LoginCookie {
  readonly binding: string;
  readonly state: string | null;
}

const LOGIN = /^([\w-]{22})(?:\.([\w-]{22}))?$/;

export function formatLogin({ binding, state }: LoginCookie): string {
  return state === null ? binding : `${binding}.${state}`;
}

export function readLogin(header: string | undefined): LoginCookie | null {
  const match = LOGIN.exec(readCookie(header, LOGIN_COOKIE) ?? "");
  return match === null ? null : { binding: match[1]!, state: match[2] ?? null };
}
