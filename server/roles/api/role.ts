import { createBrokers, formOrigins } from "../../brokers/registry.ts";
import { askForCandles } from "../../capabilities/candles/jobs.ts";
import { createPlanOf } from "../../capabilities/subscriptions/account-plan.ts";
import type { Config } from "../../config/config.ts";
import { type Auth, createAuth } from "../../identity/auth.ts";
import { keyFromFile } from "../../identity/key-file.ts";
import { parseFeedAccount } from "../../market/access/feed-account.ts";
import { createMarketAccess } from "../../market/access/market-access.ts";
import { serveMarketAccess } from "../../market/access/market-gate.ts";
import type { MarketTerms } from "../../market/access/market-terms.ts";
import { knownMarketTime, type MarketWatch } from "../../market/bus/market-watch.ts";
import { createMarketDoors } from "../../market/doors/market-doors.ts";
import { answerFeedTokens } from "../../market/feed/sources/broker/feed-tokens.ts";
import { createHistory, type History } from "../../market/history/market-history.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import { standInsAt } from "../../standins/apps.ts";
import type { OutsideOrigins } from "../../web/security.ts";
import { findWebRoot } from "../../web/static.ts";
import { openStore } from "../storage/open-store.ts";
import type { Store } from "../storage/store.ts";
import { createCandles } from "./candles.ts";
import type { ApiParts } from "./compose.ts";
import { startJobs } from "./jobs.ts";
import { createSandboxPrices } from "./sandbox-prices.ts";
import { createShareChanges } from "./share-changes.ts";

interface ApiRole {
  readonly api: ApiParts;
  readonly history: Pick<History, "stop">;
  readonly jobs: Pick<JobRunner, "stop">;
  readonly store: Store;
  readonly webRoot: string | null;
  readonly outside: OutsideOrigins;
  readonly stop: () => void;
}

interface ApiRoleOptions {
  readonly bus: Bus;
  readonly watch: MarketWatch;
  readonly terms: MarketTerms;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** port that is listened on, known once it is */
  readonly port: () => number;
  /** storage opens when this resolves, so that the market is there first */
  readonly after: Promise<void>;
}

/** How this process reaches its own sandbox. */
function ownAddress(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** What the HTTP API works with, and the web app it serves. Storage opens behind the scenes: nothing here waits for it. */
export async function createApiRole(options: ApiRoleOptions): Promise<ApiRole> {
  const { bus, watch, terms, config, log, metrics, port, after } = options;
  const {
    brokerKeys,
    secretKeys,
    appKeys,
    dataDir,
    databaseUrl,
    sandbox,
    limits,
    panel,
    exclusions,
    widgetOrigins,
  } = config;
  const brokers = createBrokers({
    keys: brokerKeys,
    standIns: standInsAt(() => ownAddress(config.host, port())),
  });
  const keys = secretKeys.length > 0 ? secretKeys : [keyFromFile(dataDir)];
  const market = createMarketAccess(terms.rule);
  serveMarketAccess(bus, market);
  const store = await openStore({ config: { databaseUrl, dataDir }, log, metrics, after });
  const isSandboxActive = () => sandbox && !terms.isReal();
  const auth: Auth = createAuth({
    store,
    planOf: createPlanOf(store.subscriptions),
    brokers,
    isSandboxActive,
    bus,
    keys,
    appKeys,
    log,
    onAccount: market.learn,
    onSignedIn: () => feedTokens?.changed(),
  });
  // A broker's token crosses no network: only a feed in this process is given it.
  const feedTokens =
    config.natsUrl === null && config.feed.broker != null ? answerFeedTokens(bus, feedToken) : null;

  async function feedToken(name: string): Promise<string | null> {
    const named = parseFeedAccount(name);
    const account = named === null ? null : await store.accounts.find(`${named.broker}:${named.externalId}`);
    return account === null ? null : ((await auth.vault.tokens(account.id))?.access ?? null);
  }

  const doors = createMarketDoors(bus, watch, market);
  const directory = async () => (await doors.metacache.get()).directory;
  const changes = createShareChanges({ events: store.events, directory, now: () => knownMarketTime(watch) });
  const history = createHistory({
    bus,
    watch,
    lateWatch: doors.late.watch,
    store,
    directory,
    changes,
    log,
    metrics,
    after,
  });
  const candles = createCandles({ history, store, changes });
  const sandboxMarket = {
    marketTime: () => knownMarketTime(watch),
    listed: directory,
    prices: createSandboxPrices(bus, directory),
  };
  const api: ApiParts = {
    ...{ auth, store, doors, history, candles, panel, exclusions, limits },
    sandbox: sandboxMarket,
  };
  const jobs = startJobs(store, { log, metrics, auditDays: config.auditDays, candles, market: doors });
  const stopAsking = askForCandles({ service: candles, market: doors, jobs: store.jobs, log });
  const outside: OutsideOrigins = {
    forms: formOrigins(brokers),
    google: !brokers.google.isSandbox,
    widgets: widgetOrigins,
  };
  const stop = (): void => {
    stopAsking();
    feedTokens?.stop();
    auth.stop();
  };
  return { api, history, jobs, store, webRoot: findWebRoot(), outside, stop };
}
