import type { Decoder, DecoderOptions } from "./decoder.ts";
import { createHost, type DecoderCore, type Regions } from "./host.ts";

interface DecoderExports extends DecoderCore {
  readonly memory: WebAssembly.Memory;
  readonly INPUT_BASE: WebAssembly.Global;
  readonly INPUT_BYTES: WebAssembly.Global;
  readonly OUTPUT_BASE: WebAssembly.Global;
  readonly OUTPUT_BYTES: WebAssembly.Global;
  readonly ROWS_BASE: WebAssembly.Global;
  readonly CHANGED_BASE: WebAssembly.Global;
  readonly DIRTY_BASE: WebAssembly.Global;
  readonly RESULT_BASE: WebAssembly.Global;
}

/**
 * An instance of its own, with a table of its own.
 * @param module the compiled `.build/wasm/strikewise.wasm`; fetching and compiling are the caller's
 */
export function createDecoder(module: WebAssembly.Module, options: DecoderOptions = {}): Decoder {
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as DecoderExports;
  const regions: Regions = {
    buffer: exports.memory.buffer,
    input: exports.INPUT_BASE.value,
    inputBytes: exports.INPUT_BYTES.value,
    output: exports.OUTPUT_BASE.value,
    outputBytes: exports.OUTPUT_BYTES.value,
    rows: exports.ROWS_BASE.value,
    changed: exports.CHANGED_BASE.value,
    dirty: exports.DIRTY_BASE.value,
    result: exports.RESULT_BASE.value,
  };
  return createHost(regions, exports, options.tracking ?? true);
}
