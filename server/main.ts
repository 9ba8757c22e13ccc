/** Entry of the server: reads the environment, starts the roles, and drains them when told to end. */
import { AppError } from "#domain/errors.ts";
import { type Config, parseConfig, SECRET_FIELDS } from "./config/config.ts";
import { createLog } from "./platform/lib/log.ts";
import { startServer } from "./start.ts";

/** A second signal ends the process at once; this ends it when a shutdown hangs beyond its own deadline. */
const HARD_EXIT_MS = 15_000;

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** A host as an address writes it: IPv6 in brackets, "everywhere" as this machine. */
function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel, SECRET_FIELDS);
  const fail = (error: unknown, what: string) => {
    log.fatal({ err: error }, what);
    process.exit(1);
  };
  process.on("uncaughtException", (error) => fail(error, "uncaught exception"));
  process.on("unhandledRejection", (error) => fail(error, "unhandled rejection"));

  const { lifecycle, port } = await startServer(config, log).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    return process.exit(1);
  });
  // For people; the log beside it is for machines.
  if (config.roles.has("api")) console.error(`Strikewise is at http://${hostOf(config.host)}:${port}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (lifecycle.isDraining()) process.exit(1);
      setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
      void lifecycle.shutdown(signal).then(() => process.exit(0));
    });
  }
}

await main();
