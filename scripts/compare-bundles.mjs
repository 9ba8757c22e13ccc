// Tells whether two checkouts build the same product: every statement at the top of a module of web app, workers and server,
// whichever chunk it lies in, and every rule of a style. What may differ is chunk names, module paths, the order of modules
// and the hash in a style's class. For a commit that only moves files.
// Usage: node scripts/compare-bundles.mjs <checkout before> <checkout after>; both have run `npm ci`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";

const WEB = ".build/compare-web";
const SERVER = "dist/server";
const MOST_SHOWN = 20;

/** Two builds of a folder that did not change would be the same, so one that is asked for again is not made again. */
function build(checkout, isKept) {
  if (isKept && existsSync(path.join(checkout, WEB))) return;
  const run = (...args) => {
    const { status, stderr } = spawnSync("npx", args, { cwd: checkout, encoding: "utf8" });
    if (status !== 0) throw new Error(`${checkout}: ${args.join(" ")} failed\n${stderr}`);
  };
  run("tsx", "scripts/gen.ts");
  run("tsx", "scripts/build-wasm.ts");
  run("vite", "build", "--logLevel", "error", "--minify", "false", "--outDir", WEB, "--emptyOutDir");
  run("vite", "build", "--logLevel", "error", "--config", "vite.server.config.ts");
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(file);
    else yield file;
  }
}

/** What may differ is said one way. */
function normalised(text) {
  return (
    text
      // Bundlers tell two of the same name apart by a number.
      .replace(/\$\d+\b/g, "")
      // Chunks and assets carry a hash of their content and of their imports' names.
      .replace(/([\w.-]+?)-[\w-]{8}(\.(?:js|css|wasm|woff2))/g, "chunk$2")
      // CSS modules hash the path of their file.
      .replace(/_([A-Za-z][\w-]*?)_[\w-]{5}_\d+/g, "_$1_")
      // The build's own id is a hash of paths and contents.
      .replace(/(["-])[0-9a-f]{12}(["-])/g, "$1build$2")
      // A property is said in short where no other module has a variable of its name.
      .replace(/\b(\w+): \1\b/g, "$1")
      // Chunks that are fetched along are told by their place in a list.
      .replace(/__vite__mapDeps\(\[[\d,]*\]\)/g, "deps")
      .replace(/^const __vite__mapDeps=.*/, "")
  );
}

/** Lines in no order: one import fewer in a chunk moves those after it. */
const sorted = (text) => text.split("\n").sort().join("\n");

/** Statements and style rules of a build: text without what may differ, how often, and where it was first seen. */
function parts(checkout) {
  const found = new Map();
  const add = (text, name) => {
    const key = normalised(text).trim();
    if (key === "") return;
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { count: 1, name });
  };
  for (const folder of [WEB, SERVER]) {
    for (const file of files(path.join(checkout, folder))) {
      const name = path.relative(checkout, file);
      if (file.endsWith(".js")) {
        const text = readFileSync(file, "utf8");
        for (const { type, start, end } of parseAst(text).body) {
          if (type !== "ImportDeclaration" && type !== "ExportNamedDeclaration")
            add(text.slice(start, end), name);
        }
      } else if (file.endsWith(".css")) {
        for (const rule of readFileSync(file, "utf8").split("}")) add(sorted(rule), name);
      } else if (file.endsWith(".wasm")) add(readFileSync(file, "base64"), name);
    }
  }
  return found;
}

const [before, after, ...rest] = process.argv.slice(2);
if (before === undefined || after === undefined || rest.some((word) => word !== "--keep-before")) {
  console.error("usage: node scripts/compare-bundles.mjs <checkout before> <checkout after> [--keep-before]");
  process.exit(2);
}
build(before, rest.includes("--keep-before"));
build(after, false);
const [old, next] = [parts(before), parts(after)];
const gone = [...old].filter(([text, { count }]) => next.get(text)?.count !== count);
const come = [...next].filter(([text, { count }]) => old.get(text)?.count !== count);
for (const [title, list] of [
  ["only before", gone],
  ["only after", come],
]) {
  for (const [text, { count, name }] of list.slice(0, MOST_SHOWN)) {
    console.log(`${title} (${count}): ${name}: ${text.slice(0, 160).replace(/\s+/g, " ")}`);
  }
}
const differ = gone.length + come.length;
console.log(`${old.size} statements and rules before, ${next.size} after, ${differ} differ`);
process.exit(old.size > 0 && differ === 0 ? 0 : 1);
