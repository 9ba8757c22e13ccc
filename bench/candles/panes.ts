/** Six live charts under one another, left alone: what their main thread pays in sight, and behind another tab. */
import type { Chromium } from "../browser/chromium.ts";
import { mainCost, untouchedCosts } from "../browser/main-cost.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, difference, distribution, median, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { type Sites, wait } from "./product.ts";

const CHARTS = ["straddle", "pcr", "oi", "atm-iv", "max-pain", "volume"];
const PAGE = `/live-options-charts?charts=${CHARTS.join(".")}`;
const READOUT = `document.querySelector('[data-testid="time-chart-readout"]')?.textContent`;
/** What comes a moment after the first figures is over by then. */
const REST_MS = 4000;
/** The app lets go of what a tab holds when it has not been seen for a minute. */
const ASLEEP_MS = 70_000;

async function openPanes(browser: Chromium, origin: string, isVisible: boolean): Promise<Tab> {
  const tab = await browser.open(origin + PAGE, { visible: isVisible });
  await tab.until(`document.querySelector('[data-testid="oi-origin"]') !== null`, 60_000);
  const before = await tab.evaluate<string>(READOUT);
  await wait(REST_MS);
  if ((await tab.evaluate<string>(READOUT)) === before) throw new Error("six charts stood still");
  return tab;
}

/** Of a tab that was live, once it has been behind an empty page for over a minute. */
async function hiddenCosts(
  browser: Chromium,
  { product, blank }: Sites,
  { quick, progress }: Context,
): Promise<{ readonly hidden: number[]; readonly empty: number[] }> {
  progress("six charts: until the hidden tab has settled");
  const tab = await openPanes(browser, product.origin, false);
  // Both lie behind a third.
  const nothing = await browser.open(blank);
  const front = await browser.open(blank);
  await wait(quick ? 10_000 : ASLEEP_MS);
  if (!(await tab.evaluate<boolean>("document.hidden")))
    throw new Error("the tab behind another is in sight");
  const [hidden, empty]: [number[], number[]] = [[], []];
  for (let window = 0; window < (quick ? 1 : 3); window += 1) {
    progress(`six charts, hidden: window ${window + 1}`);
    const ms = quick ? 4000 : 8000;
    const [own, floor] = await Promise.all([mainCost(tab, ms), mainCost(nothing, ms)]);
    hidden.push(own);
    empty.push(floor);
  }
  for (const each of [front, nothing, tab]) await each.close();
  return { hidden, empty };
}

export async function panesTables(browser: Chromium, sites: Sites, context: Context): Promise<Table[]> {
  const { live, empty } = await untouchedCosts(
    {
      browser,
      blank: sites.blank,
      rounds: context.quick ? 1 : 3,
      ms: context.quick ? 4000 : 10_000,
      progress: (text) => context.progress(`six charts ${text}`),
    },
    () => openPanes(browser, sites.product.origin, true),
  );
  const { hidden, empty: emptyHidden } = await hiddenCosts(browser, sites, context);
  return [
    {
      title: "Main thread of six live charts, untouched",
      unit: "CPU ms a second",
      better: "lower",
      rows: [distribution("six live charts", live), distribution("an empty page", empty)],
      ratios: [
        {
          what: "six live charts, net of an empty page",
          value: median(live) - median(empty),
          ...goals.live,
        },
      ].map(difference),
    },
    {
      title: "Main thread of six live charts behind another tab",
      unit: "CPU ms a second",
      better: "lower",
      rows: [distribution("six charts, hidden", hidden), distribution("an empty page, hidden", emptyHidden)],
      ratios: [{ what: "six charts, hidden", value: median(hidden), ...goals.hidden }],
    },
  ];
}
