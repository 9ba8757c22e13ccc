import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import type { Metrics } from "../lib/metrics.ts";
import { sendError } from "./error-answers.ts";
import type { App } from "./fastify-app.ts";

/** Why the process should get no traffic now; null when it should. */
export type Readiness = () => string | null;

const tags = ["operation"];

/** Answers in every role and at every stage of a start or a shutdown. */
export function addHealthRoutes(app: App, metrics: Metrics, readiness: Readiness): void {
  const Status = Type.Object({ status: Type.String() });
  app.get(
    "/healthz",
    { schema: { tags, summary: "The process lives", response: { 200: Status } } },
    async (_request, reply) => {
      reply.header("cache-control", "no-store");
      return { status: "ok" };
    },
  );
  app.get(
    "/readyz",
    { schema: { tags, summary: "The process can serve", response: { 200: Status, 503: ErrorResponse } } },
    async (_request, reply) => {
      const obstacle = readiness();
      // Answered here: probes ask every few seconds, and the log need not repeat what they learn.
      if (obstacle !== null) return sendError(reply, new AppError("server.unavailable", obstacle));
      reply.header("cache-control", "no-store");
      return { status: "ready" };
    },
  );
  app.get(
    "/metrics",
    { schema: { tags, summary: "Prometheus metrics", response: { 200: Type.String() } } },
    async (_request, reply) => {
      reply.header("cache-control", "no-store").header("content-type", metrics.contentType);
      return reply.send(await metrics.text());
    },
  );
}
