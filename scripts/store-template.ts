/** A packed empty database of the PGlite that is installed: made once, by the build or by the tests, whichever comes first. */
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { installedVersion, packTemplate } from "#server/platform/store/embedded/template.ts";

const BUILD = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.build");

export const KEPT_TEMPLATE = path.join(BUILD, `store-template-${installedVersion()}.zip`);

/** @param thread  the storage thread's module (JavaScript) */
export async function keepTemplate(thread: string | URL): Promise<void> {
  if (existsSync(KEPT_TEMPLATE)) return;
  const folder = path.join(BUILD, `store-template-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  const maker = new Worker(thread, { workerData: { folder, task: "make", template: null } });
  const [code] = await once(maker, "exit");
  if (code !== 0) throw new Error(`the empty database could not be made (${code})`);
  packTemplate(folder, KEPT_TEMPLATE);
  rmSync(folder, { recursive: true, force: true });
}
