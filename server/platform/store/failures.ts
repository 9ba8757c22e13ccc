import { DrizzleQueryError } from "drizzle-orm/errors";
import { AppError, type ErrorDetails } from "#domain/errors.ts";

/** What a database said against a statement; the same of PGlite (which lives in a thread) and of Postgres. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  /** SQLSTATE: PostgreSQL documentation, appendix A */
  readonly code: string;
  readonly constraint: string | null;

  constructor(message: string, code: string, constraint: string | null = null) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

export function unavailable(why: string, cause?: unknown, details: ErrorDetails = {}): AppError {
  return new AppError("storage.unavailable", `Storage is not available: ${why}. Try again shortly`, details, {
    cause,
  });
}

export function storageFull(cause?: unknown): AppError {
  const text = "The server's disk is full, nothing can be saved. It works again by itself once there is room";
  return new AppError("storage.full", text, {}, { cause });
}

/** Another try of the same transaction may succeed: serialization failure, deadlock. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof SqlError && (error.code === "40001" || error.code === "40P01");
}

/** Of these the connection is lost, or good for nothing any more. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof SqlError)) return false;
  return error.code.startsWith("08") || error.code.startsWith("57P");
}

const WHY: Readonly<Record<string, string>> = {
  "57014": "a statement took too long",
  "55P03": "a lock was not to be had",
  "53300": "the database has no connection left",
  "25006": "the database only reads (a standby)",
  "28000": "the database does not let this server in",
  "28P01": "the database does not take the password",
  "3D000": "there is no such database",
  "40001": "too many changes at once",
  "40P01": "too many changes at once",
};

/** Why a database cannot be used, in a few words; it never repeats what the database said, which may name users. */
export function reasonOf(error: unknown): string {
  const known = error instanceof SqlError ? WHY[error.code] : undefined;
  return known ?? "the database is away";
}

/** The cause under what the query builder wraps around it; its wrapping repeats every parameter, secrets among them. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/**
 * What callers of the store see: `storage.full`, `storage.unavailable`, or the error itself where the statement was at fault,
 * which is a bug of ours.
 */
export function asStoreError(thrown: unknown): unknown {
  const error = causeOf(thrown);
  if (!(error instanceof SqlError)) return error;
  if (error.code === "53100") return storageFull(error);
  if (isConnectionLost(error)) return unavailable("the connection to the database was lost", error);
  const why = WHY[error.code];
  return why === undefined ? error : unavailable(why, error, { sqlstate: error.code });
}
