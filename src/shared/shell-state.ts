import { proxy } from "valtio";

/** Remembered as long as the tab: who measures one tab has not asked for it in the next. */
const PERFORMANCE = "strikewise.performance";

function wasMeasuring(): boolean {
  try {
    return sessionStorage.getItem(PERFORMANCE) !== null;
  } catch {
    return false;
  }
}

/** The menus of the bar. */
export type ShellMenu = "analyse" | "trade" | "more";

/** What floats over the page. */
export const shell = proxy<{
  menu: ShellMenu | null;
  /** The navigation of small screens. */
  drawerOpen: boolean;
  pickerOpen: boolean;
  /** What the search begins with. */
  pickerText: string;
  keysOpen: boolean;
  healthOpen: boolean;
  /** "kept": open since the page was loaded, asked for before. */
  performancePanel: "closed" | "open" | "kept";
}>({
  menu: null,
  drawerOpen: false,
  pickerOpen: false,
  pickerText: "",
  keysOpen: false,
  healthOpen: false,
  performancePanel: wasMeasuring() ? "kept" : "closed",
});

export function openPicker(): void {
  searchFor("");
}

/** Opens the search with a text, as if it had been typed there. */
export function searchFor(text: string): void {
  shell.pickerText = text;
  shell.pickerOpen = true;
}

export function showPerformance(isOpen: boolean): void {
  shell.performancePanel = isOpen ? "open" : "closed";
  try {
    if (isOpen) sessionStorage.setItem(PERFORMANCE, "");
    else sessionStorage.removeItem(PERFORMANCE);
  } catch {
    // Storage may be forbidden: a reload then closes the panel.
  }
}
