import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const LAYERS = ["domain", "protocol", "analysis", "wasm", "workers", "src"];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) yield* sources(file);
    else if (/\.(ts|tsx|css)$/.test(name)) yield file;
  }
}

/**
 * Names the code that runs in a browser: twelve hex digits of its content. A tab and an engine of different builds never
 * talk, so an unchanged build must keep its name and a changed one must not.
 */
export function buildId(): string {
  const hash = createHash("sha256");
  for (const layer of LAYERS) for (const file of sources(layer)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
