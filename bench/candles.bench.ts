/**
 * What do charts of prices and of strategies cost? A hundred thousand candles that grow and are dragged and zoomed, indicators, six
 * live charts, six strategies through ten sessions, and what a window leaves that was opened fifty times.
 */
import { tablesOfBothMachines } from "./browser/both-machines.ts";
import { launchChromium } from "./browser/chromium.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { putPeer } from "./browser/peer-scripts.ts";
import { launchServer } from "./browser/server.ts";
import { growthTables } from "./candles/growth.ts";
import { handTables } from "./candles/hand-run.ts";
import { indicatorTable } from "./candles/indicators.ts";
import { COPIED, ECHARTS, EMPTY, LIGHTWEIGHT, LINE, OUR_PAGES, OURS, PEERS } from "./candles/names.ts";
import { panesTables } from "./candles/panes.ts";
import { premiumTable } from "./candles/premiums.ts";
import { MARKET_CLOCK, type Sites } from "./candles/product.ts";
import { windowTable } from "./candles/window-run.ts";
import type { Bench, Context, Table } from "./harness.ts";

const OUT = ".build/bench-candles";

/** The built page of a real server. */
async function productTables(blank: string, context: Context): Promise<Table[]> {
  const product = await launchServer({ away: true, env: { MARKET_CLOCK } });
  const sites: Sites = { product, blank };
  try {
    const browser = await launchChromium();
    const tables: Table[] = [];
    try {
      await browser.signIn(product);
      tables.push(...(await panesTables(browser, sites, context)));
      tables.push(await windowTable(browser, sites, context));
    } finally {
      await browser.stop();
    }
    return [...tables, await premiumTable(product, context)];
  } finally {
    await product.stop();
  }
}

export const bench: Bench = {
  name: "candles",
  question: "What do charts of prices cost, and those of strategies?",
  about:
    "A hundred thousand candles are drawn by the chart as an instrument's page draws it, and grow twenty times a second; then the newer half of them is dragged to and fro, and zoomed by the wheel, by real events, 60 a second, while one comes each second. " +
    "Counted are the main thread, net of a page that makes the same bars and draws none, and frames that reach the display while the page moves a mark of two pixels in each of its own; a drag counts only where other bars are drawn. " +
    "Indicators are figured in Node. The rest is the built page of a signed-in trader whose market is live: six charts under one another, in sight and behind another tab; " +
    "six strategies through ten sessions by the minute, from the request to the end of the frame that shows the chart drawn of its answer; and the chart's window over the chain, opened by its key and closed by Escape. " +
    "The slow laptop is this machine with the whole browser on one core beside two busy loops.",
  compared: {
    [EMPTY]: "the same bars, drawn by nothing",
    [LINE]:
      "the library the product draws with, a line of all closes, given all of them at every append; it has no hand",
    [OURS]: "the product's chart: axes, readout and panes with it; its arrays grow in place",
    [COPIED]:
      "the same, handed new arrays at every append, which it compares with those it had; copying them is counted too",
    [LIGHTWEIGHT]: "told of the new bar alone; allowed to show all bars at once, which it is not by itself",
    [ECHARTS]: "told all bars at every append, which it draws in several frames",
  },
  async run(context) {
    const notes = ["figures of the main thread are thread time, not wall time"];
    context.progress("building the page");
    await buildPage("bench/browser/candles", OUT);
    const peers = Object.fromEntries(
      PEERS.flatMap(({ name, impl, from }) =>
        putPeer(from, OUT, notes) ? [[name, `impl=${impl}`] as const] : [],
      ),
    );
    const page = await servePage(OUT);
    const { origin } = page;
    const blank = `${origin}/blank`;
    try {
      const browser = await launchChromium();
      let growth: Table[];
      try {
        growth = await growthTables(browser, origin, { ...OUR_PAGES, ...peers }, context);
      } finally {
        await browser.stop();
      }
      const handled = { [OURS]: OUR_PAGES[OURS]!, ...peers };
      const hands = await tablesOfBothMachines({ blank, notes, progress: context.progress }, (place) =>
        handTables(place, origin, handled, context),
      );
      return {
        tables: [
          ...growth,
          ...hands,
          await indicatorTable(context),
          ...(await productTables(blank, context)),
        ],
        notes,
      };
    } finally {
      page.stop();
    }
  },
};
