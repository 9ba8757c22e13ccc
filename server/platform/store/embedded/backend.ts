import type { Log } from "../../lib/log.ts";
import { type Run, supervise } from "../../threads/supervisor.ts";
import type { Backend } from "../database.ts";
import type { StoreStats } from "../store-metrics.ts";
import { type Admission, createAdmission } from "./admission.ts";
import type { Engine, LaunchEngine } from "./database-engine.ts";
import { type FreeSpace, type ReadFreeBytes, watchFreeSpace } from "./free-space.ts";
import { createLeases } from "./leases.ts";

/**
 * The first wait after a database that could not be opened doubles up to the longest. One that was open is opened again at
 * once.
 */
const BACKOFF = {
  firstMs: 100,
  longestMs: 2_000,
  calmMs: Number.POSITIVE_INFINITY,
  isInstantOnceUp: true,
};
/** A statement that has met a full disk ends by then, or never. */
const SPIN_MS = 500;
/** What closing in good order may take. */
const CLOSE_MS = 3_000;

interface EmbeddedOptions {
  readonly launch: LaunchEngine;
  /** whose disk is watched; null for a database in memory */
  readonly folder: string | null;
  readonly log: Log;
  readonly stats: StoreStats;
  readonly readFreeBytes?: ReadFreeBytes | undefined;
  /** opening begins when this resolves; closing does not wait for it */
  readonly after?: Promise<unknown> | undefined;
}

interface EmbeddedBackend extends Backend {
  /** room on the disk, -1 when it is not watched */
  freeBytes(): number;
}

type SpaceOptions = Pick<EmbeddedOptions, "folder" | "readFreeBytes" | "log"> & {
  readonly onChange: () => void;
};

function watchDisk({ folder, readFreeBytes, log, onChange }: SpaceOptions): FreeSpace | null {
  if (folder === null) return null;
  return watchFreeSpace({
    folder,
    read: readFreeBytes,
    onChange: (isFull, bytes) => {
      if (isFull) log.error({ folder, bytes }, "store: the disk is full, nothing can be saved");
      else log.info({ folder, bytes }, "store: the disk has room again");
      onChange();
    },
  });
}

/** One opening of the database, from its start to its end. */
function runOf(opening: Promise<Engine>, admission: Admission): Run<Engine> {
  let closing: Engine | null = null;
  return {
    up: opening,
    ended: opening.then(
      ({ ended }) => ended,
      (error: unknown) => error,
    ),
    async stop() {
      closing = admission.engine();
      if (closing !== null) return closing.close();
      const opened = await opening.catch(() => null);
      // One that served and went down is being killed; one that was being opened meanwhile never served.
      if (opened !== null && !admission.hasServed(opened)) await opened.close();
    },
    kill: () => void closing?.kill(),
  };
}

/** Keeps a PGlite running: opens it, opens it again when it dies, hangs or met a full disk, and hands it out by turns. */
export function superviseEngine(options: EmbeddedOptions): EmbeddedBackend {
  const { launch, log, stats, after = Promise.resolve() } = options;
  const space = watchDisk({ ...options, onChange: () => supervisor.hurry() });
  const isFull = () => space?.isFull ?? false;
  const admission = createAdmission(isFull);
  const { turns, goDown } = admission;
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve());
  });

  function kill(hanging: Engine): Promise<void> {
    if (hanging === admission.engine()) goDown("it hung and is being opened again");
    return hanging.kill();
  }

  /**
   * A Postgres that met a full disk is not trusted again: some statements retry for ever, and after one that failed the next
   * may. What it acknowledged is on the disk, and a new one reads it from there once there is room.
   */
  function onFull(): void {
    space?.refused();
    const met = admission.engine();
    if (met === null) return;
    goDown("it met a full disk and is being opened again");
    setTimeout(() => void met.kill(), SPIN_MS);
  }

  async function untilFirst(): Promise<void> {
    await Promise.race([after, closed]);
    await space?.look();
  }
  const first = untilFirst();

  const supervisor = supervise<Engine>({
    launch: () => runOf(launch({ onFull, signal: closing.signal }), admission),
    backoff: BACKOFF,
    stopMs: CLOSE_MS,
    async untilStartable(pause) {
      await first;
      // Without room it could not even come up; looked at again when the room changes, or soon.
      while (isFull() && !admission.isClosed()) await pause(BACKOFF.longestMs);
    },
    onUp(opened, isFirst) {
      if (!isFirst) stats.restarted();
      admission.goUp(opened);
    },
    onDown(error, { retryInMs, wasUp }) {
      if (wasUp) {
        if (error !== null) log.error({ err: error }, "store: the database stopped");
        goDown("it stopped and is being opened again");
      } else {
        goDown("it cannot be opened");
        log.error({ err: error, retryInMs }, "store: the database cannot be opened");
      }
    },
  });
  const lend = createLeases({ pass: turns.pass, kill, isFull, log });

  return {
    lease: async (kind, waitMs) => lend(await admission.enter(kind, waitMs)),
    up: () => admission.up(),
    freeBytes: () => space?.bytes ?? -1,
    obstacle() {
      if (isFull()) return "The server's disk is full";
      const trouble = admission.trouble();
      return trouble === null ? null : `Storage: ${trouble}`;
    },
    async close() {
      if (admission.isClosed()) return;
      closing.abort();
      space?.stop();
      admission.close();
      // A caller that has its turn ends first; the deadline is for one that hangs.
      await supervisor.stop(turns.take(CLOSE_MS).catch(() => {}));
    },
  };
}
