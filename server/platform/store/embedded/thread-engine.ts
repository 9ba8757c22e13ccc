import { bundledEntry, type RunState, startWorker } from "../../threads/worker-run.ts";
import type { Row } from "../database.ts";
import { SqlError } from "../failures.ts";
import type { Engine, EngineEvents } from "./database-engine.ts";
import { hasDatabase } from "./folder.ts";
import type { StoreThreadData, StoreThreadOrder, StoreThreadReport } from "./run-store-thread.ts";
import { findTemplate } from "./template.ts";

interface ThreadOptions {
  readonly folder: string;
  /** the thread's module (JavaScript); by default the bundled `store-thread.js` */
  readonly entry?: URL | undefined;
  /** a packed empty database; by default the one beside the bundle, null for none */
  readonly template?: string | null | undefined;
}

/** Opening after a crash takes seconds at most; making a database on a slow disk takes longer. */
const READY_MS = 60_000;
/** Rows on their way out are all that it makes: V8 would let it have 48 MB for them, and it would keep most of that. */
const YOUNG_MB = 6;
/** A thread that met a full disk while it opens either fails by then, or never. */
const SPIN_MS = 1_000;

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

/** Statements that a thread was asked for and has not answered. */
function createQuestions() {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  return {
    ask: (order: (id: number) => void) =>
      new Promise<readonly Row[]>((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        order(id);
      }),
    answer(report: Extract<StoreThreadReport, { id: number }>): void {
      const asked = waiting.get(report.id);
      waiting.delete(report.id);
      if (report.kind === "rows") asked?.resolve(report.rows);
      else asked?.reject(new SqlError(report.message, report.code, report.constraint));
    },
    abandon(why: Error): void {
      for (const { reject } of waiting.values()) reject(new SqlError(why.message, "08006"));
      waiting.clear();
    },
  };
}

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** One run of the thread; `ready` resolves when it serves, or, told to make a database, when that is made. */
function startThread(data: StoreThreadData, entry: URL, events: EngineEvents) {
  const questions = createQuestions();
  let isOver = false;

  function onReport(report: StoreThreadReport, { ready, blame }: RunState<void>): void {
    if (report.kind === "ready" || report.kind === "closed") ready();
    else if (report.kind === "full") onFull();
    else if (report.kind === "failed") blame(new Error(report.message));
    else questions.answer(report);
  }

  const run = startWorker<StoreThreadReport>({
    entry,
    name: "store",
    data,
    youngMb: YOUNG_MB,
    stopOrder: { kind: "close" } satisfies StoreThreadOrder,
    onReport,
    crashed: asError,
    endedWith: (code) => new Error(`the storage thread ended with code ${code}`),
    onEnd(why) {
      isOver = true;
      clearTimeout(patience);
      events.signal?.removeEventListener("abort", onAbort);
      questions.abandon(asError(why));
    },
  });
  const giveUp = (why: string): void => run.giveUp(new Error(why));
  const patience = setTimeout(() => giveUp("it took too long to open"), READY_MS);
  run.up.then(
    () => clearTimeout(patience),
    () => {},
  );
  const onAbort = () => giveUp("it is not wanted any more");
  events.signal?.addEventListener("abort", onAbort);

  function onFull(): void {
    events.onFull();
    setTimeout(() => giveUp("the disk is full"), SPIN_MS).unref();
  }

  return {
    ready: run.up,
    ended: run.ended as Promise<Error | null>,
    query: async (text: string, params: readonly unknown[] = []) => {
      if (isOver) throw new SqlError("the storage thread has ended", "08006");
      return questions.ask((id) => {
        const order: StoreThreadOrder = { kind: "query", id, text, params };
        run.post(order);
      });
    },
    async close() {
      run.stop();
      await run.ended;
    },
    async kill() {
      run.kill();
      await run.ended;
    },
  };
}

/** PGlite in a thread of its own; the database is made first where there is none. @throws Error when it cannot open */
export async function launchThread(
  { folder, entry = bundledEntry("store-thread.js"), template = findTemplate() }: ThreadOptions,
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
