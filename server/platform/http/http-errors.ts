import type { AppError, ErrorCode } from "#domain/errors.ts";

interface HttpAnswer {
  readonly status: number;
  /** seconds for Retry-After, when waiting helps */
  readonly retryAfter?: number;
}

/** Codes that can leave the server over HTTP or at the websocket's door; every other one is our own fault, 500. */
const ANSWERS: Partial<Record<ErrorCode, HttpAnswer>> = {
  "request.invalid": { status: 400 },
  "request.forbidden": { status: 403 },
  "request.not_found": { status: 404 },
  "request.method_not_allowed": { status: 405 },
  "request.timeout": { status: 408 },
  "request.too_large": { status: 413 },
  "request.rate_limited": { status: 429, retryAfter: 10 },
  "server.unavailable": { status: 503, retryAfter: 2 },
  "server.internal": { status: 500 },
  "instrument.not_found": { status: 404 },
  "underlying.not_found": { status: 404 },
  "derivative.not_found": { status: 404 },
  "derivative.no_terms": { status: 422 },
  "metacache.failed": { status: 503, retryAfter: 2 },
  "prices.failed": { status: 503, retryAfter: 2 },
  "quotes.failed": { status: 503, retryAfter: 2 },
  "auth.required": { status: 401 },
  "auth.expired": { status: 401 },
  "auth.bad_login": { status: 401 },
  "auth.too_many_devices": { status: 403 },
  "auth.trial_taken": { status: 409 },
  "auth.trial_opens_nothing": { status: 409 },
  "payment.not_offered": { status: 409 },
  "access.upgrade_needed": { status: 403 },
  "access.denied": { status: 403 },
  "strategy.not_found": { status: 404 },
  "strategy.name_taken": { status: 409 },
  "strategy.too_many": { status: 409 },
  "strategy.changed": { status: 409 },
  "strategy.unreadable": { status: 409 },
  "link.not_found": { status: 404 },
  "link.expired": { status: 404 },
  "link.deleted": { status: 404 },
  "link.too_many": { status: 409 },
  "settings.changed": { status: 409 },
  "settings.no_view": { status: 404 },
  "storage.unavailable": { status: 503, retryAfter: 2 },
  "storage.full": { status: 503, retryAfter: 60 },
  "broker.rejected": { status: 401 },
  "broker.unavailable": { status: 503, retryAfter: 5 },
  "broker.nonsense": { status: 502 },
  "relay.unknown_broker": { status: 404 },
  "relay.unknown_plan": { status: 400 },
  "relay.origin_refused": { status: 403 },
  "relay.limit_connections": { status: 429, retryAfter: 10 },
  "relay.restart": { status: 503, retryAfter: 2 },
  "relay.protocol": { status: 400 },
};

export function httpAnswer(code: ErrorCode): HttpAnswer {
  return ANSWERS[code] ?? { status: 500 };
}

/** Seconds for Retry-After: the error's own where it knows them, else its code's. */
export function retryAfterOf(error: AppError): number | undefined {
  const { retry_after: own } = error.details;
  return typeof own === "number" ? own : httpAnswer(error.code).retryAfter;
}

/** Codes by which an answer of the framework itself is reported. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return "auth.required";
  if (status === 403) return "request.forbidden";
  if (status === 404) return "request.not_found";
  if (status === 405) return "request.method_not_allowed";
  if (status === 408) return "request.timeout";
  if (status === 413) return "request.too_large";
  if (status === 429) return "request.rate_limited";
  if (status === 503) return "server.unavailable";
  return status >= 400 && status < 500 ? "request.invalid" : "server.internal";
}

const REASONS: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  426: "Upgrade Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  503: "Service Unavailable",
};

/** A whole HTTP/1.1 answer for a socket that no framework serves: a refused handshake, an unreadable request. */
export function rawErrorResponse(
  error: AppError,
  status = httpAnswer(error.code).status,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify(error.toBody());
  const retryAfter = retryAfterOf(error);
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Error"}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "content-security-policy: default-src 'none';frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "connection: close",
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
