/** The built page of the option chain, and the peer's, as a trader has them on screen. */
import { readFileSync } from "node:fs";
import type { Chromium } from "../browser/chromium.ts";
import { key } from "../browser/keys.ts";
import { IS_LIVE, paintedSince } from "../browser/product-tab.ts";
import type { Tab } from "../browser/tab.ts";
import { type Button, tap } from "./hand.ts";

/** Follows a tap to the frame that shows what it brings. */
export const PROBE = readFileSync(new URL("./probe.js", import.meta.url), "utf8");

/**
 * Trades of a condor: which button, on which row (pixels below the middle of the grid, which goes up by half of the strip's height when that
 * opens).
 */
const CONDOR: readonly (readonly [Button, number])[] = [
  ["SELL-CE", 0],
  ["BUY-CE", 140],
  ["SELL-PE", -40],
  ["BUY-PE", -130],
];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** What comes a moment after the first figures is over by then. */
export const REST_MS = 4000;

export const HAS_NO_STRIP = `document.querySelector('[data-testid="chain-strip"]') === null`;
const legs = (count: number): string =>
  `document.querySelectorAll('[data-testid="strip-leg"]').length === ${count}`;

/** Live on the second expiry, which trades for days yet; nothing has been tapped. */
export async function openChain(browser: Chromium, origin: string, before?: string): Promise<Tab> {
  const tab = await browser.open(`${origin}/option-chain`, {
    visible: true,
    ...(before === undefined ? {} : { before }),
  });
  await tab.until(IS_LIVE, 60_000);
  await wait(REST_MS);
  // The welcome of a new account.
  await key(tab, "Escape", 27);
  await tab.evaluate(`document.querySelectorAll('[role="tab"]')[1].click()`);
  await wait(REST_MS);
  return tab;
}

export async function openPeer(browser: Chromium, url: string, before?: string): Promise<Tab> {
  const tab = await browser.open(url, { visible: true, ...(before === undefined ? {} : { before }) });
  await tab.until("window.isPeerShown", 60_000);
  await wait(1000);
  return tab;
}

/** With a strip of four trades, live and at rest. */
export async function withCondor(tab: Tab): Promise<Tab> {
  for (const [i, [button, below]] of CONDOR.entries()) {
    await tap(tab, button, below);
    await tab.until(legs(i + 1));
  }
  await wait(REST_MS);
  return tab;
}

/** Cells that the painter writes a second, for the peer to write as many. */
export async function cellsPerSecond(tab: Tab, ms: number): Promise<number> {
  const since = await tab.evaluate<number>("performance.timeOrigin + performance.now()");
  await wait(ms);
  const frames = await paintedSince(tab, since);
  return (frames.reduce((sum, { cells }) => sum + cells, 0) / ms) * 1000;
}
