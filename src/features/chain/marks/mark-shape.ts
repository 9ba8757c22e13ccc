import { LIQUIDITY_MARKS, type LiquidityMark } from "#domain/format/liquidity-marks.ts";

/** A mark's strokes as the path of an SVG of 8 × 8, a pixel of air around them; a dot is a short thick line. */
export function markPath({ strokes }: LiquidityMark): string {
  if (strokes.length === 0) return "M4,4h0.01";
  return strokes
    .map((points) =>
      points.reduce((path, at, i) => `${path}${i === 0 ? "M" : i % 2 === 0 ? "L" : " "}${at + 1}`, ""),
    )
    .join("");
}

export const markNamed = (name: LiquidityMark["name"]): LiquidityMark =>
  LIQUIDITY_MARKS.find((mark) => mark.name === name)!;
