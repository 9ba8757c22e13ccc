/**
 * What does a tab cost in which nothing happens? A chain is open while its market is closed, in sight and behind another tab,
 * beside a page that does nothing: CPU of the whole browser, and how often it is woken.
 */
import { TEXTS } from "#src/features/chain/texts.ts";
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import { servePage } from "./browser/page-server.ts";
import { paintedSince } from "./browser/product-tab.ts";
import { launchServer, type ProductServer } from "./browser/server.ts";
import { wakeUps, wakeUpsBetween } from "./browser/wake-ups.ts";
import {
  type Bench,
  type Context,
  difference,
  distribution,
  median,
  type Ratio,
  type Table,
} from "./harness.ts";
import { goals } from "./idle/goals.ts";

const EMPTY = "empty page";
const VISIBLE = "a chain in sight, market closed";
const HIDDEN = "a chain behind an empty page, market closed";

/** A Saturday: no session of any exchange, whatever today is. */
const CLOSED = "2026-11-21T12:00";
/** The app lets go of what a tab holds when it has not been seen for a minute. */
const ASLEEP_MS = 70_000;
/** A process's CPU is told in steps of 10 ms, and a browser has seven: shorter windows would say little of so few. */
const WINDOW_MS = 60_000;

interface Idle {
  /** ms of CPU a second, one figure a window */
  readonly cpu: readonly number[];
  /** a second */
  readonly wakeUps: readonly number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function openChain(browser: Chromium, server: ProductServer): Promise<void> {
  // Nothing is watched from within the page: what watches wakes it.
  const tab = await browser.open(`${server.origin}/option-chain`);
  const state = `document.querySelector('[data-testid="feed-state"]')?.textContent.trim()`;
  await tab.until(`${state} === ${JSON.stringify(TEXTS.status.feed.closed)}`, 60_000);
  for (let tries = 0; (await paintedSince(tab, 0)).length === 0; tries += 1) {
    if (tries === 60) throw new Error("the closed chain was not painted");
    await wait(500);
  }
}

async function idle(
  name: string,
  blank: string,
  server: ProductServer,
  { quick, progress }: Context,
): Promise<Idle> {
  const browser = await launchChromium();
  try {
    await browser.signIn(server);
    if (name !== EMPTY) await openChain(browser, server);
    if (name !== VISIBLE) await browser.open(blank);
    progress(`${name}: until it has settled`);
    await wait(quick ? 10_000 : ASLEEP_MS);
    const found = { cpu: [] as number[], wakeUps: [] as number[] };
    for (let window = 0; window < (quick ? 1 : 5); window += 1) {
      progress(`${name}: window ${window + 1}`);
      const pids = await browser.pids();
      const [cpu, woken, startedAt] = [await browser.cpu(), wakeUps(pids), performance.now()];
      await wait(quick ? 5000 : WINDOW_MS);
      const after = wakeUps(pids);
      const seconds = (performance.now() - startedAt) / 1000;
      found.wakeUps.push(wakeUpsBetween(woken, after) / seconds);
      found.cpu.push(((await browser.cpu()).all - cpu.all) / seconds);
    }
    return found;
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "idle",
  question: "What does a tab cost in which nothing happens?",
  about:
    "Most tabs are open all evening, when no price moves. A chain is opened while its market is closed, and left alone for over a minute; " +
    "then the CPU of all processes of the browser is read, and how often their threads were woken, which keeps a laptop's processor from resting.",
  compared: {
    [EMPTY]: "a page that does nothing",
    [VISIBLE]: "the app, NIFTY's chain on screen",
    [HIDDEN]: "the same in a tab behind an empty page",
  },
  async run(context) {
    const server = await launchServer({ env: { MARKET_CLOCK: CLOSED } });
    const page = await servePage(".build");
    try {
      const costs = new Map<string, Idle>();
      for (const name of [EMPTY, VISIBLE, HIDDEN])
        costs.set(name, await idle(name, `${page.origin}/blank`, server, context));
      const tableOf = (
        title: string,
        unit: string,
        pick: (one: Idle) => readonly number[],
        ratios: (net: (name: string) => number) => readonly Ratio[],
      ): Table => {
        const of = (name: string): number => median(pick(costs.get(name)!));
        return {
          title,
          unit,
          better: "lower",
          rows: [...costs].map(([name, one]) => distribution(name, pick(one))),
          ratios: ratios((name) => of(name) - of(EMPTY)).map(difference),
        };
      };
      return {
        tables: [
          tableOf(
            "CPU of all processes",
            "ms a second",
            ({ cpu }) => cpu,
            (net) => [
              { what: `CPU of ${VISIBLE}, net of the empty page`, value: net(VISIBLE), ...goals.visibleCpu },
              { what: `CPU of ${HIDDEN}, net of the empty page`, value: net(HIDDEN), ...goals.hiddenCpu },
            ],
          ),
          tableOf(
            "Wake-ups of all threads",
            "a second",
            ({ wakeUps }) => wakeUps,
            (net) => [
              {
                what: `wake-ups of ${VISIBLE}, net of the empty page`,
                value: net(VISIBLE),
                ...goals.visibleWakeUps,
              },
              {
                what: `wake-ups of ${HIDDEN}, net of the empty page`,
                value: net(HIDDEN),
                ...goals.hiddenWakeUps,
              },
            ],
          ),
        ],
        notes: [`the server's market stands at ${CLOSED}, a Saturday`],
      };
    } finally {
      page.stop();
      await server.stop();
    }
  },
};
