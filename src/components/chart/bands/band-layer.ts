import { paintOn } from "../frame/paint.ts";
import { LOG_AXES } from "../prices/log-axes.ts";
import type { LayerKind } from "../time/chart-layer.ts";
import { scaleOf } from "../time/pane-scale.ts";

/** Shades what lies between two lines of one axis, where both are known; each line has a dash and a name of its own. @param low and high: their ids */
export const bandLayer = (low: string, high: string): LayerKind => ({
  create: () => ({
    reset() {},
    under({ u, theme, window }, { lines, panes, times }) {
      const [lower, upper] = [lines.find(({ id }) => id === low), lines.find(({ id }) => id === high)];
      if (lower === undefined || upper === undefined) return;
      const scale = scaleOf(panes, lower.pane, lower.axis);
      const first = Math.max(0, Math.floor(window.from));
      const end = Math.min(times.length, Math.ceil(window.to) + 1);
      const isKnown = (i: number): boolean =>
        i < end && (lower.values[i] ?? null) !== null && (upper.values[i] ?? null) !== null;
      paintOn(u, true, (ctx) => {
        ctx.fillStyle = theme.colours["ink-3"];
        ctx.globalAlpha = 0.16;
        for (let from = first; from < end; from++) {
          if (!isKnown(from)) continue;
          let to = from;
          while (isKnown(to + 1)) to++;
          ctx.beginPath();
          for (let i = from; i <= to; i++)
            ctx.lineTo(u.valToPos(i, "x", true), u.valToPos(upper.values[i]!, scale, true));
          for (let i = to; i >= from; i--)
            ctx.lineTo(u.valToPos(i, "x", true), u.valToPos(lower.values[i]!, scale, true));
          ctx.closePath();
          ctx.fill();
          from = to;
        }
        ctx.globalAlpha = 1;
      });
    },
    over() {},
  }),
  beside: () => [],
  swatch: () => null,
  log: LOG_AXES,
});
