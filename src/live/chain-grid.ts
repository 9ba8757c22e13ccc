/** Figures of all strikes of one expiry, as the engine sends them: for what is written without a painter. */

import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { applyFrame, createGridState, type GridState } from "#protocol/frames/grid-state.ts";
import type { ChainViewSpec, Refusal } from "#workers/engine/api.ts";
import { createCredit } from "#workers/engine/tabs/credit.ts";
import type { OpenView } from "./views.ts";

/** More than any chain has. */
const ALL_STRIKES = 10_000;

export interface ChainGrid {
  readonly grid: GridState;
  /** @param listener told whether strikes are others than before */
  onFrame(listener: (isOther: boolean) => void): () => void;
  close(): void;
}

interface Wanted extends Pick<ChainViewSpec, "underlying" | "expiry" | "fields"> {
  /** Frames a second at most. */
  readonly maxRate: number;
}

/** @param onRefused the engine does not open it; where it is not heard, why is said above every page */
export function openChainGrid(
  wanted: Wanted,
  open: OpenView<ChainViewSpec>,
  onRefused: (refusal: Refusal) => void = () => {},
): ChainGrid {
  const grid = createGridState();
  const credit = createCredit();
  const listeners = new Set<(isOther: boolean) => void>();
  let port: MessagePort | null = null;
  const view = open(
    { ...wanted, strikesAbove: ALL_STRIKES, strikesBelow: ALL_STRIKES, hundredsOnly: false },
    (next) => {
      port?.close();
      port = next;
      next.onmessage = (event: MessageEvent<unknown>) => {
        if (!(event.data instanceof ArrayBuffer)) return;
        const isOther = applyFrame(grid, event.data);
        for (const listener of listeners) listener(isOther);
        credit.took();
        credit.give();
      };
      credit.open(next);
    },
    onRefused,
  );
  return {
    grid,
    onFrame(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      view.close();
      port?.close();
    },
  };
}

const FIELD_AT = new Map(CHAIN_FIELDS.map((field, at) => [field, at]));

/** NaN where it is not known. */
export function cellAt({ values, rows }: GridState, row: number, field: ChainField): number {
  if (row < 0 || row >= rows) return Number.NaN;
  return values[row * CHAIN_FIELDS.length + (FIELD_AT.get(field) ?? 0)] ?? Number.NaN;
}
