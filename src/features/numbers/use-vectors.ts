import { useEffect, useRef, useState } from "react";
import type { TableSummary, VectorName } from "#workers/validation/api.ts";
import { whenIdle } from "../../browser/when-idle.ts";
import type { ValidationClient } from "../../live/validation-client.ts";

/** Where the recomputation of our vectors stands. */
export interface Vectors {
  /** null until the worker runs */
  readonly client: ValidationClient | null;
  readonly kernel: "wasm" | "typescript" | null;
  readonly names: readonly VectorName[];
  readonly tables: readonly TableSummary[];
  /** files that did not come */
  readonly missing: readonly VectorName[];
  readonly phase: "starting" | "running" | "done" | "failed";
  /** whole run, milliseconds; null before its end */
  readonly tookMs: number | null;
}

const NOTHING: Vectors = {
  client: null,
  kernel: null,
  names: [],
  tables: [],
  missing: [],
  phase: "starting",
  tookMs: null,
};

/** Starts the worker once the page is there, and has it recompute file by file. @returns also how to begin again */
export function useVectors(): readonly [Vectors, () => void] {
  const [state, setState] = useState<Vectors>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const current = useRef(0);

  useEffect(() => {
    const own = attempt + 1;
    current.current = own;
    const isOver = (): boolean => current.current !== own;
    let client: ValidationClient | null = null;
    const set = (change: Partial<Vectors>): void => {
      if (!isOver()) setState((before) => ({ ...before, ...change }));
    };

    async function run(): Promise<void> {
      setState(NOTHING);
      await whenIdle();
      const { createValidationClient } = await import("../../live/validation-client.ts");
      if (isOver()) return;
      client = createValidationClient();
      const startedAt = performance.now();
      const [kernel, names] = await Promise.all([client.kernel(), client.vectorNames()]);
      set({ client, kernel, names, phase: "running" });
      const tables: TableSummary[] = [];
      const missing: VectorName[] = [];
      for (const name of names) {
        if (isOver()) return;
        try {
          tables.push(await client.vectors(name));
        } catch {
          missing.push(name);
        }
        set({ tables: [...tables], missing: [...missing] });
      }
      set({ phase: "done", tookMs: performance.now() - startedAt });
    }

    run().catch(() => set({ phase: "failed" }));
    return () => {
      current.current = 0;
      client?.dispose();
    };
  }, [attempt]);

  return [state, () => setAttempt((count) => count + 1)];
}
