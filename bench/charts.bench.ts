/** What does a chart cost that grows? A line of 100,000 points, appended to twenty times a second. */
import { launchChromium } from "./browser/chromium.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { type Bench, distribution, type Goals, median } from "./harness.ts";

const EMPTY = "no chart";
const PLAIN = "uPlot, all points";
const OURS = "Strikewise, what the pixels show";
const UNSEEN = "Strikewise, off screen";
const IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  [EMPTY]: "empty",
  [PLAIN]: "plain",
  [OURS]: "ours",
  [UNSEEN]: "unseen",
};
const PER_SECOND = 20;

const goals = {
  append: { atMost: 0.3 },
  /** Appending is all that is left, no drawing. */
  unseen: { atMost: 0.05, unit: "ms" },
} satisfies Goals;

export const bench: Bench = {
  name: "charts",
  question: "What does a growing chart cost?",
  about:
    "A day of one-second points is more than a screen has pixels. The product keeps of each pixel what can be seen of it, changes only the last one when a point comes, " +
    "and draws nothing while the chart is out of sight. Counted is the main thread, net of a page that makes the same points and draws none.",
  compared: {
    [EMPTY]: "the same points twenty times a second, drawn by nobody",
    [PLAIN]: "the library the product draws with, given all points at every append",
    [OURS]: "the same library, given what its pixels can show, changed in place",
    [UNSEEN]: "the same, scrolled out of sight",
  },
  async run(context) {
    context.progress("building the page");
    await buildPage("bench/browser/charts", ".build/bench-charts");
    const page = await servePage(".build/bench-charts");
    const rounds = context.quick ? 2 : 6;
    const ms = context.quick ? 2000 : 4000;
    const names = Object.keys(IMPLEMENTATIONS);
    const costs = new Map(names.map((name): [string, number[]] => [name, []]));
    const firsts = new Map([PLAIN, OURS].map((name): [string, number[]] => [name, []]));
    const browser = await launchChromium({ width: 1366, height: 850 });
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (let i = 0; i < names.length; i += 1) {
          const name = names[(i + round) % names.length]!;
          context.progress(`round ${round + 1} of ${rounds}: ${name}`);
          const tab = await browser.open(`${page.origin}/?impl=${IMPLEMENTATIONS[name]}`, { visible: true });
          await new Promise((resolve) => setTimeout(resolve, 1500));
          const before = await tab.mainMs();
          await new Promise((resolve) => setTimeout(resolve, ms));
          costs.get(name)!.push((((await tab.mainMs()) - before) / ms) * 1000);
          firsts.get(name)?.push(await tab.evaluate<number>("first"));
          await tab.close();
        }
      }
    } finally {
      await browser.stop();
      page.stop();
    }
    const floor = median(costs.get(EMPTY)!);
    const append = (name: string): number[] => costs.get(name)!.map((cost) => (cost - floor) / PER_SECOND);
    return {
      tables: [
        {
          title: "One append",
          unit: "ms of main thread, net of making the point",
          better: "lower",
          rows: [PLAIN, OURS, UNSEEN].map((name) => distribution(name, append(name))),
          ratios: [
            {
              what: `an append, ${OURS} / ${PLAIN}`,
              value: median(append(OURS)) / median(append(PLAIN)),
              ...goals.append,
            },
            { what: `an append, ${UNSEEN}`, value: median(append(UNSEEN)), ...goals.unseen },
          ],
        },
        {
          title: "The first picture of 100,000 points",
          unit: "ms to its frame",
          better: "lower",
          rows: [...firsts].map(([name, times]) => distribution(name, times)),
          ratios: [],
        },
      ],
      notes: ["figures of the main thread are thread time, not wall time"],
    };
  },
};
