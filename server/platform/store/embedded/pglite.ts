import fs from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import type { Row } from "../database.ts";
import { SqlError } from "../failures.ts";
import { syncFile, syncFolder } from "./folder.ts";
import { unpackTemplate } from "./template.ts";

/** The part of the module's own file system that is mended here; its types know nothing of it. */
interface NodeFileOperations {
  fsync?: (stream: { nfd: number }) => number;
  write: (...parameters: unknown[]) => number;
}

interface PostgresModule {
  readonly NODEFS: { readonly stream_ops: NodeFileOperations };
}

type Init = ReturnType<NodeFS["init"]>;

/** "No space left" and "quota exceeded" of the module's file system (WASI errno). */
const NO_ROOM = new Set([51, 19]);

/**
 * PGlite's Node file system as it ought to be: fsync reaches the disk (its own makes no such call, so that a power cut would
 * lose what was acknowledged), and a full disk is told at once, for Postgres itself may retry for ever.
 */
class DurableFS extends NodeFS {
  readonly #onFull: () => void;

  constructor(folder: string, onFull: () => void) {
    super(folder);
    this.#onFull = onFull;
  }

  override async init(...parameters: Parameters<NodeFS["init"]>): Init {
    const { emscriptenOpts } = await super.init(...parameters);
    const mend = (module: unknown): void => {
      const { stream_ops: operations } = (module as PostgresModule).NODEFS;
      const { write } = operations;
      operations.fsync = (stream) => {
        fs.fsyncSync(stream.nfd);
        return 0;
      };
      operations.write = (...rest) => {
        try {
          return write(...rest);
        } catch (error) {
          if (NO_ROOM.has((error as { errno?: number }).errno ?? 0)) this.#onFull();
          throw error;
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), mend] } };
  }
}

/**
 * `-F` would turn fsync off. The rest keeps a database of a few megabytes small: in memory, in its log of changes, and in
 * what a full disk has to find room for.
 */
const PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["wal_sync_method=fsync", "shared_buffers=16MB", "max_wal_size=64MB", "min_wal_size=32MB"].flatMap(
    (setting) => ["-c", setting],
  ),
];

/** Opens the database of a folder, or makes it there. */
export function openFolder(folder: string, onFull: () => void): Promise<PGlite> {
  return PGlite.create({ startParams: PARAMETERS, fs: new DurableFS(folder, onFull) });
}

/** A database in memory, for tests. @param image  what a database in memory was dumped as; null to make one from nothing */
export function openInMemory(image: Blob | null = null): Promise<PGlite> {
  return PGlite.create({ dataDir: "memory://", ...(image !== null && { loadDataDir: image }) });
}

export async function queryPglite(
  pglite: PGlite,
  text: string,
  params: readonly unknown[] = [],
): Promise<readonly Row[]> {
  try {
    return (await pglite.query<unknown[]>(text, [...params], { rowMode: "array" })).rows;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    // Without a SQLSTATE it is not the statement that failed but Postgres itself.
    if (!(error instanceof Error) || typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) throw error;
    throw new SqlError(error.message, code, constraint ?? null);
  }
}

/**
 * Makes an empty database, beside its final place and moved there when every byte is on the disk: a process that dies here
 * leaves nothing that a next one would take for a database.
 * @param template  an empty database to unpack; null, or one of another PGlite, to make it from nothing
 */
export async function makeDatabase(
  folder: string,
  onFull: () => void,
  template: string | null = null,
): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  if (template === null || !unpackTemplate(template, unfinished)) {
    const pglite = await openFolder(unfinished, onFull);
    await pglite.close();
  }
  syncFolder(unfinished);
  fs.renameSync(unfinished, folder);
  syncFile(path.dirname(folder));
}
