import { Worker } from "node:worker_threads";
import type { Row } from "../database.ts";
import { SqlError } from "../failures.ts";
import type { Engine, EngineEvents } from "./engine.ts";
import { hasDatabase } from "./folder.ts";
import type { StoreThreadData, StoreThreadOrder, StoreThreadReport } from "./run-thread.ts";
import { findTemplate } from "./template.ts";

interface ThreadOptions {
  readonly folder: string;
  /** the thread's module (JavaScript); by default the bundled `store-thread.js` */
  readonly entry?: URL | undefined;
  /** a packed empty database; by default the one beside the bundle, null for none */
  readonly template?: string | null | undefined;
}

/** The bundle lies beside this module's. Not one expression: bundlers rewrite `new URL("…", import.meta.url)`. */
function bundledEntry(): URL {
  const here = import.meta.url;
  return new URL("./store-thread.js", here);
}

/** Opening after a crash takes seconds at most; making a database on a slow disk takes longer. */
const READY_MS = 60_000;
/** A thread that met a full disk while it opens either fails by then, or never. */
const SPIN_MS = 1_000;

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

/** One run of the thread; `ready` resolves when it serves, or, told to make a database, when that is made. */
function startThread(data: StoreThreadData, entry: URL, events: EngineEvents) {
  const worker = new Worker(entry, { name: "store", workerData: data });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let reason: Error | null = null;
  let isEnding = false;
  let isReady = false;
  let isOver = false;
  let resolveReady: () => void;
  let rejectReady: (error: unknown) => void;
  const ready = new Promise<void>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  ready.catch(() => {});
  const patience = setTimeout(() => giveUp("it took too long to open"), READY_MS);
  const onAbort = () => giveUp("it is not wanted any more");
  events.signal?.addEventListener("abort", onAbort);

  function giveUp(why: string): void {
    if (isReady || isOver) return;
    reason = new Error(why);
    void worker.terminate();
  }

  function becomeReady(): void {
    isReady = true;
    clearTimeout(patience);
    resolveReady();
  }

  function onFull(): void {
    events.onFull();
    setTimeout(() => giveUp("the disk is full"), SPIN_MS).unref();
  }

  worker.on("message", (report: StoreThreadReport) => {
    if (report.kind === "ready" || report.kind === "closed") return becomeReady();
    if (report.kind === "full") return onFull();
    if (report.kind === "failed") {
      reason = new Error(report.message);
      return;
    }
    const asked = waiting.get(report.id);
    waiting.delete(report.id);
    if (report.kind === "rows") asked?.resolve(report.rows);
    else asked?.reject(new SqlError(report.message, report.code, report.constraint));
  });
  worker.on("error", (cause) => {
    reason = cause instanceof Error ? cause : new Error(String(cause));
  });
  const ended = new Promise<Error | null>((resolve) => {
    worker.on("exit", (code) => {
      isOver = true;
      clearTimeout(patience);
      events.signal?.removeEventListener("abort", onAbort);
      const why = reason ?? new Error(`the storage thread ended with code ${code}`);
      rejectReady(why);
      for (const { reject } of waiting.values()) reject(new SqlError(why.message, "08006"));
      waiting.clear();
      resolve(isEnding ? null : why);
    });
  });

  return {
    ready,
    ended,
    query: (text: string, params: readonly unknown[] = []) =>
      new Promise<readonly Row[]>((resolve, reject) => {
        if (isOver) return reject(new SqlError("the storage thread has ended", "08006"));
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        const order: StoreThreadOrder = { kind: "query", id, text, params };
        worker.postMessage(order);
      }),
    async close() {
      isEnding = true;
      const order: StoreThreadOrder = { kind: "close" };
      worker.postMessage(order);
      await ended;
    },
    async kill() {
      isEnding = true;
      await worker.terminate();
      await ended;
    },
  };
}

/** PGlite in a thread of its own; the database is made first where there is none. @throws Error when it cannot open */
export async function launchThread(
  { folder, entry = bundledEntry(), template = findTemplate() }: ThreadOptions,
  events: EngineEvents,
): Promise<Engine> {
  if (!hasDatabase(folder)) {
    const maker = startThread({ folder, task: "make", template }, entry, events);
    await maker.ready;
    await maker.ended;
  }
  events.signal?.throwIfAborted();
  const engine = startThread({ folder, task: "serve", template }, entry, events);
  await engine.ready;
  return engine;
}
