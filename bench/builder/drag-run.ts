/** Drags on our page and on the peer's: how late their frames are, how many are displayed, and what the main thread pays. */
import { readFileSync } from "node:fs";
import type { Chromium } from "../browser/chromium.ts";
import { createDisplayedFrames, displayedRate } from "../browser/displayed.ts";
import { mainCost } from "../browser/main-cost.ts";
import type { Tab } from "../browser/tab.ts";
import { median } from "../harness.ts";
import { DATE, DRAGGED, type Dragged, dragWhile, IV, STRIKES } from "./drag.ts";
import { IRON_CONDOR, openBuilder } from "./product.ts";
import type { Sites } from "./sites.ts";

/** Follows a move to the frame that shows its answer. */
export const PROBE = readFileSync(new URL("./probe.js", import.meta.url), "utf8");

export interface Seen {
  /** Moves of the pointer that the page was told. */
  readonly moves: number;
  readonly questions: number;
  /** Frames of the live market that the page was told of. */
  readonly heads: number;
  /** ms from a move to the end of the frame that draws its answer */
  readonly latencies: readonly number[];
  /** ms from a question to its answer, on the page */
  readonly answers: readonly { readonly ms: number; readonly legs: number }[];
  /** Times the chart was drawn. */
  readonly draws: number;
  readonly ms: number;
}

/** Of one page and one thing that is dragged, an entry a round. */
export interface Drags {
  readonly latencies: number[];
  /** displayed frames a second */
  readonly frames: number[];
  /** drawings of the chart a second */
  readonly draws: number[];
  /** ms of main thread a second */
  readonly main: number[];
  /** frames of the live market a second */
  readonly heads: number[];
}

type AllDrags = Readonly<Record<Dragged, Drags>>;

export interface BothDrags {
  readonly ours: AllDrags;
  readonly peer: AllDrags;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** What runs for the first time has run. */
const WARM_MS = 1500;
/** What a drag leaves to be done is done. */
const BETWEEN_MS = 1000;
/** Fewer moves with an answer are no measurement. */
const LEAST_LATENCIES = 20;

/** A page as it is opened anew, and what is done before something is dragged there. */
interface Page {
  open(before: string | undefined): Promise<Tab>;
  ready(tab: Tab, dragged: Dragged): Promise<void>;
  /** It follows moves before the frame that browsers keep them for. */
  readonly isEarly: boolean;
}

async function watchAll(page: Page, into: AllDrags, ms: number): Promise<void> {
  const tab = await page.open(PROBE);
  for (const dragged of DRAGGED) {
    await page.ready(tab, dragged);
    const seen = await dragWhile(tab, dragged, async () => {
      await wait(WARM_MS);
      await tab.evaluate(`probe.start(${page.isEarly})`);
      await wait(ms);
      return tab.evaluate<Seen>("probe.read()");
    });
    if (seen.latencies.length < LEAST_LATENCIES)
      throw new Error(
        `a drag (${dragged}) of ${seen.moves} moves and ${seen.questions} questions drew ${seen.latencies.length} answers`,
      );
    const { latencies, draws, heads } = into[dragged];
    latencies.push(...seen.latencies);
    draws.push((seen.draws / seen.ms) * 1000);
    heads.push((seen.heads / seen.ms) * 1000);
    await wait(BETWEEN_MS);
  }
  await tab.close();
}

/** Without the probe, whose notes are work too; the mark is there only while frames are counted. */
async function costAll(page: Page, into: AllDrags, ms: number): Promise<void> {
  const tab = await page.open(undefined);
  const displayed = createDisplayedFrames(tab.session);
  for (const dragged of DRAGGED) {
    await page.ready(tab, dragged);
    await dragWhile(tab, dragged, async () => {
      await wait(WARM_MS);
      into[dragged].main.push(await mainCost(tab, ms));
      into[dragged].frames.push(await displayedRate(tab, displayed, ms));
    });
    await wait(BETWEEN_MS);
  }
  await tab.close();
}

const withProbe = (before: string | undefined) => ({
  visible: true,
  ...(before === undefined ? {} : { before }),
});

/** What our page looks like, for the peer to ask as much of a hand and of a frame. */
interface Looks {
  /** CSS pixels of the chart's canvas. */
  readonly width: number;
  readonly height: number;
  /** CSS pixels a strike. */
  readonly strike: number;
  /** CSS pixels of a slider; places of the one for the date and of the one for IVs. */
  readonly slider: number;
  readonly dates: number;
  readonly ivs: number;
}

const LOOKS = `(() => {
  const { clientWidth: width, clientHeight: height } = document.querySelector('[data-testid="payoff-chart"] canvas');
  const handles = [...document.querySelectorAll('${STRIKES}')];
  const xs = handles.map((handle) => handle.getBoundingClientRect().left);
  const strikes = handles.map((handle) => Number(handle.ariaValueNow));
  const [date, iv] = [document.querySelector('${DATE}'), document.querySelector('${IV}')];
  const STEP = 50;
  return {
    width,
    height,
    strike: ((xs.at(-1) - xs[0]) / (strikes.at(-1) - strikes[0])) * STEP,
    slider: date.clientWidth,
    dates: date.max - date.min,
    ivs: iv.max - iv.min,
  };
})()`;

async function openPeer(browser: Chromium, { page }: Sites, before: string | undefined, looks: Looks) {
  const query = Object.entries(looks).map(([name, value]) => `${name}=${value}`);
  const tab = await browser.open(`${page.origin}/?${query.join("&")}`, withProbe(before));
  await tab.until("window.isPeerShown", 60_000);
  await wait(1000);
  return tab;
}

const none = (): AllDrags => {
  const drags = DRAGGED.map((dragged): [Dragged, Drags] => [
    dragged,
    { latencies: [], frames: [], draws: [], main: [], heads: [] },
  ]);
  return Object.fromEntries(drags) as Record<Dragged, Drags>;
};

/** Frames of the live market a second while this is dragged on our page: it is told of more of them while it asks the server than else. */
export const marketRate = ({ ours }: BothDrags, dragged: Dragged): number => median(ours[dragged].heads);

export async function measureDrags(
  browser: Chromium,
  sites: Sites,
  rounds: number,
  ms: number,
  progress: (text: string) => void,
): Promise<BothDrags> {
  const both: BothDrags = { ours: none(), peer: none() };
  let looks: Looks | null = null;
  const ours: Page = {
    async open(before) {
      const tab = await openBuilder(browser, sites.product.origin, IRON_CONDOR, withProbe(before));
      looks ??= await tab.evaluate<Looks>(LOOKS);
      return tab;
    },
    ready: async () => {},
    isEarly: true,
  };
  const peer: Page = {
    open: (before) => openPeer(browser, sites, before, looks!),
    ready: (tab, dragged) => tab.evaluate(`moveMarket(${marketRate(both, dragged)})`),
    isEarly: false,
  };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`drags ${round} of ${rounds}, ours`);
    await watchAll(ours, both.ours, ms);
    await costAll(ours, both.ours, ms);
    if (!sites.hasPeer) continue;
    progress(`drags ${round} of ${rounds}, ECharts`);
    await watchAll(peer, both.peer, ms);
    await costAll(peer, both.peer, ms);
  }
  return both;
}
