import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { AppError } from "#domain/errors.ts";
import type { Config } from "./config/config.ts";
import { createIdentifier } from "./identity/identify-bus.ts";
import type { Identity } from "./identity/identity.ts";
import { createMarketGate } from "./market/access/market-gate.ts";
import { createMarketTerms } from "./market/access/market-terms.ts";
import { createLateBus } from "./market/bus/late.ts";
import { marketRule } from "./market/bus/market-rule.ts";
import { createMarketWatch } from "./market/bus/market-watch.ts";
import type { Bus } from "./platform/bus/bus.ts";
import { createLocalBus } from "./platform/bus/local.ts";
import { createNatsBus } from "./platform/bus/nats.ts";
import { createProxyCheck } from "./platform/http/addresses.ts";
import { startMetricsServer } from "./platform/http/metrics-server.ts";
import { createOriginPolicy } from "./platform/http/origins.ts";
import { createLifecycle, type Lifecycle } from "./platform/lib/lifecycle.ts";
import { createMetrics } from "./platform/lib/metrics.ts";
import { createApp } from "./roles/api/compose.ts";
import { createApiRole } from "./roles/api/role.ts";
import { startComputeRole } from "./roles/compute-role.ts";
import { startFeedRole } from "./roles/feed-role.ts";
import { startRelayRole } from "./roles/relay-role.ts";

/** The feed says its clock twice a second; silence for this long is a feed that is gone. */
const FEED_SILENCE_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /** where `/metrics` is, null nowhere */
  readonly metricsPort: number | null;
  readonly bus: Bus;
  readonly lifecycle: Lifecycle;
}

async function openBus(config: Config, log: Logger): Promise<{ bus: Bus; isUp: () => boolean }> {
  const onError = (error: unknown, subject: string) =>
    log.error({ err: error, subject }, "bus: a handler failed");
  if (config.natsUrl === null) return { bus: createLocalBus({ onError }), isUp: () => true };
  const bus = await createNatsBus({
    url: config.natsUrl,
    prefix: config.natsPrefix,
    name: [...config.roles].join("+"),
    onError,
    onStatus: (status) => log.warn({ status }, "bus: NATS"),
  });
  return { bus, isUp: () => bus.isConnected() };
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    const fix =
      code === "EADDRINUSE"
        ? "something else listens there; choose another PORT"
        : "choose another HOST or PORT";
    const text = `HOST=${JSON.stringify(host)} PORT="${port}" cannot be listened on (${code}): ${fix}`;
    throw new AppError("config.invalid", text, { variable: "PORT" }, { cause: error });
  }
  return (app.server.address() as AddressInfo).port;
}

/**
 * Starts the roles of the configuration in this process. The health routes answer before the market is up; `/readyz` says
 * when it is.
 * @throws AppError when something cannot start; what had started is stopped again
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const lifecycle = createLifecycle({ log });
  try {
    return await start(config, log, lifecycle);
  } catch (error) {
    await lifecycle.shutdown("failed start");
    throw error;
  }
}

async function start(config: Config, log: Logger, lifecycle: Lifecycle): Promise<RunningServer> {
  const { bus, isUp } = await openBus(config, log);
  lifecycle.add({ name: "bus", stop: () => bus.close() });
  const watch = createMarketWatch(bus);
  const lateWatch = createMarketWatch(createLateBus(bus));
  const terms = createMarketTerms(bus, {
    told: { source: config.feed.source, rule: marketRule(config.feed) },
    isFeedHere: config.roles.has("feed"),
  });
  lifecycle.add({
    name: "market watch",
    stop() {
      watch.stop();
      lateWatch.stop();
      terms.stop();
    },
  });
  const metrics = createMetrics();
  metrics.gauge("feed_silence_ms", "Time since the feed was last heard, -1 before the first time", () =>
    Number.isFinite(watch.silenceMs()) ? watch.silenceMs() : -1,
  );
  metrics.gauge("bus_up", "1 while the bus is connected", () => (isUp() ? 1 : 0));

  let port = config.port;
  const origins = () => createOriginPolicy(config.publicOrigins, port);
  const isProxy = createProxyCheck(config.trustedProxies);
  const compute = config.roles.has("compute") ? await startComputeRole({ bus, log, metrics }) : null;
  if (compute !== null) lifecycle.add(compute);
  const parts = new Map<string, () => boolean>();
  if (compute !== null) parts.set("compute", compute.isUp);
  const readiness = () => {
    if (lifecycle.isDraining()) return "The server is shutting down";
    if (!isUp()) return "The bus is not connected";
    // The first caller is a visitor, and a visitor's market is the late one.
    const silenceMs = Math.max(watch.silenceMs(), lateWatch.silenceMs());
    if (silenceMs >= FEED_SILENCE_MS) return "The feed is not heard";
    return compute?.isUp() === false ? "Compute is being started" : null;
  };
  let markStarted = (): void => {};
  const started = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  const role = config.roles.has("api")
    ? await createApiRole({ bus, watch, terms, config, log, metrics, port: () => port, after: started })
    : null;
  if (role !== null) {
    parts.set("database", () => role.store.obstacle() === null);
    // Added before HTTP, so that it is there until the last answer has been given.
    lifecycle.add({ name: "store", stop: () => role.store.close() });
    lifecycle.add({ name: "history", stop: () => role.history.stop() });
    lifecycle.add({ name: "auth", stop: role.stop });
    lifecycle.add({ name: "jobs", stop: () => role.jobs.stop() });
  }
  const { api, webRoot } = role ?? { api: null, webRoot: null };
  const isSecure = config.publicOrigins !== null && origins().isSecure;
  const { isDraining } = lifecycle;
  const app = await createApp({
    log,
    metrics,
    readiness,
    down: () => [...parts].filter(([, isUp]) => !isUp()).map(([name]) => name),
    isDraining,
    origins,
    isSecure,
    isProxy,
    api,
    webRoot,
    brokenAnswer: "log",
    ...(role === null ? {} : { outside: role.outside }),
  });
  lifecycle.add({
    name: "http",
    // No request may come in once the feed stops, because answers come from it. Idle connections end with
    // it.
    drain: () => void app.server.close(),
    stop: () => app.close(),
  });
  if (config.roles.has("relay")) {
    const { server } = app;
    const { connectionsPerAddress, share } = config;
    const identifier = createIdentifier(bus);
    const admit = createMarketGate(bus, terms);
    terms.onChange(identifier.forgetAll);
    lifecycle.add({ name: "identifier", stop: () => identifier.stop() });
    const identify = async (request: IncomingMessage): Promise<Identity> => {
      const identity = await identifier.identify(request);
      await admit(identity);
      return identity;
    };
    lifecycle.add(
      startRelayRole({
        bus,
        server,
        log,
        metrics,
        origins,
        isProxy,
        identify,
        terms,
        connectionsPerAddress,
        share,
      }),
    );
  }
  port = await listen(app, config);
  const metricsServer = config.metrics && (await startMetricsServer(metrics, config.metrics, log));
  if (metricsServer !== null) lifecycle.add({ name: "metrics", stop: () => metricsServer.stop() });
  log.info({ roles: [...config.roles], port, origins: origins().origins }, "listening");
  if (api !== null && webRoot === null) log.warn("the web app is not built: npm run build");
  if (config.roles.has("feed")) {
    const feed = await startFeedRole({ bus, config: config.feed, log, metrics });
    lifecycle.add(feed);
    parts.set("feed", feed.isUp);
  }
  markStarted();
  for (const name of config.unusedSecrets) log.warn({ name }, "given, but nothing uses it in this version");
  return { port, metricsPort: metricsServer?.port ?? null, bus, lifecycle };
}
