import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import type { Row } from "../database.ts";
import { SqlError } from "../failures.ts";
import { makeDatabase, openFolder, queryPglite } from "./pglite.ts";

/** What the supervisor hands to the thread (`workerData`). */
export interface StoreThreadData {
  readonly folder: string;
  /**
   * `make` an empty database and end: making one takes several hundred megabytes that only a thread's end gives back.
   * `serve` the one that is there.
   */
  readonly task: "make" | "serve";
  /** a packed empty database that `make` may unpack */
  readonly template: string | null;
}

export type StoreThreadOrder =
  | {
      readonly kind: "query";
      readonly id: number;
      readonly text: string;
      readonly params: readonly unknown[];
    }
  | { readonly kind: "close" };

export type StoreThreadReport =
  | { readonly kind: "ready" }
  | { readonly kind: "closed" }
  | { readonly kind: "full" }
  | { readonly kind: "rows"; readonly id: number; readonly rows: readonly Row[] }
  | {
      readonly kind: "refused";
      readonly id: number;
      readonly message: string;
      readonly code: string;
      readonly constraint: string | null;
    }
  | { readonly kind: "failed"; readonly message: string };

/**
 * How much of its code a function of WebAssembly runs, in bytes, before V8 compiles it a second time, to be faster. Of Postgres,
 * whose functions are long and many, the first minute would compile hundreds, and the C library keeps the tens of megabytes that
 * this takes. Our statements cost as much CPU without; what a busy server does for long gets there all the same.
 */
const CALM_BUDGET = 2_000_000_000;
/**
 * V8's own, in Node 20 (later ones wait longer). The flag is all threads': those that price have compiled their kernels before the
 * database is opened, and one that is started anew later must not wait.
 */
const USUAL_BUDGET = 1_800_000;

const setBudget = (bytes: number): void => setFlagsFromString(`--wasm-tiering-budget=${bytes}`);

/** A module takes the budget of its functions along from when it is compiled. */
async function openCalmly(folder: string, onFull: () => void): Promise<PGlite> {
  setBudget(CALM_BUDGET);
  try {
    return await openFolder(folder, onFull);
  } finally {
    setBudget(USUAL_BUDGET);
  }
}

/** PGlite as a worker thread: opens, answers statements in their order, and ends itself when Postgres has died in it. */
export async function runStoreThread(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("the storage thread runs inside a worker thread only");
  const { folder, task, template } = workerData as StoreThreadData;
  const report = (message: StoreThreadReport): void => port.postMessage(message);
  const onFull = () => report({ kind: "full" });
  const fail = (error: unknown): void => {
    report({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    port.close();
    // Postgres may have left timers or memory behind; what was posted still goes out.
    setTimeout(() => process.exit(1), 50);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  if (task === "make") {
    await makeDatabase(folder, onFull, template);
    report({ kind: "closed" });
    port.close();
    return;
  }

  async function answer(pglite: PGlite, order: StoreThreadOrder): Promise<void> {
    if (order.kind === "close") {
      await pglite.close();
      report({ kind: "closed" });
      port?.close();
      return;
    }
    const { id, text, params } = order;
    try {
      report({ kind: "rows", id, rows: await queryPglite(pglite, text, params) });
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      const { message, code, constraint } = error;
      report({ kind: "refused", id, message, code, constraint });
    }
  }

  const pglite = await openCalmly(folder, onFull);
  let last: Promise<void> = Promise.resolve();
  port.on("message", (order: StoreThreadOrder) => {
    last = last.then(() => answer(pglite, order));
    last.catch(fail);
  });
  report({ kind: "ready" });
}
