import type { KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Exclusions } from "#domain/access/exclusions.ts";
import type { BrokerKeys } from "../brokers/registry.ts";
import { SOURCES } from "../market/bus/feed-status.ts";
import type { FeedConfig } from "../market/feed/feed-config.ts";
import type { MetricsPlace } from "../platform/http/metrics-server.ts";
import { describeDatabase } from "../platform/store/postgres/database-address.ts";
import { parseAppKeys } from "./app-keys.ts";
import { parseBrokerFeed } from "./broker-feed.ts";
import { type Env, invalid, read } from "./env.ts";
import { parseExclusions } from "./exclusions.ts";
import { parseSecrets, readSecret } from "./secrets.ts";
import { parseClock, parseOrigins, parseTrustedProxies } from "./values.ts";

export const ROLES = ["feed", "relay", "api", "compute"] as const;
export type Role = (typeof ROLES)[number];

/** Names of the fields of a configuration that no log line may show, wherever they are in it. */
export const SECRET_FIELDS = ["brokerKeys", "secretKeys"] as const;

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  readonly host: string;
  /** 0 takes any free port */
  readonly port: number;
  /** PUBLIC_ORIGIN as given; null for the loopback origins at the port that was taken */
  readonly publicOrigins: readonly string[] | null;
  /** where Prometheus asks; null for nowhere */
  readonly metrics: MetricsPlace | null;
  /** addresses, CIDR ranges or "loopback" whose forwarded headers count; empty for none */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** a Postgres server, its password included (never logged); null for the embedded database in dataDir */
  readonly databaseUrl: string | null;
  readonly natsUrl: string | null;
  /** first part of every subject, so that several installations can share a NATS server */
  readonly natsPrefix: string;
  readonly roles: ReadonlySet<Role>;
  readonly feed: FeedConfig;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  /** websocket connections that one address may hold */
  readonly connectionsPerAddress: number;
  /** what the connections of one account, or of one address of strangers, may hold: tokens and chains, bytes that wait */
  readonly share: { readonly entries: number; readonly waiting: number };
  /** what providers gave the operator, by slug; null means the sandbox. Never logged */
  readonly brokerKeys: BrokerKeys;
  /** 32 bytes each, for what is encrypted at rest: the first seals, all of them open; empty when none was given */
  readonly secretKeys: readonly Buffer[];
  /** with which the mobile app signs its tokens; empty when there is none */
  readonly appKeys: readonly KeyObject[];
  /** whether the sandbox stands in for providers without keys */
  readonly sandbox: boolean;
  /** what one account, or one address of strangers, may ask for a minute */
  readonly limits: {
    readonly loginsPerMinute: number;
    readonly writesPerMinute: number;
    readonly chartsPerMinute: number;
    readonly computesPerMinute: number;
    readonly threadMsPerMinute: number;
  };
  /** rows of the audit log are kept for so many days */
  readonly auditDays: number;
  /** origins whose pages may frame the widgets */
  readonly widgetOrigins: readonly string[];
  /** what the analyzer leaves out */
  readonly exclusions: Exclusions;
  /** what the login panel says of the operator; null hides the line */
  readonly panel: { readonly researchAnalystNumber: string | null; readonly termsUrl: string | null };
  /** names of secrets that were given and that nothing uses yet */
  readonly unusedSecrets: readonly string[];
}

function integer(env: Env, variable: string, fallback: number, least: number, most: number): number {
  const text = read(env, variable);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !(value >= least && value <= most)) {
    throw invalid(variable, text, `give a whole number from ${least} to ${most}`);
  }
  return value;
}

function choice<T extends string>(env: Env, variable: string, fallback: T, choices: readonly T[]): T {
  const text = read(env, variable);
  if (text === null) return fallback;
  const found = choices.find((name) => name === text.toLowerCase());
  if (found === undefined) throw invalid(variable, text, `use one of ${choices.join(", ")}`);
  return found;
}

function parseHost(env: Env, variable: "HOST" | "METRICS_HOST"): string {
  const host = read(env, variable) ?? "127.0.0.1";
  if (!/^[A-Za-z0-9.:_-]+$/.test(host))
    throw invalid(variable, host, "give a host name or an address, without a port");
  return host;
}

/** Five years, as long as SEBI has research analysts keep their records (Research Analysts Regulations, 2014, 25). */
const AUDIT_DAYS = 1_826;

/** The port that exporters for Prometheus without one of their own are mostly given. */
const USUAL_METRICS_PORT = 9464;

function parseMetrics(env: Env): MetricsPlace | null {
  const text = read(env, "METRICS_PORT");
  const host = parseHost(env, "METRICS_HOST");
  if (text?.toLowerCase() === "off") return null;
  if (text !== null && !/^\d+$/.test(text))
    throw invalid("METRICS_PORT", text, "give a whole number from 0 to 65535, or off");
  const port = integer(env, "METRICS_PORT", USUAL_METRICS_PORT, 0, 65_535);
  return { host, port, isChosen: text !== null };
}

function parseNats(env: Env): string | null {
  const text = read(env, "NATS_URL");
  if (text === null) return null;
  for (const server of text.split(",")) {
    if (!/^(?:(?:nats|tls):\/\/)?[^\s/@]+(?:@[^\s/@]+)?\/?$/.test(server.trim())) {
      throw invalid(
        "NATS_URL",
        text.replace(/\/\/[^@]*@/g, "//…@"),
        "use nats://host:4222, several separated by commas",
      );
    }
  }
  return text;
}

function parsePrefix(env: Env): string {
  const prefix = read(env, "NATS_PREFIX") ?? "strikewise";
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(prefix)) {
    throw invalid("NATS_PREFIX", prefix, "use up to 64 letters, digits, - and _");
  }
  return prefix;
}

function parseRoles(env: Env, natsUrl: string | null): ReadonlySet<Role> {
  const text = read(env, "ROLES") ?? "all";
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  if (names.includes("all")) {
    if (names.length > 1) throw invalid("ROLES", text, "use all alone, or name the roles you want");
    return new Set(ROLES);
  }
  const roles = new Set<Role>();
  for (const name of names) {
    const role = ROLES.find((known) => known === name);
    if (role === undefined)
      throw invalid("ROLES", text, `use all, or any of ${ROLES.join(", ")} separated by commas`);
    roles.add(role);
  }
  if (natsUrl === null && roles.size < ROLES.length) {
    const missing = ROLES.filter((role) => !roles.has(role)).join(", ");
    throw invalid(
      "ROLES",
      text,
      `without NATS_URL nobody else can be ${missing}; set NATS_URL or use ROLES=all`,
    );
  }
  return roles;
}

/** A file as named from here, or, as recordings and market files are written, from the data folder. */
function findFile(name: string, dataDir: string): string {
  const here = path.resolve(name);
  const there = path.resolve(dataDir, name);
  return !existsSync(here) && existsSync(there) ? there : here;
}

function parseFeed(env: Env, dataDir: string, brokerKeys: BrokerKeys): FeedConfig {
  const source = choice(env, "MARKET_SOURCE", "sim", SOURCES);
  const marketFile = read(env, "MARKET_FILE");
  const isFromFile = source === "import" || source === "replay";
  if (isFromFile && marketFile === null) {
    const fix = source === "import" ? "the file that npm run market:import wrote" : "the recording to replay";
    throw invalid("MARKET_FILE", "", `MARKET_SOURCE=${source} needs it; name ${fix}`);
  }
  if (!isFromFile && marketFile !== null) {
    throw invalid(
      "MARKET_FILE",
      marketFile,
      `MARKET_SOURCE=${source} reads no file; set MARKET_SOURCE=import or replay, or unset it`,
    );
  }
  const clock = read(env, "MARKET_CLOCK");
  const parsedClock = clock === null ? null : parseClock(clock);
  if (typeof parsedClock === "string") throw invalid("MARKET_CLOCK", clock ?? "", parsedClock);
  const universe = read(env, "MARKET_UNIVERSE");
  const symbols = universe?.split(",").map((symbol) => symbol.trim().toUpperCase()) ?? null;
  const all = symbols === null || (symbols.length === 1 && symbols[0] === "ALL");
  if (!all && symbols?.some((symbol) => !/^[A-Z0-9&-]{1,32}$/.test(symbol))) {
    throw invalid(
      "MARKET_UNIVERSE",
      universe ?? "",
      "use all, or symbols separated by commas such as NIFTY,RELIANCE",
    );
  }
  return {
    source,
    marketFile: marketFile === null ? null : findFile(marketFile, dataDir),
    seed: integer(env, "MARKET_SEED", 1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    clock: parsedClock,
    universe: all ? null : symbols,
    dataDir,
    broker: parseBrokerFeed(env, source, clock, brokerKeys),
    record: read(env, "MARKET_RECORD"),
  };
}

function parseDatabase(env: Env): string | null {
  const text = readSecret(env, "DATABASE_URL");
  if (text === null || text === "") return null;
  if (describeDatabase(text) === null) {
    // Nothing of it is shown: a password may stand anywhere in a wrong one.
    throw invalid("DATABASE_URL", "…", "use postgres://user:password@host:5432/database");
  }
  return text;
}

/**
 * The sandbox's "broker accounts" are open to any visitor, and broker accounts get the market of now. So it
 * is off where that market is a real broker's (decision 0025).
 */
function parseSandbox(env: Env, { broker, source }: FeedConfig): boolean {
  const isOn = choice(env, "SANDBOX", broker == null ? "on" : "off", ["on", "off"]) === "on";
  if (!isOn || broker == null) return isOn;
  const fix = `MARKET_SOURCE=${source} is a broker's market, and the sandbox lets any visitor in as a broker's customer; unset it`;
  throw invalid("SANDBOX", "on", fix);
}

function parseWidgetOrigins(env: Env): readonly string[] {
  const text = read(env, "WIDGET_ORIGINS");
  const origins = text === null ? [] : parseOrigins(text);
  if (typeof origins === "string") throw invalid("WIDGET_ORIGINS", text ?? "", origins);
  // They stand in a header where some letters that a host may have mean something else.
  if (origins.some((origin) => !/^https?:\/\/[\w.:[\]-]+$/.test(origin))) {
    throw invalid("WIDGET_ORIGINS", text ?? "", "write origins such as https://broker.example");
  }
  return origins;
}

function parsePanel(env: Env): Config["panel"] {
  const researchAnalystNumber = read(env, "RESEARCH_ANALYST_NUMBER");
  if (researchAnalystNumber !== null && !/^[A-Za-z0-9/-]{1,32}$/.test(researchAnalystNumber)) {
    throw invalid(
      "RESEARCH_ANALYST_NUMBER",
      researchAnalystNumber,
      "give the number alone, such as INH000012345",
    );
  }
  const termsUrl = read(env, "TERMS_URL");
  if (termsUrl !== null && !/^(?:https:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*)$/.test(termsUrl)) {
    throw invalid("TERMS_URL", termsUrl, "give an https address, or a path of this site");
  }
  return { researchAnalystNumber, termsUrl };
}

const MIB = 1024 * 1024;

/**
 * The whole configuration out of environment variables; everything has a default.
 * @throws AppError `config.invalid`; its message is one line naming variable, value and fix
 */
export function parseConfig(env: Env): Config {
  const dataDir = path.resolve(read(env, "DATA_DIR") ?? ".data");
  const natsUrl = parseNats(env);
  const origins = read(env, "PUBLIC_ORIGIN");
  const publicOrigins = origins === null ? null : parseOrigins(origins);
  if (typeof publicOrigins === "string") throw invalid("PUBLIC_ORIGIN", origins ?? "", publicOrigins);
  const secrets = parseSecrets(env);
  const proxies = read(env, "TRUST_PROXY") ?? "off";
  const trustedProxies = parseTrustedProxies(proxies);
  if (typeof trustedProxies === "string") throw invalid("TRUST_PROXY", proxies, trustedProxies);
  const feed = parseFeed(env, dataDir, secrets.brokerKeys);
  return {
    host: parseHost(env, "HOST"),
    port: integer(env, "PORT", 8080, 0, 65_535),
    metrics: parseMetrics(env),
    publicOrigins,
    trustedProxies,
    dataDir,
    databaseUrl: parseDatabase(env),
    natsUrl,
    natsPrefix: parsePrefix(env),
    roles: parseRoles(env, natsUrl),
    feed,
    logLevel: choice(env, "LOG_LEVEL", "info", LOG_LEVELS),
    production: choice(env, "NODE_ENV", "production", ["production", "development", "test"]) === "production",
    connectionsPerAddress: integer(env, "CONNECTIONS_PER_ADDRESS", 1_000, 1, 1_000_000),
    share: {
      entries: integer(env, "TOKENS_PER_ADDRESS", 100_000, 1, 1_000_000_000),
      waiting: integer(env, "WAITING_MIB_PER_ADDRESS", 32, 1, 1_000_000) * MIB,
    },
    appKeys: parseAppKeys(env),
    sandbox: parseSandbox(env, feed),
    limits: {
      loginsPerMinute: integer(env, "LOGINS_PER_MINUTE", 60, 6, 1_000_000),
      writesPerMinute: integer(env, "WRITES_PER_MINUTE", 60, 1, 1_000_000),
      chartsPerMinute: integer(env, "CHARTS_PER_MINUTE", 300, 1, 100_000_000),
      computesPerMinute: integer(env, "COMPUTES_PER_MINUTE", 600, 1, 100_000_000),
      threadMsPerMinute: integer(env, "THREAD_MS_PER_MINUTE", 6_000, 600, 1_000_000_000),
    },
    auditDays: integer(env, "AUDIT_DAYS", AUDIT_DAYS, 30, 36_500),
    widgetOrigins: parseWidgetOrigins(env),
    exclusions: parseExclusions(env),
    panel: parsePanel(env),
    ...secrets,
  };
}
