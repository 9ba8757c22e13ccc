/** What the chain page loads before it is live, as it comes over the wire: read from a build's manifest. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

/** For everything before the page is live, workers and WebAssembly included (Brotli). */
export const ROUTE_LIMIT_KB = 170;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

export interface RouteSizes {
  /** bytes by file, fonts left out: text is there before they are */
  readonly code: Readonly<Record<string, number>>;
  readonly font: Readonly<Record<string, number>>;
}

function wireSize(folder: string, file: string): number {
  const whole = path.join(folder, file);
  if (file.endsWith(".woff2")) return readFileSync(whole).length;
  return existsSync(`${whole}.br`)
    ? readFileSync(`${whole}.br`).length
    : brotliCompressSync(readFileSync(whole)).length;
}

/** Chunks that a script cannot start without. */
function importsOf(folder: string, file: string): string[] {
  if (!file.startsWith("assets/") || !file.endsWith(".js")) return [];
  const script = readFileSync(path.join(folder, file), "utf8");
  return [...script.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name]) => `assets/${name}`);
}

/** @returns null when there is no build in the folder */
export function routeSizes(folder: string): RouteSizes | null {
  const manifest = path.join(folder, ".vite/manifest.json");
  if (!existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, Chunk>;
  const files = new Set(["index.html", "theme.js"]);
  const take = (chunk: Chunk): void => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const name of chunk.imports ?? []) take(chunks[name]!);
  };
  take(chunks["index.html"]!);
  // Workers name their own assets and chunks, which the page's manifest does not know.
  for (const file of readdirSync(path.join(folder, "assets")))
    if (file.endsWith(".wasm")) files.add(`assets/${file}`);
  for (const file of files) for (const chunk of importsOf(folder, file)) files.add(chunk);
  const code: Record<string, number> = {};
  const font: Record<string, number> = {};
  for (const file of files) {
    if (!file.endsWith(".woff2")) code[file] = wireSize(folder, file);
    else if (file.includes("inter-latin-wght")) font[file] = wireSize(folder, file);
  }
  return { code, font };
}

export const total = (sizes: Readonly<Record<string, number>>): number =>
  Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
