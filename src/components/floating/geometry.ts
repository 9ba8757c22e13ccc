/** Where floating windows may be and how large, in CSS pixels from the top left of the screen (rules SHELL-20 to SHELL-22). */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Screen extends Size {
  /** Of the lower edge, what a page keeps for itself: windows dock above it. */
  readonly foot: number;
}

export const DOCKS = ["bottomRight", "bottomLeft", "bottomCenter"] as const;
export type Dock = (typeof DOCKS)[number];

/** What of a window is in the hand: its edges, a corner by both. */
export interface Edges {
  readonly x: "left" | "right" | null;
  readonly y: "top" | "bottom" | null;
}

export const LEAST: Size = { width: 450, height: 300 };
export const DEFAULT_SIZE: Size = { width: 650, height: 450 };
/** Of each side of the screen, what a window leaves free. */
const FREE = 100;
export const HEADER_HEIGHT = 36;
const MINIMIZED_WIDTH = 350;
/** Beside a window docked on the right is the place of what else floats there. */
const RIGHT_OFFSET = 72;
const GAP = 8;

const between = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, value)));

/** Longest and shortest a side may be; a screen too small for either has all of it. */
function sideWithin(length: number, least: number, screen: number): number {
  return Math.min(between(length, least, Math.max(least, screen - FREE)), screen);
}

export function sizeWithin({ width, height }: Size, screen: Size): Size {
  return {
    width: sideWithin(width, LEAST.width, screen.width),
    height: sideWithin(height, LEAST.height, screen.height),
  };
}

/** The place nearest to one that is wholly on the screen. */
export function placeWithin(place: Place, screen: Size): Place {
  const { width, height } = sizeWithin(place, screen);
  return {
    x: between(place.x, 0, Math.max(0, screen.width - width)),
    y: between(place.y, 0, Math.max(0, screen.height - height)),
    width,
    height,
  };
}

function dockedX(dock: Dock, width: number, screen: Size): number {
  if (dock === "bottomLeft") return 0;
  return dock === "bottomCenter" ? (screen.width - width) / 2 : screen.width - RIGHT_OFFSET - width;
}

/** Where a window stands that was not moved yet. */
export function dockedPlace(dock: Dock, size: Size, screen: Screen): Place {
  const { width, height } = sizeWithin(size, screen);
  return placeWithin(
    { x: dockedX(dock, width, screen), y: screen.height - screen.foot - height, width, height },
    screen,
  );
}

/** How many minimised windows stand beside one another; from the middle, as many on the one side as on the other. */
function minimizedInRow(dock: Dock, width: number, screen: Screen): number {
  const step = width + GAP;
  if (dock === "bottomCenter") return 1 + 2 * Math.max(0, Math.floor((screen.width - width) / 2 / step));
  const free = screen.width - (dock === "bottomRight" ? RIGHT_OFFSET : 0);
  return Math.max(1, Math.floor((free + GAP) / step));
}

/**
 * Where a minimised window stands.
 * @param before minimised windows of the same dock that were there before it: it stands beside them, then above
 */
export function minimizedPlace(dock: Dock, before: number, screen: Screen): Place {
  const width = Math.min(MINIMIZED_WIDTH, screen.width);
  const step = width + GAP;
  const inRow = minimizedInRow(dock, width, screen);
  const nth = before % inRow;
  const row = Math.floor(before / inRow);
  // From the middle they go right and left in turn.
  const steps = {
    bottomLeft: nth,
    bottomRight: -nth,
    bottomCenter: Math.ceil(nth / 2) * (nth % 2 === 0 ? -1 : 1),
  }[dock];
  const y = screen.height - screen.foot - HEADER_HEIGHT - row * (HEADER_HEIGHT + GAP);
  return {
    x: between(dockedX(dock, width, screen) + steps * step, 0, Math.max(0, screen.width - width)),
    y: Math.max(0, y),
    width,
    height: HEADER_HEIGHT,
  };
}

export function moved(place: Place, dx: number, dy: number, screen: Size): Place {
  return placeWithin({ ...place, x: place.x + dx, y: place.y + dy }, screen);
}

/** Larger or smaller where it stands; what the screen has no room for on the one side it takes on the other. */
export function grown(place: Place, dx: number, dy: number, screen: Size): Place {
  return placeWithin({ ...place, width: place.width + dx, height: place.height + dy }, screen);
}

/** One side drawn by one of its ends; the other end stays where it is. */
function drawn(
  from: number,
  length: number,
  by: number,
  { isFar, least, screen }: { isFar: boolean; least: number; screen: number },
): readonly [from: number, length: number] {
  const room = isFar ? screen - from : from + length;
  const wanted = isFar ? length + by : length - by;
  const next = Math.min(sideWithin(wanted, least, screen), room);
  return [isFar ? from : from + length - next, next];
}

/** @param dx how far the edge in the hand went, right and down above 0 */
export function resized(place: Place, edges: Edges, dx: number, dy: number, screen: Size): Place {
  const [x, width] =
    edges.x === null
      ? [place.x, place.width]
      : drawn(place.x, place.width, dx, {
          isFar: edges.x === "right",
          least: LEAST.width,
          screen: screen.width,
        });
  const [y, height] =
    edges.y === null
      ? [place.y, place.height]
      : drawn(place.y, place.height, dy, {
          isFar: edges.y === "bottom",
          least: LEAST.height,
          screen: screen.height,
        });
  return placeWithin({ x, y, width, height }, screen);
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
