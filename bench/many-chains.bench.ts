/**
 * What do several chains in one tab cost? The memory of each, how old the figures of each are when they are painted, the frames that a
 * slow laptop displays while one of four is scrolled, what a price in the title of a tab out of sight takes, and how soon a window beside
 * a chain is there.
 */
import type { PaintedFrame } from "#workers/painter/api.ts";
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import { SLOW_LAPTOP } from "./browser/conditions.ts";
import { createDisplayedFrames } from "./browser/displayed.ts";
import { mainCost } from "./browser/main-cost.ts";
import { IS_LIVE } from "./browser/product-tab.ts";
import { scroll } from "./browser/scroll.ts";
import type { ProductServer } from "./browser/server.ts";
import { type CheckLaptop, tablesOfSlowLaptop } from "./browser/slow-laptop.ts";
import type { Tab } from "./browser/tab.ts";
import { type Bench, type Context, distribution, median, percentile, type Table } from "./harness.ts";
import { goals } from "./many-chains/goals.ts";
import { windowsTable } from "./many-chains/windows.ts";
import { besidePeer } from "./strip/beside-peer.ts";

const OURS = "Strikewise";
const PEER = "plain React";
const SYMBOLS = ["NIFTY", "BANKNIFTY", "SENSEX", "FINNIFTY"];
const REST_MS = 5000;
/** Pixels of a reader's wheel. */
const DISTANCE = 800;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function addressOf(product: ProductServer, count: number): string {
  const [first, ...others] = SYMBOLS.slice(0, count);
  const beside = others.length === 0 ? "" : `&beside=${others.join("*")}`;
  return `${product.origin}/option-chain?tradingsymbol=${first}${beside}`;
}

const ALL_PAINTED = (count: number): string =>
  `document.querySelectorAll('[data-testid="chain-mirror"] [role="row"]:first-child').length === ${count}`;

async function openChains(browser: Chromium, product: ProductServer, count: number): Promise<Tab> {
  const tab = await browser.open(addressOf(product, count), { visible: true });
  await tab.until(IS_LIVE, 60_000);
  await tab.until(ALL_PAINTED(count), 60_000);
  await wait(REST_MS);
  return tab;
}

/** What each grid of the page has painted since a time: every one answers with its own log. */
async function paintedByEach(tab: Tab, since: number): Promise<PaintedFrame[][]> {
  const logs = await tab.evaluate<PaintedFrame[][]>(`new Promise((resolve) => {
    const all = [];
    addEventListener("strikewise:frames", (event) => all.push(event.detail));
    dispatchEvent(new Event("strikewise:frame-log"));
    setTimeout(() => resolve(all), 1000);
  })`);
  return logs.map((log) => log.filter((frame) => frame.paintedAt > since && frame.serverTime > 0));
}

async function memoryTable(product: ProductServer, context: Context): Promise<Table> {
  const held: Record<number, number[]> = { 1: [], 2: [], 4: [] };
  const rounds = context.quick ? 1 : 3;
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of [1, 2, 4]) {
      context.progress(`memory of ${count}, round ${round} of ${rounds}`);
      const browser = await launchChromium({ width: 1366, height: 768 });
      try {
        await browser.signIn(product);
        await openChains(browser, product, count);
        await wait(REST_MS);
        held[count]!.push(await browser.memory());
      } finally {
        await browser.stop();
      }
    }
  }
  const of = (count: number): number => median(held[count]!);
  return {
    title: "Memory of a browser whose tab shows so many chains",
    unit: "MB",
    better: "lower",
    rows: [1, 2, 4].map((count) => distribution(`${OURS}, ${count}`, held[count]!)),
    ratios: [
      { what: "a second chain in a tab", value: of(2) - of(1), ...goals.secondChain },
      { what: "each of a third and a fourth", value: (of(4) - of(2)) / 2, ...goals.secondChain },
    ],
  };
}

async function ageTable(product: ProductServer, context: Context): Promise<Table> {
  const browser = await launchChromium({ width: 1366, height: 768 });
  try {
    await browser.signIn(product);
    const tab = await openChains(browser, product, SYMBOLS.length);
    context.progress("ages of four");
    const since = Date.now();
    const ms = context.quick ? 5000 : 20_000;
    await wait(ms);
    const logs = await paintedByEach(tab, since);
    if (logs.length !== SYMBOLS.length) throw new Error(`${logs.length} grids answered`);
    const ages = logs.map((log) => log.map((frame) => frame.paintedAt - frame.serverTime));
    const counts = logs.map((log) => log.length);
    return {
      title: "Four chains in a tab: from the server's timestamp to painted, each",
      unit: "ms",
      better: "lower",
      rows: ages.map((each, i) => distribution(`chain ${i + 1}`, each)),
      ratios: [
        {
          what: "four chains: the p99 of the one that has it worst",
          value: Math.max(...ages.map((each) => percentile(each, 0.99))),
          ...goals.oldest,
        },
        {
          what: "four chains: frames of the one that gets fewest / most",
          value: Math.min(...counts) / Math.max(...counts),
          better: "higher",
        },
      ],
    };
  } finally {
    await browser.stop();
  }
}

async function displayedOf(tab: Tab, y: number, ms: number): Promise<number> {
  const wheel = scroll(tab, { x: 300, y, distance: DISTANCE });
  await wait(1000);
  const displayed = createDisplayedFrames(tab.session);
  await displayed.start();
  const from = performance.now();
  await wait(ms);
  const fps = ((await displayed.stop()) / (performance.now() - from)) * 1000;
  await wheel.stop();
  return fps;
}

/** Four of the peer's chains in one page, each in a frame of its own, as ours lie. */
const FOUR_PEERS = (rate: number): string => `(async () => {
  document.body.style.cssText = "margin:0;display:grid;grid-template:50vh 50vh / 1fr 1fr";
  document.body.replaceChildren(...Array.from({ length: 4 }, () => {
    const frame = document.createElement("iframe");
    frame.src = "/?rate=${rate}";
    frame.style.cssText = "border:0;width:100%;height:100%";
    return frame;
  }));
  while (![...document.querySelectorAll("iframe")].every((each) => each.contentWindow.isPeerShown))
    await new Promise((resolve) => setTimeout(resolve, 50));
})()`;

async function slowTable(
  product: ProductServer,
  blank: string,
  rate: number,
  context: Context,
  check: CheckLaptop,
): Promise<Table[]> {
  const browser = await launchChromium({ ...SLOW_LAPTOP.options, width: 1366, height: 768 });
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await browser.signIn(product);
    const { agrees } = await check(browser);
    const [rounds, ms] = context.quick ? [1, 3000] : [3, 6000];
    for (let round = 1; round <= rounds; round += 1) {
      context.progress(`slow laptop, four chains, round ${round} of ${rounds}`);
      const tab = await openChains(browser, product, SYMBOLS.length);
      ours.push(await displayedOf(tab, 260, ms));
      await tab.close();
      const peer = await browser.open(blank, { visible: true });
      await peer.evaluate(FOUR_PEERS(rate));
      await wait(1000);
      theirs.push(await displayedOf(peer, 200, ms));
      await peer.close();
    }
    return [
      {
        title: "Slow laptop: displayed frames while one of four chains is scrolled",
        unit: "fps",
        better: "higher",
        rows: [distribution(OURS, ours), distribution(PEER, theirs)],
        ratios: [
          {
            what: "slow laptop: four chains, one scrolled",
            value: median(ours),
            ...(agrees ? goals.displayed : { unit: "fps" }),
          },
        ],
      },
    ];
  } finally {
    await browser.stop();
  }
}

async function titleTable(product: ProductServer, context: Context): Promise<Table> {
  const costs: Record<"price" | "name", number[]> = { price: [], name: [] };
  const browser = await launchChromium({ width: 1366, height: 768 });
  try {
    await browser.signIn(product);
    const [rounds, ms] = context.quick ? [1, 5000] : [3, 20_000];
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of ["name", "price"] as const) {
        context.progress(`a hidden tab with its ${kind} in the title, round ${round} of ${rounds}`);
        const tab = await browser.open(addressOf(product, 1), {
          before: `localStorage.setItem("strikewise.tab-title", "${kind}")`,
        });
        await tab.until(IS_LIVE, 60_000);
        await wait(REST_MS);
        const seen = await browser.open("about:blank", { visible: true });
        await wait(REST_MS);
        costs[kind].push(await mainCost(tab, ms));
        await seen.close();
        await tab.close();
      }
    }
  } finally {
    await browser.stop();
  }
  return {
    title: "Main thread of a tab out of sight",
    unit: "ms/s",
    better: "lower",
    rows: [distribution("with the price in its title", costs.price), distribution("without", costs.name)],
    ratios: [
      {
        what: "the price in the title of a tab out of sight",
        value: median(costs.price) - median(costs.name),
        ...goals.title,
      },
    ],
  };
}

/** Cells that are painted of one of four chains a second, for each of the peer's to write as many. */
async function rateOf(product: ProductServer): Promise<number> {
  const browser = await launchChromium({ width: 1366, height: 768 });
  try {
    await browser.signIn(product);
    const tab = await openChains(browser, product, SYMBOLS.length);
    const since = Date.now();
    await wait(5000);
    const logs = await paintedByEach(tab, since);
    const cells = logs.flat().reduce((sum, frame) => sum + frame.cells, 0);
    return Math.round(cells / SYMBOLS.length / 6);
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "many-chains",
  question: "What do several chains in one tab cost?",
  about:
    "One, two and four live chains in one tab of 1366 × 768. Memory is that of all processes of a browser with nothing else open. An age is from the server's timestamp of a frame's newest figure to its last draw call, on one machine. " +
    "On the slow laptop one of four is scrolled while all of them tick. The title's cost is that of the main thread of a tab behind another one, with the price in its title and without. A window counts from the time stamp of its press to the end of the first frame with figures in it; the first of each fetches its code.",
  compared: {
    [OURS]: "the built page: one engine, one painter worker for all grids of the tab",
    [PEER]:
      "the strip bench's chain of 120 rows in React, four of them in one page, each writing as many figures a second as one of ours",
  },
  run: (context) =>
    besidePeer(context, async ({ product, blank, notes }) => {
      const rate = await rateOf(product);
      notes.push(
        `of one of four chains the painter writes ${rate} cells a second, and so does each of the peer's`,
      );
      return [
        await memoryTable(product, context),
        await ageTable(product, context),
        ...(await tablesOfSlowLaptop(blank, notes, (check) =>
          slowTable(product, blank, rate, context, check),
        )),
        await titleTable(product, context),
        await windowsTable(product, context),
      ];
    }),
};
