/** Which floating windows are open, which of them is in front, and where each was left (rules SHELL-19 to SHELL-27). */

import {
  type Dock,
  dockedPlace,
  type Edges,
  grown,
  isSamePlace,
  minimizedPlace,
  moved,
  type Place,
  placeWithin,
  resized,
  type Screen,
  type Size,
} from "./geometry.ts";

export interface Restrictions {
  readonly isFixed?: boolean;
  readonly isSizeFixed?: boolean;
  readonly cannotMinimize?: boolean;
  readonly cannotClose?: boolean;
}

export interface OpenWindow {
  readonly id: string;
  /** What its place is kept by: a window that changes its form has a place for each. */
  readonly placeName: string;
  readonly dock: Dock;
  /** Until it is drawn larger or smaller. */
  readonly size: Size;
  readonly restrictions: Restrictions;
  readonly isMinimized: boolean;
}

export interface WindowsState {
  readonly screen: Screen;
  /** From the back to the front: the last is the active one. */
  readonly stack: readonly OpenWindow[];
  /** Ids of minimised windows, in the order in which they went down. */
  readonly down: readonly string[];
  /** Where windows were put by hand, as they were put: a screen that grows again gives back what it took. */
  readonly places: Readonly<Record<string, Place>>;
}

export const NO_WINDOWS: WindowsState = {
  screen: { width: 0, height: 0, foot: 0 },
  stack: [],
  down: [],
  places: {},
};

export const windowOf = ({ stack }: WindowsState, id: string): OpenWindow | undefined =>
  stack.find((each) => each.id === id);

const others = (stack: WindowsState["stack"], id: string): OpenWindow[] =>
  stack.filter((each) => each.id !== id);

/** Where a window is when it is not minimised. */
function ownPlace(
  { places, screen }: WindowsState,
  { placeName, dock, size, restrictions }: OpenWindow,
): Place {
  const kept = places[placeName];
  if (kept === undefined) return dockedPlace(dock, size, screen);
  return placeWithin(restrictions.isSizeFixed ? { ...kept, ...size } : kept, screen);
}

/** Where a window is now; null when it is not open. */
export function placeOf(state: WindowsState, id: string): Place | null {
  const found = windowOf(state, id);
  if (found === undefined) return null;
  if (!found.isMinimized) return ownPlace(state, found);
  const ofDock = state.down.filter((each) => windowOf(state, each)?.dock === found.dock);
  return minimizedPlace(found.dock, Math.max(0, ofDock.indexOf(id)), state.screen);
}

export const isActive = ({ stack }: WindowsState, id: string): boolean => stack.at(-1)?.id === id;

/** Opens a window in front, or tells what else is true of one that is open. */
export function withWindow(state: WindowsState, opened: OpenWindow): WindowsState {
  const { id, isMinimized } = opened;
  const isThere = windowOf(state, id) !== undefined;
  const stack = isThere
    ? state.stack.map((each) => (each.id === id ? opened : each))
    : [...state.stack, opened];
  const isDown = state.down.includes(id);
  if (isDown === isMinimized) return { ...state, stack };
  const down = isMinimized ? [...state.down, id] : state.down.filter((each) => each !== id);
  // What comes up again comes up in front.
  return { ...state, down, stack: isMinimized ? stack : [...others(stack, id), opened] };
}

export function withoutWindow(state: WindowsState, id: string): WindowsState {
  return {
    ...state,
    stack: others(state.stack, id),
    down: state.down.filter((each) => each !== id),
  };
}

export function activated(state: WindowsState, id: string): WindowsState {
  const found = windowOf(state, id);
  if (found === undefined || isActive(state, id)) return state;
  return { ...state, stack: [...others(state.stack, id), found] };
}

function put(state: WindowsState, { placeName }: OpenWindow, place: Place): WindowsState {
  return { ...state, places: { ...state.places, [placeName]: place } };
}

interface By {
  readonly dx: number;
  readonly dy: number;
  /** Where the window was when a drag began; where it is now unless told. */
  readonly from?: Place;
}

/** A change of place of a window that is open, not minimised, and may be changed so. */
function change(
  state: WindowsState,
  id: string,
  restriction: "isFixed" | "isSizeFixed",
  make: (now: Place) => Place,
): WindowsState {
  const found = windowOf(state, id);
  if (found === undefined || found.isMinimized || found.restrictions[restriction]) return state;
  const now = ownPlace(state, found);
  const next = make(now);
  return isSamePlace(now, next) ? state : put(state, found, next);
}

export function movedWindow(state: WindowsState, id: string, { dx, dy, from }: By): WindowsState {
  return change(state, id, "isFixed", (now) => moved(from ?? now, dx, dy, state.screen));
}

/** @param edges what is drawn by hand; null: the window grows where it stands */
export function resizedWindow(
  state: WindowsState,
  id: string,
  { edges, dx, dy, from }: By & { readonly edges: Edges | null },
): WindowsState {
  const { screen } = state;
  return change(state, id, "isSizeFixed", (now) =>
    edges === null ? grown(now, dx, dy, screen) : resized(from ?? now, edges, dx, dy, screen),
  );
}

/** Back to where a drag began. */
export function putBack(state: WindowsState, id: string, place: Place): WindowsState {
  const found = windowOf(state, id);
  return found === undefined ? state : put(state, found, place);
}

export function onScreen(state: WindowsState, screen: Screen): WindowsState {
  const { width, height, foot } = state.screen;
  if (width === screen.width && height === screen.height && foot === screen.foot) return state;
  return { ...state, screen };
}
