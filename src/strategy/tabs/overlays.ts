/** Curves that stand beside those of the strategy at hand: pure. */

import type { Snapshot } from "../../analyzer/compare/snapshot.ts";
import type { Previewed } from "../../analyzer/view.ts";
import type { Overlay } from "../../components/analysis/types.ts";
import { afterCharges } from "../net/after-charges.ts";

type Drawn = Pick<Snapshot, "id" | "name" | "isDrawn" | "payload">;

/** Snapshots in their order, then what is previewed. */
export function overlaysOf(snapshots: readonly Drawn[], preview: Previewed | null): readonly Overlay[] {
  const taken = snapshots.flatMap(({ id, name, isDrawn, payload }) =>
    isDrawn && payload !== null ? [{ id, name, figures: afterCharges(payload) }] : [],
  );
  if (preview === null) return taken;
  return [...taken, { id: "preview", name: preview.name, figures: afterCharges(preview.payload) }];
}
