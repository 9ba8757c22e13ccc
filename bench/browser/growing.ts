/** Charts that grow twenty times a second, each implementation in turn: what a point costs the main thread, and when the first picture is there. */
import { type Context, median } from "../harness.ts";
import type { Chromium } from "./chromium.ts";

/** Points a second of every page (charts/growing-page.ts). */
const PER_SECOND = 20;
/** What runs for the first time has run. */
const WARM_MS = 1500;

export interface Growth {
  /** ms of main thread a second, an entry a round */
  readonly cost: number[];
  /** ms to the first picture; NaN of a page that draws none */
  readonly first: number[];
}
export type Growths = ReadonlyMap<string, Growth>;

interface Meter {
  readonly context: Context;
  readonly browser: Chromium;
  readonly origin: string;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Every implementation in turn, each round beginning with another. @param implementations queries of their pages, by their names */
export async function measureGrowth(
  { context, browser, origin }: Meter,
  implementations: Readonly<Record<string, string>>,
): Promise<Growths> {
  const rounds = context.quick ? 2 : 6;
  const ms = context.quick ? 2000 : 4000;
  const names = Object.keys(implementations);
  const growths: Growths = new Map(names.map((name) => [name, { cost: [], first: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round) % names.length]!;
      context.progress(`round ${round + 1} of ${rounds}: ${name}`);
      const tab = await browser.open(`${origin}/?${implementations[name]}`, { visible: true });
      await tab.until("window.isGrowing", 120_000);
      await wait(WARM_MS);
      const before = await tab.mainMs();
      const appended = await tab.evaluate<number>("appended");
      await wait(ms);
      // A chart that is slower than its points come is charged for those that it took.
      const taken = (await tab.evaluate<number>("appended")) - appended;
      const seconds = taken > 0 ? taken / PER_SECOND : ms / 1000;
      growths.get(name)!.cost.push(((await tab.mainMs()) - before) / seconds);
      growths.get(name)!.first.push(await tab.evaluate<number>("first"));
      await tab.close();
    }
  }
  return growths;
}

/** Of an implementation, ms of main thread a point, net of the page that draws nothing. @param empty its name */
export function netOf(growths: Growths, empty: string): (name: string) => number[] {
  const floor = median([...growths.get(empty)!.cost]);
  return (name) => growths.get(name)!.cost.map((cost) => (cost - floor) / PER_SECOND);
}

/** How many times as much one is as another, by their medians. */
export const over = (a: readonly number[], b: readonly number[]): number => median(a) / median(b);
