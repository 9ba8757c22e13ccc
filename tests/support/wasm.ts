import { readFile } from "node:fs/promises";
import { buildWasm } from "../../scripts/build-wasm.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled module of `wasm/assembly/`, built first when a source has changed. One a test process. */
export function loadWasm(): Promise<WebAssembly.Module> {
  compiled ??= buildWasm().then(async ({ path }) =>
    WebAssembly.compile(new Uint8Array(await readFile(path))),
  );
  return compiled;
}
