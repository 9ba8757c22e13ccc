import type { BrokerId, BrokerSlug } from "#domain/access/brokers.ts";
import type { BrokerTokens } from "./account-tokens.ts";
import type { AskMargins } from "./margins/margin-orders.ts";
import type { AskPositions } from "./positions/broker-position.ts";

/**
 * Where the browser goes to sign in: an address, a form that the page posts there, or the provider's script on our own page.
 * The sandbox's addresses are paths of this site, so that they hold whatever name the browser reached it by.
 */
export type LoginStart =
  | { readonly kind: "redirect"; readonly url: string }
  | { readonly kind: "form"; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: "script";
      readonly scriptUrl: string;
      readonly clientId: string;
      readonly nonce: string;
    };

/** What the page may add to the way out; a provider ignores what it has no place for. */
export interface LoginHint {
  /** Angel One: goes out with the redirect */
  readonly appId?: string;
  /** Angel One: goes out with the redirect */
  readonly os?: string;
  /** the sandbox signs a fresh account in at once, without its pages; real brokers never see it */
  readonly freshAccount?: boolean;
}

/** What belongs to one attempt to sign in; kept on the server, bound to the browser by a cookie, taken once. */
export interface LoginAttempt {
  /** 128 random bits, goes through the provider and back where the provider has a place for it */
  readonly state: string;
  /** PKCE verifier, used where the provider has it */
  readonly verifier: string;
  /** goes into the id_token where there is one */
  readonly nonce: string;
  /** address of ours that the provider sends the browser back to */
  readonly redirectUri: string;
}

/** Who the broker says it is. */
export interface BrokerIdentity {
  readonly externalId: string;
  readonly name: string;
  readonly email: string | null;
  readonly tokens: BrokerTokens | null;
  /** when the broker's own token ends (Kite and Upstox: early next morning, India's time); epoch ms */
  readonly expiresAt: number;
}

/**
 * One broker (or Google) over its documented HTTP interface, or over the sandbox that speaks the same shape. Every call ends
 * within 10 s, with AppError `broker.rejected` (it said no: 401), `broker.unavailable` (it does not answer: 503) or
 * `broker.nonsense` (it answered what its documentation does not know: 502).
 */
export interface BrokerAdapter {
  readonly broker: BrokerId;
  readonly slug: BrokerSlug;
  readonly isSandbox: boolean;
  start(attempt: LoginAttempt, hint?: LoginHint): LoginStart;
  /**
   * Turns what the browser brought back into an identity.
   * @param token the request token (Kite), authorisation code (Upstox), API session (ICICI Direct) or id_token (Google). For
   *   Angel One its auth_token, alone or as `auth_token,feed_token,refresh_token` (JWTs hold no comma)
   */
  finish(token: string, attempt: LoginAttempt): Promise<BrokerIdentity>;
  /** The broker's margin of orders, behind a breaker of its own; null for a provider that trades nothing. */
  readonly margins: AskMargins | null;
  /** What an account holds, behind a breaker of its own; null for a provider that trades nothing. */
  readonly positions: AskPositions | null;
  /** Ends the broker's own session where its interface can; failures are the caller's to ignore. */
  endSession(tokens: BrokerTokens): Promise<void>;
}

/** Keys under which a provider knows this product. */
export interface ProviderKeys {
  readonly key: string;
  readonly secret: string;
}
