/**
 * Everything the relay says beside binary packets (docs/wire-protocol.md): the error frame, a JSON text frame. It
 * refuses one message and leaves every subscription as it was; connections end only with a code of close-codes.ts.
 */
import type { ErrorBody, ErrorCode, ErrorDetails } from "#domain/errors.ts";
import { isMembers } from "./members.ts";

interface ErrorFrame extends ErrorBody {
  /** The subscription the refused message named; null when it named none legibly. */
  readonly uniqueId: string | null;
}

export function encodeErrorFrame(
  code: ErrorCode,
  message: string,
  uniqueId: string | null,
  details: ErrorDetails = {},
): string {
  const frame: ErrorFrame = { error: { code, message, details }, uniqueId };
  return JSON.stringify(frame);
}

function isDetail(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/**
 * Reads one text frame of the relay; null when it is none we know. A newer relay may send codes that this build has
 * no name for: they pass, since all that is done with a code is to show its message.
 */
export function parseDown(text: string): ErrorFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isMembers(value) || !isMembers(value.error)) return null;
  const { code, message, details } = value.error;
  if (typeof code !== "string" || typeof message !== "string") return null;
  const entries = isMembers(details) ? Object.entries(details).filter(([, detail]) => isDetail(detail)) : [];
  return {
    error: { code: code as ErrorCode, message, details: Object.fromEntries(entries) as ErrorDetails },
    uniqueId: typeof value.uniqueId === "string" ? value.uniqueId : null,
  };
}
