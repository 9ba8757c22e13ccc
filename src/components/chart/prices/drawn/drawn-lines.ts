/** Lines that a reader has drawn, in time and price, and where they lie on the screen. Pure. */

import { firstFrom } from "../../frame/window.ts";

export const DRAWN_KINDS = ["level", "trend", "ray"] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

export interface DrawnPoint {
  /** epoch ms */
  readonly at: number;
  /** rupees, above 0 */
  readonly price: number;
}

export interface DrawnLine {
  readonly kind: DrawnKind;
  /** one of a level, two of all else */
  readonly points: readonly DrawnPoint[];
}

export const pointsOf = (kind: DrawnKind): 1 | 2 => (kind === "level" ? 1 : 2);

/** Pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export type Segment = readonly [from: Spot, to: Spot];

/**
 * The place of the bar that holds an instant, so that a point is at the same bar whatever the others are. Before the first bar it is
 * as far to the left as bars are apart on average.
 * @param times starts of bars, epoch ms, ascending
 */
export function placeOf(times: readonly number[], at: number): number {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  if (at >= first) {
    const next = firstFrom(times, at);
    return times[next] === at ? next : next - 1;
  }
  return times.length < 2 || last === first ? 0 : ((at - first) / (last - first)) * (times.length - 1);
}

/** What a line looks like between the edges of its pane; null where it has no length. @param spots of its points */
export function segmentOf(
  kind: DrawnKind,
  spots: readonly Spot[],
  { left, right, top, bottom }: Box,
): Segment | null {
  const [a, b] = spots;
  if (a === undefined) return null;
  if (kind === "level")
    return [
      { x: left, y: a.y },
      { x: right, y: a.y },
    ];
  if (b === undefined || (a.x === b.x && a.y === b.y)) return null;
  if (kind === "trend") return [a, b];
  // As far as the first edge it meets, from whatever lies beyond its second point.
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const toX = dx === 0 ? Number.POSITIVE_INFINITY : ((dx > 0 ? right : left) - a.x) / dx;
  const toY = dy === 0 ? Number.POSITIVE_INFINITY : ((dy > 0 ? bottom : top) - a.y) / dy;
  const far = Math.max(1, Math.min(toX, toY));
  return [a, { x: a.x + dx * far, y: a.y + dy * far }];
}

export function distanceTo([from, to]: Segment, { x, y }: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}

/** A line under a finger. */
export interface Hit {
  readonly line: number;
  /** of its points; null between them */
  readonly handle: number | null;
}

export interface Reach {
  /** pixels from a handle, and from a line */
  readonly handle: number;
  readonly line: number;
}

/**
 * What lies nearest to a spot within reach: handles of the selected line before all lines, of which the newest.
 * @param drawn by line: its spots, and what is seen of it
 * @param selected -1 none
 */
export function hitOf(
  drawn: readonly { readonly spots: readonly Spot[]; readonly segment: Segment | null }[],
  selected: number,
  spot: Spot,
  reach: Reach,
): Hit | null {
  const own = drawn[selected]?.spots ?? [];
  const near = own
    .map(({ x, y }, handle) => ({ handle, away: Math.hypot(x - spot.x, y - spot.y) }))
    .filter(({ away }) => away <= reach.handle)
    .sort((a, b) => a.away - b.away)[0];
  if (near !== undefined) return { line: selected, handle: near.handle };
  for (let line = drawn.length - 1; line >= 0; line--) {
    const { segment } = drawn[line]!;
    if (segment !== null && distanceTo(segment, spot) <= reach.line) return { line, handle: null };
  }
  return null;
}
