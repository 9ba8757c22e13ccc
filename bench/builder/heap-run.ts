/** What the page holds of the browser's memory, opened once and opened often. */
import type { Chromium } from "../browser/chromium.ts";
import { heapOf } from "../browser/heap.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, distribution, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { builderUrl, enter, IRON_CONDOR, IS_DRAWN, openBuilder, rest } from "./product.ts";
import type { Sites } from "./sites.ts";

const HOME = "/home";
const IS_HOME = `location.pathname === "${HOME}" && document.querySelector('[data-testid="payoff-chart"]') === null`;

/** Away from the builder and back to it by the tab's history: the document stays, and the strategy is the tab's draft. */
async function reopen(tab: Tab, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await tab.evaluate("history.back()");
    await tab.until(IS_HOME);
    await tab.evaluate("history.forward()");
    await tab.until(IS_DRAWN);
  }
}

/** A tab whose history holds the home page and, after it, the builder. */
async function openByHistory(browser: Chromium, origin: string): Promise<Tab> {
  const tab = await browser.open(origin + HOME, { visible: true });
  await rest();
  const { pathname, search } = new URL(builderUrl(origin));
  await tab.evaluate(`history.pushState({}, "", "${pathname}${search}")`);
  await enter(tab, IRON_CONDOR);
  return tab;
}

export async function heapTable(browser: Chromium, { product }: Sites, context: Context): Promise<Table> {
  context.progress("heap");
  const shell = await browser.open(product.origin + HOME, { visible: true });
  await rest();
  const home = await heapOf(shell);
  await shell.close();

  const once = await openBuilder(browser, product.origin, IRON_CONDOR);
  const opened = await heapOf(once);
  await once.close();

  const [warm, openings] = context.quick ? [3, 10] : [5, 50];
  const often = await openByHistory(browser, product.origin);
  await reopen(often, warm);
  await rest();
  const before = await heapOf(often);
  context.progress(`heap, ${openings} openings`);
  await reopen(often, openings);
  await rest();
  const after = await heapOf(often);
  await often.close();

  return {
    title: "JavaScript heap of the page, after collecting garbage",
    unit: "MB",
    better: "lower",
    rows: [
      distribution("home page", [home]),
      distribution("builder, iron condor, live", [opened]),
      distribution(`builder, opened ${warm + 1} times`, [before]),
      distribution(`builder, opened ${openings} times more`, [after]),
    ],
    ratios: [
      { what: "heap of the builder over the home page's", value: opened - home, ...goals.heap },
      { what: `what ${openings} more openings leave`, value: after - before, ...goals.growth },
    ],
  };
}
