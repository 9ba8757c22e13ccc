/**
 * What does a strategy cost that is dragged about? The built page beside plain React and ECharts: how soon a move is on screen,
 * how many frames there are, what the main thread pays, and what the page takes of memory and network.
 */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { launchChromium } from "./browser/chromium.ts";
import {
  calibrate,
  calibrationNote,
  freeLoopTimes,
  NO_SLOW_LAPTOP,
  PLAIN,
  SLOW_LAPTOP,
  slowLaptopPossible,
} from "./browser/conditions.ts";
import { buildPage, type PageServer, servePage } from "./browser/page-server.ts";
import { launchServer } from "./browser/server.ts";
import { measureDrags } from "./builder/drag-run.ts";
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

async function onThisMachine(sites: Sites, context: Context): Promise<Table[]> {
  const browser = await launchChromium(PLAIN.options);
  try {
    await browser.signIn(sites.product);
    const [rounds, ms] = context.quick ? [1, 3000] : [3, 6000];
    const both = await measureDrags(browser, sites, rounds, ms, context.progress);
    return [
      ...dragTables("This machine", both, false, true),
      await answerTable(browser, sites, context),
      await untouchedTable(browser, sites, context),
      await heapTable(browser, sites, context),
    ];
  } finally {
    await browser.stop();
  }
}

async function onTheSlowLaptop(sites: Sites, context: Context, notes: string[]): Promise<Table[]> {
  if (!slowLaptopPossible()) {
    notes.push(NO_SLOW_LAPTOP);
    return [];
  }
  context.progress("slow laptop: calibrating");
  const blank = `${sites.page.origin}/blank`;
  const free = await freeLoopTimes(blank);
  const browser = await launchChromium(SLOW_LAPTOP.options);
  try {
    const calibration = await calibrate(browser, blank, free);
    notes.push(calibrationNote(calibration));
    await browser.signIn(sites.product);
    const [rounds, ms] = context.quick ? [1, 4000] : [2, 6000];
    const say = (text: string): void => context.progress(`slow laptop: ${text}`);
    const both = await measureDrags(browser, sites, rounds, ms, say);
    return dragTables("Slow laptop", both, true, calibration.agrees);
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "builder",
  question: "What does a strategy cost that is dragged about?",
  about:
    "The target price of an iron condor is dragged to and fro on the builder's payoff by real pointer events, 60 a second, while its market is live. " +
    "A move counts from its own time stamp to the end of the frame that draws the answer computed for it: the bench follows the request to the compute worker " +
    "and its answer back, sees the chart read that answer's curves and clear its canvas, and takes the time when a message posted in that frame arrives. " +
    "Main threads are CPU time without that watching. The slow laptop is this machine with the whole browser on one core beside two busy loops.",
  compared: {
    [OURS]: "the built page: a worker computes, uPlot draws, figures beside it follow ten times a second",
    [PEER]:
      "the same strategy in React state, both curves at 401 points computed on the main thread at each move, all of the chart told to ECharts; its market moves ten times a second too",
  },
  async run(context) {
    const notes: string[] = [];
    const echarts = peerFolder("echarts");
    if (echarts === null) notes.push(`ECharts is not installed, so not compared with: ${INSTALL_PEERS}`);
    context.progress("building the peer");
    const page = await buildPeer(echarts);
    const product = await launchServer({ away: true });
    try {
      const sites: Sites = { product, page, hasPeer: echarts !== null };
      const tables = [
        ...(await onThisMachine(sites, context)),
        ...(await wireTables(sites, context)),
        ...(await onTheSlowLaptop(sites, context, notes)),
      ];
      return { tables, notes };
    } finally {
      page.stop();
      await product.stop();
    }
  },
};
