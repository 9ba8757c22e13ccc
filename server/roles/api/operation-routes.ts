import { AppError } from "#domain/errors.ts";
import { OPERATION_ROWS } from "#protocol/http/operation.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { sendError } from "../../platform/http/error-answers.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";

/** Why the process should get no traffic now; null when it should. */
export type Readiness = () => string | null;

interface OperationNeeds {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/** What watches over the process asks; answered in every role and at every stage of a start or a shutdown. */
export function addOperationRoutes(rows: RowRegistrar, { metrics, readiness }: OperationNeeds): void {
  rows.row(OPERATION_ROWS.health, async () => ({ status: "ok" }));
  rows.row(OPERATION_ROWS.readiness, async (_request, reply) => {
    const obstacle = readiness();
    // Answered here: probes ask every few seconds, and the log need not repeat what they learn.
    return obstacle === null
      ? { status: "ready" }
      : sendError(reply, new AppError("server.unavailable", obstacle));
  });
  rows.row(OPERATION_ROWS.metrics, async (_request, reply) =>
    reply.header("content-type", metrics.contentType).send(await metrics.text()),
  );
}
