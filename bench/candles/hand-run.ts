/** Fifty thousand of the candles in view, dragged to and fro, and zoomed in and out: how many frames are displayed. */
import type { Place } from "../browser/both-machines.ts";
import { onSlowLaptop } from "../browser/conditions.ts";
import { createDisplayedFrames, displayedRate } from "../browser/displayed.ts";
import { holdWhile, wheelWhile } from "../browser/hand.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, distribution, median, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { OURS } from "./names.ts";

/** CSS pixels that it is dragged by, and those of the wheel each time: half a lap of it shows a thirtieth of what was in view, or all again. */
const REACH = 400;
const WHEEL = 42;
/** CSS pixels of the window: in the middle of every implementation's plot. */
const [X, Y] = [600, 250];
const WARM_MS = 1500;

const HANDS = {
  dragged: (tab: Tab, during: () => Promise<void>): Promise<void> =>
    // To the right, where there are older bars, and back.
    holdWhile(tab, { x: X, y: Y, along: (turn) => X + (REACH * (1 - Math.cos(turn))) / 2 }, during),
  zoomed: (tab: Tab, during: () => Promise<void>): Promise<void> =>
    wheelWhile(tab, { x: X, y: Y, pixels: WHEEL }, during),
};
type Hand = keyof typeof HANDS;
const HAND_NAMES = Object.keys(HANDS) as Hand[];

interface Handled {
  /** displayed frames a second, an entry a round */
  readonly frames: number[];
  /** other views drawn a second */
  readonly views: number[];
  /** ms of main thread a second */
  readonly main: number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function handle(tab: Tab, hand: Hand, ms: number, into: Handled): Promise<void> {
  const displayed = createDisplayedFrames(tab.session);
  await HANDS[hand](tab, async () => {
    await wait(WARM_MS);
    const [before, main, from] = [await tab.evaluate<number>("views"), await tab.mainMs(), performance.now()];
    const frames = await displayedRate(tab, displayed, ms);
    const [after, used] = [await tab.evaluate<number>("views"), (await tab.mainMs()) - main];
    const seconds = (performance.now() - from) / 1000;
    // Without another view there was nothing to be displayed.
    if (after === before) throw new Error(`what was ${hand} stood still`);
    into.frames.push(frames);
    into.views.push((after - before) / seconds);
    into.main.push(used / seconds);
  });
}

/** Of one machine. @param pages queries of those that a hand can move, by their names */
export async function handTables(
  { browser, where, slow }: Place,
  origin: string,
  pages: Readonly<Record<string, string>>,
  { quick, progress }: Context,
): Promise<Table[]> {
  const [rounds, ms] = quick ? [1, 2000] : [3, 5000];
  const names = Object.keys(pages);
  const none = (): Handled => ({ frames: [], views: [], main: [] });
  const found = Object.fromEntries(
    HAND_NAMES.map((hand) => [hand, new Map(names.map((name) => [name, none()]))]),
  ) as Record<Hand, Map<string, Handled>>;
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round) % names.length]!;
      progress(`${where}: by hand, round ${round + 1} of ${rounds}, ${name}`);
      for (const hand of HAND_NAMES) {
        const tab = await browser.open(`${origin}/?${pages[name]}&view=half`, { visible: true });
        await tab.until("window.isGrowing", 120_000);
        // The wheel is ours once the chart has the focus.
        await tab.evaluate(`document.querySelector('#host [tabindex="0"]')?.focus()`);
        await wait(500);
        await handle(tab, hand, ms, found[hand].get(name)!);
        await tab.close();
      }
    }
  }
  return HAND_NAMES.flatMap((hand): Table[] => {
    const what = `${where}, 100,000 candles ${hand}`;
    const rows = (pick: (handled: Handled) => number[], said = "") =>
      names.map((name) => distribution(name + said, pick(found[hand].get(name)!)));
    return [
      {
        title: `${what}: displayed frames`,
        unit: "frames a second",
        better: "higher",
        rows: [...rows(({ frames }) => frames), ...rows(({ views }) => views, ": views drawn")],
        ratios: [
          {
            what: `${what}: displayed frames`,
            value: median(found[hand].get(OURS)!.frames),
            ...(slow === null ? goals.frames : goals.slowFrames),
            ...onSlowLaptop(slow),
          },
        ],
      },
      {
        title: `${what}: main thread`,
        unit: "CPU ms a second",
        better: "lower",
        rows: rows(({ main }) => main),
        ratios: [],
      },
    ];
  });
}
