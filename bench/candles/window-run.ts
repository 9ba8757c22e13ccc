/** The chart's window over the chain, opened by C and closed by Escape again and again: what stays in the JavaScript heap. */
import type { Chromium } from "../browser/chromium.ts";
import { heapOf } from "../browser/heap.ts";
import { key } from "../browser/keys.ts";
import { IS_LIVE } from "../browser/product-tab.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, distribution, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { type Sites, wait } from "./product.ts";

const WINDOW = `document.querySelector('[data-testid="window-chart"]')`;
/** Its bars are there, and it has the keys. */
const IS_OPEN = `${WINDOW}.querySelector('[data-testid="chart-origin"]') !== null && ${WINDOW}.contains(document.activeElement)`;
const REST_MS = 4000;

async function openWindow(tab: Tab): Promise<void> {
  await key(tab, "c", 67);
  await tab.until(IS_OPEN);
}

async function closeWindow(tab: Tab): Promise<void> {
  await key(tab, "Escape", 27);
  await tab.until(`${WINDOW} === null`);
}

async function reopen(tab: Tab, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await openWindow(tab);
    await closeWindow(tab);
  }
}

/** A live chain whose keys are heard: their code comes a moment after it. */
async function openChain(browser: Chromium, origin: string): Promise<Tab> {
  const tab = await browser.open(`${origin}/option-chain?tradingsymbol=NIFTY`, { visible: true });
  await tab.until(IS_LIVE, 60_000);
  await wait(REST_MS);
  return tab;
}

export async function windowTable(
  browser: Chromium,
  { product }: Sites,
  { quick, progress }: Context,
): Promise<Table> {
  progress("chart window: heap");
  const tab = await openChain(browser, product.origin);
  const chain = await heapOf(tab);
  const [warm, openings] = quick ? [3, 10] : [5, 50];
  await reopen(tab, warm);
  await wait(REST_MS);
  const before = await heapOf(tab);
  progress(`chart window: heap, ${openings} openings`);
  await reopen(tab, openings);
  await wait(REST_MS);
  const after = await heapOf(tab);
  await tab.close();
  return {
    title: "JavaScript heap of the chain under the chart's window, which is closed, after collecting garbage",
    unit: "MB",
    better: "lower",
    rows: [
      distribution("chain, live", [chain]),
      distribution(`chain, the window opened ${warm} times`, [before]),
      distribution(`chain, the window opened ${openings} times more`, [after]),
    ],
    ratios: [
      {
        what: `what ${openings} more openings of the chart's window leave`,
        value: after - before,
        ...goals.growth,
      },
    ],
  };
}
