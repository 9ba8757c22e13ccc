/**
 * What does a strategy cost that is dragged about? The built page beside plain React and ECharts: how soon a move is on screen,
 * how many frames there are, what the main thread pays, and what the page takes of memory and network.
 */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { launchChromium } from "./browser/chromium.ts";
import { PLAIN, SLOW_LAPTOP } from "./browser/conditions.ts";
import { buildPage, type PageServer, servePage } from "./browser/page-server.ts";
import { launchServer } from "./browser/server.ts";
import { type CheckLaptop, tablesOfSlowLaptop } from "./browser/slow-laptop.ts";
import { DRAGGED } from "./builder/drag.ts";
import { type BothDrags, marketRate, measureDrags } from "./builder/drag-run.ts";
import { heapTable } from "./builder/heap-run.ts";
import { answerTable, untouchedTable } from "./builder/page-runs.ts";
import type { Sites } from "./builder/sites.ts";
import { dragTables, OURS, PEER } from "./builder/tables.ts";
import { wireTables } from "./builder/wire-run.ts";
import type { Bench, Context, Table } from "./harness.ts";
import { INSTALL_PEERS, peerFolder } from "./lib/peers.ts";

const OUT = ".build/bench-builder";

/** ECharts comes as the script that its package ships, beside a page that knows it by name. */
async function buildPeer(echarts: string | null): Promise<PageServer> {
  await buildPage("bench/builder/peer", OUT);
  if (echarts !== null)
    copyFileSync(path.join(echarts, "dist/echarts.min.js"), path.join(OUT, "echarts.min.js"));
  return servePage(OUT);
}

/**
 * The market's day, whatever the day is here: NIFTY's expiry is two sessions away, so that a slider of the date has quarters of an hour,
 * and what a socket brings is that of the same day in each run.
 */
const MARKET_CLOCK = "always@2026-11-19T10:00";

function rateNote(where: string, both: BothDrags): string {
  const rates = DRAGGED.map((dragged) => `${dragged} ${marketRate(both, dragged).toFixed(1)}`).join(", ");
  return `${where}: while it is dragged our page's market moves so many times a second, and so does the peer's: ${rates}`;
}

async function onThisMachine(sites: Sites, context: Context, notes: string[]): Promise<Table[]> {
  const browser = await launchChromium(PLAIN.options);
  try {
    await browser.signIn(sites.product);
    const [rounds, ms] = context.quick ? [1, 3000] : [3, 5000];
    const both = await measureDrags(browser, sites, rounds, ms, context.progress);
    notes.push(rateNote("this machine", both));
    return [
      ...dragTables("This machine", both, null),
      await answerTable(browser, sites, context),
      await untouchedTable(browser, sites, context),
      await heapTable(browser, sites, context),
    ];
  } finally {
    await browser.stop();
  }
}

async function onTheSlowLaptop(
  sites: Sites,
  context: Context,
  notes: string[],
  check: CheckLaptop,
): Promise<Table[]> {
  context.progress("slow laptop: calibrating");
  const browser = await launchChromium(SLOW_LAPTOP.options);
  try {
    const calibration = await check(browser);
    await browser.signIn(sites.product);
    const [rounds, ms] = context.quick ? [1, 3000] : [2, 5000];
    const say = (text: string): void => context.progress(`slow laptop: ${text}`);
    const both = await measureDrags(browser, sites, rounds, ms, say);
    notes.push(rateNote("slow laptop", both));
    return dragTables("Slow laptop", both, calibration);
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "builder",
  question: "What does a strategy cost that is dragged about?",
  about:
    "An iron condor is dragged to and fro on the builder's payoff by real pointer events, 60 a second, while its market is live: its target price, the strike of its sold call, its target date, all its implied volatilities. " +
    "A move counts from its own time stamp to the end of the frame that draws the answer computed for it: the bench follows the request to the compute worker " +
    "and its answer back, sees the chart read that answer's curves and clear its canvas, and takes the time when a message posted in that frame arrives; what is drawn outside of a frame is shown by the next. " +
    "A move that changes nothing, such as one within a strike, asks nothing and is not counted. " +
    "Main threads are CPU time without that watching. Frames are those that reach the display while the page moves a mark of two pixels in each of its own, so that a frame in which a hand changed nothing counts as well. " +
    "The slow laptop is this machine with the whole browser on one core beside two busy loops.",
  compared: {
    [OURS]: "the built page: a worker computes, uPlot draws, figures beside it follow ten times a second",
    [PEER]:
      "the same strategy in React state, both curves at 401 points computed on the main thread at each change, all of the chart told to ECharts; its chart is as large, its strikes are as far apart, its sliders have as many places, and its market moves as often a second as ours was counted to move while the same is dragged (once a second, and up to ten times around a question to the server)",
  },
  async run(context) {
    const notes: string[] = [];
    const echarts = peerFolder("echarts");
    if (echarts === null) notes.push(`ECharts is not installed, so not compared with: ${INSTALL_PEERS}`);
    context.progress("building the peer");
    const page = await buildPeer(echarts);
    const product = await launchServer({ away: true, env: { MARKET_CLOCK } });
    try {
      const sites: Sites = { product, page, hasPeer: echarts !== null };
      const tables = [
        ...(await onThisMachine(sites, context, notes)),
        ...(await wireTables(sites, context, notes)),
        ...(await tablesOfSlowLaptop(`${page.origin}/blank`, notes, (check) =>
          onTheSlowLaptop(sites, context, notes, check),
        )),
      ];
      return { tables, notes };
    } finally {
      page.stop();
      await product.stop();
    }
  },
};
