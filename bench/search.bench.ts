/** What does a key cost that is typed into the search, when 34,000 contracts are searched? On the slow laptop. */
import { mkdirSync, writeFileSync } from "node:fs";
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import {
  calibrate,
  calibrationNote,
  freeLoopTimes,
  NO_SLOW_LAPTOP,
  PLAIN,
  SLOW_LAPTOP,
  slowLaptopPossible,
} from "./browser/conditions.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { launchServer } from "./browser/server.ts";
import { type Bench, distribution, type Goals, median } from "./harness.ts";

const IDLE = "nothing typed";
const OURS = "Strikewise";
const ALL = "the same, every option in the document";
const ARIA = "React Aria's list, Fuse over all contracts";
const IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  [IDLE]: "idle",
  [OURS]: "ours",
  [ALL]: "all",
  [ARIA]: "aria",
};
/** What is typed, a key at a time: the first keys find whole chains, the last ones single contracts. */
const WORDS = ["nifty ce", "bank 58", "reliance fut", "sensex pe nov"];
const KEYS = WORDS.join("").length;
const OUT = ".build/bench-search";
/** An instant at which every word finds contracts: those of November are still listed. */
const MARKET_CLOCK = "2026-11-20T11:30";

const goals = {
  key: { atMost: 16, unit: "ms" },
  all: { atMost: 0.5 },
  aria: { atMost: 0.5 },
} satisfies Goals;

/** All the words, a key at a time; each waits for its list and for the frame that shows it. */
const TYPE = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const words of ${JSON.stringify(WORDS)}) {
    for (let end = 1; end <= words.length; end++) {
      const text = words.slice(0, end);
      if (globalThis.type) {
        type(text);
        while (shown.text !== text) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await frame();
    }
  }
  return shown.count;
})()`;

async function mainMsOfKey(browser: Chromium, origin: string, impl: string): Promise<number> {
  const tab = await browser.open(`${origin}/?impl=${impl}`, { visible: true });
  await tab.until("contracts > 0", 60_000);
  // Once before, for what is compiled when it first runs.
  await tab.evaluate(TYPE);
  const before = await tab.mainMs();
  const found = await tab.evaluate<number>(TYPE);
  const ms = (await tab.mainMs()) - before;
  await tab.close();
  if (impl !== "idle" && found === 0) throw new Error(`${impl}: the last words found nothing`);
  return ms / KEYS;
}

/** The instruments of the simulated market, as the server sends them to the browser. */
async function saveInstruments(): Promise<void> {
  const server = await launchServer({ env: { MARKET_CLOCK } });
  try {
    const response = await fetch(`${server.origin}/v1/compute/cache/instrument_metacache/1`);
    mkdirSync(OUT, { recursive: true });
    writeFileSync(`${OUT}/metacache.json`, await response.text());
  } finally {
    await server.stop();
  }
}

export const bench: Bench = {
  name: "search",
  question: "What does a key cost that is typed into the search?",
  about:
    "The search of the product looks through every contract that is listed. The engine's worker searches; the page keeps in its document the lines in sight (TanStack Virtual). " +
    "Counted is the main thread for one key, from the key to the frame that shows what it found, net of a page where nothing is typed, and times the slow laptop's factor.",
  compared: {
    [IDLE]: "the page and its frames",
    [OURS]: "the product's list and its search of contracts, in a worker",
    [ALL]: "the same search and lines, all thousand of them in the document",
    [ARIA]: "React Aria's Autocomplete and Virtualizer, with Fuse over all contracts on the main thread",
  },
  async run(context) {
    context.progress("building the page");
    await buildPage("bench/browser/search", OUT);
    await saveInstruments();
    const page = await servePage(OUT);
    const notes: string[] = [];
    const isSlow = slowLaptopPossible();
    const free = isSlow ? await freeLoopTimes(`${page.origin}/blank`) : [];
    const browser = await launchChromium(isSlow ? SLOW_LAPTOP.options : PLAIN.options);
    const names = Object.keys(IMPLEMENTATIONS);
    const costs = new Map(names.map((name): [string, number[]] => [name, []]));
    let factor = 1;
    try {
      if (isSlow) {
        const calibration = await calibrate(browser, `${page.origin}/blank`, free);
        notes.push(calibrationNote(calibration));
        factor = calibration.slowdown.page;
      } else notes.push(NO_SLOW_LAPTOP);
      const rounds = context.quick ? 2 : 5;
      for (let round = 0; round < rounds; round += 1) {
        for (let i = 0; i < names.length; i += 1) {
          const name = names[(i + round) % names.length]!;
          context.progress(`round ${round + 1} of ${rounds}: ${name}`);
          costs.get(name)!.push(await mainMsOfKey(browser, page.origin, IMPLEMENTATIONS[name]!));
        }
      }
    } finally {
      await browser.stop();
      page.stop();
    }
    const floor = median(costs.get(IDLE)!);
    const key = (name: string): number[] => costs.get(name)!.map((cost) => (cost - floor) * factor);
    return {
      tables: [
        {
          title: "One key",
          unit: "ms of main thread on the slow laptop",
          better: "lower",
          rows: [OURS, ALL, ARIA].map((name) => distribution(name, key(name))),
          ratios: [
            { what: `a key, ${OURS}`, value: median(key(OURS)), ...goals.key },
            { what: `a key, ${OURS} / ${ALL}`, value: median(key(OURS)) / median(key(ALL)), ...goals.all },
            { what: `a key, ${OURS} / ${ARIA}`, value: median(key(OURS)) / median(key(ARIA)), ...goals.aria },
          ],
        },
      ],
      notes: [
        ...notes,
        "figures of the main thread are thread time, times the factor by which the slow laptop is slower",
      ],
    };
  },
};
