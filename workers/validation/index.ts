/** Entry of the validation page's worker: wiring only. */
import * as Comlink from "comlink";
import type { VectorFile } from "#analysis/validation/vector-check.ts";
import { compileWasm } from "../compile-wasm.ts";
import { createValidation } from "./validation.ts";
import { VECTOR_URLS } from "./vector-urls.ts";

declare const __BUILD__: string;

// The engine's own file: what is checked here is what the chain computes with.
const wasmUrl = new URL("../../.build/wasm/strikewise.wasm", import.meta.url);

Comlink.expose(
  createValidation({
    loadWasm: () => compileWasm(wasmUrl),
    async fetchVectors(name) {
      const response = await fetch(VECTOR_URLS[name]);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return (await response.json()) as VectorFile<unknown, unknown>;
    },
    checkFile: async (...asked) => (await import("./check-file.ts")).checkFile(...asked),
    build: __BUILD__,
    log: (message) => console.warn(`[validation] ${message}`),
  }),
);
