import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "#server/config/config.ts";

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

  it("is on with a market of our own, and off with a broker's, whatever the operator says", () => {
    expect(parseConfig({}).sandbox).toBe(true);
    expect(parseConfig({ SANDBOX: "off" }).sandbox).toBe(false);
    expect(parseConfig(FEED).sandbox).toBe(false);
    expect(parseConfig({ ...FEED, SANDBOX: "off" }).sandbox).toBe(false);
    expect(refusal({ ...FEED, SANDBOX: "on" })).toMatch(/SANDBOX="on" .*any visitor.*unset it/);
    expect(refusal({ SANDBOX: "maybe" })).toMatch(/SANDBOX="maybe" is not usable/);
  });
});

describe("limits, widgets and the panel", () => {
  it("have the promised defaults", () => {
    expect(parseConfig({})).toMatchObject({
      limits: {
        loginsPerMinute: 60,
        writesPerMinute: 60,
        chartsPerMinute: 300,
        computesPerMinute: 600,
        threadMsPerMinute: 6_000,
      },
      widgetOrigins: [],
      exclusions: { accounts: new Set(), chartUnderlyings: [] },
      panel: { researchAnalystNumber: null, termsUrl: null },
    });
  });

  it("are read", () => {
    const config = parseConfig({
      LOGINS_PER_MINUTE: "100",
      WRITES_PER_MINUTE: "600",
      CHARTS_PER_MINUTE: "900",
      COMPUTES_PER_MINUTE: "1200",
      THREAD_MS_PER_MINUTE: "12000",
      EXCLUDED_ACCOUNTS: "zerodha:ab1234, google:asha@example.com",
      EXCLUDED_CHART_UNDERLYINGS: "gold, M&M,GOLD",
      WIDGET_ORIGINS: "https://broker.example, https://other.example:8443/",
      RESEARCH_ANALYST_NUMBER: "INH000012345",
      TERMS_URL: "/terms.pdf",
    });
    expect(config).toMatchObject({
      limits: {
        loginsPerMinute: 100,
        writesPerMinute: 600,
        chartsPerMinute: 900,
        computesPerMinute: 1_200,
        threadMsPerMinute: 12_000,
      },
      widgetOrigins: ["https://broker.example", "https://other.example:8443"],
      exclusions: {
        accounts: new Set(["zerodha:AB1234", "google:ASHA@EXAMPLE.COM"]),
        chartUnderlyings: ["GOLD", "M&M"],
      },
      panel: { researchAnalystNumber: "INH000012345", termsUrl: "/terms.pdf" },
    });
  });

  it.each([
    ["LOGINS_PER_MINUTE", "5"],
    ["THREAD_MS_PER_MINUTE", "599"],
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

describe("the mobile app's keys", () => {
  const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
  const ed25519 = generateKeyPairSync("ed25519");
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });

  it("are none by default: then nothing is the app", () => {
    expect(parseConfig({}).appKeys).toEqual([]);
  });

  it("are read one after the other, with line breaks as they are or written as \\n", () => {
    const both = pem(ed25519.publicKey) + pem(p256.publicKey);
    for (const APP_PUBLIC_KEYS of [both, both.replaceAll("\n", "\\n")]) {
      const kinds = parseConfig({ APP_PUBLIC_KEYS }).appKeys.map(({ type, asymmetricKeyType }) => [
        type,
        asymmetricKeyType,
      ]);
      expect(kinds).toEqual([
        ["public", "ed25519"],
        ["public", "ec"],
      ]);
    }
  });

  it.each([
    ["words", "not a key at all, but a secret that somebody pasted here by mistake", /PEM public keys/],
    ["something beside the keys", `${pem(ed25519.publicKey)} and more`, /PEM public keys/],
    [
      "a private key",
      ed25519.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      /private one belongs/,
    ],
    ["an RSA key", pem(generateKeyPairSync("rsa", { modulusLength: 2_048 }).publicKey), /Ed25519, or P-256/],
    ["another curve", pem(generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey), /Ed25519, or P-256/],
    ["a damaged key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", /cannot be read/],
    ["a heap of them", pem(ed25519.publicKey).repeat(9), /at most 8/],
  ])("refuse %s, and show nothing of it", (_, APP_PUBLIC_KEYS, fix) => {
    const message = refusal({ APP_PUBLIC_KEYS });
    expect(message).toMatch(/^APP_PUBLIC_KEYS is not usable: /);
    expect(message).toMatch(fix);
    expect(message).not.toContain(APP_PUBLIC_KEYS.slice(30, 60));
  });
});
