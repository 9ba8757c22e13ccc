/// <reference lib="dom" />
/**
 * Compiles `wasm/assembly/` to `.build/wasm/strikewise.wasm`; does nothing when no source has changed since.
 * Usage: npm run build:wasm | npm run build:wasm -- --force
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const OUTPUT = path.join(ROOT, ".build/wasm/strikewise.wasm");
const STAMP = `${OUTPUT}.sha256`;
const SOURCES = "wasm/assembly";
const LAYOUT = "protocol/generated/layout.ts";

/** Named in a constant, because the compiler's own declarations replace Node's `console` in every file of this project. */
const COMPILER: string = "assemblyscript/asc";

interface Compiler {
  createMemoryStream(): { toString(): string };
  main(argv: readonly string[], options: { stderr: unknown }): Promise<{ error: Error | null }>;
}

/** 20 MiB, never grown: growth would detach every view the hosts hold. Untouched pages cost nothing. */
const PAGES = 320;

const FLAGS = [
  "-O3",
  "--noAssert",
  "--enable",
  "simd",
  "--runtime",
  "stub",
  "--initialMemory",
  String(PAGES),
  "--maximumMemory",
  String(PAGES),
  "--use",
  "abort=",
];

function fingerprint(): string {
  const compiler = readFileSync(path.join(ROOT, "node_modules/assemblyscript/package.json"));
  const hash = createHash("sha256").update(FLAGS.join(" ")).update(compiler);
  const files = readdirSync(path.join(ROOT, SOURCES), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => path.join(SOURCES, file));
  for (const file of [...files, LAYOUT]) hash.update(file).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

/** The rules of the module that its hosts rely on. */
function inspect(bytes: Buffer): void {
  const module = new WebAssembly.Module(new Uint8Array(bytes));
  const imports = WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
  if (imports.length > 0)
    throw new Error(`build-wasm: the module must import nothing, but wants ${imports.join(", ")}`);
  const { exports } = new WebAssembly.Instance(module, {});
  const at = (name: string): number => Number((exports[name] as WebAssembly.Global).value);
  if (at("STATIC_END") > at("STATIC_LIMIT")) {
    throw new Error(
      `build-wasm: static data reach ${at("STATIC_END")}, past STATIC_LIMIT ${at("STATIC_LIMIT")}`,
    );
  }
  if (at("MEMORY_END") > PAGES * 65536) {
    throw new Error(
      `build-wasm: memory.ts lays out ${at("MEMORY_END")} bytes in ${PAGES} pages; raise PAGES`,
    );
  }
}

/**
 * Builds when needed; safe to call from several processes at once.
 * @returns absolute path of the module
 * @throws Error with the compiler's diagnostics
 */
export async function buildWasm(
  options: { force?: boolean } = {},
): Promise<{ path: string; built: boolean }> {
  const print = fingerprint();
  const current = existsSync(OUTPUT) && existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  if (current === print && options.force !== true) return { path: OUTPUT, built: false };
  mkdirSync(path.dirname(OUTPUT), { recursive: true });
  const draft = `${OUTPUT}.${process.pid}`;
  // Loading the compiler takes longer than finding out that it is not needed.
  const { default: asc } = (await import(COMPILER)) as { default: Compiler };
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main(
    [`${SOURCES}/index.ts`, "--baseDir", ROOT, "--outFile", path.relative(ROOT, draft), ...FLAGS],
    { stderr },
  );
  try {
    if (error !== null) throw new Error(`build-wasm: ${error.message}\n${stderr.toString()}`);
    inspect(readFileSync(draft));
    renameSync(draft, OUTPUT);
    writeFileSync(STAMP, print);
  } finally {
    rmSync(draft, { force: true });
  }
  return { path: OUTPUT, built: true };
}

const invoked = process.argv[1];
if (invoked !== undefined && import.meta.url === pathToFileURL(invoked).href) {
  const { built } = await buildWasm({ force: process.argv.includes("--force") });
  const size = readFileSync(OUTPUT).byteLength;
  console.log(`build-wasm: ${built ? "wrote" : "up to date,"} .build/wasm/strikewise.wasm (${size} bytes)`);
}
