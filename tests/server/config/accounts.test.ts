import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "#server/config.ts";

function refusal(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("the sandbox", () => {
  const FEED = {
    MARKET_SOURCE: "kite",
    KITE_API_KEY: "key",
    KITE_API_SECRET: "secret",
    FEED_ACCOUNT: "zerodha:AB1234",
  };

  it("is on with a market of our own, and off with a broker's unless the operator says otherwise", () => {
    expect(parseConfig({}).sandbox).toBe(true);
    expect(parseConfig({ SANDBOX: "off" }).sandbox).toBe(false);
    expect(parseConfig(FEED).sandbox).toBe(false);
    expect(parseConfig({ ...FEED, SANDBOX: "on" }).sandbox).toBe(true);
    expect(refusal({ SANDBOX: "maybe" })).toMatch(/SANDBOX="maybe" is not usable/);
  });
});

describe("limits, widgets and the panel", () => {
  it("have the promised defaults", () => {
    expect(parseConfig({})).toMatchObject({
      limits: { loginsPerMinute: 10, writesPerMinute: 60, computesPerMinute: 600 },
      widgetOrigins: [],
      panel: { researchAnalystNumber: null, termsUrl: null },
    });
  });

  it("are read", () => {
    const config = parseConfig({
      LOGINS_PER_MINUTE: "100",
      WRITES_PER_MINUTE: "600",
      COMPUTES_PER_MINUTE: "1200",
      WIDGET_ORIGINS: "https://broker.example, https://other.example:8443/",
      RESEARCH_ANALYST_NUMBER: "INH000012345",
      TERMS_URL: "/terms.pdf",
    });
    expect(config).toMatchObject({
      limits: { loginsPerMinute: 100, writesPerMinute: 600, computesPerMinute: 1_200 },
      widgetOrigins: ["https://broker.example", "https://other.example:8443"],
      panel: { researchAnalystNumber: "INH000012345", termsUrl: "/terms.pdf" },
    });
  });

  it.each([
    ["LOGINS_PER_MINUTE", "0"],
    ["WRITES_PER_MINUTE", "many"],
    ["WIDGET_ORIGINS", "*"],
    ["WIDGET_ORIGINS", "https://a.example;script-src"],
    ["WIDGET_ORIGINS", "https://a.example; script-src *"],
    ["TERMS_URL", "javascript:alert(1)"],
    ["TERMS_URL", "//evil.example"],
    ["RESEARCH_ANALYST_NUMBER", "<b>1</b>"],
  ])("refuse the start when %s is %s", (name, value) => {
    expect(refusal({ [name]: value })).toContain(`${name}=`);
  });
});
