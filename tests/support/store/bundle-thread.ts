import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig } from "vite";
import { STORE_THREAD } from "./store-thread.ts";

const FOLDER = path.dirname(STORE_THREAD.pathname);

const bundle = (entry: string, file: string, more: InlineConfig["build"]) =>
  build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: entry,
      outDir: FOLDER,
      target: "node20",
      minify: false,
      rollupOptions: { output: { entryFileNames: file, format: "es" } },
      ...more,
    },
  });

/** The storage thread in one file, as the product has it: from its sources each of a hundred threads would take seconds to load. */
export async function bundleStoreThread(): Promise<void> {
  await bundle("server/platform/store/embedded/store-thread.ts", path.basename(STORE_THREAD.pathname), {
    emptyOutDir: true,
  });
}

/** Another thread in one file, for tests that start it many times. @returns what a Worker takes */
export async function bundleThread(entry: string): Promise<URL> {
  const file = path.basename(entry).replace(/\.ts$/, ".js");
  // Others may be running from this folder.
  await bundle(entry, file, { emptyOutDir: false });
  return pathToFileURL(path.join(FOLDER, file));
}
