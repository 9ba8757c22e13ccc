/*
 * What an error says to people: the order of selection and the fallbacks (rules ERR-1 to ERR-3), in this one
 * place.
 */

/** How far a failed call got. */
export interface CallFailure {
  /** null when no response came */
  readonly status: number | null;
  readonly statusText: string;
  /** the response's body, parsed; null when there was none or it was no JSON */
  readonly body: unknown;
  /** what is known without a response */
  readonly message: string;
}

export const NO_RESPONSE = "The server was not available";
export const NOT_MADE = "The client did not make a proper request";
export const UNKNOWN_ERROR = "unknown error occurred";

const BY_STATUS: Readonly<Record<number, string>> = {
  400: "Unknown bad request",
  401: "Unauthorized request",
  403: "Forbidden request. Please check authentication",
  404: "Not found",
  422: "Request validation failed",
  500: "Unknown server error",
};

/** The text for a status that came without one. */
export function statusText(status: number): string {
  return BY_STATUS[status] ?? "The request did not succeed";
}

const text = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A list of messages, one message, or an object that holds one (our own errors: `error.message`). */
function said(value: unknown): string | null {
  if (Array.isArray(value)) return text(value.filter((item) => text(item) !== null).join(" "));
  return text(value) ?? text(field(value, "message"));
}

/**
 * The text to show: `errors.global`, then `errors`, then `error` of the response, then "Error {status} {statusText}", then
 * the message, then "unknown error occurred". Over HTTP/2 there is no status text: the message, which is the
 * fallback of the status, stands in for it.
 */
export function errorText({ status, statusText: reason, body, message }: CallFailure): string {
  const errors = field(body, "errors");
  return (
    said(field(errors, "global")) ??
    said(errors) ??
    said(field(body, "error")) ??
    (status !== null && text(reason) !== null ? `Error ${status} ${reason}` : null) ??
    text(message) ??
    UNKNOWN_ERROR
  );
}
