import type { BrowserContext } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../../bench/lib/sandbox-session.ts";

const sessions = new Map<string, Promise<string>>();

const DAY_MS = 86_400_000;
/** 06:00 in India, when Zerodha ends all logins, in UTC. */
const LOGINS_END_MS = 30 * 60_000;

/** Logins of one such day end together. */
const loginDay = (): number => Math.floor((Date.now() - LOGINS_END_MS) / DAY_MS);

/**
 * Signs a browser in, with real-time prices. One account a server and day of logins: sign-ins are limited, and
 * what a journey is about comes after them.
 */
export async function asTrader(
  context: BrowserContext,
  { origin }: { readonly origin: string },
): Promise<void> {
  const key = `${origin} ${loginDay()}`;
  let session = sessions.get(key);
  if (session === undefined) {
    session = signInToSandbox(origin);
    sessions.set(key, session);
    session.catch(() => sessions.delete(key));
  }
  await context.addCookies([sessionCookie(origin, await session)]);
}
