/** Drags on our page and on the peer's: how late their frames are, how many there are, and what the main thread pays. */
import { readFileSync } from "node:fs";
import type { Chromium } from "../browser/chromium.ts";
import type { Tab } from "../browser/tab.ts";
import { dragWhile } from "./drag.ts";
import { IRON_CONDOR, openBuilder } from "./product.ts";
import type { Sites } from "./sites.ts";

/** Follows a move to the frame that shows its answer. */
export const PROBE = readFileSync(new URL("./probe.js", import.meta.url), "utf8");

export interface Seen {
  /** Moves of the pointer that the page was told. */
  readonly moves: number;
  readonly questions: number;
  /** ms from a move to the end of the frame that draws its answer */
  readonly latencies: readonly number[];
  /** ms from a question to its answer, on the page */
  readonly answers: readonly { readonly ms: number; readonly legs: number }[];
  /** Times the chart was drawn. */
  readonly draws: number;
  /** The page's animation frames, where they were asked for. */
  readonly frames: number;
  readonly ms: number;
}

/** Of one page, an entry a round. */
export interface Drags {
  readonly latencies: number[];
  /** animation frames a second */
  readonly frames: number[];
  /** drawings of the chart a second */
  readonly draws: number[];
  /** ms of main thread a second */
  readonly main: number[];
}

export interface BothDrags {
  readonly ours: Drags;
  readonly peer: Drags;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** What runs for the first time has run. */
const WARM_MS = 1500;

/** @returns ms of main thread a second */
export async function mainCost(tab: Tab, ms: number): Promise<number> {
  const before = await tab.mainMs();
  const from = performance.now();
  await wait(ms);
  const used = (await tab.mainMs()) - before;
  return (used / (performance.now() - from)) * 1000;
}

const seenWhile = (tab: Tab, ms: number): Promise<Seen> =>
  dragWhile(tab, async () => {
    await wait(WARM_MS);
    await tab.evaluate("probe.start(true)");
    await wait(ms);
    const seen = await tab.evaluate<Seen>("probe.read()");
    await tab.evaluate("probe.start(false)");
    return seen;
  });

const costWhile = (tab: Tab, ms: number): Promise<number> =>
  dragWhile(tab, async () => {
    await wait(WARM_MS);
    return mainCost(tab, ms);
  });

type Open = (before: string | undefined) => Promise<Tab>;

/** The cost is taken without the probe, whose frames and notes are work too. */
async function drag(open: Open, into: Drags, ms: number): Promise<void> {
  const watched = await open(PROBE);
  const seen = await seenWhile(watched, ms);
  await watched.close();
  if (seen.latencies.length === 0)
    throw new Error(`a drag of ${seen.moves} moves and ${seen.questions} questions drew nothing`);
  into.latencies.push(...seen.latencies);
  into.frames.push((seen.frames / seen.ms) * 1000);
  into.draws.push((seen.draws / seen.ms) * 1000);
  const plain = await open(undefined);
  into.main.push(await costWhile(plain, ms));
  await plain.close();
}

const withProbe = (before: string | undefined) => ({
  visible: true,
  ...(before === undefined ? {} : { before }),
});

/** The product's plot, for the peer to be as large. */
async function openOurs(browser: Chromium, { product }: Sites, before: string | undefined, size: Size) {
  const tab = await openBuilder(browser, product.origin, IRON_CONDOR, withProbe(before));
  const now = await tab.evaluate<Size>(
    `(({ clientWidth: width, clientHeight: height }) => ({ width, height }))(document.querySelector('[data-testid="payoff-chart"] canvas'))`,
  );
  Object.assign(size, now);
  return tab;
}

interface Size {
  width: number;
  height: number;
}

async function openPeer(browser: Chromium, { page }: Sites, before: string | undefined, size: Size) {
  const url = `${page.origin}/?width=${size.width}&height=${size.height}`;
  const tab = await browser.open(url, withProbe(before));
  await tab.until("window.isPeerShown", 60_000);
  await wait(1000);
  return tab;
}

const none = (): Drags => ({ latencies: [], frames: [], draws: [], main: [] });

export async function measureDrags(
  browser: Chromium,
  sites: Sites,
  rounds: number,
  ms: number,
  progress: (text: string) => void,
): Promise<BothDrags> {
  const both: BothDrags = { ours: none(), peer: none() };
  const size: Size = { width: 0, height: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`drag ${round} of ${rounds}, ours`);
    await drag((before) => openOurs(browser, sites, before, size), both.ours, ms);
    if (!sites.hasPeer) continue;
    progress(`drag ${round} of ${rounds}, ECharts`);
    await drag((before) => openPeer(browser, sites, before, size), both.peer, ms);
  }
  return both;
}
