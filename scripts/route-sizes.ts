/** What pages load before they are live, as it comes over the wire: read from a build's manifest. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * For everything before the page is live, workers and WebAssembly included (Brotli). 170 is the goal; columns in any order with the
 * strike in sight took 1.6 of what is over it, the engine's story of a cell 0.7. The name of a build, which its pieces carry, moves
 * the same code by up to 0.3.
 */
export const ROUTE_LIMIT_KB = 173.4;

/** What the strategy builder loads beyond what every page does: named as in the manifest. */
export const BUILDER_PARTS = ["src/app/frame/PageFrame.tsx", "src/features/builder/BuilderPage.tsx"] as const;
/** The same for the strategy builder, its compute worker included. Chart, payoff and legs come after it (docs/performance.md). */
export const BUILDER_LIMIT_KB = 281.5;

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

/**
 * What the chain page loads.
 * @param parts chunks that another page loads as well
 * @returns null when there is no build in the folder
 */
export function routeSizes(folder: string, parts: readonly string[] = []): RouteSizes | null {
  const manifest = path.join(folder, ".vite/manifest.json");
  if (!existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, Chunk>;
  const files = new Set(["index.html"]);
  const take = (chunk: Chunk): void => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const name of chunk.imports ?? []) take(chunks[name]!);
  };
  for (const name of ["index.html", ...parts]) take(chunks[name]!);
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
