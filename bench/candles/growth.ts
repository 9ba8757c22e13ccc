/** A hundred thousand candles that grow: one more of them, and their first picture. */
import type { Chromium } from "../browser/chromium.ts";
import { measureGrowth, netOf, over } from "../browser/growing.ts";
import { type Context, distribution, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { COPIED, EMPTY, LINE, OURS } from "./names.ts";

/** @param pages queries of the implementations, by their names */
export async function growthTables(
  browser: Chromium,
  origin: string,
  pages: Readonly<Record<string, string>>,
  context: Context,
): Promise<Table[]> {
  const growths = await measureGrowth({ context, browser, origin }, pages);
  const append = netOf(growths, EMPTY);
  const first = (name: string): number[] => growths.get(name)!.first;
  const shown = Object.keys(pages).filter((name) => name !== EMPTY);
  const peers = shown.filter((name) => ![LINE, OURS, COPIED].includes(name));
  return [
    {
      title: "One append to 100,000 candles",
      unit: "ms of main thread, net of making the bar",
      better: "lower",
      rows: shown.map((name) => distribution(name, append(name))),
      ratios: [
        { what: `an append, ${OURS} / ${LINE}`, value: over(append(OURS), append(LINE)), ...goals.append },
        {
          what: `an append, ${COPIED} / ${LINE}`,
          value: over(append(COPIED), append(LINE)),
          isPublished: true,
        },
        ...peers.map((name) => ({
          what: `an append, ${OURS} / ${name}`,
          value: over(append(OURS), append(name)),
        })),
      ],
    },
    {
      title: "The first picture of 100,000 candles",
      unit: "ms to the end of its frame",
      better: "lower",
      rows: shown.map((name) => distribution(name, first(name))),
      ratios: [
        {
          what: `the first picture, ${OURS} / ${LINE}`,
          value: over(first(OURS), first(LINE)),
          ...goals.first,
        },
        ...peers.map((name) => ({
          what: `the first picture, ${OURS} / ${name}`,
          value: over(first(OURS), first(name)),
        })),
      ],
    },
  ];
}
