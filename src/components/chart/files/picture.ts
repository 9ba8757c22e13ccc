/** The chart as a picture that says what it shows: symbol, title, time and origin stand over it, and what each line is. */

import uPlot from "uplot";
import { formatDateTime } from "#domain/format/date.ts";
import { labelFont, type PlotTheme } from "../../analysis/plot/plot-theme.ts";
import { TEXTS } from "../texts.ts";
import type { ChartFiles } from "./chart-files.ts";

/** CSS pixels */
const EDGE = 12;
const TITLE = 15;
const LINE = 18;
const SWATCH = 18;

interface Placed {
  readonly x: number;
  readonly row: number;
}

/** Names one after the other, in as many rows as they need. */
function flow(widths: readonly number[], room: number): Placed[] {
  let [x, row] = [0, 0];
  return widths.map((width) => {
    if (x > 0 && x + width > room) [x, row] = [0, row + 1];
    const placed = { x, row };
    x += width;
    return placed;
  });
}

/** @returns null where the plot is gone, or the browser has no canvas for it */
export async function pictureOf(files: ChartFiles): Promise<Blob | null> {
  const frame = files.frame();
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d");
  if (frame === null || ctx === null) return null;
  frame.drawNow();
  const { theme } = frame;
  const from = frame.u.ctx.canvas;
  const ratio = uPlot.pxRatio;
  const edge = EDGE * ratio;
  ctx.font = labelFont(theme, ratio, 500);
  const widths = files.legend.map(({ name }) => ctx.measureText(name).width + (SWATCH + 22) * ratio);
  const places = flow(widths, from.width);
  const rows = (places.at(-1)?.row ?? -1) + 1;
  const head = (EDGE + TITLE + 8 + LINE + rows * LINE + 6) * ratio;
  canvas.width = from.width + edge * 2;
  canvas.height = Math.ceil(head + from.height + edge);
  ctx.fillStyle = theme.colours.surface;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  writeHead(ctx, files, theme, ratio);
  ctx.font = labelFont(theme, ratio, 500);
  ctx.textBaseline = "middle";
  files.legend.forEach(({ name, colour, dash }, i) => {
    const { x, row } = places[i]!;
    const left = edge + x;
    const y = (EDGE + TITLE + 8 + LINE + row * LINE + LINE / 2) * ratio;
    ctx.strokeStyle = theme.colours[colour as keyof PlotTheme["colours"]];
    ctx.lineWidth = 2 * ratio;
    ctx.setLineDash(dash.map((each) => each * ratio));
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(left + SWATCH * ratio, y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = theme.colours["ink-2"];
    ctx.fillText(name, left + (SWATCH + 6) * ratio, y);
  });
  ctx.drawImage(from, edge, head);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function writeHead(
  ctx: CanvasRenderingContext2D,
  { source }: ChartFiles,
  theme: PlotTheme,
  ratio: number,
): void {
  ctx.textBaseline = "top";
  ctx.fillStyle = theme.colours.ink;
  ctx.font = `600 ${Math.round(TITLE * ratio)}px ${theme.family}`;
  ctx.fillText(`${source.symbol}  ${source.title}`, EDGE * ratio, EDGE * ratio);
  ctx.font = labelFont(theme, ratio);
  ctx.fillStyle = theme.colours["ink-3"];
  const time = source.asOf === null ? "" : `${TEXTS.asOf(formatDateTime(source.asOf))}  ·  `;
  ctx.fillText(time + source.origin, EDGE * ratio, (EDGE + TITLE + 6) * ratio);
}
