/** The target's line over the plot while nothing is in the hand: an element that is moved, so that no curve is drawn again for it. */
import uPlot from "uplot";
import css from "./PayoffChart.module.css";
import type { PlotState } from "./plot-state.ts";

interface TargetLine {
  /** To where it is now, on the axis as it is drawn; `isInHand` it is drawn by the hand's canvas. */
  update(u: uPlot, state: PlotState, isInHand: boolean): void;
}

/** @param over the element that covers the plot */
export function createTargetLine(over: HTMLElement): TargetLine {
  const line = document.createElement("div");
  line.className = css.targetLine ?? "";
  line.hidden = true;
  over.append(line);
  return {
    update(u, { view }, isInHand) {
      const x = u.valToPos(view.target, "x");
      const isShown = !isInHand && x >= 0 && x <= u.bbox.width / uPlot.pxRatio;
      if (line.hidden === isShown) line.hidden = !isShown;
      if (isShown) line.style.transform = `translateX(${Math.round(x)}px)`;
    },
  };
}
