/** The underlying on screen and what is listed on it, as the engine knows them. */

import { ref } from "valtio";
import { listOf } from "./contracts-ahead.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createAlarm } from "./pace.ts";
import type { AnalyzerView } from "./view.ts";

/** Instruments that could not be had are asked for again by themselves. */
const RETRY_MS = 5_000;

export interface Instruments {
  load(symbol: string): void;
  retry(): void;
  dispose(): void;
}

type Edges = Pick<AnalyzerEdges, "instruments" | "clock" | "log">;

/** @param known told whenever contracts are there, or others than before */
export function createInstruments(
  view: AnalyzerView,
  { instruments, clock, log }: Edges,
  known: () => void,
): Instruments {
  let wanted: string | null = null;
  let turn = 0;
  const again = createAlarm(clock, () => void fetch());

  function fail(message: string): void {
    // What was known before is better than nothing.
    if (view.contracts !== null) return log("Instruments could not be had again", message);
    view.phase = "failed";
    view.failure = message;
    again.set(RETRY_MS);
  }

  async function fetch(): Promise<void> {
    const symbol = wanted;
    if (symbol === null) return;
    const mine = ++turn;
    const isMine = (): boolean => mine === turn;
    again.clear();
    try {
      const underlying = await instruments.underlying(symbol);
      if (!isMine()) return;
      if (!underlying.ok) return fail(underlying.message);
      const contracts = await instruments.contracts(underlying.value.token);
      if (!isMine()) return;
      if (!contracts.ok) return fail(contracts.message);
      view.underlying = ref(underlying.value);
      view.contracts = ref(listOf(contracts.value));
      view.phase = "ready";
      view.failure = null;
      known();
    } catch (error) {
      if (isMine()) fail(error instanceof Error ? error.message : String(error));
    }
  }

  const unsubscribe = instruments.onChange(() => {
    if (wanted !== null) void fetch();
  });

  return {
    load(symbol) {
      wanted = symbol;
      view.phase = "loading";
      view.failure = null;
      view.underlying = null;
      view.contracts = null;
      void fetch();
    },
    retry() {
      if (view.phase !== "failed") return;
      view.phase = "loading";
      view.failure = null;
      void fetch();
    },
    dispose() {
      unsubscribe();
      turn++;
      wanted = null;
      again.clear();
    },
  };
}
