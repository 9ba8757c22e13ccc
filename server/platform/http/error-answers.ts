import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { AppError } from "#domain/errors.ts";
import { codeOfStatus, httpAnswer, rawErrorResponse, retryAfterOf } from "./http-errors.ts";

/** The error as clients may see it. Our own faults say nothing of their inside. */
function asAppError(error: FastifyError | AppError): { error: AppError; status: number } {
  if (error instanceof AppError) return { error, status: httpAnswer(error.code).status };
  const status = error.statusCode ?? 500;
  if (status < 500) return { error: new AppError(codeOfStatus(status), error.message), status };
  if (status === 503) {
    return {
      error: new AppError("server.unavailable", "The server is restarting; try again shortly"),
      status,
    };
  }
  const text = "Something went wrong here; it was logged, try again later";
  return { error: new AppError("server.internal", text), status: 500 };
}

/** An error is read by programs; a browser that opens one as a page gets nothing to run. */
const CONFINED = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

export function sendError(
  reply: FastifyReply,
  error: AppError,
  status = httpAnswer(error.code).status,
): FastifyReply {
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  reply.removeHeader("etag");
  // What the framework refuses before any hook has run would go out bare.
  for (const [name, value] of Object.entries(CONFINED)) if (!reply.hasHeader(name)) reply.header(name, value);
  reply.header("cache-control", "no-store").header("content-type", "application/json; charset=utf-8");
  // Written here, so that no response schema can cut the one shape that all errors have.
  return reply.code(status).send(JSON.stringify(error.toBody()));
}

/**
 * An address as the log may have it: brokers bring their tokens back in queries, and those open a customer's
 * account there.
 */
function loggable({ url }: FastifyRequest): string {
  const cut = url.search(/[?#]/);
  return cut < 0 ? url : url.slice(0, cut);
}

/** Every error of a route, of the framework and of its parsers. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error);
  const url = loggable(request);
  if ("code" in error && CLIENT_LEFT.has(error.code)) {
    request.log.debug({ code: error.code, url }, "the client left before the answer's end");
  } else if (known.status >= 500 && !(error instanceof AppError)) {
    request.log.error({ err: error, url }, "request failed");
  } else if (known.status >= 500) {
    // Expected while the feed is away; its code says enough, the cause the rest.
    request.log.warn({ code: known.error.code, cause: error.cause, url }, known.error.message);
  }
  return sendError(reply, known.error, known.status);
}

const CLIENT_LEFT = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"]);

/** What Ajv has to say, in one sentence: of a choice it lists why every branch failed, and the telling reason comes last. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[], where: string): Error {
  const constants = errors.filter(({ keyword }) => keyword === "const");
  const telling = errors.find(({ keyword }) => !["type", "anyOf", "const"].includes(keyword)) ?? errors[0];
  const place = `${where}${telling?.instancePath ?? ""}`;
  const values = constants.map(({ params }) => JSON.stringify(params.allowedValue));
  if (values.length > 1) return new Error(`${place} must be one of ${values.join(", ")}`);
  if (telling?.keyword === "enum") {
    const allowed = telling.params.allowedValues as readonly unknown[];
    return new Error(`${place} must be one of ${allowed.map((each) => JSON.stringify(each)).join(", ")}`);
  }
  return new Error(`${place} ${telling?.message ?? "is not valid"}`);
}

/** Answers what Node would answer by itself without saying why, or not at all. */
export function answerForNode(server: Server): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const error = new AppError("request.invalid", "Only Expect: 100-continue is understood");
    const body = JSON.stringify(error.toBody());
    response.writeHead(417, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      connection: "close",
    });
    response.end(body);
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    socket.end(rawErrorResponse(new AppError("request.method_not_allowed", "This server is no proxy")));
  });
}

/** What Node could not read as HTTP at all; the answer goes to the bare socket. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    socket.end(rawErrorResponse(new AppError("request.timeout", "The request took too long to arrive")));
  } else if (error.code === "HPE_HEADER_OVERFLOW") {
    socket.end(
      rawErrorResponse(new AppError("request.too_large", "The request's headers are too large"), 431),
    );
  } else {
    socket.end(rawErrorResponse(new AppError("request.invalid", "The request is not valid HTTP")));
  }
}
