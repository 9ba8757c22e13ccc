/** What a page's main thread pays for a second of what goes on there. */
import type { Chromium } from "./chromium.ts";
import type { Tab } from "./tab.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns ms of main thread a second */
export async function mainCost(tab: Tab, ms: number): Promise<number> {
  const before = await tab.mainMs();
  const from = performance.now();
  await wait(ms);
  const used = (await tab.mainMs()) - before;
  return (used / (performance.now() - from)) * 1000;
}

interface Untouched {
  readonly browser: Chromium;
  /** address of an empty page */
  readonly blank: string;
  readonly rounds: number;
  /** of each window */
  readonly ms: number;
  progress(text: string): void;
}

/** A page that is left alone, beside an empty one, a window of each in every round. @param open live and at rest */
export async function untouchedCosts(
  { browser, blank, rounds, ms, progress }: Untouched,
  open: () => Promise<Tab>,
): Promise<{ readonly live: number[]; readonly empty: number[] }> {
  const [live, empty]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`untouched ${round} of ${rounds}`);
    const nothing = await browser.open(blank, { visible: true });
    await wait(1000);
    empty.push(await mainCost(nothing, ms));
    await nothing.close();
    const tab = await open();
    live.push(await mainCost(tab, ms));
    await tab.close();
  }
  return { live, empty };
}
