import { BROKERS, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import type { BrokerKeys } from "../brokers/registry.ts";
import { parseFeedAccount } from "../market/access/feed-account.ts";
import type { SourceName } from "../market/bus/feed-status.ts";
import type { BrokerFeedConfig } from "../market/feed/feed-config.ts";
import { type Env, invalid, read } from "./env.ts";

/** Variables that only a broker's feed reads. */
const ONLY_BROKERS = ["FEED_ACCOUNT", "FEED_REDISTRIBUTION"] as const;

/** A token from the environment, or the name of the file it is read from again and again. */
function tokenOf(env: Env, variable: string): { token: string | null; file: string | null } {
  const token = read(env, variable);
  const file = read(env, `${variable}_FILE`);
  if (token !== null && file !== null) {
    throw invalid(`${variable}_FILE`, file, `${variable} is set too; keep one of them`);
  }
  if (token !== null && /\s/.test(token))
    throw invalid(variable, "…", "give the token alone, without blanks");
  return { token, file };
}

function addressOf(env: Env, variable: string, schemes: RegExp, fix: string): string | null {
  const text = read(env, variable);
  if (text === null) return null;
  if (!schemes.test(text) || !URL.canParse(text)) throw invalid(variable, text, fix);
  return text.replace(/\/+$/, "");
}

function parseRedistribution(env: Env): boolean {
  const text = read(env, "FEED_REDISTRIBUTION");
  if (text === null) return false;
  if (text.toLowerCase() === "declared") return true;
  throw invalid(
    "FEED_REDISTRIBUTION",
    text,
    "write declared if you hold the right to pass the data on, else unset it",
  );
}

/**
 * What `MARKET_SOURCE=kite` and `upstox` need; null with any other source.
 * @param brokerKeys as `parseSecrets` read them: Kite's may be there
 * @throws AppError config.invalid
 */
export function parseBrokerFeed(
  env: Env,
  source: SourceName,
  clock: string | null,
  brokerKeys: BrokerKeys,
): BrokerFeedConfig | null {
  if (source !== "kite" && source !== "upstox") {
    const stray = ONLY_BROKERS.find((variable) => read(env, variable) !== null);
    if (stray === undefined) return null;
    throw invalid(stray, read(env, stray) ?? "", `MARKET_SOURCE=${source} has no broker; unset it`);
  }
  if (clock !== null && clock !== "exchange") {
    throw invalid("MARKET_CLOCK", clock, `MARKET_SOURCE=${source} keeps the exchange's time; unset it`);
  }
  const isKite = source === "kite";
  const prefix = isKite ? "KITE" : "UPSTOX";
  const apiKey = isKite ? (brokerKeys.kite?.key ?? null) : null;
  if (isKite && apiKey === null) {
    throw invalid("KITE_API_KEY", "", "MARKET_SOURCE=kite needs it; give the key of your Kite Connect app");
  }
  const named = read(env, "FEED_ACCOUNT");
  const account = named === null ? null : parseFeedAccount(named);
  const broker = isKite ? ZERODHA : UPSTOX;
  if (named !== null && account?.broker !== broker) {
    const name = BROKERS[broker].name;
    throw invalid("FEED_ACCOUNT", named, `name the account at the feed's own broker, such as ${name}:AB1234`);
  }
  const isRedistributable = parseRedistribution(env);
  if (account === null && !isRedistributable) {
    const fix = `name whose feed it is (${BROKERS[broker].name}:AB1234): without FEED_REDISTRIBUTION=declared only that account is served`;
    throw invalid("FEED_ACCOUNT", "", fix);
  }
  const { token, file } = tokenOf(env, `${prefix}_ACCESS_TOKEN`);
  if (token === null && file === null && account === null) {
    throw invalid(
      `${prefix}_ACCESS_TOKEN`,
      "",
      `MARKET_SOURCE=${source} needs it, or ${prefix}_ACCESS_TOKEN_FILE, or FEED_ACCOUNT whose sign-in gives one`,
    );
  }
  return {
    account,
    isRedistributable,
    apiKey,
    accessToken: token,
    accessTokenFile: file,
    apiUrl: addressOf(env, `${prefix}_API_URL`, /^https?:\/\//i, "give an http or https address"),
    streamUrl: addressOf(env, `${prefix}_STREAM_URL`, /^wss?:\/\//i, "give a ws or wss address"),
  };
}
