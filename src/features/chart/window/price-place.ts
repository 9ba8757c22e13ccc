/** Where on a chart a price is. */
import { roundToTick } from "#domain/units/tick.ts";
import type { PlotFrame } from "../../../components/chart/frame/plot-frame.ts";
import { panePlaces } from "../../../components/chart/time/paint-ground.ts";
import { scaleOf } from "../../../components/chart/time/pane-scale.ts";
import type { TimeState } from "../../../components/chart/time/time-state.ts";
import type { LayerWatch } from "../watched-layer.ts";

/** The nearest price that can be dealt at. @param tickSize of the contract, rupees @returns NaN of what is no price */
export function dealPrice(price: number, tickSize: number): number {
  const rounded = roundToTick(price, tickSize);
  return rounded > 0 ? rounded : Number.NaN;
}

export interface PricePlace extends LayerWatch {
  /** Covers the plot; null until something is drawn. */
  over(): HTMLElement | null;
  subscribe(changed: () => void): () => void;
  /** @param y CSS pixels from the top of the plot @returns NaN beside the pane of prices */
  priceAt(y: number): number;
}

export function createPricePlace(): PricePlace {
  let frame: PlotFrame | null = null;
  let state: TimeState | null = null;
  const listeners = new Set<() => void>();
  return {
    drawn(nextFrame, nextState) {
      const isOther = nextFrame !== frame;
      [frame, state] = [nextFrame, nextState];
      if (isOther) for (const changed of listeners) changed();
    },
    over: () => frame?.u.over ?? null,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    priceAt(y) {
      if (frame === null || state === null || state.panes.length === 0) return Number.NaN;
      const place = panePlaces(frame, state)[0];
      if (place === undefined || y < place.top || y > place.bottom) return Number.NaN;
      return frame.u.posToVal(y, scaleOf(state.panes, 0, "left"));
    },
  };
}
