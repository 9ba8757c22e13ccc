/**
 * What does a chart cost that grows, and one whose day is dragged through? Lines of 100,000 points, appended to twenty times a second;
 * and the built page of open interest by strike under a hand.
 */
import { tablesOfBothMachines } from "./browser/both-machines.ts";
import { launchChromium } from "./browser/chromium.ts";
import { type Growths, measureGrowth, netOf, over } from "./browser/growing.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { putPeer } from "./browser/peer-scripts.ts";
import { launchServer } from "./browser/server.ts";
import { DRAGGED, timeHandleTables } from "./charts/time-handle.ts";
import { type Bench, type Context, distribution, type Goals, median, type Table } from "./harness.ts";

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
const PEERS = [
  { name: SIX_ECHARTS, impl: "echarts", from: "echarts" },
  { name: SIX_LIGHTWEIGHT, impl: "lightweight", from: "lightweight-charts" },
] as const;
const OUT = ".build/bench-charts";

const goals = {
  append: { atMost: 0.3 },
  /** Appending is all that is left, no drawing. */
  unseen: { atMost: 0.05, unit: "ms" },
} satisfies Goals;

/** The market's day: most of a session is behind it, and NIFTY's expiry two sessions away, whatever the day is here. */
const MARKET_CLOCK = "always@2026-11-19T14:30";

/** The built page of a real server, on this machine and on the slow laptop. */
async function dragDay({ quick, progress }: Context, blank: string, notes: string[]): Promise<Table[]> {
  const product = await launchServer({ away: true, env: { MARKET_CLOCK } });
  const { origin } = product;
  const [rounds, ms] = quick ? [1, 3000] : [3, 5000];
  try {
    return await tablesOfBothMachines(
      { blank, notes, progress, prepare: (browser) => browser.signIn(product) },
      ({ browser, where, slow }) => timeHandleTables(where, slow, { browser, origin, rounds, ms, progress }),
    );
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
    for (const { name, impl, from } of PEERS) {
      if (putPeer(from, OUT, notes)) six[name] = `lines=6&impl=${impl}`;
    }
    const page = await servePage(OUT);
    const browser = await launchChromium({ width: 1366, height: 850 });
    let costs: Growths;
    let sixCosts: Growths;
    let day: Table[];
    try {
      const meter = { context, browser, origin: page.origin };
      costs = await measureGrowth(meter, IMPLEMENTATIONS);
      sixCosts = await measureGrowth(meter, six);
    } finally {
      await browser.stop();
    }
    try {
      day = await dragDay(context, `${page.origin}/blank`, notes);
    } finally {
      page.stop();
    }
    const append = netOf(costs, EMPTY);
    const sixAppend = netOf(sixCosts, SIX_EMPTY);
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
