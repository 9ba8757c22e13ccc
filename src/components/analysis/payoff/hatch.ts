/** Hatching, so that profit and loss are told apart without their colours: profit rises to the right, loss falls. */

type Slant = "rising" | "falling";

/** CSS pixels from line to line. */
const SPACING = 7;
const WIDTH = 1;

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** Lines of one tile that go on in the next: the diagonal, and the two corners that it leaves to its neighbours. */
export function hatchLines(size: number, slant: Slant): Line[] {
  const half = size / 2;
  const rising: Line[] = [
    [0, size, size, 0],
    [-half, half, half, -half],
    [half, size + half, size + half, half],
  ];
  return slant === "rising" ? rising : rising.map(([x1, y1, x2, y2]) => [x1, size - y1, x2, size - y2]);
}

/** @param ratio device pixels a CSS pixel; @returns null where the browser makes no patterns */
export function createHatch(
  ctx: CanvasRenderingContext2D,
  colour: string,
  slant: Slant,
  ratio: number,
): CanvasPattern | null {
  const size = Math.max(4, Math.round(SPACING * ratio));
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const pen = tile.getContext("2d");
  if (pen === null) return null;
  pen.strokeStyle = colour;
  pen.lineWidth = WIDTH * ratio;
  pen.beginPath();
  for (const [x1, y1, x2, y2] of hatchLines(size, slant)) {
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
  }
  pen.stroke();
  return ctx.createPattern(tile, "repeat");
}
