import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "#server/config/config.ts";

function refusal(env: Record<string, string>): AppError {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("defaults", () => {
  it("need no variable at all", () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      publicOrigins: null,
      trustedProxies: [],
      natsUrl: null,
      logLevel: "info",
      production: true,
      feed: { source: "sim", marketFile: null, seed: 1, clock: null, universe: null, record: null },
    });
    expect([...config.roles].sort()).toEqual(["api", "compute", "feed", "relay"]);
    expect(path.isAbsolute(config.dataDir)).toBe(true);
  });

  it("take the place of empty values too", () => {
    expect(parseConfig({ PORT: "", ROLES: " ", MARKET_CLOCK: "", NATS_URL: "" })).toEqual(parseConfig({}));
  });
});

describe("values", () => {
  it("are read from every variable", () => {
    const config = parseConfig({
      PORT: "0",
      HOST: "0.0.0.0",
      PUBLIC_ORIGIN: "https://a.example, https://b.example:8443/",
      TRUST_PROXY: "loopback,10.0.0.0/8",
      DATA_DIR: "/data",
      NATS_URL: "nats://user:pw@nats:4222",
      ROLES: "relay,api",
      MARKET_SEED: "-7",
      MARKET_UNIVERSE: "nifty, M&M",
      MARKET_CLOCK: "2026-08-19T09:15@60",
      LOG_LEVEL: "debug",
      NODE_ENV: "development",
      CONNECTIONS_PER_ADDRESS: "9",
      TOKENS_PER_ADDRESS: "90",
      WAITING_MIB_PER_ADDRESS: "2",
    });
    expect(config).toMatchObject({
      port: 0,
      host: "0.0.0.0",
      publicOrigins: ["https://a.example", "https://b.example:8443"],
      trustedProxies: ["127.0.0.0/8", "::1/128", "10.0.0.0/8"],
      dataDir: "/data",
      natsUrl: "nats://user:pw@nats:4222",
      logLevel: "debug",
      production: false,
      connectionsPerAddress: 9,
      share: { entries: 90, waiting: 2 * 1024 * 1024 },
      feed: {
        seed: -7,
        universe: ["NIFTY", "M&M"],
        clock: { kind: "start", at: Date.parse("2026-08-19T03:45:00Z"), speed: 60 },
      },
    });
    expect([...config.roles].sort()).toEqual(["api", "relay"]);
  });

  it.each([
    ["always", { kind: "always" }],
    ["exchange", { kind: "exchange" }],
    ["2026-08-19T09:15", { kind: "start", at: Date.parse("2026-08-19T03:45:00Z"), speed: 1 }],
    ["2026-08-19T09:15:30", { kind: "start", at: Date.parse("2026-08-19T03:45:30Z"), speed: 1 }],
  ])("read the clock %s", (text, clock) => {
    expect(parseConfig({ MARKET_CLOCK: text }).feed.clock).toEqual(clock);
  });

  it.each([
    ["always@2026-11-18T10:00", "2026-11-18T04:30:00Z"],
    ["always@2026-11-18T10:00:07", "2026-11-18T04:30:07Z"],
    ["always@2026-11-18T10:00:07.250", "2026-11-18T04:30:07.250Z"],
  ])("read %s as the market's time when the process began", (text, instant) => {
    const { clock } = parseConfig({ MARKET_CLOCK: text }).feed;
    expect(clock).toMatchObject({ kind: "always" });
    const { aheadMs = Number.NaN } = clock as { aheadMs?: number };
    expect(performance.timeOrigin + aheadMs).toBeCloseTo(Date.parse(instant), 3);
  });

  it("read a market file as an absolute path", () => {
    const { feed } = parseConfig({ MARKET_SOURCE: "import", MARKET_FILE: "a.json.gz" });
    expect(feed.source).toBe("import");
    expect(feed.marketFile).toBe(path.resolve("a.json.gz"));
  });
});

describe("a market file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "config-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("that is not here is taken from DATA_DIR, where it was written", () => {
    writeFileSync(path.join(folder, "day.rec"), "");
    const env = { MARKET_SOURCE: "replay", DATA_DIR: folder };
    expect(parseConfig({ ...env, MARKET_FILE: "day.rec" }).feed.marketFile).toBe(
      path.join(folder, "day.rec"),
    );
    expect(parseConfig({ ...env, MARKET_FILE: "no.rec" }).feed.marketFile).toBe(path.resolve("no.rec"));
    expect(parseConfig({ ...env, MARKET_FILE: "package.json" }).feed.marketFile).toBe(
      path.resolve("package.json"),
    );
  });
});

describe("a wrong value", () => {
  it.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "1.5"],
    ["HOST", "a b"],
    ["HOST", "http://x"],
    ["PUBLIC_ORIGIN", "example.com"],
    ["PUBLIC_ORIGIN", "https://example.com/app"],
    ["PUBLIC_ORIGIN", "https://user@example.com"],
    ["PUBLIC_ORIGIN", "*"],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["NATS_URL", "http://x:1"],
    ["NATS_PREFIX", "a.b"],
    ["ROLES", "relays"],
    ["ROLES", "all,feed"],
    ["ROLES", "relay"],
    ["ROLES", "feed"],
    ["MARKET_SOURCE", "live"],
    ["MARKET_SEED", "1e3"],
    ["MARKET_SEED", "99999999999999999999"],
    ["MARKET_CLOCK", "now"],
    ["MARKET_CLOCK", "2026-13-19T09:15"],
    ["MARKET_CLOCK", "2026-08-19T25:15"],
    ["MARKET_CLOCK", "2026-08-19T09:15@0"],
    ["MARKET_CLOCK", "1999-12-31T09:15"],
    ["MARKET_CLOCK", "2100-01-01T09:15"],
    ["MARKET_CLOCK", "2026-08-19T09:15:60"],
    ["MARKET_CLOCK", "always@2026-11-18"],
    ["MARKET_CLOCK", "always@2026-11-31T10:00"],
    ["MARKET_CLOCK", "always@2026-11-18T10:00@10"],
    ["MARKET_CLOCK", "exchange@2026-11-18T10:00"],
    ["MARKET_UNIVERSE", "NIFTY;DROP"],
    ["LOG_LEVEL", "loud"],
    ["NODE_ENV", "prod"],
    ["CONNECTIONS_PER_ADDRESS", "0"],
    ["TOKENS_PER_ADDRESS", "many"],
    ["WAITING_MIB_PER_ADDRESS", "-1"],
    ["MARKET_FILE", "x.json"],
  ])("%s=%s stops the start with one line that names variable, value and fix", (variable, value) => {
    const error = refusal({ [variable]: value });
    expect(error.code).toBe("config.invalid");
    expect(error.message).not.toContain("\n");
    expect(error.message.startsWith(`${variable}=${JSON.stringify(value)} is not usable: `)).toBe(true);
    expect(String(error.details.fix).length).toBeGreaterThan(10);
  });

  it("is answered with nothing that would be refused in turn", () => {
    const { message } = refusal({ MARKET_SOURCE: "live" });
    expect(message).toMatch(/use one of sim, import, replay, kite, upstox$/);
  });

  it("is named too when a variable is missing that another one needs", () => {
    expect(refusal({ MARKET_SOURCE: "import" }).message).toMatch(/^MARKET_FILE="" .*npm run market:import/);
    expect(refusal({ MARKET_SOURCE: "replay" }).message).toMatch(/^MARKET_FILE="" .*recording/);
  });
});

describe("what is secret", () => {
  it("never repeats a password", () => {
    for (const url of [
      "mysql://user:hunter2@db/x",
      "postgres://user:hunter2@db",
      "hunter2",
      "postgres://hunter2",
    ]) {
      const { message, details } = refusal({ DATABASE_URL: url });
      expect(message).toMatch(/^DATABASE_URL="…" is not usable: use postgres:\/\/user:password@host/);
      expect(`${message}${JSON.stringify(details)}`).not.toContain("hunter2");
    }
    expect(refusal({ NATS_URL: "gnats://user:hunter2@x:1" }).message).not.toContain("hunter2");
  });
});

describe("secrets", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "config-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("name a database, directly or in a file; without one it is the embedded", () => {
    const url = "postgresql://user:pw@db:5433/strikewise?sslmode=require";
    expect(parseConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    const socket = "postgres:///strikewise?host=/var/run/postgresql";
    expect(parseConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
    const file = path.join(folder, "database");
    writeFileSync(file, `${url}\n`);
    expect(parseConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(url);
    expect(parseConfig({}).databaseUrl).toBe(null);
    expect(refusal({ DATABASE_URL_FILE: path.join(folder, "none") }).message).toMatch(
      /^DATABASE_URL_FILE is not usable/,
    );
  });

  it("come from the environment or from a named file", () => {
    const file = path.join(folder, "secret");
    writeFileSync(file, "fromafile\n");
    const { brokerKeys } = parseConfig({ KITE_API_KEY: "direct", KITE_API_SECRET_FILE: file });
    expect(brokerKeys.kite).toEqual({ key: "direct", secret: "fromafile" });
  });

  it("leave every provider to the sandbox when none is given", () => {
    const { brokerKeys, secretKeys, unusedSecrets } = parseConfig({});
    expect(Object.values(brokerKeys)).toEqual([null, null, null, null, null]);
    expect([secretKeys, unusedSecrets]).toEqual([[], []]);
  });

  it("need no second half for Angel One and Google", () => {
    const id = "1234-abc.apps.googleusercontent.com";
    const { brokerKeys } = parseConfig({ ANGEL_API_KEY: "abc", GOOGLE_CLIENT_ID: id });
    expect(brokerKeys.angel_broking?.key).toBe("abc");
    expect(brokerKeys.google?.key).toBe(id);
  });

  it.each(["KITE", "UPSTOX", "ICICI"])("of %s come in pairs", (name) => {
    const [key, secret] = [`${name}_API_KEY`, `${name}_API_SECRET`];
    expect(refusal({ [key]: "only-this" }).message).toMatch(
      new RegExp(`^${secret} is not usable: ${key} is set`),
    );
    expect(refusal({ [secret]: "only-this" }).message).toMatch(
      new RegExp(`^${key} is not usable: ${secret} is`),
    );
  });

  it("stop the start when the file can't be read, is empty, or when both are given", () => {
    expect(refusal({ SECRET_KEY_FILE: path.join(folder, "none") }).message).toMatch(
      /^SECRET_KEY_FILE is not/,
    );
    const file = path.join(folder, "both");
    writeFileSync(file, " \n");
    expect(refusal({ SECRET_KEY_FILE: file }).message).toMatch(/the file is empty/);
    expect(refusal({ SECRET_KEY: "a", SECRET_KEY_FILE: file }).message).toMatch(/keep one of them/);
  });

  it("to encrypt with are 32 random bytes, the newest first", () => {
    const [hex, base64] = [
      "00112233445566778899aabbccddeeff".repeat(2),
      Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString("base64"),
    ];
    const { secretKeys } = parseConfig({ SECRET_KEY: `${hex}, ${base64}` });
    expect(secretKeys.map((key) => key.length)).toEqual([32, 32]);
    expect(secretKeys[0]?.toString("hex")).toBe(hex);
  });

  it.each(["short", "0".repeat(64), "not base64 at all, nor hex!", "ab".repeat(31)])(
    "that are no key are refused without being shown: %s",
    (value) => {
      const { message, details } = refusal({ SECRET_KEY: value });
      expect(message).toMatch(/^SECRET_KEY is not usable: give 32 random bytes/);
      expect(`${message}${JSON.stringify(details)}`).not.toContain(value);
    },
  );

  it.each([
    ["KITE_API_SECRET", { KITE_API_KEY: "key", KITE_API_SECRET: "two words" }],
    ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_ID: "my-client" }],
    ["ANGEL_API_KEY", { ANGEL_API_KEY: "line\u0007" }],
  ])("of an impossible form are refused: %s", (variable, env) => {
    expect(refusal(env as Record<string, string>).details.variable).toBe(variable);
  });
});
