import uPlot from "uplot";
import type { PlotFrame } from "../../frame/plot-frame.ts";
import { panePlaces } from "../../time/paint-ground.ts";
import { scaleOf } from "../../time/pane-scale.ts";
import type { TimeState } from "../../time/time-state.ts";
import {
  type Box,
  type DrawnLine,
  type DrawnPoint,
  placeOf,
  type Segment,
  type Spot,
  segmentOf,
} from "./drawn-lines.ts";

/** Between time and price, and CSS pixels inside the plot, as it is drawn now. */
export interface DrawnMap {
  readonly box: Box;
  spotOf(point: DrawnPoint): Spot;
  /** The point under a spot, or the nearest one in the chart. */
  pointOf(spot: Spot): DrawnPoint;
  seen(line: DrawnLine): { readonly spots: readonly Spot[]; readonly segment: Segment | null };
}

/** @param decimals of prices */
export function drawnMap({ u }: PlotFrame, state: TimeState, decimals: number): DrawnMap {
  const scale = scaleOf(state.panes, 0, "left");
  const { times } = state;
  const pane = panePlaces({ u } as PlotFrame, state)[0]!;
  const box: Box = { left: 0, right: u.bbox.width / uPlot.pxRatio, top: pane.top, bottom: pane.bottom };
  const least = 10 ** -decimals;
  const spotOf = ({ at, price }: DrawnPoint): Spot => ({
    x: u.valToPos(placeOf(times, at), "x"),
    y: u.valToPos(price, scale),
  });
  return {
    box,
    spotOf,
    pointOf({ x, y }) {
      const place = Math.min(times.length - 1, Math.max(0, Math.round(u.posToVal(x, "x"))));
      const price = u.posToVal(Math.min(box.bottom, Math.max(box.top, y)), scale);
      return { at: times[place]!, price: Math.max(least, Number(price.toFixed(decimals))) };
    },
    seen(line) {
      const spots = line.points.map(spotOf);
      const segment = segmentOf(line.kind, spots, box);
      // A level is held at its point, or where that is out of sight at the edge of the plot.
      const held =
        line.kind === "level"
          ? spots.map(({ x, y }) => ({ x: Math.min(box.right - 12, Math.max(12, x)), y }))
          : spots;
      return { spots: held, segment };
    },
  };
}
