/** An empty database in memory with the product's schema, dumped once for all tests: loading it takes a quarter of making one. */
import { createHash } from "node:crypto";
import { existsSync, openAsBlob, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createLog } from "#server/platform/lib/log.ts";
import { createDatabase } from "#server/platform/store/database.ts";
import { superviseEngine } from "#server/platform/store/embedded/backend.ts";
import { engineOf } from "#server/platform/store/embedded/in-process.ts";
import { openInMemory } from "#server/platform/store/embedded/pglite.ts";
import { installedVersion } from "#server/platform/store/embedded/template.ts";
import { migrate, readMigrations } from "#server/platform/store/migrate.ts";
import { createStoreFigures } from "#server/platform/store/store-metrics.ts";

const BUILD = path.resolve(".build");
const NAME = "test-database-";

function imageFile(): string {
  const hash = createHash("sha256").update(installedVersion() ?? "");
  for (const step of readMigrations()) hash.update(step.hash);
  return path.join(BUILD, `${NAME}${hash.digest("hex").slice(0, 16)}.tar`);
}

/** Makes the image of this schema unless it is there; those of other schemas go. */
export async function keepImage(): Promise<void> {
  const file = imageFile();
  if (existsSync(file)) return;
  for (const name of readdirSync(BUILD)) if (name.startsWith(NAME)) rmSync(path.join(BUILD, name));
  const pglite = await openInMemory();
  const stats = createStoreFigures();
  const launch = async () => engineOf(pglite);
  const backend = superviseEngine({ launch, folder: null, log: createLog("silent"), stats });
  const database = createDatabase(backend, stats);
  await database.up();
  await migrate(database);
  const image = await pglite.dumpDataDir("none");
  await database.close();
  writeFileSync(`${file}.unfinished`, new Uint8Array(await image.arrayBuffer()));
  renameSync(`${file}.unfinished`, file);
}

/** @throws Error when `keepImage` was not called before */
export async function openImage(): Promise<PGlite> {
  return openInMemory(await openAsBlob(imageFile()));
}
