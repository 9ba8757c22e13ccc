/**
 * How long a trader waits at a steady pace, and what those met who waited longest: a collection of the server's garbage, or the
 * market being read anew.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Context, distribution, percentile, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import type { Client, Paced, Question } from "./load.ts";

/** Epoch ms. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Shorter pauses are not seen among milliseconds. */
const LEAST_PAUSE_MS = 0.5;

/** Where the server writes down its collections of garbage. */
export interface Pauses {
  /** of the server */
  readonly env: Readonly<Record<string, string>>;
  read(): Span[];
  stop(): void;
}

export function createPauses(): Pauses {
  const folder = mkdtempSync(path.join(os.tmpdir(), "strikewise-bench-pauses-"));
  const file = path.join(folder, "pauses");
  return {
    env: {
      STRIKEWISE_BENCH_PAUSES: file,
      NODE_OPTIONS: `--import=${new URL("./watch-garbage.mjs", import.meta.url).href}`,
    },
    read: () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split(" ").map(Number))
        .map(([begin, end]) => ({ begin: begin!, end: end! }))
        .filter(({ begin, end }) => end - begin >= LEAST_PAUSE_MS),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** From the last answer that said what the ones before it did until the first that said something else: there the market was read. */
export function renewals(answers: readonly Pick<Paced, "dueAt" | "ms" | "digest">[]): Span[] {
  const inOrder = answers
    .map(({ dueAt, ms, digest }) => ({ at: dueAt + ms, digest }))
    .sort((a, b) => a.at - b.at);
  return inOrder.flatMap(({ at, digest }, i) => {
    const before = inOrder[i - 1];
    return before === undefined || before.digest === digest ? [] : [{ begin: before.at, end: at }];
  });
}

const meets = ({ dueAt, ms }: Pick<Paced, "dueAt" | "ms">, spans: readonly Span[]): boolean =>
  spans.some(({ begin, end }) => begin < dueAt + ms && end > dueAt);

/** @param side that is asked, and what; @param perSecond pace of the questions */
export async function tailTable(
  { client, question }: { readonly client: Client; readonly question: Question },
  perSecond: number,
  pauses: Pauses,
  context: Context,
): Promise<Table> {
  const ms = context.quick ? 3_000 : 15_000;
  context.progress(`${Math.round(perSecond)} requests a second`);
  const answers = await client.pace(question, perSecond, ms);
  const [garbage, renewed] = [pauses.read(), renewals(answers)];
  const isIn = (spans: readonly Span[]) => (answer: Paced) => meets(answer, spans);
  const [metGarbage, metMarket] = [isIn(garbage), isIn(renewed)];
  const times = (list: readonly Paced[]): number[] => list.map((answer) => answer.ms);
  const all = times(answers);
  const kinds: readonly (readonly [string, (answer: Paced) => boolean])[] = [
    ["met a garbage collection", (one) => metGarbage(one) && !metMarket(one)],
    ["met a fresh market", (one) => metMarket(one) && !metGarbage(one)],
    ["met both", (one) => metMarket(one) && metGarbage(one)],
    ["met neither", (one) => !metMarket(one) && !metGarbage(one)],
  ];
  const apart = kinds.map(([name, isOne]) => ({ name, list: times(answers.filter(isOne)) }));
  const slow = percentile(all, 0.99);
  return {
    title: "Time to the answer at half of what was reached, counted from when the request was due",
    key: "tail",
    unit: "ms",
    better: "lower",
    rows: [
      distribution(`${Math.round(perSecond)} requests/s`, all),
      ...apart
        .filter(({ list }) => list.length > 0)
        .map(({ name, list }) =>
          distribution(`${name}, ${((100 * list.length) / all.length).toFixed(0)} % of them`, list),
        ),
    ],
    ratios: [
      { what: "builder_v3, 50 % stay below", value: percentile(all, 0.5), unit: "ms" },
      { what: "builder_v3, 99 % stay below", value: slow, ...goals.tail },
      ...apart.map(({ name, list }) => ({
        what: `of the slowest hundredth, ${name}`,
        value:
          (100 * list.filter((one) => one >= slow).length) /
          Math.max(1, all.filter((one) => one >= slow).length),
        unit: "%",
      })),
    ],
  };
}
