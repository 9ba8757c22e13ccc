import type { PlotFrame } from "../../components/chart/frame/plot-frame.ts";
import { PRICE_LAYER } from "../../components/chart/prices/price-layer.tsx";
import type { LayerKind } from "../../components/chart/time/chart-layer.ts";
import type { TimeState } from "../../components/chart/time/time-state.ts";

/** Who is told of a chart from outside: what it has drawn, and where its cursor has gone. */
export interface LayerWatch {
  drawn(frame: PlotFrame, state: TimeState): void;
  /** @param place of a bar; -1 none */
  moved?(place: number): void;
}

/** Prices as every chart of them has, watched. */
export function watchedLayer({ drawn, moved }: LayerWatch): LayerKind {
  return {
    ...PRICE_LAYER,
    create() {
      const own = PRICE_LAYER.create();
      return {
        reset: own.reset,
        under: own.under,
        over(frame, state) {
          own.over(frame, state);
          drawn(frame, state);
        },
        ...(moved && { moved }),
      };
    },
  };
}
