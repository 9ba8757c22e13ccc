import { constants } from "node:zlib";
import compress from "@fastify/compress";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import type { Logger } from "pino";
import { answerForNode, describeInvalid, handleClientError, handleError } from "./error-answers.ts";
import type { App, Part } from "./fastify-app.ts";
import { createLazySerializers } from "./lazy-serializers.ts";

const BODY_LIMIT_BYTES = 256 * 1024;
/** Two hundred symbols in the address of quotes_v2, the longest there are, take 14 KiB. */
const HEADERS_LIMIT_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 25_000;
/** How often overdue connections are looked for; the promises are 15 s for headers and 30 s for bodies. */
const CHECK_INTERVAL_MS = 2_000;

/** What comes before the routes of a process that serves more than its health and metrics. */
interface Served {
  /** gives every request the one who asks */
  readonly caller: Part;
  /** how much may be asked; comes after `caller`, and may count by whom it found */
  readonly limits: Part;
  /** what `/docs` says of all */
  readonly documentation: { readonly title: string; readonly description: string; readonly version: string };
}

interface HttpAppOptions {
  readonly log: Logger;
  /** the process is ending: connections are not kept for a next request */
  readonly isDraining: () => boolean;
  readonly isProxy: (address: string) => boolean;
  /** answers what no route does; comes first, to hear of all routes */
  readonly notFound: Part;
  /** headers and checks of every answer and request */
  readonly security: Part;
  /** null for health only */
  readonly serves: Served | null;
  readonly routes: Part;
}

function createServer({ log, isProxy }: HttpAppOptions): App {
  const loggerInstance: FastifyBaseLogger = log;
  return fastify({
    loggerInstance,
    // A line for every request would be most of the log; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (address) => isProxy(address),
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
    schemaController: { compilersFactory: { buildSerializer: createLazySerializers() } },
  });
}

async function addDocumentation(app: App, info: Served["documentation"]): Promise<void> {
  await app.register(swagger, { openapi: { openapi: "3.1.0", info } });
  await app.register(swaggerUi, { routePrefix: "/docs" });
}

/** The HTTP application, built but not listening. What it serves, and to whom, is handed in. */
export async function createHttpApp(options: HttpAppOptions): Promise<App> {
  const { isDraining, notFound, security, serves, routes } = options;
  const app = createServer(options);
  // JSON is the one language of the API; a plain text is what forms of other sites can send.
  app.removeContentTypeParser("text/plain");
  answerForNode(app.server);
  app.setErrorHandler(handleError);
  // A connection that is kept would bring its next request when this server answers none any more.
  app.addHook("onSend", async (_request, reply) => {
    if (isDraining()) reply.header("connection", "close");
  });
  await notFound(app);
  await security(app);
  // Before the routes: hooks count for what is added after them.
  await serves?.caller(app);
  await serves?.limits(app);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1_024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  if (serves !== null) await addDocumentation(app, serves.documentation);
  await routes(app);
  return app;
}
