import { AppError } from "#domain/errors.ts";
import type { Identity } from "../../identity/identity.ts";
import type { MarketRule } from "../bus/market-rule.ts";
import { type FeedAccount, feedAccountName, isFeedAccount } from "./feed-account.ts";

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

/** What every caller is told while it is not known whose market it is. */
export function marketUnknown(): AppError {
  const text = "It is not known yet whose market this is, because the feed was not heard: try again shortly";
  return new AppError("server.unavailable", text);
}

/** The rule with what is known of the owner: relay and API ask this before they give a caller a price. */
export interface MarketAccess {
  /** null while it is not known */
  rule(): MarketRule | null;
  /** @returns why the caller is given no price, null when it is */
  refusalOf(identity: Pick<Identity, "accountId">): AppError | null;
  /** Told every account as it signs in or is read: the owner's id is only known once it has an account here. */
  learn(account: FeedAccount & { readonly id: string }): void;
}

/** @param rule as it is now: the feed may be replaced by another */
export function createMarketAccess(rule: () => MarketRule | null): MarketAccess {
  let owner: { readonly name: string; readonly id: string } | null = null;

  function ownerOf(of: MarketRule): string | null {
    if (of.kind !== "owner" || of.account === null) return null;
    return owner?.name === feedAccountName(of.account) ? owner.id : null;
  }

  return {
    rule,
    refusalOf(identity) {
      const current = rule();
      if (current === null) return marketUnknown();
      return mayServeMarket(identity, current, ownerOf(current)) ? null : marketRefusal();
    },
    learn(account) {
      const current = rule();
      if (current?.kind !== "owner" || current.account === null) return;
      if (!isFeedAccount(current.account, account)) return;
      owner = { name: feedAccountName(current.account), id: account.id };
    },
  };
}
