/** Entry of a tab's compute worker: wiring only. */
import * as Comlink from "comlink";
import { compileWasm } from "../compile-wasm.ts";
import { createCompute } from "./compute.ts";

// The engine's own file: a browser that shows a strategy has it in the cache.
const wasmUrl = new URL("../../.build/wasm/strikewise.wasm", import.meta.url);

Comlink.expose(
  createCompute({
    loadWasm: () => compileWasm(wasmUrl),
    log: (message) => console.warn(`[compute] ${message}`),
  }),
);
