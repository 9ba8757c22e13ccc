import type { SandboxAccount } from "./sandbox-accounts.ts";

/** What a visitor asked to see go wrong; `ok` for nothing. */
export type Outcome = "ok" | "wrong_password" | "wrong_pin" | "too_many" | "expired" | "down" | "nonsense";

/** A code or request token on its way from the provider's page to the product's server. */
export interface Grant {
  readonly account: SandboxAccount;
  readonly outcome: Outcome;
  /** redirect address it was asked with, where the provider asks for one */
  readonly redirectUri: string | null;
}

/** A session at the provider: what an access token stands for. */
export interface ProviderSession {
  readonly account: SandboxAccount;
  readonly outcome: Outcome;
}
