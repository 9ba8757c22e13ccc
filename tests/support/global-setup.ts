import { buildWasm } from "../../scripts/build-wasm.ts";
import { keepTemplate } from "../../scripts/store-template.ts";
import { bundleStoreThread } from "./store/bundle-thread.ts";
import { keepImage } from "./store/image.ts";
import { STORE_THREAD } from "./store/store-thread.ts";

/** Once before all tests: the decoder they load must be the one of these sources, and databases are opened from a packed one. */
export async function setup(): Promise<void> {
  await buildWasm();
  await bundleStoreThread();
  await keepTemplate(STORE_THREAD);
  await keepImage();
}
