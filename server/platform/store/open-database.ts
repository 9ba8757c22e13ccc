import path from "node:path";
import { AppError } from "#domain/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../lib/metrics.ts";
import { createDatabase, type Database } from "./database.ts";
import { superviseEngine } from "./embedded/backend.ts";
import type { LaunchEngine } from "./embedded/database-engine.ts";
import type { ReadFreeBytes } from "./embedded/free-space.ts";
import { lockFolder } from "./embedded/lock.ts";
import { launchThread } from "./embedded/thread-engine.ts";
import { refuseNested } from "./nesting.ts";
import { createStoreFigures } from "./store-metrics.ts";

/** Folder of the embedded database in DATA_DIR. */
const FOLDER = "postgres";

export interface StoreConfig {
  /** a Postgres server; null for PGlite in the data folder */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

export interface OpenOptions {
  readonly config: StoreConfig;
  readonly log: Log;
  /** null where they are not read */
  readonly metrics?: Metrics;
  /** Opening begins when this resolves: whatever must not share the processor with it goes first. */
  readonly after?: Promise<unknown>;
  /** the storage thread's module (JavaScript); by default the bundled `store-thread.js` */
  readonly threadEntry?: URL;
  readonly readFreeBytes?: ReadFreeBytes;
  readonly deadlineMs?: number;
}

/** Development and tests, where there is no bundle. */
const IS_SOURCE = import.meta.url.endsWith(".ts");

/** Run from its sources there is no bundle to give a thread; development and tests do without the thread. */
function launcher(folder: string, entry: URL | undefined): LaunchEngine {
  if (entry === undefined && IS_SOURCE) {
    return async (events) => {
      const { launchInProcess } = await import("./embedded/in-process.ts");
      return launchInProcess(folder, events);
    };
  }
  return (events) => launchThread({ folder, entry }, events);
}

/** The database of the configuration with whatever schema it has, for the tools of `npm run db`. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const database = await openBackend(options);
  return IS_SOURCE ? refuseNested(database) : database;
}

async function openBackend({
  config,
  log,
  metrics,
  after,
  threadEntry,
  readFreeBytes,
  deadlineMs,
}: OpenOptions): Promise<Database> {
  const figures = createStoreFigures();
  const options = deadlineMs === undefined ? {} : { deadlineMs };
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const { openPool } = await import("./postgres/pool.ts");
    const backend = openPool({ url: databaseUrl, log, stats: figures });
    if (metrics !== undefined) {
      figures.addTo(metrics, { isUp: () => backend.obstacle() === null, freeBytes: () => -1 });
    }
    return createDatabase(backend, figures, options);
  }
  const lock = lockFolder(dataDir);
  const folder = path.join(dataDir, FOLDER);
  const backend = superviseEngine({
    launch: launcher(folder, threadEntry),
    folder: dataDir,
    log,
    stats: figures,
    readFreeBytes,
    after,
  });
  if (metrics !== undefined) {
    const { freeBytes } = backend;
    figures.addTo(metrics, { isUp: () => backend.obstacle() === null, freeBytes });
  }
  const database = createDatabase(backend, figures, options);
  return {
    ...database,
    async close() {
      try {
        await database.close();
      } finally {
        lock.release();
      }
    },
  };
}

/** @throws AppError storage.unavailable when the database does not answer in time */
export async function waitUntilUp(database: Database, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text = database.obstacle() ?? "Storage does not answer";
      reject(new AppError("storage.unavailable", text));
    }, waitMs);
  });
  try {
    await Promise.race([database.up(), late]);
  } finally {
    clearTimeout(timer);
  }
}
