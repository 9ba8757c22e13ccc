/**
 * What a path promises, as rules over import statements: which folder may know which. Project references hold the arrows
 * between top folders; these rules hold the arrows inside them.
 */
import path from "node:path";

/** An import as it is written. Dynamic imports, `export … from` and `?worker` addresses are imports too. */
interface Import {
  readonly specifier: string;
  /** `import type`, which the compiler erases; `import { type A }` still loads the module */
  readonly isType: boolean;
}

/** Folders by name, each with the folders it may import; what is not named it may not. Its own folder is always allowed. */
type Arrows = Readonly<Record<string, readonly string[]>>;

const TOP: Arrows = {
  domain: [],
  protocol: ["domain"],
  analysis: ["domain", "protocol"],
  wasm: ["protocol"],
  workers: ["domain", "protocol", "analysis", "wasm"],
  src: ["domain", "protocol", "workers"],
  server: ["domain", "protocol", "analysis", "wasm"],
};

/** `roles`, `commands` and the two files beside them compose: they may know every folder. */
const SERVER: Arrows = {
  platform: [],
  config: ["platform", "brokers", "market"],
  brokers: ["platform"],
  standins: ["platform", "brokers"],
  identity: ["platform", "brokers"],
  market: ["platform", "identity"],
  web: ["platform"],
  capabilities: ["platform", "identity", "brokers", "market"],
};

/** Parts of the market meet on its bus, or take what it says of an instrument. `wasm.ts` loads the kernels for all. */
const MARKET: Arrows = {
  bus: [],
  instruments: [],
  access: ["bus"],
  feed: ["bus", "access", "wasm.ts"],
  relay: ["bus"],
  history: ["bus", "instruments"],
  compute: ["bus", "instruments", "wasm.ts"],
  doors: ["bus", "instruments", "access"],
};

const SRC: Arrows = {
  browser: [],
  components: ["browser"],
  api: ["browser"],
  live: ["browser"],
  session: ["browser", "api"],
  shared: ["browser", "components", "api", "live", "session"],
  analyzer: ["browser", "api", "live", "session", "shared"],
  strategy: ["browser", "components", "api", "live", "session", "shared", "analyzer"],
  features: ["browser", "components", "api", "live", "session", "shared", "analyzer", "strategy"],
};

/** Inside these, each folder is a household of its own. */
const HOUSEHOLDS: readonly { readonly folder: string; readonly says: string }[] = [
  { folder: "src/features", says: "features meet in src/app, or share through src/shared" },
  {
    folder: "server/capabilities",
    says: "what a capability needs of another is a port that the role hands in",
  },
];

/** The painter knows no thread, so the page may also run it itself (decision 0003). */
const PAGE_MAY_LOAD = new Set([
  "workers/compute/api.ts",
  "workers/engine/api.ts",
  "workers/engine/tabs/credit.ts",
  "workers/epoch-clock.ts",
  "workers/painter/api.ts",
  "workers/painter/painter.ts",
  "workers/validation/api.ts",
]);

/** What the platform may know of the rest of the product: how an error is told. */
const PLATFORM_MAY_KNOW = new Set(["domain/errors.ts", "protocol/http/error-response.ts"]);

const STATEMENT =
  /\b(import|export)(\s+type\b)?(?:\s+(?:[\w$*]+(?:\s+as\s+[\w$]+)?|\{[^}]*\})(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+[\w$]+))?)?\s+from\s*"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/g;

/** @param text a module's source; what stands in comments is no import */
export function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found: Import[] = [];
  for (const match of code.matchAll(STATEMENT)) {
    const [, , type, from, bare] = match;
    const specifier = from ?? bare;
    if (specifier !== undefined) found.push({ specifier, isType: type !== undefined });
  }
  return found;
}

/** The repository path that an import names; null for packages. */
export function target(file: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (bare.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), bare));
  return null;
}

const part = (file: string, depth: number): string => file.split("/")[depth] ?? "";

/** Whether one folder inside another may know its neighbour; files beside the folders compose, and may be known by none. */
function neighbours(file: string, to: string, parent: string, arrows: Arrows): string | null {
  const depth = parent.split("/").length;
  if (!file.startsWith(`${parent}/`) || !to.startsWith(`${parent}/`)) return null;
  const [from, into] = [part(file, depth), part(to, depth)];
  const may = arrows[from];
  if (may === undefined || from === into || may.includes(into)) return null;
  return `${parent}/${from} may not import ${parent}/${into}`;
}

function crossing(file: string, to: string, { specifier, isType }: Import): string | null {
  const [from, into] = [part(file, 0), part(to, 0)];
  if (from === into || TOP[from] === undefined || TOP[into] === undefined) return null;
  const isWorker = specifier.includes("?worker") || specifier.includes("?sharedworker");
  if (from === "wasm" && into === "domain") {
    return isType ? null : 'wasm may take types alone from domain: write "import type"';
  }
  if (!TOP[from].includes(into)) return `${from} may not import ${into}`;
  if (from === "src" && into === "workers" && !isWorker && !PAGE_MAY_LOAD.has(to)) {
    return "the page knows a worker only by its api.ts";
  }
  if (specifier.startsWith(".") && !isWorker && !file.startsWith("wasm/assembly/")) {
    return "crossing a layer uses #layer/…";
  }
  return null;
}

function assembly(file: string, to: string): string | null {
  if (!file.startsWith("wasm/assembly/") || to.startsWith("wasm/assembly/")) return null;
  return to === "protocol/generated/layout"
    ? null
    : "wasm/assembly may import protocol/generated/layout only";
}

function platform(file: string, to: string): string | null {
  if (!file.startsWith("server/platform/") || to.startsWith("server/")) return null;
  return PLATFORM_MAY_KNOW.has(to)
    ? null
    : "server/platform knows nothing of trading: of domain, errors alone";
}

function household(file: string, to: string): string | null {
  for (const { folder, says } of HOUSEHOLDS) {
    if (!to.startsWith(`${folder}/`) || !file.startsWith(`${folder}/`)) continue;
    const depth = folder.split("/").length;
    const [own, other] = [part(file, depth), part(to, depth)];
    if (own !== other) return `${own} may not import ${other}: ${says}`;
  }
  return null;
}

/** @returns what is wrong with an import, null when nothing is */
export function fault(file: string, found: Import): string | null {
  const to = target(file, found.specifier);
  if (to === null) return null;
  return (
    assembly(file, to) ??
    crossing(file, to, found) ??
    platform(file, to) ??
    household(file, to) ??
    neighbours(file, to, "server", SERVER) ??
    neighbours(file, to, "server/market", MARKET) ??
    neighbours(file, to, "src", SRC)
  );
}

/**
 * Groups of files that import one another in a circle, types included.
 * @param graph files with the files they import
 * @returns each group sorted by name (Tarjan, "Depth-first search and linear graph algorithms", 1972)
 */
export function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const each of group) onStack.delete(each);
    if (group.length > 1) groups.push(group.sort());
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/**
 * Everything that is wrong with the imports of a tree.
 * @param files text by path from the root of the repository
 */
export function faults(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const known = new Set<string>();
    graph.set(file, known);
    for (const each of importsOf(text)) {
      const to = target(file, each.specifier);
      // A worker is another thread: its file is started, not imported.
      if (to !== null && to !== file && !each.specifier.includes("worker")) known.add(to);
      const what = fault(file, each);
      if (what !== null) found.push(`${file}: "${each.specifier}": ${what}`);
    }
  }
  for (const group of cycles(graph)) found.push(`these import one another in a circle: ${group.join(", ")}`);
  return found;
}
