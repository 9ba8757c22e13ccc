/**
 * How long until a trader sees a live chain? Cold with an empty profile, warm from what the browser kept, after another
 * expiry, underlying or column is chosen; on this machine and on the slow laptop. And how much must come over the wire for it.
 */
import { plainName, routeSizes, total } from "../scripts/route-sizes.ts";
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import {
  type Calibration,
  type Condition,
  calibrate,
  calibrationNote,
  freeLoopTimes,
  NO_SLOW_LAPTOP,
  onSlowLaptop,
  PLAIN,
  SLOW_LAPTOP,
  slowLaptopPossible,
} from "./browser/conditions.ts";
import { type CpuByPlace, PLACES, startCpuByPlace } from "./browser/cpu-by-place.ts";
import { servePage } from "./browser/page-server.ts";
import { columnTime, switchTime, WATCH_MILESTONES } from "./browser/product-tab.ts";
import { launchServer, type ProductServer } from "./browser/server.ts";
import { type Bench, type Context, distribution, type Goal, median, type Table } from "./harness.ts";
import { ageKept } from "./startup/age-kept.ts";

const COLD = "cold load to the first live chain";
const WARM_PICTURE = "warm load to the picture of the chain as it was last seen";
const WARM = "warm load to the last known chain";
const WARM_LIVE = "warm load to live";
const REOPENED_PICTURE = "a tab closed for 60 minutes, reopened, to the picture of its chain";
const REOPENED = "a tab closed for 60 minutes, reopened, to its chain";
const EXPIRY = "another expiry to its first paint";
const UNDERLYING = "another underlying to its first paint";
const COLUMN = "a column taken in or left out by the settings, to its first paint";

type Machine = "this machine" | "slow laptop";
const BOTH: readonly Machine[] = ["this machine", "slow laptop"];

const LOADING =
  "all processes of the browser take 1.0 to 1.2 s of CPU until then, on a third of a core (the bench tells by whom): the page's thread 330 to 400 ms, the browser 260 to 300, the page's other threads 200 to 235, the display 125 to 150, painter and engine 60 each; the SharedWorker is connected only after React's first task, however early it was asked for";

const OPENING =
  "all processes of the browser take 1.2 s of CPU until then, on two cores, and what follows what decides (the bench tells by whom): the page's thread 380 ms, the browser 340, the page's other threads 250, the display 130, the painter 70, the engine 55";

const SWITCHING =
  "all processes take some 190 ms of CPU until then, on a third of a core that the browser's threads share with two loops (the bench tells by whom): the page's thread 65, where React draws the page of another expiry, its other threads 34, the painter and the display 33 each, the browser 22, the engine 8";

/** ms; loads are promised for the slow laptop, a tab that comes back for this machine, switches for both. */
const GOALS: Readonly<Record<string, Goal & { readonly on: readonly Machine[] }>> = {
  [COLD]: { atMost: 1400, explain: LOADING, on: ["slow laptop"] },
  [WARM_PICTURE]: { atMost: 800, on: ["slow laptop"] },
  [WARM]: { atMost: 800, explain: LOADING, on: ["slow laptop"] },
  [REOPENED_PICTURE]: { atMost: 300, on: ["this machine"] },
  [REOPENED]: { atMost: 300, explain: OPENING, on: ["this machine"] },
  [EXPIRY]: { atMost: 100, explain: SWITCHING, on: BOTH },
  [UNDERLYING]: { atMost: 200, on: BOTH },
  [COLUMN]: { atMost: 100, on: BOTH },
};

/** What was promised, whatever limit scripts/route-sizes.ts holds the route at. */
const CODE: Goal = { atMost: 170, unit: "kB" };

const HOUR = 3_600_000;

/** The engine keeps what it knows every few seconds. */
const KEPT_MS = 8000;

type Times = Map<string, number[]>;

/** Of these it is told whose CPU they take. */
const PROFILED = [WARM, REOPENED, EXPIRY] as const;
type Costs = ReadonlyMap<string, CpuByPlace[]>;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Milestones {
  readonly live: number;
  readonly painted: number;
  /** when the first figures were, by the server's clock */
  readonly paintedOf: number;
  /** 0: the load began without a picture */
  readonly pictured: number;
}

function picturedAt({ pictured }: Milestones): number {
  if (pictured === 0) throw new Error("the load began without the picture of its page");
  return pictured;
}

async function load(browser: Chromium, url: string) {
  const tab = await browser.open(url, { before: WATCH_MILESTONES });
  await tab.until("milestones.live && milestones.painted", 60_000);
  return { tab, seen: await tab.evaluate<Milestones>("milestones") };
}

/** The chosen expiry's neighbour: the first of the list may have ended today. */
const toExpiry = (step: number): string => `(() => {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  tabs[tabs.findIndex((tab) => tab.ariaSelected === "true") + ${step}].click();
})()`;

/** @returns whether the first figures of the tab that was closed for an hour were those that had been kept */
async function measureOnce(browser: Chromium, origin: string, times: Times, costs: Costs): Promise<boolean> {
  const costing = async <T>(name: (typeof PROFILED)[number], work: () => Promise<T>): Promise<T> => {
    const read = startCpuByPlace(await browser.pids());
    const result = await work();
    costs.get(name)!.push(read(await browser.pids()));
    return result;
  };
  const note = (name: string, ms: number): void => {
    times.get(name)!.push(ms);
  };
  const url = `${origin}/option-chain`;
  const cold = await load(browser, url);
  note(COLD, Math.max(cold.seen.live, cold.seen.painted));
  await wait(KEPT_MS);
  for (const step of [1, 1, -1]) {
    note(EXPIRY, await costing(EXPIRY, () => switchTime(cold.tab, toExpiry(step))));
    await wait(500);
  }
  // Back to the address it began with, NIFTY's, which the next load opens.
  for (const query of ["?tradingsymbol=BANKNIFTY", "?tradingsymbol=SENSEX", ""]) {
    const choose = `history.pushState({}, "", "/option-chain${query}")`;
    note(UNDERLYING, await switchTime(cold.tab, choose));
    await wait(500);
  }
  await cold.tab.evaluate(`document.querySelector('[data-testid="chain-settings"]').click()`);
  await cold.tab.until(`document.querySelector('[data-testid="chain-settings-panel"]') !== null`);
  await wait(500);
  // The second press undoes the first.
  for (const label of ["Volume", "Vega", "Vega", "Volume"]) {
    note(COLUMN, await columnTime(cold.tab, label));
    await wait(500);
  }
  // With what lies over it closed: that is no part of the page as it is kept.
  await cold.tab.evaluate(
    `document.querySelector('[data-testid="chain-settings-panel"] button[aria-label="Close"]').click()`,
  );
  await cold.tab.until(`document.querySelector('[data-testid="chain-settings-panel"]') === null`);
  await wait(KEPT_MS / 2);
  await cold.tab.close();
  await wait(1500);
  const warm = await costing(WARM, () => load(browser, url));
  note(WARM_PICTURE, picturedAt(warm.seen));
  note(WARM, warm.seen.painted);
  note(WARM_LIVE, Math.max(warm.seen.live, warm.seen.painted));
  await warm.tab.close();
  await wait(1500);
  if ((await ageKept(browser, origin, HOUR)) === 0) throw new Error("the engine kept no chain");
  const reopened = await costing(REOPENED, () => load(browser, url));
  note(REOPENED_PICTURE, picturedAt(reopened.seen));
  note(REOPENED, reopened.seen.painted);
  await reopened.tab.close();
  return Date.now() - reopened.seen.paintedOf > HOUR;
}

async function measure(
  condition: Condition,
  server: ProductServer,
  context: Context,
  notes: string[],
): Promise<Table[]> {
  const costs: Costs = new Map(PROFILED.map((name) => [name, []]));
  const times: Times = new Map(
    [COLD, WARM_PICTURE, WARM, WARM_LIVE, REOPENED_PICTURE, REOPENED, EXPIRY, UNDERLYING, COLUMN].map(
      (name) => [name, []],
    ),
  );
  const rounds = context.quick ? 1 : 5;
  // The product's own pages forbid workers made of text.
  const page = await servePage(".build");
  const blank = `${page.origin}/blank`;
  const free = condition.isSlow ? await freeLoopTimes(blank) : [];
  let calibration: Calibration | null = null;
  let kept = 0;
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`${condition.name}, round ${round + 1} of ${rounds}`);
    const browser = await launchChromium(condition.options);
    try {
      await browser.signIn(server);
      // A browser is busy with itself for its first seconds; the reader's has been open for long.
      await wait(3000);
      if (condition.isSlow && round === 0) {
        calibration = await calibrate(browser, blank, free);
        notes.push(calibrationNote(calibration));
      }
      if (await measureOnce(browser, server.origin, times, costs)) kept += 1;
    } finally {
      await browser.stop();
    }
  }
  page.stop();
  notes.push(
    `${condition.name}: in ${kept} of ${rounds} rounds the reopened tab's first figures were the kept ones, in the others the server's were there first`,
  );
  const machine: Machine = condition.isSlow ? "slow laptop" : "this machine";
  const goalOf = (name: string): Goal => {
    const goal = GOALS[name];
    if (!goal?.on.includes(machine)) return {};
    const { on, ...bounds } = goal;
    return bounds;
  };
  const title = `On ${condition.isSlow ? "the slow laptop" : condition.name}`;
  const table: Table = {
    title,
    unit: "ms",
    better: "lower",
    rows: [...times].map(([name, values]) => distribution(name, values)),
    ratios: [...times].map(([name, values]) => ({
      what: `${condition.name}: ${name}`,
      value: median(values),
      unit: "ms",
      ...goalOf(name),
      ...onSlowLaptop(calibration),
    })),
  };
  return [table, costTable(title, costs)];
}

function costTable(title: string, costs: Costs): Table {
  return {
    title: `${title}: CPU of all processes until then`,
    unit: "ms",
    better: "lower",
    rows: [...costs].flatMap(([name, all]) =>
      PLACES.map((place) =>
        distribution(
          `${name}: ${place}`,
          all.map((cost) => cost[place]),
        ),
      ),
    ),
    ratios: [],
  };
}

async function sizeTable(origin: string): Promise<Table> {
  const sizes = routeSizes("dist/web");
  if (sizes === null) throw new Error("not built: run npm run build first");
  const reply = await fetch(`${origin}/v1/compute/cache/instrument_metacache/1`, {
    headers: { "accept-encoding": "br" },
  });
  await reply.arrayBuffer();
  const instruments = Number(reply.headers.get("content-length") ?? Number.NaN);
  const kilobytes = (bytes: number): number[] => [bytes / 1000];
  return {
    title: "Over the wire before the chain is live, Brotli",
    unit: "kB",
    better: "lower",
    rows: [
      ...Object.entries(sizes.code).map(([file, bytes]) => distribution(plainName(file), kilobytes(bytes))),
      distribution("font, after the text is there", kilobytes(total(sizes.font))),
      ...(Number.isFinite(instruments)
        ? [distribution("instruments of the day", kilobytes(instruments))]
        : []),
    ],
    ratios: [
      {
        what: "code of the chain page, workers and WebAssembly included",
        value: total(sizes.code) / 1000,
        ...CODE,
      },
    ],
  };
}

export const bench: Bench = {
  name: "startup",
  question: "How long until a trader sees a live chain, and another one?",
  about:
    "A cold load starts with an empty browser profile, a warm one with what an earlier visit left in the browser. A switch is measured from the " +
    "choice to the painter's last draw call of the new chain. A tab closed for an hour is one whose kept chain and instruments are made an hour older where the " +
    "browser keeps them, before it is opened again: it must mark what it shows and ask whether all of it changed. The slow laptop is this machine with the whole browser on one core beside two busy loops.",
  async run(context) {
    const notes: string[] = [];
    const server = await launchServer({ away: true });
    try {
      const tables = [await sizeTable(server.origin), ...(await measure(PLAIN, server, context, notes))];
      if (slowLaptopPossible()) tables.push(...(await measure(SLOW_LAPTOP, server, context, notes)));
      else notes.push(NO_SLOW_LAPTOP);
      return { tables, notes };
    } finally {
      await server.stop();
    }
  },
};
