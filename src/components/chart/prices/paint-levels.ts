/** Figures that are named across a pane. Canvas work alone. */

import uPlot from "uplot";
import { haloText } from "../../analysis/plot/halo-text.ts";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import { crisp, hairline, paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { panePlaces } from "../time/paint-ground.ts";
import { scaleOf } from "../time/pane-scale.ts";
import { spreadLabels } from "../time/time-scale.ts";
import type { TimeState } from "../time/time-state.ts";

/** CSS pixels from name to name. */
const LABEL = 13;

export function paintLevels(frame: PlotFrame, state: TimeState): void {
  const levels = state.levels ?? [];
  if (levels.length === 0) return;
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const { left, width, top } = u.bbox;
  for (const [pane, place] of panePlaces(frame, state).entries()) {
    const shown = levels.filter((level) => {
      const ends = state.ranges.get(scaleOf(state.panes, level.pane, level.axis));
      return level.pane === pane && ends !== undefined && level.value >= ends[0] && level.value <= ends[1];
    });
    const ys = shown.map(({ value, axis }) => u.valToPos(value, scaleOf(state.panes, pane, axis), true));
    const [from, to] = [top + (place.top + 6) * ratio, top + (place.bottom - 6) * ratio];
    const names = spreadLabels(
      ys.map((y) => y - 7 * ratio),
      LABEL * ratio,
      from,
      to,
    );
    paintOn(u, true, (ctx) => {
      ctx.font = labelFont(theme, ratio, 500);
      ctx.textBaseline = "middle";
      ctx.textAlign = "left";
      ctx.lineJoin = "round";
      for (const [i, { name, colour, dash }] of shown.entries()) {
        const y = crisp(ys[i]!);
        hairline(ctx, [left, y, left + width, y], theme.colours[colour], dash);
        if (!Number.isNaN(names[i]!))
          haloText(ctx, name, left + 4 * ratio, names[i]!, theme.colours[colour], theme.colours.surface);
      }
    });
  }
}
