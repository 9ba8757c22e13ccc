/** The floating windows of this tab. */

import { proxy, ref } from "valtio";
import type { Screen } from "./geometry.ts";
import { readPlaces, writePlaces } from "./kept-places.ts";
import { NO_WINDOWS, onScreen, type WindowsState } from "./window-state.ts";

export const windows = proxy<{ state: WindowsState }>({
  state: ref({ ...NO_WINDOWS, places: readPlaces() }),
});

export function changeWindows(change: (state: WindowsState) => WindowsState): void {
  const next = change(windows.state);
  if (next !== windows.state) windows.state = ref(next);
}

/** To be called when a movement has come to its end. */
export function keepPlaces(): void {
  writePlaces(windows.state.places);
}

function look(change: Partial<Screen>): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { foot } = windows.state.screen;
  changeWindows((state) => onScreen(state, { width: clientWidth, height: clientHeight, foot, ...change }));
}

const measure = (): void => look({});
let watchers = 0;

/** Follows the size of the screen for as long as it is asked to. */
export function watchScreen(): () => void {
  measure();
  if (watchers++ === 0) window.addEventListener("resize", measure);
  return () => {
    if (--watchers === 0) window.removeEventListener("resize", measure);
  };
}

/** What a page keeps of the lower edge of the screen for itself, px: windows dock above it. */
export const reserveFoot = (foot: number): void => look({ foot });
