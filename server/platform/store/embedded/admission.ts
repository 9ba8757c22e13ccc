import { storageFull, unavailable } from "../failures.ts";
import { createGate } from "../gate.ts";
import type { Engine } from "./database-engine.ts";
import { createTurns, type Turns } from "./turns.ts";

/** The engine that callers are let in to, one after another, or why there is none. */
export interface Admission {
  readonly turns: Turns;
  /** resolves when callers are let in */
  up(): Promise<void>;
  /** null while callers are refused */
  engine(): Engine | null;
  /** whether callers were let in to it, be it that they still are */
  hasServed(engine: Engine): boolean;
  isClosed(): boolean;
  trouble(): string | null;
  /**
   * @returns the engine, for as long as the turn lasts
   * @throws AppError storage.unavailable, storage.full
   */
  enter(kind: "read" | "write", waitMs: number): Promise<Engine>;
  goUp(opened: Engine): void;
  /** No caller is let in from this moment on. */
  goDown(why: string): void;
  close(): void;
}

export function createAdmission(isFull: () => boolean): Admission {
  const turns = createTurns();
  const gate = createGate();
  let engine: Engine | null = null;
  let newest: Engine | null = null;
  let isClosed = false;
  let trouble: string | null = "it is being opened";

  /** Why no caller is let in now, null when one is. */
  function refusal(kind: "read" | "write"): Error | null {
    if (isClosed) return unavailable("it is closed");
    if (engine === null) return isFull() ? storageFull() : unavailable(trouble ?? "it is being opened");
    return kind === "write" && isFull() ? storageFull() : null;
  }

  return {
    turns,
    up: () => gate.wait(),
    engine: () => engine,
    hasServed: (one) => one === newest,
    isClosed: () => isClosed,
    trouble: () => trouble,
    async enter(kind, waitMs) {
      const early = refusal(kind);
      if (early !== null) throw early;
      await turns.take(waitMs);
      // Much may have happened in the meantime.
      const late = refusal(kind);
      if (late === null && engine !== null) return engine;
      turns.pass();
      throw late ?? unavailable("it stopped");
    },
    goUp(opened) {
      engine = opened;
      newest = opened;
      trouble = null;
      gate.open();
    },
    goDown(why) {
      trouble = why;
      engine = null;
      gate.close();
      turns.refuse(isFull() ? storageFull() : unavailable(why));
    },
    close() {
      isClosed = true;
      trouble = "it is closed";
      turns.refuse(unavailable(trouble));
    },
  };
}
