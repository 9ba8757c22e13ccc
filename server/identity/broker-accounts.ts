import { BROKERS } from "#domain/access/brokers.ts";
import type { BrokerTokens } from "../brokers/account-tokens.ts";
import type { BrokerAdapter } from "../brokers/adapter.ts";
import { isTokenRefusal } from "../brokers/refusals.ts";
import type { Auth } from "./auth.ts";
import type { Identity } from "./identity.ts";
import { isSandboxAccount } from "./sandbox-accounts.ts";

/** The account's own broker, and the tokens that open it. */
export interface BrokerWay {
  readonly adapter: BrokerAdapter;
  readonly tokens: BrokerTokens;
}

/** Calls to brokers in the name of accounts. */
export interface BrokerAccounts {
  /** null where an account has no tokens that this server can use. */
  way(accountId: string, identity: Pick<Identity, "broker">): Promise<BrokerWay | null>;
  /**
   * Runs a call with an account's tokens. Where the broker takes them no longer, the sessions that rest on them end before the
   * error goes on.
   * @throws whatever the call throws
   */
  run<T>(accountId: string, tokens: BrokerTokens, call: () => Promise<T>): Promise<T>;
}

export function createBrokerAccounts(
  auth: Pick<Auth, "brokers" | "brokerRefused" | "store" | "vault">,
): BrokerAccounts {
  /** A login may have put a newer token in place while the old one was being refused. */
  async function endSessions(accountId: string, refused: BrokerTokens): Promise<void> {
    const held = await auth.vault.tokens(accountId);
    if (held?.access === refused.access) await auth.brokerRefused(accountId);
  }

  return {
    async way(accountId, { broker }) {
      const { slug } = BROKERS[broker];
      if (slug === null) return null;
      const adapter = auth.brokers[slug];
      const account = await auth.store.accounts.byId(accountId);
      // A token of the sandbox goes to no real broker, nor a real one to the sandbox, whatever was configured since.
      if (account === null || isSandboxAccount(account) !== adapter.isSandbox) return null;
      const tokens = await auth.vault.tokens(accountId);
      return tokens === null ? null : { adapter, tokens };
    },
    async run(accountId, tokens, call) {
      try {
        return await call();
      } catch (error) {
        if (isTokenRefusal(error)) await endSessions(accountId, tokens);
        throw error;
      }
    },
  };
}
