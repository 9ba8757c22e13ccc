import type uPlot from "uplot";
import { createFrame, type PlotFrame } from "../frame/plot-frame.ts";
import { viewOf, windowOf } from "../frame/window.ts";
import type { StrikeBarsProps } from "../types.ts";
import { paintStrikeMarks } from "./paint-marks.ts";
import { paintStrikeBars, paintStrikeGround, paintStrikeNames } from "./paint-strikes.ts";

interface StrikePlotEvents {
  /** @param place of the strike under the cursor; -1 none */
  onCursor(place: number, isByKey: boolean): void;
}

/** Bars of strikes, made once: what comes later is data. */
export interface StrikePlot {
  readonly frame: PlotFrame;
  show(props: StrikeBarsProps): void;
  destroy(): void;
}

const VALUE_AXIS = 56;
const STRIKE_AXIS = 24;

export function createStrikePlot(
  host: HTMLElement,
  first: StrikeBarsProps,
  events: StrikePlotEvents,
): StrikePlot {
  let props = first;
  let places: number[] = [];
  let seenView: StrikeBarsProps["view"] = null;
  let seenStrikes: readonly number[] = [];
  const isMirrored = (): boolean => props.layout === "mirrored";

  const frame = createFrame(host, {
    height: first.height,
    scales: [],
    range: () => [0, 1],
    room: () => ({ top: 2, left: VALUE_AXIS, right: 12, bottom: isMirrored() ? 4 : STRIKE_AXIS }),
    count: () => props.strikes.length,
    data: () => [places] as unknown as uPlot.AlignedData,
    under(self) {
      paintStrikeGround(self, props);
      paintStrikeBars(self, props);
    },
    over(self) {
      paintStrikeMarks(self, props);
      paintStrikeNames(self, props);
    },
    onCursor: (place, isByKey) => events.onCursor(place, isByKey),
    onWindow: (window) => props.onView(viewOf(props.strikes, window)),
    onPress(place) {
      const strike = props.strikes[place];
      if (strike !== undefined) props.onStrike(strike);
    },
  });

  return {
    frame,
    show(next) {
      const isOther =
        next.view?.from !== seenView?.from ||
        next.view?.to !== seenView?.to ||
        next.strikes.length !== seenStrikes.length ||
        next.strikes.some((strike, i) => strike !== seenStrikes[i]);
      props = next;
      if (places.length !== next.strikes.length) places = next.strikes.map((_, i) => i);
      if (isOther) frame.view(windowOf(next.strikes, next.view));
      seenView = next.view;
      seenStrikes = next.strikes;
      frame.resize(next.height);
      frame.draw();
    },
    destroy: () => frame.destroy(),
  };
}
