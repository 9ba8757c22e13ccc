import type { BrowserContext } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../../bench/lib/sandbox-session.ts";

const sessions = new Map<string, Promise<string>>();

/**
 * Signs a browser in, with real-time prices. One account a server: sign-ins are limited, and what a journey is about comes after
 * them. A sandbox's token lives an hour at least, which is longer than a server of the tests.
 */
export async function asTrader(
  context: BrowserContext,
  { origin }: { readonly origin: string },
): Promise<void> {
  let session = sessions.get(origin);
  if (session === undefined) {
    session = signInToSandbox(origin);
    sessions.set(origin, session);
    session.catch(() => sessions.delete(origin));
  }
  await context.addCookies([sessionCookie(origin, await session)]);
}
