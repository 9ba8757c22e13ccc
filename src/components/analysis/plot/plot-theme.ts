/** What a canvas needs of the theme: tokens resolved to plain colours. */

const COLOURS = [
  "surface",
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "line-2",
  "accent",
  "accent-ink",
  "up",
  "down",
  "buy",
  "sell",
  "warn",
  "oi-call",
  "oi-put",
  "oi-call-strong",
  "oi-put-strong",
  "oi-call-ink",
  "oi-put-ink",
] as const;

export interface PlotTheme {
  readonly colours: Readonly<Record<(typeof COLOURS)[number], string>>;
  readonly family: string;
}

/** As the page has them now; read again whenever `themeState.version` rises. */
export function readPlotTheme(): PlotTheme {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(
    COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as PlotTheme["colours"];
  return { colours, family: style.getPropertyValue("--font").trim() };
}

/** CSS pixels of labels and ticks. */
const LABEL_SIZE = 11;

/** The font of labels; uPlot multiplies it by the pixel ratio itself, other drawing passes the ratio. */
export const labelFont = ({ family }: PlotTheme, ratio = 1, weight = 400): string =>
  `${weight} ${Math.round(LABEL_SIZE * ratio)}px ${family}`;
