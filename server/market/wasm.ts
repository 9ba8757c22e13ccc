import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { createDecoder } from "#wasm/wasm-decoder.ts";

/** A compiled module. Named by its use: the server's own types know no WebAssembly, which belongs to the DOM library. */
type WasmModule = Parameters<typeof createDecoder>[0];

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Uint8Array) => WasmModule };
};

const FILE = "strikewise.wasm";

/** Beside the bundle (dist/server) or above it; in a source tree where `npm run build:wasm` puts it. */
function candidates(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  return [resolve(here, FILE), resolve(here, "..", FILE), resolve(here, "../../.build/wasm", FILE)];
}

/**
 * Compiles the decoder and pricing module.
 * @returns null when it has not been built: callers fall back to the TypeScript twins, several times slower
 */
export function loadWasm(): WasmModule | null {
  const file = candidates().find((path) => existsSync(path));
  return file === undefined ? null : new WebAssembly.Module(readFileSync(file));
}
