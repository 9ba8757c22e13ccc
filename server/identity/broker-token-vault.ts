import { type BrokerTokens, readBrokerTokens } from "../brokers/account-tokens.ts";
import type { BrokerIdentity } from "../brokers/adapter.ts";
import type { BrokerTokenRepository } from "./repositories/broker-tokens.ts";
import type { IdentityRepositories } from "./repositories/identity-store.ts";
import type { Sealing } from "./sealing.ts";

/** The store, or a transaction of the caller. */
type Place = Pick<IdentityRepositories, "brokerTokens">;

/** Tokens of brokers, sealed for the account they belong to before they reach storage. */
export interface BrokerTokenVault {
  keep(place: Place, accountId: string, identity: BrokerIdentity): Promise<void>;
  /** @returns null when there are none, they are over, the key they were sealed with is gone, or they make no sense */
  tokens(accountId: string): Promise<BrokerTokens | null>;
  drop(place: Place, accountId: string): Promise<void>;
}

export function createBrokerTokenVault(
  repository: BrokerTokenRepository,
  sealing: Sealing,
  clock: () => number,
): BrokerTokenVault {
  return {
    async keep({ brokerTokens }, accountId, { tokens, expiresAt }) {
      if (tokens === null) return;
      await brokerTokens.put(accountId, sealing.seal(JSON.stringify(tokens), accountId), expiresAt);
    },
    async tokens(accountId) {
      const sealed = await repository.get(accountId, clock());
      const text = sealed === null ? null : sealing.open(sealed, accountId);
      return text === null ? null : readBrokerTokens(text);
    },
    drop: ({ brokerTokens }, accountId) => brokerTokens.remove(accountId),
  };
}
