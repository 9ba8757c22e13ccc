import { describe, expect, it } from "vitest";
import { GOOGLE, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { parseFeedAccount } from "#server/market/access/feed-account.ts";
import {
  createMarketAccess,
  type MarketRule,
  marketRule,
  mayServeMarket,
} from "#server/market/access/market-access.ts";
import type { BrokerFeedConfig } from "#server/market/feed/feed-config.ts";

const OWNER = { broker: ZERODHA, externalId: "AB1234" } as const;
const FEED: BrokerFeedConfig = {
  account: OWNER,
  isRedistributable: false,
  apiKey: "key",
  accessToken: "token",
  accessTokenFile: null,
  apiUrl: null,
  streamUrl: null,
};
const OWNED: MarketRule = { kind: "owner", account: OWNER };

describe("a broker's feed without a declared right", () => {
  it("is served to its own account and to no other", () => {
    const access = createMarketAccess(marketRule({ broker: FEED }));
    access.learn({ id: "google", broker: GOOGLE, externalId: "AB1234" });
    access.learn({ id: "upstox", broker: UPSTOX, externalId: "AB1234" });
    access.learn({ id: "other", broker: ZERODHA, externalId: "AB12345" });
    for (const accountId of [null, "google", "upstox", "other"]) {
      expect(access.mayServe({ accountId })).toBe(false);
    }
    access.learn({ id: "mine", broker: ZERODHA, externalId: "ab1234" });
    expect(access.mayServe({ accountId: "mine" })).toBe(true);
    for (const accountId of [null, "google", "upstox", "other"]) {
      expect(access.mayServe({ accountId })).toBe(false);
    }
  });

  it("is served to no caller while the owner has not signed in, visitors included", () => {
    expect(mayServeMarket({ accountId: null }, OWNED, null)).toBe(false);
    expect(mayServeMarket({ accountId: "any" }, OWNED, null)).toBe(false);
    expect(mayServeMarket({ accountId: null }, OWNED, "mine")).toBe(false);
  });

  it("is served to no caller when it names no owner", () => {
    const access = createMarketAccess(marketRule({ broker: { ...FEED, account: null } }));
    access.learn({ id: "mine", ...OWNER });
    expect(access.mayServe({ accountId: "mine" })).toBe(false);
  });
});

it("a market that is no broker's, or may be passed on, is open to all", () => {
  for (const broker of [undefined, null, { ...FEED, isRedistributable: true }]) {
    const access = createMarketAccess(marketRule(broker === undefined ? {} : { broker }));
    expect(access.mayServe({ accountId: null })).toBe(true);
    expect(access.mayServe({ accountId: "any" })).toBe(true);
  }
});

describe("FEED_ACCOUNT", () => {
  it("names a broker and a client", () => {
    expect(parseFeedAccount("zerodha:ab1234")).toEqual(OWNER);
    expect(parseFeedAccount("upstox:7X")).toEqual({ broker: UPSTOX, externalId: "7X" });
  });

  it.each(["", "zerodha", "zerodha:", ":AB1234", "google:1", "anonymous:1", "zerodha:A B", "kite:AB1234"])(
    "refuses %j",
    (text) => {
      expect(parseFeedAccount(text)).toBeNull();
    },
  );
});
