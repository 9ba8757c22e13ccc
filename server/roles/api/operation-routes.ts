import { AppError } from "#domain/errors.ts";
import { OPERATION_ROWS } from "#protocol/http/operation.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { sendError } from "../../platform/http/error-answers.ts";

/** Why the process should get no traffic now; null when it should. */
export type Readiness = () => string | null;

/** Names of the threads that do not answer now. */
export type Down = () => readonly string[];

interface OperationNeeds {
  readonly readiness: Readiness;
  readonly down: Down;
}

/** What watches over the process asks; answered in every role and at every stage of a start or a shutdown. */
export function addOperationRoutes(rows: RowRegistrar, { readiness, down }: OperationNeeds): void {
  // Always 200: a supervisor of processes would end this one, which starts its threads anew by itself.
  rows.row(OPERATION_ROWS.health, async () => {
    const names = down();
    if (names.length === 0) return { status: "ok" } as const;
    return { status: "degraded" as const, down: [...names] };
  });
  rows.row(OPERATION_ROWS.readiness, async (_request, reply) => {
    const obstacle = readiness();
    // Answered here: probes ask every few seconds, and the log need not repeat what they learn.
    return obstacle === null
      ? { status: "ready" }
      : sendError(reply, new AppError("server.unavailable", obstacle));
  });
}
