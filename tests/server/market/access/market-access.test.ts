import { describe, expect, it } from "vitest";
import { GOOGLE, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { parseFeedAccount } from "#server/market/access/feed-account.ts";
import {
  createMarketAccess,
  type MarketAccess,
  mayServeMarket,
} from "#server/market/access/market-access.ts";
import { type MarketRule, marketRule, strictest } from "#server/market/bus/market-rule.ts";
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

const mayServe = (access: MarketAccess, accountId: string | null): boolean =>
  access.refusalOf({ accountId }) === null;

describe("a broker's feed without a declared right", () => {
  it("is served to its own account and to no other", () => {
    const access = createMarketAccess(() => marketRule({ broker: FEED }));
    access.learn({ id: "google", broker: GOOGLE, externalId: "AB1234" });
    access.learn({ id: "upstox", broker: UPSTOX, externalId: "AB1234" });
    access.learn({ id: "other", broker: ZERODHA, externalId: "AB12345" });
    for (const accountId of [null, "google", "upstox", "other"]) {
      expect(mayServe(access, accountId)).toBe(false);
    }
    access.learn({ id: "mine", broker: ZERODHA, externalId: "ab1234" });
    expect(mayServe(access, "mine")).toBe(true);
    for (const accountId of [null, "google", "upstox", "other"]) {
      expect(mayServe(access, accountId)).toBe(false);
    }
  });

  it("is served to no caller while the owner has not signed in, visitors included", () => {
    expect(mayServeMarket({ accountId: null }, OWNED, null)).toBe(false);
    expect(mayServeMarket({ accountId: "any" }, OWNED, null)).toBe(false);
    expect(mayServeMarket({ accountId: null }, OWNED, "mine")).toBe(false);
  });

  it("is served to no caller when it names no owner", () => {
    const access = createMarketAccess(() => marketRule({ broker: { ...FEED, account: null } }));
    access.learn({ id: "mine", ...OWNER });
    expect(mayServe(access, "mine")).toBe(false);
  });
});

it("a market that is no broker's, or may be passed on, is open to all", () => {
  for (const broker of [undefined, null, { ...FEED, isRedistributable: true }]) {
    const access = createMarketAccess(() => marketRule(broker === undefined ? {} : { broker }));
    expect(mayServe(access, null)).toBe(true);
    expect(mayServe(access, "any")).toBe(true);
  }
});

it("a market of which nothing is known yet is served to no caller, who is told to come again", () => {
  let rule: MarketRule | null = null;
  const access = createMarketAccess(() => rule);
  access.learn({ id: "mine", ...OWNER });
  for (const accountId of [null, "mine"]) {
    expect(access.refusalOf({ accountId })).toMatchObject({ code: "server.unavailable" });
  }
  rule = OWNED;
  expect(access.refusalOf({ accountId: "mine" })).toMatchObject({ code: "access.denied" });
  access.learn({ id: "mine", ...OWNER });
  expect(mayServe(access, "mine")).toBe(true);
  rule = { kind: "owner", account: { ...OWNER, externalId: "ZZ9999" } };
  expect(mayServe(access, "mine")).toBe(false);
});

it("of two rules the one counts that gives the market to fewer, and of two owners neither", () => {
  const all: MarketRule = { kind: "everybody" };
  const none: MarketRule = { kind: "owner", account: null };
  const other: MarketRule = { kind: "owner", account: { ...OWNER, externalId: "ZZ9999" } };
  expect(strictest(all, all)).toEqual(all);
  for (const rule of [OWNED, none]) {
    expect([strictest(all, rule), strictest(rule, all), strictest(rule, rule)]).toEqual([rule, rule, rule]);
  }
  expect([strictest(OWNED, other), strictest(OWNED, none), strictest(none, OWNED)]).toEqual([
    none,
    none,
    none,
  ]);
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
