import uPlot from "uplot";

/** Ground shows around the letters, so that no line crosses them. */
export function haloText(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colour: string,
  ground: string,
): void {
  ctx.strokeStyle = ground;
  ctx.lineWidth = 4 * uPlot.pxRatio;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
