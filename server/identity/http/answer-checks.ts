import type { RouteOptions } from "fastify";
import { Compile } from "typebox/compile";
import { AppError } from "#domain/errors.ts";
import type { Endpoint } from "#protocol/http/contract.ts";

/** What is done about an answer that breaks its row's schema: a 500 where tests run, a line in the log where people use the product. */
export type BrokenAnswer = "refuse" | "log";

/** Where an answer breaks its row's schema; null where it does not. */
function faultFinder(row: Endpoint): (answer: unknown) => AppError | null {
  const schema = row.answers[200];
  let check: ReturnType<typeof Compile> | null = null;
  return (answer) => {
    if (schema === undefined) return null;
    // Compiled with the first answer: most processes never give most answers.
    check ??= Compile(schema);
    if (check.Check(answer)) return null;
    const [first] = check.Errors(answer);
    const details = { endpoint: `${row.method} ${row.paths[0]}`, path: first?.instancePath ?? "" };
    return new AppError("server.internal", "The answer is not what its contract says", details);
  };
}

type AnswerChecks = Pick<RouteOptions, "preSerialization" | "onSend">;

/**
 * Refuses or reports an answer that is not what the row says. One that comes as bytes is read again only where it is to be
 * refused: where people use the product this thread reads no JSON that another one wrote.
 */
export function answerChecks(row: Endpoint, rule: BrokenAnswer): AnswerChecks {
  const faultOf = faultFinder(row);
  if (rule === "log") {
    return {
      async preSerialization(request, reply, payload) {
        const fault = reply.statusCode === 200 ? faultOf(payload) : null;
        if (fault !== null) request.log.error(fault.details, fault.message);
        return payload;
      },
    };
  }
  return {
    async preSerialization(_request, reply, payload) {
      const fault = reply.statusCode === 200 ? faultOf(payload) : null;
      if (fault !== null) throw fault;
      return payload;
    },
    async onSend(_request, reply, payload) {
      if (reply.statusCode !== 200 || !Buffer.isBuffer(payload) || reply.hasHeader("content-encoding"))
        return payload;
      const fault = faultOf(JSON.parse(payload.toString()));
      if (fault !== null) throw fault;
      return payload;
    },
  };
}
