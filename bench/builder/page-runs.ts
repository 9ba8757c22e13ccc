/** What the page costs when it is not dragged: an answer, and a second of looking on. */
import type { Chromium } from "../browser/chromium.ts";
import { untouchedCosts } from "../browser/main-cost.ts";
import { type Context, distribution, median, percentile, type Table } from "../harness.ts";
import { PROBE, type Seen } from "./drag-run.ts";
import { goals } from "./goals.ts";
import { IRON_CONDOR, openBuilder, TEN_LEGS } from "./product.ts";
import type { Sites } from "./sites.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Questions that the live market puts by itself: one a second, and up to ten while the server is asked and for half a second after. */
export async function answerTable(browser: Chromium, { product }: Sites, context: Context): Promise<Table> {
  context.progress("ten legs");
  const tab = await openBuilder(browser, product.origin, TEN_LEGS, { before: PROBE });
  await tab.evaluate("probe.start(false)");
  await wait(context.quick ? 12_000 : 30_000);
  const { answers } = await tab.evaluate<Seen>("probe.read()");
  await tab.close();
  const times = answers.filter(({ legs }) => legs === 10).map(({ ms }) => ms);
  if (times.length < 10) throw new Error(`ten legs were answered ${times.length} times`);
  return {
    title: "Ten legs with their curves, from question to answer on the page",
    unit: "ms",
    better: "lower",
    rows: [distribution("ten legs", times)],
    ratios: [
      { what: "ten legs, question to answer, median", value: median(times), ...goals.answer },
      { what: "ten legs, question to answer, p95", value: percentile(times, 0.95), unit: "ms" },
    ],
  };
}

/** The page is left alone; its market is live and its payoff in sight. */
export async function untouchedTable(browser: Chromium, sites: Sites, context: Context): Promise<Table> {
  const { live, empty } = await untouchedCosts(
    {
      browser,
      blank: `${sites.page.origin}/blank`,
      rounds: context.quick ? 1 : 3,
      ms: context.quick ? 4000 : 8000,
      progress: context.progress,
    },
    () => openBuilder(browser, sites.product.origin, IRON_CONDOR),
  );
  return {
    title: "Main thread of a live page, untouched",
    unit: "CPU ms a second",
    better: "lower",
    rows: [distribution("the builder", live), distribution("an empty page", empty)],
    ratios: [
      {
        what: "untouched live page, net of an empty page",
        value: median(live) - median(empty),
        ...goals.untouched,
      },
    ],
  };
}
