import { useMemo } from "react";
import { useSnapshot } from "valtio";
import type { RowSize, StrikeCount } from "#domain/chain/view-choices.ts";
import { VIEW_NAMES, type ViewName } from "#domain/format/chain-columns.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import { type ChainSearch, DEFAULTS } from "./search-params.ts";
import { type Chosen, chosen } from "./settings/chosen.ts";

/** How a chain is shown: as its address says, else as its reader chose, else as it is by default. */
export interface ShownView {
  /** id of the view */
  readonly view: string;
  /** The built-in view, or what stands in for one of the trader's until its code is there. */
  readonly builtIn: ViewName;
  readonly look: GridLook | null;
  readonly size: RowSize;
  readonly above: StrikeCount;
  readonly below: StrikeCount;
  readonly hundreds: boolean;
  /** What holds where the address says nothing. */
  readonly usual: Pick<Chosen, keyof typeof DEFAULTS>;
}

/** Screens 768 px high or less use small rows (rule CHAIN-4). */
const defaultSize = (): RowSize => (window.innerHeight <= 768 ? "small" : "medium");

export const useChosen = (): Chosen | null => useSnapshot(chosen).now as Chosen | null;

export function useShownView({ view: asked, above, below, hundreds, size }: ChainSearch): ShownView {
  const mine = useChosen();
  const usual = mine ?? DEFAULTS;
  const isThere = (id: string): boolean =>
    VIEW_NAMES.some((name) => name === id) || mine?.named.some((one) => one.id === id) === true;
  const view = asked !== undefined && isThere(asked) ? asked : usual.view;
  const look = useMemo(() => mine?.lookOf(view) ?? null, [mine, view]);
  const own = mine === null || mine.size === "auto" ? defaultSize() : mine.size;
  return {
    view,
    builtIn: VIEW_NAMES.find((name) => name === view) ?? "ltp",
    look,
    size: size ?? own,
    above: above ?? usual.above,
    below: below ?? usual.below,
    hundreds: hundreds ?? usual.hundreds,
    usual,
  };
}
