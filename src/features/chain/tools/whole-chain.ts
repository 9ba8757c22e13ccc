import type { ChainField } from "#domain/chain/fields.ts";
import { FEED_STATES, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { ChainViewSpec } from "#workers/engine/api.ts";
import { openChainGrid } from "../../../live/chain-grid.ts";
import type { OpenView } from "../../../live/views.ts";

/** The engine has the chain that is on screen: it answers with its next frame. */
const PATIENCE_MS = 3_000;
const LOADING = FEED_STATES.indexOf("loading");

interface Wanted {
  /** token */
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  readonly fields: readonly ChainField[];
}

/**
 * Every strike of an expiry as it is now, those too that the grid does not show.
 * @param open the engine's
 * @returns null where it was not told in time
 */
export function wholeChain(wanted: Wanted, open: OpenView<ChainViewSpec>): Promise<GridState | null> {
  return new Promise((resolve) => {
    const chain = openChainGrid({ ...wanted, maxRate: 10 }, open, () => end(null));
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    chain.onFrame(() => {
      const { grid } = chain;
      if (grid.rows > 0 && grid.head[HEAD_INDEX.state] !== LOADING) end(grid);
    });
    function end(grid: GridState | null): void {
      clearTimeout(timer);
      // Refused while it is opened, there is nothing to close yet.
      queueMicrotask(() => chain.close());
      resolve(grid);
    }
  });
}
