import { proxy } from "valtio";
import { PAINT_COLOURS, type PaintColour, type PainterTheme } from "#workers/painter/api.ts";
import { readPreference, writePreference } from "../../lib/preferences.ts";

export type ThemeChoice = "system" | "light" | "dark";

/** `version` rises whenever resolved colours may have changed, so that painters are told. */
export const themeState = proxy<{ choice: ThemeChoice; version: number }>({
  choice: readPreference("theme", ["system", "light", "dark"] as const, "system"),
  version: 0,
});

export function setTheme(choice: ThemeChoice): void {
  themeState.choice = choice;
  writePreference("theme", choice);
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  themeState.version++;
}

for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
  window.matchMedia(query).addEventListener("change", () => {
    themeState.version++;
  });
}

/** The tokens as the painter needs them: resolved to plain colours. */
export function resolvePainterTheme(fontSize: number): PainterTheme {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(
    PAINT_COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<PaintColour, string>;
  return { colours, fontSize, reducedMotion: window.matchMedia("(prefers-reduced-motion: reduce)").matches };
}
