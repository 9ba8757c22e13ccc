import type { ChainViewSpec } from "../api.ts";
import type { ChainModel } from "../chains/chain-model.ts";
import type { ChainTable } from "../chains/chain-table.ts";
import type { LiveChain } from "../chains/live-chain.ts";

/** The rows of its chain that a view shows. */
export interface ViewWindow {
  /** Chain rows, ascending; the first `rowCount`. */
  readonly rows: Int32Array;
  readonly rowCount: number;
  /** Table the rows are of; null none yet. */
  readonly table: ChainTable | null;
  /**
   * Brings the window up to the model. It stays where it is until the at-the-money strike moves or the strikes themselves
   * change; without an ATM it keeps its place, or is the middle of the chain.
   * @returns true when the rows are others than before
   */
  update(chain: LiveChain, model: ChainModel, spec: ChainViewSpec): boolean;
  /** The view looks elsewhere. */
  clear(): void;
}

const isHundred = (strike: number): boolean => {
  const rest = strike % 100;
  return rest < 1e-6 || rest > 100 - 1e-6;
};

/**
 * Chooses the window's rows around the centre: so many strikes on either side, of those that the filter lets through (the
 * centre always is).
 */
export function fillWindow(
  rows: Int32Array,
  strikes: Float64Array,
  count: number,
  centre: number,
  spec: Pick<ChainViewSpec, "strikesAbove" | "strikesBelow" | "hundredsOnly">,
): number {
  const takes = (i: number): boolean => i === centre || !spec.hundredsOnly || isHundred(strikes[i]!);
  let first = centre;
  let below = spec.strikesBelow;
  for (let i = centre - 1; i >= 0 && below > 0; i--) {
    if (!takes(i)) continue;
    first = i;
    below--;
  }
  let used = 0;
  let above = spec.strikesAbove;
  for (let i = first; i < count; i++) {
    if (!takes(i)) continue;
    if (i > centre && above-- <= 0) break;
    rows[used++] = i;
  }
  return used;
}

export function createViewWindow(): ViewWindow {
  /** Row in the middle, -1 none yet. */
  let centre = -1;
  const window: { -readonly [K in keyof ViewWindow]: ViewWindow[K] } = {
    rows: new Int32Array(0),
    rowCount: 0,
    table: null,
    update({ table }, { atmIndex }, spec) {
      if (table === null) return false;
      const { count, strikes } = table.columns;
      const isNewTable = window.table !== table;
      const keeps = atmIndex < 0 && centre >= 0 && !isNewTable;
      const next = keeps ? centre : atmIndex >= 0 ? atmIndex : (count - 1) >> 1;
      if (!isNewTable && next === centre) return false;
      if (window.rows.length < count) window.rows = new Int32Array(count);
      window.table = table;
      centre = next;
      window.rowCount = count === 0 ? 0 : fillWindow(window.rows, strikes, count, centre, spec);
      return true;
    },
    clear() {
      window.table = null;
      window.rowCount = 0;
      centre = -1;
    },
  };
  return window;
}
