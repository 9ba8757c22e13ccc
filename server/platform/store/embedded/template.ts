import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { Type } from "typebox";
import { jsonReader } from "../../lib/read-json.ts";

/*
 * An empty database, made when the server is built. Making one takes seconds and a gigabyte of memory for as long; unpacking
 * one takes neither. It fits the version of PGlite that made it and no other.
 */

export const TEMPLATE_FILE = "store-template.zip";
const VERSION_ENTRY = "PGLITE_VERSION";

const readPackage = jsonReader(Type.Object({ version: Type.String() }));

/** Version of the PGlite that is installed; null when its package cannot be read. */
export function installedVersion(): string | null {
  try {
    let folder = path.dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
    while (!fs.existsSync(path.join(folder, "package.json"))) folder = path.dirname(folder);
    return readPackage(fs.readFileSync(path.join(folder, "package.json"), "utf8"))?.version ?? null;
  } catch {
    return null;
  }
}

/** Beside the bundle (dist/server); null in a source tree, and where the server was built without one. */
export function findTemplate(): string | null {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), TEMPLATE_FILE);
  return fs.existsSync(file) ? file : null;
}

function* entriesOf(folder: string, below = ""): Generator<[name: string, bytes: Uint8Array]> {
  for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      yield [`${name}/`, new Uint8Array(0)];
      yield* entriesOf(folder, name);
    } else if (entry.isFile()) yield [name, fs.readFileSync(path.join(folder, name))];
  }
}

/** Packs a closed database that this PGlite made. */
export function packTemplate(folder: string, file: string): void {
  const entries = Object.fromEntries(entriesOf(folder));
  const bytes = zipSync({ ...entries, [VERSION_ENTRY]: strToU8(installedVersion() ?? "") }, { level: 9 });
  fs.writeFileSync(`${file}.unfinished`, bytes);
  fs.renameSync(`${file}.unfinished`, file);
}

/** Unpacks a template into an empty folder. @returns false when another PGlite made it, and nothing was done */
export function unpackTemplate(file: string, folder: string): boolean {
  const entries = unzipSync(fs.readFileSync(file));
  const { [VERSION_ENTRY]: version, ...files } = entries;
  if (version === undefined || strFromU8(version) !== installedVersion()) return false;
  for (const [name, bytes] of Object.entries(files)) {
    const target = path.join(folder, name);
    if (name.endsWith("/")) fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    else fs.writeFileSync(target, bytes, { mode: 0o600 });
  }
  return true;
}
