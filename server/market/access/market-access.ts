import { AppError } from "#domain/errors.ts";
import type { Identity } from "../../identity/identity.ts";
import { type FeedAccount, isFeedAccount } from "./feed-account.ts";

/**
 * Who may be given the market. A broker's feed is licensed to the account that opened it, so without a
 * declared right of redistribution no other account gets a price of it, late ones included.
 */
export type MarketRule =
  | { readonly kind: "everybody" }
  /** null: the feed has no named owner, so no account is given it */
  | { readonly kind: "owner"; readonly account: FeedAccount | null };

/** What a broker's market may be used for. */
interface Licence {
  /** the account whose feed it is; null when it has no named owner */
  readonly account: FeedAccount | null;
  /** the operator holds the right to pass the data on */
  readonly isRedistributable: boolean;
}

/** What the configuration of the feed says: a simulated, imported or replayed market is open to all. */
export function marketRule(feed: { readonly broker?: Licence | null }): MarketRule {
  const { broker } = feed;
  if (broker == null || broker.isRedistributable) return { kind: "everybody" };
  return { kind: "owner", account: broker.account };
}

/**
 * The rule itself.
 * @param ownerId id of the stored account that is the rule's, null while that account has never signed in
 */
export function mayServeMarket(
  identity: Pick<Identity, "accountId">,
  rule: MarketRule,
  ownerId: string | null,
): boolean {
  return rule.kind === "everybody" || (ownerId !== null && identity.accountId === ownerId);
}

/** What a caller that may not have the market is told, over HTTP and on the relay alike. */
export function marketRefusal(): AppError {
  return new AppError(
    "access.denied",
    "This server's market data comes from its operator's own broker account and may not be passed on. Sign in with that account to see it.",
    { reason: "market_not_redistributable" },
  );
}

/** The rule with what is known of the owner: relay and API ask this before they give a caller a price. */
export interface MarketAccess {
  readonly rule: MarketRule;
  mayServe(identity: Pick<Identity, "accountId">): boolean;
  /**
   * The feed itself says that its market is a broker account's. Where this process was not told the same, no
   * caller is served: that is a slip of its configuration, and must not give away what belongs to one
   * account.
   */
  restrict(): void;
  /** Told every account as it signs in or is read: the owner's id is only known once it has an account here. */
  learn(account: FeedAccount & { readonly id: string }): void;
}

export function createMarketAccess(rule: MarketRule): MarketAccess {
  let ownerId: string | null = null;
  let isSlip = false;
  return {
    rule,
    mayServe: (identity) => !isSlip && mayServeMarket(identity, rule, ownerId),
    restrict() {
      isSlip = rule.kind === "everybody";
    },
    learn(account) {
      if (rule.kind !== "owner" || rule.account === null) return;
      if (isFeedAccount(rule.account, account)) ownerId = account.id;
    },
  };
}
