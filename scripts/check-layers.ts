/**
 * Holds what project references cannot: feature to feature, role to role, and imports that reach past a layer's door.
 * Usage: npm run lint
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const LAYERS = ["domain", "protocol", "analysis", "wasm", "workers", "src", "server"] as const;
type Layer = (typeof LAYERS)[number];

/** Layers a layer may import. */
const MAY: Record<Layer, readonly Layer[]> = {
  domain: ["domain"],
  protocol: ["domain", "protocol"],
  analysis: ["domain", "protocol", "analysis"],
  wasm: ["protocol", "wasm"],
  workers: ["domain", "protocol", "analysis", "wasm", "workers"],
  src: ["domain", "protocol", "analysis", "workers", "src"],
  server: ["domain", "protocol", "analysis", "wasm", "server"],
};

/** Layers a layer may take types from and nothing that runs: `import type`, which the compiler erases. */
const MAY_TYPE: Partial<Record<Layer, readonly Layer[]>> = { wasm: ["domain"] };

/** The painter knows no thread, so the page may also run it itself (architecture, decision 17). */
const PAGE_MAY_LOAD = new Set([
  "workers/compute/api.ts",
  "workers/engine/api.ts",
  "workers/engine/tabs/credit.ts",
  "workers/epoch-clock.ts",
  "workers/painter/api.ts",
  "workers/painter/painter.ts",
]);

const ROLES = ["api", "relay", "feed", "compute"];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const file = path.posix.join(folder, name);
    if (statSync(file).isDirectory()) yield* sources(file);
    else if (/\.tsx?$/.test(name)) yield file;
  }
}

/** The repository path an import names, or null for packages and assets. */
function target(file: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (bare.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), bare));
  return null;
}

/** Whether the import that `match` ends is one of types alone; `{ type A }` is not, it still loads the module. */
function isTypeOnly(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(0, match.index);
  return match[0].startsWith("from") && /(?:^|\n)(?:import|export) type\b[^;]*$/.test(before);
}

function fault(file: string, to: string, specifier: string, isType: boolean): string | null {
  const from = file.split("/")[0] as Layer;
  const into = to.split("/")[0] as Layer;
  if (!LAYERS.includes(into)) return null;
  if (!MAY[from].includes(into)) {
    if (!MAY_TYPE[from]?.includes(into)) return `${from} may not import ${into}`;
    if (!isType) return `${from} may take types alone from ${into}: write "import type"`;
  }
  const worker = specifier.includes("?worker");
  if (from === "src" && into === "workers" && !worker && !PAGE_MAY_LOAD.has(to)) {
    return "the page knows a worker only by its api.ts";
  }
  if (
    file.startsWith("wasm/assembly/") &&
    !to.startsWith("wasm/assembly/") &&
    to !== "protocol/generated/layout"
  ) {
    return "wasm/assembly may import protocol/generated/layout only";
  }
  const feature = /^src\/features\/([^/]+)\//;
  const [, own] = feature.exec(file) ?? [];
  const [, other] = feature.exec(to) ?? [];
  if (other !== undefined && own !== undefined && own !== other)
    return `feature ${own} may not import feature ${other}`;
  if (other !== undefined && own === undefined && !file.startsWith("src/app/"))
    return "only src/app meets features";
  const role = (name: string): string | undefined =>
    ROLES.find((r) => name.startsWith(`server/${r}/`) || name.startsWith(`server/market/${r}/`));
  const [mine, theirs] = [role(file), role(to)];
  if (mine && theirs && mine !== theirs) return `roles meet on the bus: ${mine} may not import ${theirs}`;
  if (from !== into && specifier.startsWith(".") && !worker && !file.startsWith("wasm/assembly/")) {
    return "crossing a layer uses #layer/…";
  }
  return null;
}

const faults: string[] = [];
for (const layer of LAYERS) {
  for (const file of sources(layer)) {
    const text = readFileSync(file, "utf8");
    for (const match of text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const specifier = match[1] ?? "";
      const to = target(file, specifier);
      const what = to === null ? null : fault(file, to, specifier, isTypeOnly(text, match));
      if (what !== null) faults.push(`${file}: "${specifier}": ${what}`);
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
