import { ApiFailure, textOf } from "../../../api/api-failure.ts";
import type { Wanted } from "../search-params.ts";

/** Why what the address asks for is not opened; each has one screen. */
export type OpeningFailureKind =
  | "malformed"
  | "not_found"
  | "expired"
  | "deleted"
  | "unreadable"
  | "not_allowed"
  | "unavailable";

export interface OpeningFailure {
  readonly kind: OpeningFailureKind;
  readonly of: Wanted["kind"];
  /** The server's words, where they are the reason. */
  readonly message: string | null;
}

const KINDS: Readonly<Record<string, OpeningFailureKind>> = {
  "request.invalid": "malformed",
  "strategy.not_found": "not_found",
  "link.not_found": "not_found",
  "link.expired": "expired",
  "link.deleted": "deleted",
  "strategy.unreadable": "unreadable",
  "access.denied": "not_allowed",
  "access.upgrade_needed": "not_allowed",
};

export function failureOf(error: unknown, of: Wanted["kind"]): OpeningFailure {
  const kind = error instanceof ApiFailure ? KINDS[error.code] : undefined;
  return { kind: kind ?? "unavailable", of, message: kind === undefined ? textOf(error) : null };
}
