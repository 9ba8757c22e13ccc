import uPlot from "uplot";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import { paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { panePlaces } from "../time/paint-ground.ts";
import type { TimeState } from "../time/time-state.ts";

/** Why nothing is drawn in a pane, in its middle. Canvas work alone. */
export function paintNotes(frame: PlotFrame, state: TimeState): void {
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const places = panePlaces(frame, state);
  paintOn(u, true, (ctx) => {
    ctx.font = labelFont(theme, ratio);
    ctx.fillStyle = theme.colours["ink-2"];
    ctx.textBaseline = "middle";
    ctx.textAlign = "center";
    for (const [i, { note = "" }] of state.panes.entries()) {
      const { top, bottom } = places[i]!;
      ctx.fillText(note, u.bbox.left + u.bbox.width / 2, u.bbox.top + ((top + bottom) / 2) * ratio);
    }
  });
}
