import { type Logger, pino } from "pino";

export type Log = Pick<Logger, "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "child">;

/** Where secrets could slip into a log line. */
const REDACTED = [
  "req.headers.authorization",
  "req.headers.cookie",
  "headers.authorization",
  "headers.cookie",
  "password",
  "token",
];

/**
 * @param level a pino level, or "silent"
 * @param secrets names of further fields that no line may show, at its top or one level below
 */
export function createLog(level: string, secrets: readonly string[] = []): Logger {
  const paths = [...REDACTED, ...secrets, ...secrets.map((name) => `*.${name}`)];
  return pino({
    level,
    base: null,
    redact: { paths, censor: "…" },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
