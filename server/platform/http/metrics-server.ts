import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "#domain/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../lib/metrics.ts";

/** Where Prometheus asks. */
export interface MetricsPlace {
  readonly host: string;
  /** 0 takes any free port */
  readonly port: number;
  /** the operator chose it: a process that cannot listen there does not start */
  readonly isChosen: boolean;
}

export interface MetricsServer {
  /** null where the usual port was taken, and nothing is served */
  readonly port: number | null;
  stop(): Promise<void>;
}

const TEXT = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/**
 * Serves `GET /metrics` on a port of its own: what it tells of load and people is no visitor's business, and the public port
 * knows no such address.
 * @throws AppError config.invalid when the port that was chosen cannot be listened on
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, isChosen }: MetricsPlace,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (
      request.url?.split("?", 1)[0] !== "/metrics" ||
      (request.method !== "GET" && request.method !== "HEAD")
    ) {
      response.writeHead(404, TEXT).end("GET /metrics\n");
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { ...TEXT, "content-type": metrics.contentType }).end(text);
    } catch (error) {
      log.error({ err: error }, "metrics: they could not be read");
      response.writeHead(500, TEXT).end("They could not be read; see the log\n");
    }
  });
  // One scrape after another; what holds a connection open gets no more of them.
  server.maxConnections = 16;
  server.requestTimeout = 10_000;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => resolve());
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    const text = `METRICS_PORT="${port}" cannot be listened on (${code}): choose another one, or METRICS_PORT=off`;
    if (isChosen) throw new AppError("config.invalid", text, { variable: "METRICS_PORT" }, { cause: error });
    log.warn({ host, port, code }, "metrics: the usual port is taken, nothing is served: set METRICS_PORT");
    return { port: null, stop: async () => {} };
  }
  const taken = (server.address() as AddressInfo).port;
  log.info({ host, port: taken }, "metrics: listening");
  return {
    port: taken,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
