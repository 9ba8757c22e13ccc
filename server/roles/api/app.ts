import { constants } from "node:zlib";
import compress from "@fastify/compress";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { fastify, LogController } from "fastify";
import type { Logger } from "pino";
import { addHistoryRoutes } from "../../capabilities/charts/routes.ts";
import { addInstrumentRoutes } from "../../capabilities/instruments/routes.ts";
import { addMarketRoutes } from "../../capabilities/prices/market-routes.ts";
import { addPriceRoutes } from "../../capabilities/prices/routes.ts";
import { addChargesRoutes } from "../../capabilities/strategies/charges-routes.ts";
import { addComputeRoutes } from "../../capabilities/strategies/routes.ts";
import { addCaller } from "../../identity/http/caller.ts";
import {
  answerForNode,
  describeInvalid,
  handleClientError,
  handleError,
} from "../../platform/http/errors.ts";
import { addHealthRoutes, type Readiness } from "../../platform/http/health-routes.ts";
import { addLimits } from "../../platform/http/limits.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { App } from "../../platform/http/typed-app.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import { addNotFound } from "../../web/not-found.ts";
import { addSecurity, type OutsideOrigins } from "../../web/security.ts";
import { sendNotFoundPage } from "../../web/send-page.ts";
import { addStatic } from "../../web/static.ts";
import { addAccounts } from "./accounts.ts";
import type { ApiContext } from "./context.ts";

const BODY_LIMIT_BYTES = 256 * 1024;
/** A thousand symbols in the address of quotes_v2 take about 25 KiB. */
const HEADERS_LIMIT_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 25_000;
/** How often overdue connections are looked for; the promises are 15 s for headers and 30 s for bodies. */
const CHECK_INTERVAL_MS = 2_000;

interface AppOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** the process is ending: connections are not kept for a next request */
  readonly isDraining: () => boolean;
  readonly origins: () => OriginPolicy;
  /** every public origin is https */
  readonly isSecure: boolean;
  readonly isProxy: (address: string) => boolean;
  /** null in a process without the api role: health and metrics only */
  readonly api: ApiContext | null;
  /** folder of the built web app, null for none */
  readonly webRoot: string | null;
  /** other origins that the pages may meet: brokers' forms, Google's script, whoever frames the widgets */
  readonly outside?: OutsideOrigins;
}

async function addDocumentation(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Strikewise",
        description:
          "Market data of the relay over HTTP. The websocket is described in docs/wire-protocol.md.",
        version: "1",
      },
    },
  });
  await app.register(swaggerUi, { routePrefix: "/docs" });
}

/** The HTTP application, built but not listening. The relay attaches to its server's `upgrade`. */
export async function createApp(options: AppOptions): Promise<App> {
  const app: App = fastify({
    loggerInstance: options.log,
    // A line for every request would be most of the log; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (address) => options.isProxy(address),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Node would refuse with an empty body; the security hook says why.
      requireHostHeader: false,
    },
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // Clients are told the truth: nothing is coerced into shape, nothing is silently dropped.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
    schemaErrorFormatter: describeInvalid,
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App;

  // JSON is the one language of the API; a plain text is what forms of other sites can send.
  app.removeContentTypeParser("text/plain");
  answerForNode(app.server);
  app.setErrorHandler(handleError);
  // A connection that is kept would bring its next request when there is nobody left to answer it.
  app.addHook("onSend", async (_request, reply) => {
    if (options.isDraining()) reply.header("connection", "close");
  });
  const { api, webRoot } = options;
  addNotFound(app, api !== null && webRoot !== null ? sendNotFoundPage : null);
  await addSecurity(app, options.origins, options.isSecure, options.outside);
  // Both before the routes: hooks count for what is added after them.
  if (api !== null) {
    addCaller(app, api.account.auth);
    await addLimits(app, api.account.limits);
  }
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1_024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  if (api !== null) await addDocumentation(app);
  addHealthRoutes(app, options.metrics, options.readiness);
  if (api !== null) {
    addMarketRoutes(app, api);
    addInstrumentRoutes(app, api);
    addPriceRoutes(app, api);
    addChargesRoutes(app, api);
    addHistoryRoutes(app, api);
    await addComputeRoutes(app, api, options);
    await addAccounts(app, { ...api.account, origins: options.origins });
    if (webRoot !== null) await addStatic(app, webRoot);
  }
  return app;
}
