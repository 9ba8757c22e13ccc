import { type Logger, pino } from "pino";

export type Log = Pick<Logger, "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "child">;

/** Where secrets could slip into a log line. */
const REDACTED = [
  "req.headers.authorization",
  "req.headers.cookie",
  "headers.authorization",
  "headers.cookie",
  "brokerKeys",
  "secretKeys",
  "*.brokerKeys",
  "*.secretKeys",
  "password",
  "token",
];

/** @param level a pino level, or "silent" */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: REDACTED, censor: "…" },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
