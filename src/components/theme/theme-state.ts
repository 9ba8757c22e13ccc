import { proxy } from "valtio";
import { PAINT_COLOURS, type PaintColour, type PainterTheme } from "#workers/painter/api.ts";
import { readPreference, writePreference } from "../../browser/kept-preferences.ts";

export type ThemeChoice = "system" | "light" | "dark";

/** Colours of up and down, puts and calls: the market's habit, or two that the colour-blind tell apart. */
export const PALETTES = ["green-red", "blue-orange"] as const;
export type Palette = (typeof PALETTES)[number];

/** `version` rises whenever resolved colours may have changed, so that painters are told. */
export const themeState = proxy<{ choice: ThemeChoice; palette: Palette; version: number }>({
  choice: readPreference("theme", ["system", "light", "dark"] as const, "system"),
  palette: readPreference("palette", PALETTES, "green-red"),
  version: 0,
});

let forced: "light" | "dark" | null = null;

function apply(): void {
  const root = document.documentElement;
  const theme = forced ?? themeState.choice;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.palette = themeState.palette;
  themeState.version++;
}

export function setTheme(choice: ThemeChoice): void {
  themeState.choice = choice;
  writePreference("theme", choice);
  apply();
}

export function setPalette(palette: Palette): void {
  themeState.palette = palette;
  writePreference("palette", palette);
  apply();
}

/** One theme for as long as a page is shown, whatever was chosen; the choice is kept. @returns ends it */
export function forceTheme(theme: "light" | "dark"): () => void {
  forced = theme;
  apply();
  return () => {
    forced = null;
    apply();
  };
}

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
const prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)");

for (const preference of [prefersDark, prefersStill]) {
  preference.addEventListener("change", () => {
    themeState.version++;
  });
}

/** What is on screen now. */
export function shownTheme(): "light" | "dark" {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return prefersDark.matches ? "dark" : "light";
}

/** The tokens as the painter needs them: resolved to plain colours. */
export function resolvePainterTheme(fontSize: number): PainterTheme {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(
    PAINT_COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<PaintColour, string>;
  return { colours, fontSize, reducedMotion: prefersStill.matches };
}
