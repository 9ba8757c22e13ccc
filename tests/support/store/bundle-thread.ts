import path from "node:path";
import { build } from "vite";
import { STORE_THREAD } from "./store-thread.ts";

/** The storage thread in one file, as the product has it: from its sources each of a hundred threads would take seconds to load. */
export async function bundleStoreThread(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: "server/platform/store/embedded/store-thread.ts",
      outDir: path.dirname(STORE_THREAD.pathname),
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rollupOptions: { output: { entryFileNames: path.basename(STORE_THREAD.pathname), format: "es" } },
    },
  });
}
