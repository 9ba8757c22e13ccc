/**
 * Every code the product can report, in logs, HTTP bodies, relay error frames and the UI.
 * HTTP status and retry advice are looked up from the code in `server/platform/http/http-errors.ts`.
 */
export const ERROR_CODES = [
  // configuration and start
  "config.invalid",
  "config.unsupported",
  // requests
  "request.invalid",
  "request.not_found",
  "request.forbidden",
  "request.method_not_allowed",
  "request.too_large",
  "request.rate_limited",
  "request.timeout",
  "server.unavailable",
  "server.internal",
  // instruments and prices
  "instrument.not_found",
  "underlying.not_found",
  "derivative.not_found",
  "derivative.no_terms",
  "metacache.failed",
  "prices.failed",
  "quotes.failed",
  // market files and recordings
  "market.file_invalid",
  "market.file_missing",
  "market.recording_invalid",
  // a broker's market feed
  "feed.token_missing",
  "feed.token_rejected",
  "feed.unreachable",
  "feed.stalled",
  "feed.instruments",
  "feed.garbled",
  // who asks, and what they may
  "auth.required",
  "auth.expired",
  "auth.bad_login",
  "auth.too_many_devices",
  "auth.trial_taken",
  "auth.trial_opens_nothing",
  "payment.not_offered",
  "access.upgrade_needed",
  "access.denied",
  // strategies that are kept, and links to them
  "strategy.not_found",
  "strategy.name_taken",
  "strategy.too_many",
  "strategy.changed",
  "strategy.unreadable",
  "link.not_found",
  "link.expired",
  "link.deleted",
  "link.too_many",
  // settings
  "settings.changed",
  "settings.no_view",
  // storage
  "storage.unavailable",
  "storage.full",
  "storage.locked",
  "storage.schema",
  "storage.nested",
  // brokers, Google and their sandbox
  "broker.rejected",
  "broker.unavailable",
  "broker.nonsense",
  // relay
  "relay.bad_json",
  "relay.bad_message",
  "relay.unknown_command",
  "relay.unknown_source",
  "relay.source_unavailable",
  "relay.unknown_token",
  "relay.unknown_expiry",
  "relay.limit_tokens",
  "relay.limit_subscriptions",
  "relay.limit_connections",
  "relay.unknown_broker",
  "relay.unknown_plan",
  "relay.origin_refused",
  "relay.slow",
  "relay.session_ended",
  "relay.abuse",
  "relay.restart",
  "relay.protocol",
  // engine
  "engine.capacity",
  "engine.build_mismatch",
  "engine.insecure_context",
  "engine.unavailable",
  "engine.storage",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Safe to show: never secrets, never payloads. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** The JSON shape of every error that leaves the server, over HTTP and on the relay alike. */
export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };
}

/** An expected failure with a code from the closed list; the message says what happened and the way out. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  toBody(): ErrorBody {
    return { error: { code: this.code, message: this.message, details: this.details } };
  }
}
