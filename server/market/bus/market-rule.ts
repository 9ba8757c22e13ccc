import { type Static, Type } from "typebox";
import { BROKER_IDS } from "#domain/access/brokers.ts";
import { Nullable } from "#protocol/http/nullable.ts";
import { SOURCES } from "./feed-status.ts";

const FeedAccount = Type.Object({ broker: Type.Enum(BROKER_IDS), externalId: Type.String() });

const MarketRule = Type.Union([
  Type.Object({ kind: Type.Literal("everybody") }),
  /** account null: the feed has no named owner, so no account is given it */
  Type.Object({ kind: Type.Literal("owner"), account: Nullable(FeedAccount) }),
]);

/** What a market's clock says of the market beside its time. */
export const MarketLicence = Type.Object({ source: Type.Enum(SOURCES), rule: MarketRule });

/**
 * Who may be given the market. A broker's feed is licensed to the account that opened it, so without a
 * declared right of redistribution no other account gets a price of it, late ones included.
 */
export type MarketRule = Readonly<Static<typeof MarketRule>>;

/** Where a market's prices come from, and who may be given them. */
export type MarketLicence = Readonly<Static<typeof MarketLicence>>;

/** What a broker's market may be used for. */
interface BrokerLicence {
  /** the account whose feed it is; null when it has no named owner */
  readonly account: Static<typeof FeedAccount> | null;
  /** the operator holds the right to pass the data on */
  readonly isRedistributable: boolean;
}

/** What the configuration of the feed says: a simulated, imported or replayed market is open to all. */
export function marketRule(feed: { readonly broker?: BrokerLicence | null }): MarketRule {
  const { broker } = feed;
  if (broker == null || broker.isRedistributable) return { kind: "everybody" };
  return { kind: "owner", account: broker.account };
}

/** A broker's market of now: an account that any visitor can pick must not pass for a broker's there. */
export function isRealMarket({ source }: Pick<MarketLicence, "source">): boolean {
  return source === "kite" || source === "upstox";
}

/** The rule that gives the market to no caller to whom either would not. */
export function strictest(a: MarketRule, b: MarketRule): MarketRule {
  if (a.kind === "everybody") return b;
  if (b.kind === "everybody") return a;
  const isSame = a.account?.broker === b.account?.broker && a.account?.externalId === b.account?.externalId;
  return isSame ? a : { kind: "owner", account: null };
}
