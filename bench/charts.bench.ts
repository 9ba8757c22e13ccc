/**
 * What does a chart cost that grows, and one whose day is dragged through? Lines of 100,000 points, appended to twenty times a second;
 * and the built page of open interest by strike under a hand.
 */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import { PLAIN as PLAIN_BROWSER, SLOW_LAPTOP } from "./browser/conditions.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { launchServer } from "./browser/server.ts";
import { tablesOfSlowLaptop } from "./browser/slow-laptop.ts";
import { DRAGGED, timeHandleTables } from "./charts/time-handle.ts";
import { type Bench, type Context, distribution, type Goals, median, type Table } from "./harness.ts";
import { INSTALL_PEERS, peerFolder } from "./lib/peers.ts";

const EMPTY = "no chart";
const PLAIN = "uPlot, all points";
const OURS = "Strikewise, what the pixels show";
const UNSEEN = "Strikewise, off screen";
const IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  [EMPTY]: "impl=empty",
  [PLAIN]: "impl=plain",
  [OURS]: "impl=ours",
  [UNSEEN]: "impl=unseen",
};

const SIX_EMPTY = "no chart, six lines";
const SIX_PLAIN = "uPlot, six lines, all points";
const SIX_OURS = "Strikewise, six lines";
const SIX_COPIED = "Strikewise, six lines, new arrays each time";
const SIX_UNSEEN = "Strikewise, six lines, off screen";
const SIX_ECHARTS = "ECharts, six lines";
const SIX_LIGHTWEIGHT = "lightweight-charts, six lines";
const SIX: Readonly<Record<string, string>> = {
  [SIX_EMPTY]: "lines=6&impl=empty",
  [SIX_PLAIN]: "lines=6&impl=plain",
  [SIX_OURS]: "lines=6&impl=ours",
  [SIX_COPIED]: "lines=6&impl=copied",
  [SIX_UNSEEN]: "lines=6&impl=unseen",
};
/** Peers, and the script of each that the page loads. */
const PEERS = [
  { name: SIX_ECHARTS, impl: "echarts", from: "echarts", file: "dist/echarts.min.js", to: "echarts.min.js" },
  {
    ...{ name: SIX_LIGHTWEIGHT, impl: "lightweight", from: "lightweight-charts" },
    ...{ file: "dist/lightweight-charts.standalone.production.js", to: "lightweight-charts.js" },
  },
] as const;
const PER_SECOND = 20;
const OUT = ".build/bench-charts";

const goals = {
  append: { atMost: 0.3 },
  /** Appending is all that is left, no drawing. */
  unseen: { atMost: 0.05, unit: "ms" },
} satisfies Goals;

type Costs = ReadonlyMap<string, { readonly cost: number[]; readonly first: number[] }>;

interface Meter {
  readonly context: Context;
  readonly browser: Chromium;
  readonly origin: string;
}

/** Every implementation in turn, each round beginning with another. @returns ms of main thread a second, ms to the first picture */
async function measure(
  { context, browser, origin }: Meter,
  implementations: Readonly<Record<string, string>>,
): Promise<Costs> {
  const rounds = context.quick ? 2 : 6;
  const ms = context.quick ? 2000 : 4000;
  const names = Object.keys(implementations);
  const costs: Costs = new Map(names.map((name) => [name, { cost: [], first: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round) % names.length]!;
      context.progress(`round ${round + 1} of ${rounds}: ${name}`);
      const tab = await browser.open(`${origin}/?${implementations[name]}`, { visible: true });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const before = await tab.mainMs();
      const appended = await tab.evaluate<number>("appended");
      await new Promise((resolve) => setTimeout(resolve, ms));
      // A chart that is slower than its points come is charged for those that it took.
      const taken = (await tab.evaluate<number>("appended")) - appended;
      const seconds = taken > 0 ? taken / PER_SECOND : ms / 1000;
      costs.get(name)!.cost.push(((await tab.mainMs()) - before) / seconds);
      costs.get(name)!.first.push(await tab.evaluate<number>("first"));
      await tab.close();
    }
  }
  return costs;
}

/** Rows of a table, net of the page that draws nothing: ms of main thread an append. */
function net(costs: Costs, empty: string) {
  const floor = median([...costs.get(empty)!.cost]);
  return (name: string): number[] => costs.get(name)!.cost.map((cost) => (cost - floor) / PER_SECOND);
}

/** The market's day: most of a session is behind it, and NIFTY's expiry two sessions away, whatever the day is here. */
const MARKET_CLOCK = "always@2026-11-19T14:30";

/** The built page of a real server, on this machine and on the slow laptop. */
async function dragDay(context: Context, blank: string, notes: string[]): Promise<Table[]> {
  const { quick, progress } = context;
  const product = await launchServer({ away: true, env: { MARKET_CLOCK } });
  const { origin } = product;
  const ms = quick ? 3000 : 5000;
  const here = async (): Promise<Table[]> => {
    const browser = await launchChromium(PLAIN_BROWSER.options);
    try {
      await browser.signIn(product);
      return await timeHandleTables("This machine", null, {
        browser,
        origin,
        rounds: quick ? 1 : 3,
        ms,
        progress,
      });
    } finally {
      await browser.stop();
    }
  };
  try {
    return [
      ...(await here()),
      ...(await tablesOfSlowLaptop(blank, notes, async (check) => {
        progress("slow laptop: calibrating");
        const browser = await launchChromium(SLOW_LAPTOP.options);
        try {
          const slow = await check(browser);
          await browser.signIn(product);
          return await timeHandleTables("Slow laptop", slow, {
            browser,
            origin,
            rounds: quick ? 1 : 3,
            ms,
            progress,
          });
        } finally {
          await browser.stop();
        }
      })),
    ];
  } finally {
    await product.stop();
  }
}

export const bench: Bench = {
  name: "charts",
  question: "What does a chart cost that grows, or whose day is dragged through?",
  about:
    "A day of one-second points is more than a screen has pixels. The product keeps of each pixel what can be seen of it, changes only the last one when a point comes, " +
    "and draws nothing while the chart is out of sight. Counted is the main thread, net of a page that makes the same points and draws none. " +
    "The day of open interest by strike is dragged through by real pointer events on a time handle of the built page, 60 a second, of a signed-in trader whose market is live; frames are those that reach the display " +
    "while the page moves a mark of two pixels in each of its own. The slow laptop is this machine with the whole browser on one core beside two busy loops.",
  compared: {
    [EMPTY]: "the same points twenty times a second, drawn by nobody",
    [PLAIN]: "the library the product draws with, given all points at every append",
    [OURS]: "the same library, given what its pixels can show, changed in place",
    [UNSEEN]: "the same, scrolled out of sight",
    [SIX_PLAIN]: "the library with six lines, given all points of each at every append",
    [SIX_OURS]: "the chart over time as pages have it, with axes and names; its arrays grow in place",
    [SIX_COPIED]:
      "the same, handed new arrays at every append, which it compares with those it had; copying them is counted too, and is nearly all of it",
    [SIX_ECHARTS]: "six lines with its own sampling, told all points at every append",
    [SIX_LIGHTWEIGHT]: "six lines, told of the new points alone",
    [DRAGGED]: "the built page: the day's minutes are in it, each place of the handle is drawn from them",
  },
  async run(context) {
    context.progress("building the page");
    await buildPage("bench/browser/charts", OUT);
    const six = { ...SIX };
    const notes = ["figures of the main thread are thread time, not wall time"];
    for (const { name, impl, from, file, to } of PEERS) {
      const folder = peerFolder(from);
      if (folder === null) {
        notes.push(`${from} is not installed, so not compared with: ${INSTALL_PEERS}`);
        continue;
      }
      copyFileSync(path.join(folder, file), path.join(OUT, to));
      six[name] = `lines=6&impl=${impl}`;
    }
    const page = await servePage(OUT);
    const browser = await launchChromium({ width: 1366, height: 850 });
    let costs: Costs;
    let sixCosts: Costs;
    let day: Table[];
    try {
      const meter = { context, browser, origin: page.origin };
      costs = await measure(meter, IMPLEMENTATIONS);
      sixCosts = await measure(meter, six);
    } finally {
      await browser.stop();
    }
    try {
      day = await dragDay(context, `${page.origin}/blank`, notes);
    } finally {
      page.stop();
    }
    const append = net(costs, EMPTY);
    const sixAppend = net(sixCosts, SIX_EMPTY);
    const over = (a: number[], b: number[]): number => median(a) / median(b);
    const peers = PEERS.map(({ name }) => name).filter((name) => name in six);
    const sixFirst = (name: string): number[] => sixCosts.get(name)!.first;
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
              value: over(append(OURS), append(PLAIN)),
              ...goals.append,
            },
            { what: `an append, ${UNSEEN}`, value: median(append(UNSEEN)), ...goals.unseen },
          ],
        },
        {
          title: "The first picture of 100,000 points",
          unit: "ms to its frame",
          better: "lower",
          rows: [PLAIN, OURS].map((name) => distribution(name, costs.get(name)!.first)),
          ratios: [],
        },
        {
          title: "One append to six lines",
          unit: "ms of main thread, net of making the points",
          better: "lower",
          rows: [SIX_PLAIN, SIX_OURS, SIX_COPIED, SIX_UNSEEN, ...peers].map((name) =>
            distribution(name, sixAppend(name)),
          ),
          ratios: [
            {
              what: `an append to six lines, ${SIX_OURS} / ${SIX_PLAIN}`,
              value: over(sixAppend(SIX_OURS), sixAppend(SIX_PLAIN)),
              ...goals.append,
            },
            {
              what: `an append to six lines, ${SIX_COPIED} / ${SIX_PLAIN}`,
              value: over(sixAppend(SIX_COPIED), sixAppend(SIX_PLAIN)),
            },
            ...peers.map((name) => ({
              what: `an append to six lines, ${SIX_OURS} / ${name}`,
              value: over(sixAppend(SIX_OURS), sixAppend(name)),
            })),
            { what: `an append, ${SIX_UNSEEN}`, value: median(sixAppend(SIX_UNSEEN)), ...goals.unseen },
          ],
        },
        {
          title: "The first picture of six lines of 100,000 points",
          unit: "ms to its frame",
          better: "lower",
          rows: [SIX_PLAIN, SIX_OURS, ...peers].map((name) => distribution(name, sixFirst(name))),
          ratios: [],
        },
        ...day,
      ],
      notes,
    };
  },
};
