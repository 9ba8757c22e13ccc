import { AppError, type ErrorCode, type ErrorDetails } from "#domain/errors.ts";
import { type CallFailure, errorText } from "./error-text.ts";

/** Codes for answers that carry none of ours, such as a proxy's. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "request.invalid",
  401: "auth.required",
  403: "request.forbidden",
  404: "request.not_found",
  413: "request.too_large",
  422: "request.invalid",
  429: "request.rate_limited",
  500: "server.internal",
};

const SHAPE = /^[a-z]+\.[a-z_]+$/;

function ownError(body: unknown): { code?: unknown; details?: unknown } | null {
  const error = (body as { error?: unknown } | null)?.error;
  return typeof error === "object" ? error : null;
}

/** A call of ours that did not succeed; `message` is the text for people (rule ERR-1). */
export class ApiFailure extends AppError {
  /** null when no response came */
  readonly status: number | null;
  /** seconds the server asks to wait; null when it does not */
  readonly retryAfter: number | null;

  constructor(failure: CallFailure, retryAfter: number | null = null) {
    const { code, details } = ownError(failure.body) ?? {};
    super(
      typeof code === "string" && SHAPE.test(code)
        ? (code as ErrorCode)
        : (BY_STATUS[failure.status ?? 0] ?? "server.unavailable"),
      errorText(failure),
      typeof details === "object" && details !== null ? (details as ErrorDetails) : {},
    );
    this.status = failure.status;
    this.retryAfter = retryAfter;
  }

  /** A string among the error's details. */
  detail(name: string): string | null {
    const value = this.details[name];
    return typeof value === "string" ? value : null;
  }
}

/** The text to show for whatever was thrown. */
export function textOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Something went wrong";
}
