import { describe, expect, it } from "vitest";
import { UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "#server/config/config.ts";

const KITE = { MARKET_SOURCE: "kite", KITE_API_KEY: "key", KITE_API_SECRET: "secret" };

function refusal(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof AppError && error.code === "config.invalid") return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("MARKET_SOURCE=kite and upstox", () => {
  it("take the operator's token and account", () => {
    const env = { ...KITE, KITE_ACCESS_TOKEN: "token", FEED_ACCOUNT: "zerodha:ab1234" };
    expect(parseConfig(env).feed).toMatchObject({
      source: "kite",
      clock: null,
      broker: {
        account: { broker: ZERODHA, externalId: "AB1234" },
        isRedistributable: false,
        apiKey: "key",
        accessToken: "token",
        accessTokenFile: null,
        apiUrl: null,
        streamUrl: null,
      },
    });
  });

  it("take a file of the token that need not be there yet: it comes every morning", () => {
    const env = {
      MARKET_SOURCE: "upstox",
      UPSTOX_ACCESS_TOKEN_FILE: "/nowhere/token",
      FEED_ACCOUNT: "upstox:7ABCDE",
    };
    expect(parseConfig(env).feed.broker).toMatchObject({
      account: { broker: UPSTOX, externalId: "7ABCDE" },
      apiKey: null,
      accessToken: null,
      accessTokenFile: "/nowhere/token",
    });
  });

  it("take a declared right of redistribution in place of an account", () => {
    const env = { ...KITE, KITE_ACCESS_TOKEN: "token", FEED_REDISTRIBUTION: "declared" };
    expect(parseConfig(env).feed.broker).toMatchObject({ account: null, isRedistributable: true });
  });

  it.each([
    [{ MARKET_SOURCE: "kite" }, /^KITE_API_KEY="" is not usable: MARKET_SOURCE=kite needs it/],
    [{ ...KITE, KITE_ACCESS_TOKEN: "t" }, /^FEED_ACCOUNT="" .*zerodha:AB1234/],
    [{ ...KITE, FEED_REDISTRIBUTION: "declared" }, /^KITE_ACCESS_TOKEN="" /],
    [
      { ...KITE, KITE_ACCESS_TOKEN: "t", FEED_REDISTRIBUTION: "yes" },
      /^FEED_REDISTRIBUTION="yes" .*declared/,
    ],
    [{ ...KITE, FEED_ACCOUNT: "upstox:AB1234" }, /^FEED_ACCOUNT="upstox:AB1234" .*zerodha:AB1234/],
    [{ ...KITE, FEED_ACCOUNT: "google:1" }, /^FEED_ACCOUNT="google:1" /],
    [{ ...KITE, FEED_ACCOUNT: "zerodha:" }, /^FEED_ACCOUNT="zerodha:" /],
    [{ ...KITE, FEED_ACCOUNT: "zerodha:A", MARKET_CLOCK: "always" }, /^MARKET_CLOCK="always" /],
    [
      { ...KITE, FEED_ACCOUNT: "zerodha:A", MARKET_FILE: "x" },
      /^MARKET_FILE="x" .*MARKET_SOURCE=kite reads no file/,
    ],
    [{ ...KITE, FEED_ACCOUNT: "zerodha:A", KITE_API_URL: "ftp://x" }, /^KITE_API_URL="ftp:\/\/x" /],
    [{ FEED_ACCOUNT: "zerodha:A" }, /^FEED_ACCOUNT="zerodha:A" .*MARKET_SOURCE=sim has no broker/],
    [
      { ...KITE, FEED_ACCOUNT: "zerodha:A", KITE_ACCESS_TOKEN: "t", KITE_ACCESS_TOKEN_FILE: "f" },
      /^KITE_ACCESS_TOKEN_FILE="f" .*keep one/,
    ],
  ])("refuse %o", (env, message) => {
    expect(refusal(env as Record<string, string>)).toMatch(message);
  });

  it("never repeat a token", () => {
    const env = { ...KITE, FEED_ACCOUNT: "zerodha:A", KITE_ACCESS_TOKEN: "hunter 2" };
    expect(refusal(env)).not.toContain("hunter");
  });
});
