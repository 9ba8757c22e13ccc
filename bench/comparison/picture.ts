/** A bar chart as a file of its own, legible on light and on dark ground. */
import { scaled } from "../lib/format.ts";
import type { Chosen } from "./chosen.ts";
import type { Figure } from "./figures.ts";

const WIDTH = 760;
const LABEL = 210;
const ROW = 30;
const BAR = 18;
const TOP = 12;
const BOTTOM = 30;
/** Room for the value at the end of the longest bar. */
const VALUE = 90;
/** No bar is so short that it cannot be seen. */
const LEAST = 2;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Lengths in pixels. A logarithm begins a little below the smallest value, so that this one has a bar too. */
function lengthsOf(values: readonly number[], isLogarithmic: boolean): number[] {
  const room = WIDTH - LABEL - VALUE;
  const scale = isLogarithmic ? (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE)) : Number;
  const scaledValues = values.map(scale);
  const most = Math.max(...scaledValues);
  const from = isLogarithmic ? Math.min(...scaledValues) - 0.25 : 0;
  return scaledValues.map((value) => Math.max(LEAST, (room * (value - from)) / (most - from || 1)));
}

/** @returns the text of an SVG file */
export function pictureOf({ title, unit, better, logarithmic }: Chosen, figures: readonly Figure[]): string {
  const height = TOP + figures.length * ROW + BOTTOM;
  const lengths = lengthsOf(
    figures.map(({ value }) => value),
    logarithmic === true,
  );
  const bars = figures.map(({ name, value, isOurs }, row) => {
    const middle = TOP + row * ROW + ROW / 2;
    const length = lengths[row]!;
    const kind = isOurs ? "ours" : "peer";
    return `<text class="name ${kind}" x="${LABEL - 12}" y="${middle}">${escaped(name)}</text>
<rect class="${kind}" x="${LABEL}" y="${middle - BAR / 2}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>
<text class="value ${kind}" x="${(LABEL + length + 8).toFixed(1)}" y="${middle}">${scaled(value)}</text>`;
  });
  const direction = better === "lower" ? "shorter is better" : "longer is better";
  const scale = logarithmic === true ? ", logarithmic" : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
.ground{fill:#fff}text{font:13px system-ui,sans-serif;fill:#3d444d;dominant-baseline:central}.name{text-anchor:end}
text.ours{font-weight:600;fill:#1a1d21}rect.ours{fill:#4f46e5}rect.peer{fill:#aab1bb}.unit{font-size:12px;fill:#656d76}
@media (prefers-color-scheme:dark){.ground{fill:#161a20}text{fill:#b6bec9}text.ours{fill:#f0f3f6}rect.ours{fill:#8b85ff}rect.peer{fill:#4d5663}.unit{fill:#8d96a3}}
</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>
${bars.join("\n")}
<text class="unit" x="${LABEL}" y="${height - BOTTOM / 2}">${escaped(unit)}; ${direction}${scale}</text>
</svg>
`;
}
