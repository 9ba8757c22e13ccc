import { BROKERS } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Account } from "../../identity/repositories/accounts.ts";
import type { FeedAccount, FeedConfig } from "../feed/feed-config.ts";

/**
 * Who may be given the market. A broker's feed is licensed to the account that opened it, so without a declared right of
 * redistribution nobody else gets a price of it, late ones included.
 */
export type MarketRule =
  | { readonly kind: "everybody" }
  /** null: the feed has no named owner, so nobody is given it */
  | { readonly kind: "owner"; readonly account: FeedAccount | null };

export function feedAccountName({ broker, externalId }: FeedAccount): string {
  return `${BROKERS[broker].name}:${externalId}`;
}

/** @returns null when the text is no `broker:client` of a broker with accounts */
export function parseFeedAccount(text: string): FeedAccount | null {
  const match = /^([a-z_]+):([A-Za-z0-9_-]{1,64})$/.exec(text.trim());
  if (match === null) return null;
  const broker = Object.values(BROKERS).find((each) => each.name === match[1] && each.delayMs === 0);
  return broker === undefined ? null : { broker: broker.id, externalId: match[2]!.toUpperCase() };
}

export function isFeedAccount(account: FeedAccount, of: Pick<Account, "broker" | "externalId">): boolean {
  return of.broker === account.broker && of.externalId.toUpperCase() === account.externalId;
}

/** What the configuration says: a simulated, imported or replayed market is everybody's. */
export function marketRule(feed: Pick<FeedConfig, "broker">): MarketRule {
  const { broker } = feed;
  if (broker == null || broker.isRedistributable) return { kind: "everybody" };
  return { kind: "owner", account: broker.account };
}

/**
 * The rule itself.
 * @param ownerId id of the stored account that is the rule's, null while nobody has signed in with it
 */
export function mayServeMarket(
  identity: Pick<Identity, "accountId">,
  rule: MarketRule,
  ownerId: string | null,
): boolean {
  return rule.kind === "everybody" || (ownerId !== null && identity.accountId === ownerId);
}

/** What whoever may not have the market is told, over HTTP and on the relay alike. */
export function marketRefusal(): AppError {
  return new AppError(
    "access.denied",
    "This server's market data comes from its operator's own broker account and may not be passed on. Sign in with that account to see it.",
    { reason: "market_not_redistributable" },
  );
}

/** The rule with what is known of the owner: relay and API ask this before they give anybody a price. */
export interface MarketAccess {
  readonly rule: MarketRule;
  mayServe(identity: Pick<Identity, "accountId">): boolean;
  /**
   * The feed itself says that its market is a broker account's. Where this process was not told the same, nobody is served:
   * that is a slip of its configuration, and must not give anybody what is not theirs.
   */
  restrict(): void;
  /** Told every account as it signs in or is read: the owner's id is only known once it has an account here. */
  learn(account: Pick<Account, "id" | "broker" | "externalId">): void;
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
