import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../../../platform/bus/bus.ts";
import { feedAccountName } from "../../../access/feed-account.ts";
import { marketRule } from "../../../bus/market-rule.ts";
import type { BrokerFeedConfig, FeedConfig } from "../../feed-config.ts";
import type { MarketSource } from "../../market-source.ts";
import { createKiteProtocol } from "../kite/kite-protocol.ts";
import { createUpstoxProtocol } from "../upstox/upstox-protocol.ts";
import type { BrokerProtocol } from "./broker-protocol.ts";
import { type BrokerSourceOptions, createBrokerSource } from "./broker-source.ts";
import { accountToken, type FeedTokens, fileToken, fixedToken } from "./feed-tokens.ts";

function protocolOf(source: FeedConfig["source"], broker: BrokerFeedConfig): BrokerProtocol {
  const { apiKey, apiUrl, streamUrl } = broker;
  if (source === "upstox") return createUpstoxProtocol({ apiUrl });
  if (apiKey !== null) return createKiteProtocol({ apiKey, apiUrl, streamUrl });
  const text = "MARKET_SOURCE=kite needs KITE_API_KEY; give the key of your Kite Connect app.";
  throw new AppError("config.invalid", text, { variable: "KITE_API_KEY", value: null });
}

/** The environment's token goes before a file's, and that before the token of the signed-in account. */
function tokensOf(broker: BrokerFeedConfig, bus: Bus): FeedTokens {
  if (broker.accessToken !== null) return fixedToken(broker.accessToken);
  if (broker.accessTokenFile !== null) return fileToken(broker.accessTokenFile);
  if (broker.account !== null) return accountToken(bus, feedAccountName(broker.account));
  return { current: () => Promise.resolve(null), onChange: () => () => {} };
}

/**
 * The source that MARKET_SOURCE=kite or upstox names.
 * @param startAt market time, epoch ms
 * @throws AppError config.invalid
 */
export function createBrokerFeed(
  config: FeedConfig,
  bus: Bus,
  startAt: number,
  told: Pick<BrokerSourceOptions, "onProblem" | "onHealth">,
): MarketSource {
  const { broker, source } = config;
  if (broker == null) {
    throw new AppError("config.invalid", `MARKET_SOURCE=${source} needs its broker's settings.`, {
      variable: "MARKET_SOURCE",
      value: source,
    });
  }
  return createBrokerSource({
    protocol: protocolOf(source, broker),
    tokens: tokensOf(broker, bus),
    dataDir: config.dataDir,
    symbols: config.universe,
    rule: marketRule(config),
    startAt,
    ...told,
  });
}
