/** Bars of strikes, and what is marked among them. Canvas work alone. */

import uPlot from "uplot";
import { createHatch } from "../../analysis/payoff/hatch.ts";
import { placeLabels } from "../../analysis/plot/place-labels.ts";
import { labelFont, type PlotTheme } from "../../analysis/plot/plot-theme.ts";
import { crisp, hairline, paintOn, paintPlaceAxis, paintValueAxis } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { axisTicks } from "../frame/ticks.ts";
import type { StrikeBarsProps } from "../types.ts";
import { labelledStrikes, MIDDLE, placeStrikes, type StrikePlaces, type Zone } from "./strike-scale.ts";

type State = StrikeBarsProps;

interface Scene extends StrikePlaces {
  /** First strike in view, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Canvas pixels of a strike. */
  readonly each: number;
}

/** CSS pixels of one side's bar at most. */
const WIDEST = 26;

/** Zones in canvas pixels from the canvas' upper edge. */
export function sceneOf({ u, window }: PlotFrame, state: State): Scene {
  const ratio = uPlot.pxRatio;
  const from = Math.max(0, Math.ceil(window.from - 0.5));
  const to = Math.min(state.strikes.length, Math.floor(window.to + 0.5) + 1);
  const places = placeStrikes(state, from, to, u.bbox.height / ratio, ratio);
  const { top } = u.bbox;
  const moved = (zone: Zone): Zone => ({
    top: zone.top + top,
    bottom: zone.bottom + top,
    y: (value) => zone.y(value) + top,
  });
  const each = u.bbox.width / Math.max(1, window.to - window.from + 1);
  return { ...places, call: moved(places.call), put: moved(places.put), from, to, each };
}

const atmPlace = ({ strikes, atmStrike }: State): number =>
  atmStrike === null ? -1 : strikes.indexOf(atmStrike);

export const isMirrored = ({ layout }: State): boolean => layout === "mirrored";

export function paintStrikeGround(frame: PlotFrame, state: State): void {
  if (state.strikes.length === 0) return;
  const { u, theme } = frame;
  const { bbox } = u;
  const ratio = uPlot.pxRatio;
  const scene = sceneOf(frame, state);
  const atm = atmPlace(state);
  if (atm >= 0) {
    paintOn(u, true, (ctx) => {
      ctx.fillStyle = theme.colours.accent;
      ctx.globalAlpha = 0.09;
      ctx.fillRect(u.valToPos(atm, "x", true) - scene.each / 2, bbox.top, scene.each, bbox.height);
    });
  }
  const zones = isMirrored(state) ? [scene.call, scene.put] : [scene.call];
  const right = bbox.left + bbox.width;
  for (const zone of zones) {
    const { at, step } = axisTicks(scene.least, scene.most, (zone.bottom - zone.top) / ratio);
    const texts = state.axis.format(at, step);
    const ticks = at.map((value, i) => ({ y: zone.y(value), text: texts[i]! }));
    paintValueAxis(frame, "left", ticks, right, true);
  }
}

/** Over all else, for between mirrored sides hairlines cross them. */
export function paintStrikeNames(frame: PlotFrame, state: State): void {
  if (state.strikes.length === 0) return;
  const { u, theme } = frame;
  const scene = sceneOf(frame, state);
  const atm = atmPlace(state);
  const { bbox } = u;
  const ratio = uPlot.pxRatio;
  const { ctx } = u;
  ctx.save();
  ctx.font = labelFont(theme, ratio, 600);
  const name = (i: number): string => state.formatStrike(state.strikes[i]!);
  const widest = Math.max(ctx.measureText(name(scene.from)).width, ctx.measureText(name(scene.to - 1)).width);
  const most = Math.max(2, Math.floor(bbox.width / (widest + 14 * ratio)));
  const round = labelledStrikes(state.strikes, scene.from, scene.to, most);
  const wanted = atm >= scene.from && atm < scene.to ? [atm, ...round.filter((i) => i !== atm)] : round;
  const lefts = placeLabels(
    wanted.map((i) => ({ at: u.valToPos(i, "x", true), width: ctx.measureText(name(i)).width })),
    bbox.left - 20 * ratio,
    bbox.left + bbox.width + 8 * ratio,
    6 * ratio,
  );
  ctx.restore();
  const y = isMirrored(state)
    ? scene.call.bottom + (MIDDLE / 2) * ratio
    : bbox.top + bbox.height + 13 * ratio;
  const shown = wanted.filter((_, i) => !Number.isNaN(lefts[i]!));
  paintPlaceAxis(
    frame,
    shown.map((i) => ({ x: u.valToPos(i, "x", true), text: name(i), isStrong: i === atm })),
    y,
  );
}

type Paint = string | CanvasPattern;
interface Coat {
  readonly ground: string;
  readonly hatch: Paint | null;
  readonly edge: string;
}

/** Calls are plain, puts are hatched: hue is not the only sign. */
function coats(ctx: CanvasRenderingContext2D, { colours }: PlotTheme): { call: Coat; put: Coat } {
  return {
    call: { ground: colours["oi-call-strong"], hatch: null, edge: colours["oi-call-ink"] },
    put: {
      ground: colours["oi-put"],
      hatch: createHatch(ctx, colours["oi-put-ink"], "rising", uPlot.pxRatio * 0.7),
      edge: colours["oi-put-ink"],
    },
  };
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** On whole pixels, and never so thin that it is not seen. */
function rectOf(zone: Zone, value: number, x: number, width: number): Rect {
  const [a, b] = [Math.round(zone.y(0)), Math.round(zone.y(value))];
  const height = Math.max(value === 0 ? 0 : 1, Math.abs(a - b));
  const left = Math.round(x);
  return {
    x: left,
    y: b === a ? a - 1 : Math.min(a, b),
    width: Math.max(1, Math.round(x + width) - left),
    height,
  };
}

function paintBar(ctx: CanvasRenderingContext2D, rect: Rect, coat: Coat): void {
  const { x, y, width, height } = rect;
  ctx.fillStyle = coat.ground;
  ctx.fillRect(x, y, width, height);
  if (coat.hatch !== null && width > 3) {
    ctx.fillStyle = coat.hatch;
    ctx.fillRect(x, y, width, height);
  }
  if (width > 3 && height > 1) {
    ctx.strokeStyle = coat.edge;
    ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  } else {
    ctx.fillStyle = coat.edge;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(x, y, width, height);
    ctx.globalAlpha = 1;
  }
}

/** CSS pixels of the ring that stands for a figure, and from zero to its middle. */
const RING = { radius: 1.75, from: 5 };

/** A figure that is not known is not zero: a ring says so. */
function paintUnknown(
  ctx: CanvasRenderingContext2D,
  x: number,
  { top, bottom, y }: Zone,
  { colours }: PlotTheme,
): void {
  const ratio = uPlot.pxRatio;
  const zero = y(0);
  const away = y(1) > zero ? 1 : -1;
  const at = Math.min(Math.max(zero + away * RING.from * ratio, top), bottom);
  ctx.beginPath();
  ctx.arc(x, at, RING.radius * ratio, 0, 2 * Math.PI);
  ctx.strokeStyle = colours["ink-3"];
  ctx.stroke();
}

/** Where one side's bars of a strike begin, and how wide they are, against the strike's middle. */
function barOf(
  state: State,
  side: "call" | "put",
  each: number,
): { readonly x: number; readonly width: number } {
  const ratio = uPlot.pxRatio;
  if (isMirrored(state)) {
    const width = Math.max(1, Math.min(each * 0.76, WIDEST * 1.4 * ratio));
    return { x: -width / 2, width };
  }
  const width = Math.max(1, Math.min(each * 0.41, WIDEST * ratio));
  return { x: side === "call" ? -width : 0, width };
}

export function paintStrikeBars(frame: PlotFrame, state: State): void {
  if (state.strikes.length === 0) return;
  const { u, theme } = frame;
  const scene = sceneOf(frame, state);
  const ratio = uPlot.pxRatio;
  paintOn(u, true, (ctx) => {
    ctx.lineWidth = 1;
    const coat = coats(ctx, theme);
    for (const side of ["call", "put"] as const) {
      const zone = scene[side];
      const { x, width } = barOf(state, side, scene.each);
      const inset = state.before === null || width < 5 * ratio ? 0 : Math.round(width * 0.16);
      for (let i = scene.from; i < scene.to; i++) {
        const middle = u.valToPos(i, "x", true);
        const before = state.before?.[side][i] ?? null;
        const now = state.now[side][i] ?? null;
        if (now === null) paintUnknown(ctx, middle + x + width / 2, zone, theme);
        const ghost = before === null ? null : rectOf(zone, before, middle + x, width);
        if (ghost !== null) {
          ctx.fillStyle = theme.colours["line-2"];
          ctx.fillRect(ghost.x, ghost.y, ghost.width, ghost.height);
        }
        if (now !== null) paintBar(ctx, rectOf(zone, now, middle + x + inset, width - inset * 2), coat[side]);
        if (ghost === null || before === 0) continue;
        // Its level crosses a bar that has grown past it.
        const level = crisp(zone.y(before!) - 0.5);
        hairline(ctx, [ghost.x, level, ghost.x + ghost.width, level], theme.colours["ink-2"]);
      }
    }
    for (const zone of [scene.call, scene.put]) {
      const zero = crisp(zone.y(0));
      hairline(ctx, [u.bbox.left, zero, u.bbox.left + u.bbox.width, zero], theme.colours["ink-3"]);
    }
  });
}
