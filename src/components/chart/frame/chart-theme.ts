import { type PlotTheme, readPlotTheme } from "../../analysis/plot/plot-theme.ts";

/** What the reader's own contrast colours stand in for; a canvas is not recoloured by the browser. */
const FORCED: Partial<Record<keyof PlotTheme["colours"], string>> = {
  surface: "Canvas",
  "accent-ink": "Canvas",
  line: "GrayText",
  "line-2": "GrayText",
  accent: "Highlight",
};

const query = (): MediaQueryList => window.matchMedia("(forced-colors: active)");

/** As the browser writes a ground that is not painted: fully clear. */
const CLEAR = /^$|^transparent$|^\w+a\(.*, 0\)$/;

/** What an element stands on: the nearest ground that is painted, so that words can be kept free of lines in its colour. */
function groundOf(host: HTMLElement): string | null {
  for (let at: HTMLElement | null = host; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!CLEAR.test(backgroundColor)) return backgroundColor;
  }
  return null;
}

/** The page's colours, `surface` being what the host stands on, or the reader's where those are forced: then dashes, hatches and names tell lines apart. */
export function readChartTheme(host: HTMLElement): PlotTheme {
  const theme = readPlotTheme();
  if (!query().matches) {
    const surface = groundOf(host) ?? theme.colours.surface;
    return { ...theme, colours: { ...theme.colours, surface } };
  }
  const colours = Object.fromEntries(
    Object.keys(theme.colours).map((name) => [name, FORCED[name as keyof typeof FORCED] ?? "CanvasText"]),
  ) as PlotTheme["colours"];
  return { ...theme, colours };
}

/** @returns ends it */
export function watchForcedColours(onChange: () => void): () => void {
  const forced = query();
  forced.addEventListener("change", onChange);
  return () => forced.removeEventListener("change", onChange);
}
