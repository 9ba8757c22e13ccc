import { BROKERS, type BrokerSlug } from "#domain/access/brokers.ts";
import type { Identity } from "../../identity/identity.ts";
import type { MarketAccess } from "../../market/access/market-access.ts";
import type { MarketRule } from "../../market/bus/market-rule.ts";

/** Whether this server's market may be given to an identity; if not, why, and the slug of the broker whose login opens it. */
interface MarketOpening {
  readonly allowed: boolean;
  readonly message: string | null;
  readonly login: BrokerSlug | null;
}

interface MarketAccessPorts {
  readonly access: Pick<MarketAccess, "refusalOf" | "rule">;
  /** whether people can log in with a broker here */
  readonly logins: { isAvailable(slug: BrokerSlug): boolean };
}

export type MarketOpeningOf = (identity: Identity) => MarketOpening;

export function createMarketOpenings({ access, logins }: MarketAccessPorts): MarketOpeningOf {
  /** The broker whose account the market is, where people can log in with that broker here. */
  function loginOf(rule: MarketRule | null): BrokerSlug | null {
    if (rule?.kind !== "owner" || rule.account === null) return null;
    const { slug } = BROKERS[rule.account.broker];
    return slug !== null && logins.isAvailable(slug) ? slug : null;
  }

  return (identity) => {
    const refusal = access.refusalOf(identity);
    return refusal === null
      ? { allowed: true, message: null, login: null }
      : { allowed: false, message: refusal.message, login: loginOf(access.rule()) };
  };
}
