import { type Static, Type } from "typebox";
import { BROKER_SLUGS, type BrokerSlug } from "#domain/access/brokers.ts";
import { safeRedirectPath } from "#domain/access/redirects.ts";
import type { LoginAttempt } from "../brokers/adapter.ts";
import { jsonReader } from "../platform/lib/read-json.ts";
import type { LoginCookie } from "./http/cookies.ts";
import { badLogin } from "./login-texts.ts";
import type { TicketRepository } from "./repositories/tickets.ts";
import { isSame, type Random, randomText, sha256 } from "./secret-texts.ts";

/** How long a visitor may take at the provider's pages. */
export const ATTEMPT_MS = 600_000;
const KIND = "login";
const BITS = 128;

/** What is kept of an attempt; the state is not: its hash is the ticket's name. */
const Kept = Type.Object({
  slug: Type.Enum(BROKER_SLUGS),
  /** hash of the browser's half, hex */
  binding: Type.String(),
  verifier: Type.String(),
  nonce: Type.String(),
  redirectUri: Type.String(),
  redirectPath: Type.String(),
});
const readKept = jsonReader(Kept);

export interface BegunLogin {
  readonly attempt: LoginAttempt;
  /** what the browser must bring back; lives for ATTEMPT_MS */
  readonly cookie: LoginCookie;
}

interface ReturnedLogin {
  readonly attempt: LoginAttempt;
  readonly redirectPath: string;
}

/** Attempts to sign in, each bound to the browser that began it and taken once (decision 0009). */
export interface LoginAttempts {
  begin(
    slug: BrokerSlug,
    target: { readonly redirectUri: string; readonly redirectPath: string | undefined },
    cookie: LoginCookie | null,
  ): Promise<BegunLogin>;
  /**
   * @param handle what came back: the state, or the nonce of Google's token
   * @throws AppError auth.bad_login: no cookie, unknown, used, late, another browser's or another provider's
   */
  take(slug: BrokerSlug, handle: string | null, cookie: LoginCookie | null): Promise<ReturnedLogin>;
}

const hashOf = (handle: string): Uint8Array => sha256(`${KIND}:${handle}`);
const bindingHash = (binding: string): string => Buffer.from(sha256(`binding:${binding}`)).toString("hex");

/** Providers without a place for our state: the browser's cookie holds it instead. */
const isStateless = (slug: BrokerSlug): boolean => slug === "icici";

export function createLoginAttempts(
  tickets: TicketRepository,
  clock: () => number,
  random: Random,
): LoginAttempts {
  return {
    async begin(slug, { redirectUri, redirectPath }, cookie) {
      const [state, verifier, nonce] = [0, 1, 2].map(() => randomText(random, BITS)) as [
        string,
        string,
        string,
      ];
      // One browser, one binding: attempts in several tabs live beside one another.
      const binding = cookie?.binding ?? randomText(random, BITS);
      const kept: Static<typeof Kept> = {
        slug,
        binding: bindingHash(binding),
        verifier,
        nonce,
        redirectUri,
        redirectPath: safeRedirectPath(redirectPath),
      };
      const handle = slug === "google" ? nonce : state;
      const expiresAt = clock() + ATTEMPT_MS;
      await tickets.put({ kind: KIND, hash: hashOf(handle), payload: JSON.stringify(kept), expiresAt });
      return {
        attempt: { state, verifier, nonce, redirectUri },
        cookie: { binding, state: isStateless(slug) ? state : (cookie?.state ?? null) },
      };
    },
    async take(slug, returned, cookie) {
      if (cookie === null) throw badLogin("no_attempt");
      const handle = isStateless(slug) ? cookie.state : returned;
      if (handle === null || handle === "") throw badLogin("state_missing");
      const payload = await tickets.take(KIND, hashOf(handle), clock());
      const kept = payload === null ? null : readKept(payload);
      if (kept === null) throw badLogin("state_unknown");
      if (!isSame(kept.binding, bindingHash(cookie.binding))) throw badLogin("other_browser");
      if (kept.slug !== slug) throw badLogin("other_provider");
      const { verifier, nonce, redirectUri, redirectPath } = kept;
      return { attempt: { state: handle, verifier, nonce, redirectUri }, redirectPath };
    },
  };
}
