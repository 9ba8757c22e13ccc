import { buildWasm } from "../../scripts/build-wasm.ts";

/** Once before all tests: the decoder they load must be the one of these sources. */
export async function setup(): Promise<void> {
  await buildWasm();
}
