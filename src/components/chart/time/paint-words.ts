/** What lies over the lines of a chart over time: their ends and names, gaps in words, where the record begins. Canvas work alone. */

import uPlot from "uplot";
import { createHatch } from "../../analysis/payoff/hatch.ts";
import { haloText } from "../../analysis/plot/halo-text.ts";
import { stackLabels } from "../../analysis/plot/place-labels.ts";
import { labelFont, type PlotTheme } from "../../analysis/plot/plot-theme.ts";
import { crisp, hairline, paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { firstFrom } from "../frame/window.ts";
import { TEXTS } from "../texts.ts";
import { clockOf, gapText } from "./gap-text.ts";
import { gapPlace, panePlaces } from "./paint-ground.ts";
import { scaleOf } from "./pane-scale.ts";
import { spreadLabels } from "./time-scale.ts";
import type { TimeState } from "./time-state.ts";

const LABEL = 14;
/** More words in one place than this many rows are left to the readout. */
const WORD_ROWS = 2;

interface Words {
  readonly at: number;
  readonly text: string;
  readonly colour: string;
}

export function paintWords(frame: PlotFrame, state: TimeState): void {
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const { bbox } = u;
  const words: Words[] = state.gaps.map((gap) => {
    const [left, right] = gapPlace(u, state.times, gap);
    return { at: (left + right) / 2, text: gapText(gap), colour: theme.colours["ink-2"] };
  });
  const since = state.recordedSince === null ? 0 : firstFrom(state.times, state.recordedSince);
  if (since > 0 && since < state.times.length) {
    const x = crisp(u.valToPos(since - 0.5, "x", true));
    words.unshift({
      at: x,
      text: TEXTS.recordedSince(clockOf(state.times[since]!, state.times.at(-1)!)),
      colour: theme.colours.accent,
    });
    paintOn(u, true, (ctx) =>
      hairline(ctx, [x, bbox.top + 16 * ratio, x, bbox.top + bbox.height], theme.colours.accent, [2, 3]),
    );
  }
  paintOn(u, false, (ctx) => {
    ctx.font = labelFont(theme, ratio, 500);
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    const places = stackLabels(
      words.map(({ at, text }) => ({ at, width: ctx.measureText(text).width })),
      bbox.left + 2 * ratio,
      bbox.left + bbox.width - 2 * ratio,
      8 * ratio,
      WORD_ROWS,
    );
    words.forEach(({ text, colour }, i) => {
      const { left, row } = places[i]!;
      if (Number.isNaN(left)) return;
      haloText(ctx, text, left, bbox.top + (8 + row * LABEL) * ratio, colour, theme.colours.surface);
    });
  });
  paintStrips(frame, state);
  paintEnds(frame, state);
}

/** CSS pixels of a strip. */
const STRIP = 6;

/** What is to be said of stretches of bars, at the foot of the first pane; its words where they have room. */
function paintStrips(frame: PlotFrame, state: TimeState): void {
  const strips = state.strips ?? [];
  if (strips.length === 0) return;
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const hatch = createHatch(u.ctx, theme.colours.warn, "rising", ratio);
  const top = u.bbox.top + (panePlaces(frame, state)[0]!.bottom - STRIP) * ratio;
  paintOn(u, true, (ctx) => {
    ctx.font = labelFont(theme, ratio, 500);
    ctx.textBaseline = "bottom";
    for (const { from, to, name } of strips) {
      const left = u.valToPos(firstFrom(state.times, from) - 0.5, "x", true);
      const width = u.valToPos(firstFrom(state.times, to) + 0.5, "x", true) - left;
      ctx.fillStyle = hatch ?? theme.colours.warn;
      ctx.fillRect(left, top, width, STRIP * ratio);
      if (ctx.measureText(name).width > width) continue;
      haloText(ctx, name, left + 2 * ratio, top - 2 * ratio, theme.colours.warn, theme.colours.surface);
    }
  });
}

/** The last known figure of each line in view, a ring where its bar has not ended, and its name beside it. */
function paintEnds(frame: PlotFrame, state: TimeState): void {
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const { bbox } = u;
  const to = Math.min(state.times.length - 1, Math.floor(frame.window.to + 0.5));
  const from = Math.max(0, Math.ceil(frame.window.from - 0.5));
  const ends = state.lines.map(({ values, pane, axis }) => {
    let at = to;
    while (at >= from && (values[at] ?? null) === null) at--;
    if (at < from) return null;
    return {
      at,
      y: u.valToPos(values[at]!, scaleOf(state.panes, pane, axis), true),
      x: u.valToPos(at, "x", true),
    };
  });
  const places = panePlaces(frame, state);
  paintOn(u, false, (ctx) => {
    for (const [i, end] of ends.entries()) {
      const line = state.lines[i]!;
      const goesOn = end !== null && (line.values[end.at + 1] ?? null) !== null;
      if (end === null || goesOn || line.shape === "bars") continue;
      const isRunning = state.times[end.at] === state.runningAt;
      ctx.beginPath();
      ctx.arc(end.x, end.y, (isRunning ? 3 : 2.25) * ratio, 0, 2 * Math.PI);
      ctx.fillStyle = isRunning ? theme.colours.surface : theme.colours[line.colour];
      ctx.strokeStyle = theme.colours[line.colour];
      ctx.lineWidth = 1.5 * ratio;
      ctx.fill();
      ctx.stroke();
    }
    if (state.labelRoom === 0) return;
    ctx.font = labelFont(theme, ratio, 500);
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    ctx.lineJoin = "round";
    const left = bbox.left + bbox.width + 7 * ratio;
    for (const [pane, { top, bottom }] of places.entries()) {
      const ys = ends.map((end, i) => (end === null || state.lines[i]!.pane !== pane ? Number.NaN : end.y));
      const spread = spreadLabels(
        ys,
        LABEL * ratio,
        bbox.top + (top + 6) * ratio,
        bbox.top + (bottom - 6) * ratio,
      );
      for (const [i, y] of spread.entries()) {
        if (Number.isNaN(y)) continue;
        const { name, colour } = state.lines[i]!;
        const text = shortened(ctx, name, (state.labelRoom - 12) * ratio);
        haloText(ctx, text, left, y, theme.colours[opaque(colour)], theme.colours.surface);
      }
    }
  });
}

type Colour = keyof PlotTheme["colours"];
const OPAQUE: Partial<Record<Colour, Colour>> = {
  "oi-call": "oi-call-ink",
  "oi-call-strong": "oi-call-ink",
  "oi-put": "oi-put-ink",
  "oi-put-strong": "oi-put-ink",
};

/** What an area is tinted with is too faint for its name. */
const opaque = (colour: Colour): Colour => OPAQUE[colour] ?? colour;

/** With an ellipsis where it is wider than its room. */
function shortened(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let short = text;
  while (short.length > 1 && ctx.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return `${short}…`;
}
