/** What an open strip takes from the chain above it: displayed frames while it is scrolled, and the main thread. */
import type { Chromium } from "../browser/chromium.ts";
import { createDisplayedFrames } from "../browser/displayed.ts";
import { mainCost } from "../browser/main-cost.ts";
import { scroll } from "../browser/scroll.ts";
import type { Tab } from "../browser/tab.ts";
import { openChain, openPeer, withCondor } from "./chain.ts";
import { placeInGrid } from "./hand.ts";

/** Of one page, an entry a round. */
export interface Costs {
  /** displayed frames a second while it is scrolled */
  readonly displayed: number[];
  /** ms of main thread a second while it is scrolled */
  readonly scrolled: number[];
  /** ms of main thread a second, untouched */
  readonly still: number[];
}

export const noCosts = (): Costs => ({ displayed: [], scrolled: [], still: [] });

const DISTANCE = 1000;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function meter(tab: Tab, ms: number, into: Costs): Promise<void> {
  into.still.push(await mainCost(tab, ms));
  // Above the middle: the strip is not to be under the wheel.
  const wheel = scroll(tab, { ...(await placeInGrid(tab, -60)), distance: DISTANCE });
  await wait(1000);
  into.scrolled.push(await mainCost(tab, ms));
  const displayed = createDisplayedFrames(tab.session);
  await displayed.start();
  const from = performance.now();
  await wait(ms);
  const seconds = (performance.now() - from) / 1000;
  into.displayed.push((await displayed.stop()) / seconds);
  await wheel.stop();
}

type Open = () => Promise<Tab>;

async function meterOnce(open: Open, hasStrip: boolean, ms: number, into: Costs): Promise<void> {
  const tab = await open();
  await meter(hasStrip ? await withCondor(tab) : tab, ms, into);
  await tab.close();
}

export const meterChain = (browser: Chromium, origin: string, hasStrip: boolean, ms: number, into: Costs) =>
  meterOnce(() => openChain(browser, origin), hasStrip, ms, into);

export const meterPeer = (browser: Chromium, url: string, hasStrip: boolean, ms: number, into: Costs) =>
  meterOnce(() => openPeer(browser, url), hasStrip, ms, into);
