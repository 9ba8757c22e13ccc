/** Taps on B and S, and how late the strip is. */
import type { Chromium } from "../browser/chromium.ts";
import type { Tab } from "../browser/tab.ts";
import { HAS_NO_STRIP, openChain, openPeer, PROBE } from "./chain.ts";
import { type Button, tap } from "./hand.ts";

/** ms from the tap to the end of the frame that shows it. */
export interface Taps {
  /** the strip with its trade */
  readonly trade: number[];
  /** the strip with the figures of it */
  readonly figures: number[];
}

export const noTaps = (): Taps => ({ trade: [], figures: [] });

interface Seen {
  readonly trade: number;
  readonly figures: number;
}

const BUTTONS: readonly Button[] = ["BUY-CE", "SELL-PE", "SELL-CE", "BUY-PE"];
/** Rows apart, pixels. */
const APART = 30;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function timeTap(tab: Tab, button: Button, below: number): Promise<Seen> {
  await tab.evaluate("strip.clear()");
  await tap(tab, button, below);
  await tab.until("strip.isDone()", 60_000);
  return tab.evaluate<Seen>("strip.seen()");
}

function note({ trade, figures }: Seen, into: Taps): void {
  into.trade.push(trade);
  into.figures.push(figures);
}

/** Taps that open a strip, each after the strip before has been closed. */
async function tapOften(tab: Tab, times: number, into: Taps): Promise<void> {
  for (let n = -1; n < times; n += 1) {
    const seen = await timeTap(tab, BUTTONS[(n + 1) % BUTTONS.length]!, ((n + 1) % 5) * APART - 2 * APART);
    // The first has its code loaded.
    if (n >= 0) note(seen, into);
    await wait(500);
    await tab.evaluate(`document.querySelector('[data-testid="strip-clear"]').click()`);
    await tab.until(HAS_NO_STRIP);
    await wait(200);
  }
}

export async function warmTaps(browser: Chromium, origin: string, times: number, into: Taps): Promise<void> {
  const tab = await openChain(browser, origin, PROBE);
  await tapOften(tab, times, into);
  await tab.close();
}

export async function peerTaps(browser: Chromium, url: string, times: number, into: Taps): Promise<void> {
  const tab = await openPeer(browser, url, PROBE);
  await tapOften(tab, times, into);
  await tab.close();
}

/** The first tap of a browser that has never been there. */
export async function firstTap(browser: Chromium, origin: string, into: Taps): Promise<void> {
  const tab = await openChain(browser, origin, PROBE);
  note(await timeTap(tab, "BUY-CE", 0), into);
  await tab.close();
}
