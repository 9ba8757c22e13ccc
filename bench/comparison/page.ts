/** docs/comparison.md and its pictures: ours beside what teams build instead, written from the baseline, never by hand. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { figure, scaled } from "../lib/format.ts";
import { BENCH_FOLDER } from "../lib/results.ts";
import { CHOSEN, type Chosen } from "./chosen.ts";
import type { Compared, Comparisons, Figure } from "./figures.ts";
import { pictureOf } from "./picture.ts";

const DOCS = path.join(BENCH_FOLDER, "../docs");
const PICTURES = "comparison";

/** Within this share two figures are the same: rounds move them by as much. */
const SAME = 0.05;

interface Beside extends Figure {
  /** how many times better ours is; below 1 it is worse */
  readonly times: number;
}

function besides({ better }: Chosen, { figures }: Compared): Beside[] {
  const [ours, ...peers] = figures;
  return peers.map((peer) => ({
    ...peer,
    times: better === "lower" ? peer.value / ours!.value : ours!.value / peer.value,
  }));
}

function said({ name, times }: Beside): string {
  if (Math.abs(times - 1) <= SAME) return `as good as ${name}`;
  return times > 1
    ? `${figure(times)} times better than ${name}`
    : `${figure(1 / times)} times worse than ${name}`;
}

function sectionOf(chosen: Chosen, compared: Compared): string {
  const ours = compared.figures[0]!;
  const sentence = besides(chosen, compared).map(said).join(", ");
  const all = compared.figures.map(({ name, value }) => `${name} ${scaled(value)}`).join("; ");
  return `### ${chosen.title}

${chosen.what}

![${chosen.title}. ${chosen.unit}: ${all}](${PICTURES}/${chosen.id}.svg)

${ours.name} is ${sentence}. Measured ${compared.on} by \`npm run bench -- ${chosen.bench}\`.
`;
}

function worseLines(shown: readonly (readonly [Chosen, Compared])[]): string[] {
  return shown.flatMap(([chosen, compared]) =>
    besides(chosen, compared)
      .filter(({ times, name }) => times < 1 - SAME && chosen.limits?.includes(name) !== true)
      .map(({ name, value, times }) => {
        const [ours] = compared.figures;
        return `- **${chosen.title}**: ${name} has ${scaled(value)}, ours ${scaled(ours!.value)} ${chosen.unit}, ${figure(1 / times)} times worse.`;
      }),
  );
}

/** @returns the page, of what was ever measured */
export function comparisonPage(comparisons: Comparisons): string {
  const shown = CHOSEN.flatMap((chosen): (readonly [Chosen, Compared])[] => {
    const compared = comparisons[chosen.id];
    return compared === undefined ? [] : [[chosen, compared]];
  });
  const worse = worseLines(shown);
  return `# Strikewise beside what teams build instead

For a reader who has never seen the project. Every bar was measured on one machine, with both sides in one run and taking turns; figures of another machine
differ, their proportions little. How each is taken, all goals and those that are missed: [performance.md](performance.md). To measure them yourself:
\`npm ci --prefix bench/peers && npm run bench\`. This page is written by \`npm run bench -- --save\`.

## Where others are better

${worse.length === 0 ? "Nowhere among these." : worse.join("\n")}

## Side by side

${shown.map(([chosen, compared]) => sectionOf(chosen, compared)).join("\n")}`;
}

/** @returns the page's path as a person would type it */
export function writeComparison(comparisons: Comparisons): string {
  mkdirSync(path.join(DOCS, PICTURES), { recursive: true });
  for (const chosen of CHOSEN) {
    const compared = comparisons[chosen.id];
    if (compared === undefined) continue;
    writeFileSync(path.join(DOCS, PICTURES, `${chosen.id}.svg`), pictureOf(chosen, compared.figures));
  }
  const file = path.join(DOCS, "comparison.md");
  writeFileSync(file, comparisonPage(comparisons));
  return path.relative(process.cwd(), file);
}
