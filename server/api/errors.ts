import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { codeOfStatus, httpAnswer, rawErrorResponse } from "../lib/http-errors.ts";

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

export function sendError(
  reply: FastifyReply,
  error: AppError,
  status = httpAnswer(error.code).status,
): FastifyReply {
  const { retryAfter } = httpAnswer(error.code);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  reply.removeHeader("etag");
  reply.header("cache-control", "no-store").header("content-type", "application/json; charset=utf-8");
  // Written here, so that no response schema can cut the one shape that all errors have.
  return reply.code(status).send(JSON.stringify(error.toBody()));
}

/** Every error of a route, of the framework and of its parsers. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error);
  if (known.status >= 500 && !(error instanceof AppError)) {
    request.log.error({ err: error, url: request.url }, "request failed");
  } else if (known.status >= 500) {
    // Expected while the feed is away; its code says enough, the cause the rest.
    request.log.warn({ code: known.error.code, cause: error.cause, url: request.url }, known.error.message);
  }
  return sendError(reply, known.error, known.status);
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
