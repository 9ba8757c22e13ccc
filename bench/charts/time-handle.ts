/** A time handle of the open-interest page, dragged through its day: how many frames are displayed, and what the main thread pays. */
import type { Chromium } from "../browser/chromium.ts";
import { type Calibration, onSlowLaptop } from "../browser/conditions.ts";
import { createDisplayedFrames, displayedRate } from "../browser/displayed.ts";
import { holdWhile } from "../browser/hand.ts";
import type { Tab } from "../browser/tab.ts";
import { distribution, median, type Table } from "../harness.ts";
import { goals } from "./goals.ts";

export const DRAGGED = "Strikewise, a time handle dragged";

const PAGE = "/open-interest/oi-change-vs-strike?tradingsymbol=NIFTY";
/** Its right handle, at the newest minute. */
const HANDLE = `document.querySelector('[data-testid="oi-handle-to"]')`;
/** CSS pixels to the left, and back. */
const REACH = 300;
/** What runs for the first time has run. */
const WARM_MS = 1500;
/** Moves that the page was told of, and minutes of the day that it showed: places of the handle. */
const WATCH = `(() => {
  let moves = 0;
  let minutes = 0;
  const move = () => (moves += 1);
  addEventListener("pointermove", move, true);
  const watch = new MutationObserver((changes) => (minutes += changes.length));
  watch.observe(${HANDLE}, { attributeFilter: ["aria-valuenow"] });
  globalThis.watched = () => {
    watch.disconnect();
    removeEventListener("pointermove", move, true);
    return { moves, minutes };
  };
})()`;
/** Fewer minutes a second are no drag. */
const LEAST_MINUTES = 5;

interface Drags {
  /** displayed frames a second, an entry a round */
  readonly frames: number[];
  /** moves of the pointer that the page was told a second, and minutes of the day that it showed */
  readonly moves: number[];
  readonly minutes: number[];
  /** ms of main thread a second */
  readonly main: number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A tab that has the day's minutes: a drag needs nothing more of the server. */
async function openDay(browser: Chromium, origin: string): Promise<Tab> {
  const tab = await browser.open(origin + PAGE, { visible: true });
  await tab.until(`${HANDLE}?.ariaDisabled === "false"`, 60_000);
  const isKnown = `performance.getEntriesByType("resource").some(({ name, responseEnd }) => name.endsWith("/oi_minutes") && responseEnd > 0)`;
  await tab.evaluate(`${HANDLE}.focus()`);
  await tab.until(isKnown, 60_000);
  await wait(WARM_MS);
  return tab;
}

async function drag(tab: Tab, ms: number, into: Drags): Promise<void> {
  const { x, y, room } = await tab.evaluate<{ x: number; y: number; room: number }>(`(() => {
    const { left, top, width, height } = ${HANDLE}.getBoundingClientRect();
    const { right } = document.querySelector('[data-testid="oi-handle-from"]').getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, room: left - right };
  })()`);
  const reach = Math.min(REACH, room);
  const displayed = createDisplayedFrames(tab.session);
  const along = (turn: number): number => x - (reach * (1 - Math.cos(turn))) / 2;
  await holdWhile(tab, { x, y, along }, async () => {
    await tab.evaluate(WATCH);
    const watchedFrom = performance.now();
    await wait(WARM_MS);
    const { moves, minutes } = await tab.evaluate<{ moves: number; minutes: number }>("watched()");
    const seconds = (performance.now() - watchedFrom) / 1000;
    if (minutes / seconds < LEAST_MINUTES)
      throw new Error(
        `a drag of ${moves} moves showed ${minutes} minutes of the day in ${seconds.toFixed(1)} s`,
      );
    into.moves.push(moves / seconds);
    into.minutes.push(minutes / seconds);
    const before = await tab.mainMs();
    const from = performance.now();
    into.frames.push(await displayedRate(tab, displayed, ms));
    into.main.push((((await tab.mainMs()) - before) / (performance.now() - from)) * 1000);
  });
}

interface Run {
  readonly browser: Chromium;
  readonly origin: string;
  readonly rounds: number;
  readonly ms: number;
  progress(text: string): void;
}

/** @param slow of the slow laptop; null of this machine */
export async function timeHandleTables(
  where: string,
  slow: Calibration | null,
  { browser, origin, rounds, ms, progress }: Run,
): Promise<Table[]> {
  const drags: Drags = { frames: [], moves: [], minutes: [], main: [] };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${where}: a time handle, round ${round} of ${rounds}`);
    const tab = await openDay(browser, origin);
    await drag(tab, ms, drags);
    await tab.close();
  }
  const what = `${where}, a time handle dragged`;
  return [
    {
      title: `${what}: displayed frames`,
      unit: "frames a second",
      better: "higher",
      rows: [
        distribution(DRAGGED, drags.frames),
        distribution(`${DRAGGED}: moves that the page was told`, drags.moves),
        distribution(`${DRAGGED}: minutes of the day shown`, drags.minutes),
      ],
      ratios: [
        {
          what: `${what}: displayed frames`,
          value: median(drags.frames),
          ...(slow === null ? goals.frames : goals.slowFrames),
          ...onSlowLaptop(slow),
        },
      ],
    },
    {
      title: `${what}: main thread`,
      unit: "CPU ms a second",
      better: "lower",
      rows: [distribution(DRAGGED, drags.main)],
      ratios: [],
    },
  ];
}
