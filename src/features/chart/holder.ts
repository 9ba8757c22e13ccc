import { createContext, type ReactNode, useContext } from "react";
import { PRICE_LAYER } from "../../components/chart/prices/price-layer.tsx";
import type { LayerKind } from "../../components/chart/time/chart-layer.ts";
import type { ChartLevel } from "../../components/chart/types.ts";
import { searchFor } from "../../shared/shell-state.ts";
import type { Bars } from "./series/bars-series.ts";

/** Where a chart stands, and what is its holder's there. */
export interface ChartHolder {
  /** alone on the page, one of several, or in the window over a page */
  readonly kind: "page" | "pane" | "window";
  /** Chooses another instrument. @param text that the search begins with */
  pick(text: string): void;
  /** the same for as long as there is the chart */
  readonly layer: LayerKind;
  /** What the holder draws across the price beside the chart's own; the same function while it is the same. */
  levels?(told: Bars): readonly ChartLevel[];
  /** Whether a key of the page is this chart's. */
  hears(target: EventTarget | null): boolean;
  /** CSS pixels that its plot has; without them as many as its panes need */
  readonly height?: number;
  /** beside its symbol, such as the length of its bars */
  readonly note?: string;
  /** what can be done with the whole of it, at the end of its head */
  readonly actions?: ReactNode;
  /** Each time that bars are told. */
  onTold?(told: Bars | null): void;
}

/** Whether it stands in the window of the chart. */
export const isInWindow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-window="chart"]') !== null;

/** One chart on the page. */
export const ALONE: ChartHolder = {
  kind: "page",
  pick: searchFor,
  layer: PRICE_LAYER,
  hears: (target) => !isInWindow(target),
};

const Holder = createContext<ChartHolder>(ALONE);

export const HolderProvider = Holder.Provider;
export const useHolder = (): ChartHolder => useContext(Holder);
