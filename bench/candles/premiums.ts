/** Six strategies through ten sessions by the minute: how long from the question to the picture, of a server that was never asked before and of one that was. */
import { readFileSync } from "node:fs";
import { type Chromium, launchChromium } from "../browser/chromium.ts";
import { key } from "../browser/keys.ts";
import { launchServer, type ProductServer } from "../browser/server.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, distribution, median, type Table } from "../harness.ts";
import { goals } from "./goals.ts";
import { MARKET_CLOCK, wait } from "./product.ts";

const PROBE = readFileSync(new URL("./premium-probe.js", import.meta.url), "utf8");
const PAGE = "/multi-straddle-strangle-charts";
/** Those of a page that nothing was chosen on, a rolling one and a fixed one; two more that are added; two rolling strangles. */
const ROLLING = ["atm.2", "atm.5"];
const BESIDE = "*";
const COUNT = 6;
const LONG = 10;
/** What a server does after its start, whatever it is asked, is done. */
const STARTED_MS = 8000;
/** What an answer and its picture leave to be done is done. */
const REST_MS = 1500;

interface Times {
  /** ms from the question to its answer's figures, and to the end of the frame that shows them */
  readonly answer: number;
  readonly picture: number;
}

const addressOf = (strategies: string, sessions: number): string =>
  `${PAGE}?tradingsymbol=NIFTY&interval=1M&sessions=${sessions}&s=${strategies}`;

async function withBrowser<T>(product: ProductServer, use: (browser: Chromium) => Promise<T>): Promise<T> {
  const browser = await launchChromium();
  try {
    await browser.signIn(product);
    return await use(browser);
  } finally {
    await browser.stop();
  }
}

/** As an address has them: chosen on the page, since contracts are what is listed on the market's day. */
const sixStrategies = (product: ProductServer): Promise<string> =>
  withBrowser(product, async (browser) => {
    const tab = await browser.open(product.origin + PAGE, { visible: true });
    const chip = `document.querySelectorAll('[data-testid="straddle-quick"]:not([data-atm])')`;
    await tab.until(`${chip}.length >= 2 && document.querySelector('[data-testid="straddle-2"]')`, 60_000);
    const given = `(new URLSearchParams(location.search).get("s") ?? "").split("${BESIDE}")`;
    for (const [i, count] of [3, 4].entries()) {
      await tab.evaluate(`${chip}[${i}].click()`);
      await tab.until(`${given}.length === ${count}`);
    }
    return [...(await tab.evaluate<string[]>(given)), ...ROLLING].join(BESIDE);
  });

async function timesOf(tab: Tab): Promise<Times> {
  await tab.until("globalThis.premium !== undefined", 60_000);
  const times = await tab.evaluate<Times>("premium");
  await wait(REST_MS);
  return times;
}

/** Whether all was drawn: the first bar is of another day than the last. */
async function checkShown(tab: Tab): Promise<void> {
  const chart = `document.querySelector('[data-testid="time-chart"]')`;
  await tab.evaluate(`${chart}.querySelector('[tabindex="0"][role="group"]').focus()`);
  const dayAt = async (name: string, code: number): Promise<string> => {
    await key(tab, name, code);
    await wait(200);
    return tab.evaluate<string>(`${chart}.querySelector("dd").textContent.split(" ", 2).join(" ")`);
  };
  const [first, last] = [await dayAt("Home", 36), await dayAt("End", 35)];
  const see = `document.querySelectorAll('[data-testid^="straddle-see-"]').length`;
  const count = await tab.evaluate<number>(see);
  if (count !== COUNT || first === last)
    throw new Error(`${count} strategies were drawn from ${first} to ${last}`);
}

/** The page opened on ten sessions, then to one and back to ten again and again, without another load. */
async function ask(product: ProductServer, strategies: string, warm: number): Promise<Times[]> {
  return withBrowser(product, async (browser) => {
    const tab = await browser.open(product.origin + addressOf(strategies, LONG), {
      visible: true,
      before: PROBE,
    });
    const times = [await timesOf(tab)];
    await checkShown(tab);
    const go = (sessions: number) =>
      tab.evaluate(`history.pushState({}, "", "${addressOf(strategies, sessions)}")`);
    for (let n = 0; n < warm; n += 1) {
      await go(1);
      await wait(REST_MS);
      await tab.evaluate("delete globalThis.premium");
      await go(LONG);
      times.push(await timesOf(tab));
    }
    await checkShown(tab);
    return times;
  });
}

/** @param product a server of the same market, which says what is listed */
export async function premiumTable(product: ProductServer, { quick, progress }: Context): Promise<Table> {
  progress("six strategies: choosing them");
  const strategies = await sixStrategies(product);
  const [servers, warmEach] = quick ? [1, 3] : [5, 4];
  const [cold, warm]: [Times[], Times[]] = [[], []];
  for (let n = 1; n <= servers; n += 1) {
    progress(`six strategies: server ${n} of ${servers}`);
    const fresh = await launchServer({ away: true, env: { MARKET_CLOCK } });
    try {
      await wait(STARTED_MS);
      const [first, ...again] = await ask(fresh, strategies, warmEach);
      cold.push(first!);
      warm.push(...again);
    } finally {
      await fresh.stop();
    }
  }
  const of = (times: readonly Times[], part: keyof Times): number[] => times.map((each) => each[part]);
  return {
    title: "Six strategies through ten sessions by the minute, from the question",
    unit: "ms",
    better: "lower",
    rows: [
      distribution("never asked before, page just opened: to the answer's figures", of(cold, "answer")),
      distribution("never asked before, page just opened: to the picture", of(cold, "picture")),
      distribution("asked again: to the answer's figures", of(warm, "answer")),
      distribution("asked again: to the picture", of(warm, "picture")),
    ],
    ratios: [
      {
        what: "six strategies, asked again, to the picture",
        value: median(of(warm, "picture")),
        ...goals.premiumWarm,
      },
      {
        what: "six strategies, never asked before, to the picture",
        value: median(of(cold, "picture")),
        ...goals.premiumCold,
      },
    ],
  };
}
