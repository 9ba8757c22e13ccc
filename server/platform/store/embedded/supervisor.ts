import type { Log } from "../../lib/log.ts";
import type { Backend, Lease } from "../database.ts";
import { isConnectionLost, SqlError, storageFull, unavailable } from "../failures.ts";
import { createGate } from "../gate.ts";
import type { StoreStats } from "../metrics.ts";
import type { Engine, LaunchEngine } from "./engine.ts";
import { type ReadFreeBytes, watchFreeSpace } from "./free-space.ts";
import { createTurns } from "./turns.ts";

/** First wait before it is opened again; it doubles up to the longest, and starts over once it has been opened. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** A statement that hangs, or has met a full disk, ends by then, or never. */
const SPIN_MS = 500;
/** What closing in good order may take. */
const CLOSE_MS = 3_000;

export interface SupervisorOptions {
  readonly launch: LaunchEngine;
  /** whose disk is watched; null for a database in memory */
  readonly folder: string | null;
  readonly log: Log;
  readonly stats: StoreStats;
  readonly readFreeBytes?: ReadFreeBytes | undefined;
  /** opening begins when this resolves; closing does not wait for it */
  readonly after?: Promise<unknown> | undefined;
}

export interface EmbeddedBackend extends Backend {
  /** room on the disk, -1 when it is not watched */
  freeBytes(): number;
}

/** Keeps a PGlite running: opens it, opens it again when it dies, hangs or met a full disk, and hands it out by turns. */
export function superviseEngine({
  launch,
  folder,
  log,
  stats,
  readFreeBytes,
  after = Promise.resolve(),
}: SupervisorOptions): EmbeddedBackend {
  const turns = createTurns();
  let engine: Engine | null = null;
  let isClosed = false;
  let trouble: string | null = "it is being opened";
  let wake: () => void = () => {};
  const gate = createGate();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve());
  });
  /** statements under way in the engine: one, or none */
  let underWay = 0;

  const space =
    folder === null
      ? null
      : watchFreeSpace({
          folder,
          read: readFreeBytes,
          onChange: (isFull, bytes) => {
            if (isFull) log.error({ folder, bytes }, "store: the disk is full, nothing can be saved");
            else log.info({ folder, bytes }, "store: the disk has room again");
            wake();
          },
        });
  const isFull = () => space?.isFull ?? false;

  /** Nobody is let in from this moment on. */
  function goDown(why: string): void {
    trouble = why;
    engine = null;
    gate.close();
    turns.refuse(isFull() ? storageFull() : unavailable(why));
  }

  function kill(hanging: Engine): Promise<void> {
    if (hanging === engine) goDown("it hung and is being opened again");
    return hanging.kill();
  }

  /**
   * A Postgres that met a full disk is not trusted again: some statements retry for ever, and after one that failed the next
   * may. What it acknowledged is on the disk, and a new one reads it from there once there is room.
   */
  function onFull(): void {
    space?.refused();
    const met = engine;
    if (met === null) return;
    goDown("it met a full disk and is being opened again");
    setTimeout(() => void met.kill(), SPIN_MS);
  }

  /** Why nobody is let in now, null when somebody is. */
  function refuse(kind: "read" | "write"): Error | null {
    if (isClosed) return unavailable("it is closed");
    if (engine === null) return isFull() ? storageFull() : unavailable(trouble ?? "it is being opened");
    return kind === "write" && isFull() ? storageFull() : null;
  }

  /** Waits, unless woken by room on the disk or by closing. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    let retry = FIRST_RETRY_MS;
    await Promise.race([after, closed]);
    await space?.look();
    for (let isFirst = true; !isClosed; isFirst = false) {
      // Without room it could not even come up; looked at again when the room changes, or soon.
      while (isFull() && !isClosed) await pause(LONGEST_RETRY_MS);
      if (isClosed) return;
      try {
        const opened = await launch({ onFull, signal: closing.signal });
        if (!isFirst) stats.restarted();
        retry = FIRST_RETRY_MS;
        engine = opened;
        trouble = null;
        if (isClosed) return;
        gate.open();
        const error = await opened.ended;
        if (isClosed) return;
        if (error !== null) log.error({ err: error }, "store: the database stopped");
        goDown("it stopped and is being opened again");
      } catch (error) {
        if (isClosed) return;
        goDown("it cannot be opened");
        log.error({ err: error, retryInMs: retry }, "store: the database cannot be opened");
        await pause(retry);
        retry = Math.min(2 * retry, LONGEST_RETRY_MS);
      }
    }
  }

  /** Of a call that was given up: what hangs is killed, what only idles in a transaction is brought back to order. */
  async function recover(used: Engine): Promise<void> {
    let hangs = underWay > 0;
    if (!hangs) {
      const deadline = setTimeout(() => void kill(used), SPIN_MS);
      await used.query("rollback").catch(() => {
        hangs = true;
      });
      clearTimeout(deadline);
    }
    if (!hangs) return;
    log.error("store: a statement hangs, the database is opened again");
    await kill(used);
  }

  function lend(used: Engine): Lease {
    return {
      async query(text, params) {
        underWay++;
        try {
          return await used.query(text, params);
        } catch (error) {
          throw isFull() && isConnectionLost(error) ? new SqlError("the disk is full", "53100") : error;
        } finally {
          underWay--;
        }
      },
      release: () => turns.pass(),
      destroy: () => void recover(used).finally(() => turns.pass()),
    };
  }

  const running = run();
  return {
    async lease(kind, waitMs) {
      const refusal = refuse(kind);
      if (refusal !== null) throw refusal;
      await turns.take(waitMs);
      // Much may have happened in the meantime.
      const late = refuse(kind);
      if (late === null && engine !== null) return lend(engine);
      turns.pass();
      throw late ?? unavailable("it stopped");
    },
    up: () => gate.wait(),
    freeBytes: () => space?.bytes ?? -1,
    obstacle: () =>
      isFull() ? "The server's disk is full" : trouble === null ? null : `Storage: ${trouble}`,
    async close() {
      if (isClosed) return;
      isClosed = true;
      closing.abort();
      trouble = "it is closed";
      space?.stop();
      wake();
      turns.refuse(unavailable(trouble));
      // Whoever has its turn ends first; the deadline is for one that hangs.
      await turns.take(CLOSE_MS).catch(() => {});
      const ending = engine;
      if (ending !== null) {
        const deadline = setTimeout(() => void ending.kill(), CLOSE_MS);
        await ending.close();
        clearTimeout(deadline);
      }
      await running;
      // An engine that was being opened while this closed.
      if (engine !== null && engine !== ending) await engine.close();
    },
  };
}
