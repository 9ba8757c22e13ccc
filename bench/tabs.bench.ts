/**
 * What do many tabs cost? The real app on the real server, one SharedWorker and one websocket whatever the tabs, beside
 * tabs that hold a socket each, as JSON or as doubles.
 */
import { type Chromium, launchChromium } from "./browser/chromium.ts";
import { type CpuByPlace, PLACES, startCpuByPlace } from "./browser/cpu-by-place.ts";
import { buildPage } from "./browser/page-server.ts";
import { IS_LIVE, paintedSince } from "./browser/product-tab.ts";
import { launchServer, type ProductServer } from "./browser/server.ts";
import type { Tab } from "./browser/tab.ts";
import { startTabFeed } from "./browser/tab-feed.ts";
import { goals } from "./browser/tabs/goals.ts";
import {
  type Bench,
  type Context,
  difference,
  distribution,
  percentile,
  type Ratio,
  type Table,
} from "./harness.ts";

const EMPTY = "empty page";
const JSON_EACH = "view deltas as JSON, a socket a tab";
const BINARY_EACH = "the engine's frames, a socket a tab";
const ENGINE = "Strikewise's engine, frames kept";
const WAKE = "a worker that only wakes them";
const OURS = "Strikewise, painting";
const HIDDEN = "Strikewise, all but one hidden";

/** The app lets go of what a tab holds when it has not been seen for a minute. */
const ASLEEP_MS = 70_000;
/** What rates of two may differ by, before their costs say nothing of each other. */
const RATES_APART = 1.15;
/** Chains that a reader with many tabs has open; several tabs look at the same, as they do. */
const SYMBOLS = ["NIFTY", "BANKNIFTY", "FINNIFTY", "SENSEX", "RELIANCE"];

interface Cost {
  /** CPU ms of all processes a second, one figure a window */
  readonly cpu: readonly number[];
  /** The same by who takes it, of all windows together. */
  readonly places: CpuByPlace;
  /** MB */
  readonly memory: number;
  /** ms of this process a second, which cuts the views of the peers */
  readonly cutting: readonly number[];
  /** ms from the engine to the tab, or to its painter */
  readonly ages: readonly number[];
  /** messages or frames a tab a second */
  readonly rate: number;
  /** that the browser holds to the product's server */
  readonly sockets: number;
}

interface Kind {
  readonly name: string;
  url(i: number): string;
  /** Whether it is the whole app, or a page of the bench. */
  readonly isApp: boolean;
  readonly isHidden: boolean;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function agesOf(kind: Kind, tabs: readonly Tab[], since: number): Promise<number[]> {
  const lists = await Promise.all(
    tabs.map(async (tab) => {
      if (!kind.isApp) return tab.evaluate<number[]>("window.ages.splice(0)");
      return (await paintedSince(tab, since)).map((frame) => frame.paintedAt - frame.postedAt);
    }),
  );
  return lists.flat();
}

async function costOf(kind: Kind, count: number, context: Context, server: ProductServer): Promise<Cost> {
  const browser: Chromium = await launchChromium({ width: 1366, height: 850 });
  try {
    const others = await server.metric("strikewise_relay_clients");
    await browser.signIn(server);
    const tabs: Tab[] = [];
    for (let i = 0; i < count; i += 1) {
      context.progress(`${count} tabs, ${kind.name}: opening ${i + 1}`);
      const tab = await browser.open(kind.url(i), { visible: !kind.isHidden });
      if (kind.isApp) await tab.until(IS_LIVE, 60_000);
      tabs.push(tab);
    }
    if (kind.isHidden) context.progress(`${count} tabs, ${kind.name}: until the hidden ones sleep`);
    await wait(kind.isHidden ? ASLEEP_MS : context.quick ? 2000 : 8000);
    const seen = kind.isHidden ? tabs.slice(-1) : tabs;
    if (!kind.isApp) await agesOf(kind, tabs, 0);
    const since = Date.now();
    const cpu: number[] = [];
    const cutting: number[] = [];
    const [readPlaces, placesFrom] = [startCpuByPlace(await browser.pids()), performance.now()];
    for (let window = 0; window < (context.quick ? 1 : 3); window += 1) {
      context.progress(`${count} tabs, ${kind.name}: window ${window + 1}`);
      const [before, own, startedAt] = [await browser.cpu(), process.cpuUsage(), performance.now()];
      await wait(context.quick ? 3000 : 5000);
      const after = await browser.cpu();
      const seconds = (performance.now() - startedAt) / 1000;
      const { user, system } = process.cpuUsage(own);
      cpu.push((after.all - before.all) / seconds);
      cutting.push((user + system) / 1000 / seconds);
    }
    const spent = readPlaces(await browser.pids());
    const placesMs = performance.now() - placesFrom;
    const places = Object.fromEntries(
      PLACES.map((place) => [place, (spent[place] / placesMs) * 1000]),
    ) as CpuByPlace;
    const ages = await agesOf(kind, seen, since);
    return {
      cpu,
      places,
      cutting,
      ages,
      rate: ages.length / seen.length / ((Date.now() - since) / 1000),
      memory: await browser.memory(),
      sockets: (await server.metric("strikewise_relay_clients")) - others,
    };
  } finally {
    await browser.stop();
  }
}

function tablesOf(count: number, costs: ReadonlyMap<string, Cost>): Table[] {
  const cpu = (name: string): number => percentile(costs.get(name)!.cpu, 0.5);
  const memory = (name: string): number => costs.get(name)!.memory;
  /** Of one more tab, over one more empty page: what the browser and the engine hold once is left out. */
  const memoryEach = (name: string): number =>
    (memory(name) - memory(ONE) - (memory(EMPTY) - memory(ONE_EMPTY))) / (count - 1);
  const names = [...costs.keys()];
  const rate = (name: string): number => costs.get(name)!.rate;
  /** Who brings more than the other does other work. */
  const atOneRate = (entry: Ratio, name: string): Ratio => {
    const apart = Math.max(rate(name), rate(ENGINE)) / Math.min(rate(name), rate(ENGINE));
    if (apart <= RATES_APART) return entry;
    const [theirs, ours] = [rate(name).toFixed(1), rate(ENGINE).toFixed(1)];
    return {
      ...entry,
      voidBecause: `a tab of the peer got ${theirs} messages a second, the engine's ${ours}`,
    };
  };
  const cut = (name: string): number => percentile(costs.get(name)!.cutting, 0.5);
  const cpuGoals: Ratio[] = [
    atOneRate(
      {
        what: `${count} tabs: CPU of ${JSON_EACH} / ${ENGINE}, net of empty pages`,
        value: (cpu(JSON_EACH) - cpu(EMPTY)) / (cpu(ENGINE) - cpu(EMPTY)),
        better: "higher",
        ...(count === 10 ? goals.jsonOverEngine : {}),
      },
      JSON_EACH,
    ),
    atOneRate(
      {
        what: `${count} tabs: the same with the server that cuts its views`,
        value: (cpu(JSON_EACH) - cpu(EMPTY) + cut(JSON_EACH) - cut(EMPTY)) / (cpu(ENGINE) - cpu(EMPTY)),
        better: "higher",
      },
      JSON_EACH,
    ),
    {
      what: `${count} tabs: CPU of ${JSON_EACH} / ${WAKE}, net of empty pages`,
      value: (cpu(JSON_EACH) - cpu(EMPTY)) / (cpu(WAKE) - cpu(EMPTY)),
      better: "higher",
    },
    atOneRate(
      {
        what: `${count} tabs: CPU of ${BINARY_EACH} / ${ENGINE}, net of empty pages`,
        value: (cpu(BINARY_EACH) - cpu(EMPTY)) / (cpu(ENGINE) - cpu(EMPTY)),
        better: "higher",
      },
      BINARY_EACH,
    ),
    {
      what: `${count} visible tabs: CPU of ${OURS}, net of empty pages`,
      value: cpu(OURS) - cpu(EMPTY),
      ...(count === 30 ? goals.thirtyTabs : goals.tenTabs),
    },
    {
      what: `${count} visible tabs: CPU of ${ENGINE}, net of empty pages`,
      value: cpu(ENGINE) - cpu(EMPTY),
      unit: "ms/s",
    },
  ];
  const hidden = costs.get(HIDDEN);
  const one = costs.get(ONE);
  if (hidden !== undefined && one !== undefined) {
    cpuGoals.push({
      what: `${count} tabs: CPU of a hidden one`,
      value: (cpu(HIDDEN) - cpu(ONE)) / (count - 1),
      ...goals.hiddenCpu,
    });
  }
  return [
    {
      title: `${count} tabs: CPU of all processes`,
      unit: "ms a second",
      better: "lower",
      rows: names.map((name) => distribution(name, costs.get(name)!.cpu)),
      ratios: cpuGoals.map(difference),
    },
    {
      title: `${count} tabs: whose CPU`,
      unit: "ms a second",
      better: "lower",
      rows: [JSON_EACH, ENGINE, OURS].flatMap((name) =>
        PLACES.map((place) => distribution(`${name}: ${place}`, [costs.get(name)!.places[place]])),
      ),
      ratios: [],
    },
    {
      title: `${count} tabs: memory of all processes`,
      unit: "MB",
      better: "lower",
      rows: names.map((name) => distribution(name, [costs.get(name)!.memory])),
      ratios: [
        {
          what: `${count} tabs: a visible tab over an empty page`,
          value: memoryEach(OURS),
          ...goals.visibleMemory,
        },
        ...(hidden === undefined
          ? []
          : [
              {
                what: `${count} tabs: a hidden tab over an empty page`,
                value: memoryEach(HIDDEN),
                ...goals.hiddenMemory,
              },
            ]),
      ].map(difference),
    },
    {
      title: `${count} tabs: messages a tab, or frames it painted`,
      unit: "a second",
      better: "higher",
      rows: names.filter((name) => rate(name) > 0).map((name) => distribution(name, [rate(name)])),
      ratios: [],
    },
    {
      title: `${count} tabs: from the engine, in the browser or on the server, to the tab`,
      unit: "ms",
      better: "lower",
      rows: names
        .filter((name) => costs.get(name)!.ages.length > 0)
        .map((name) => distribution(name, costs.get(name)!.ages)),
      ratios: [
        {
          what: `${count} tabs: engine to tab, p99`,
          value: percentile(costs.get(ENGINE)!.ages, 0.99),
          ...goals.delivery,
        },
        {
          what: `${count} tabs: engine to painted, p99`,
          value: percentile(costs.get(OURS)!.ages, 0.99),
          unit: "ms",
        },
        { what: `${count} tabs: websockets`, value: costs.get(OURS)!.sockets, ...goals.sockets },
      ],
    },
  ];
}

const ONE = "Strikewise, one visible tab";
const ONE_EMPTY = "one empty page";

export const bench: Bench = {
  name: "tabs",
  question: "What do many open tabs cost?",
  about:
    "Traders keep a tab for every underlying. Ten and thirty tabs of the real app, on the real server, share one engine and one websocket; " +
    "the usual way is a socket a tab, which here brings the same view deltas at the same ten a second. Counted are all processes of the browser. Visible tabs draw as if each had a window; hidden ones lie behind another.",
  compared: {
    [EMPTY]: "a page that does nothing",
    [JSON_EACH]:
      "the view deltas that the engine posts to a tab, as JSON of the rows that changed: parsed and kept by every tab",
    [BINARY_EACH]: "the engine's own frames over a socket a tab, kept as the product's painter keeps them",
    [WAKE]:
      "one SharedWorker that posts the time to every tab ten times a second: what any design with one worker pays",
    [ENGINE]:
      "the product's SharedWorker and its frames, ten a second, kept by every tab and not painted, as the peers paint nothing",
    [OURS]: "the app showing live option chains of five underlyings, every tab painting at 10 Hz",
    [HIDDEN]: "the same, all in one window, a minute after the last was opened",
  },
  async run(context) {
    context.progress("building the page");
    await buildPage("bench/browser/tabs", ".build/bench-tabs");
    const server = await launchServer();
    const feed = await startTabFeed(".build/bench-tabs", server);
    const symbolOf = (i: number) => SYMBOLS[i % SYMBOLS.length];
    const peer = (name: string, kind: string): Kind => ({
      name,
      url: (i) => `${feed.origin}/?kind=${kind}&symbol=${symbolOf(i)}`,
      isApp: false,
      isHidden: false,
    });
    const ours = (name: string, isHidden: boolean): Kind => ({
      name,
      url: (i) => `${server.origin}/option-chain?tradingsymbol=${symbolOf(i)}`,
      isApp: true,
      isHidden,
    });
    try {
      const tables: Table[] = [];
      for (const count of context.quick ? [10] : [10, 30]) {
        const costs = new Map<string, Cost>();
        const kinds = [
          peer(EMPTY, "empty"),
          peer(JSON_EACH, "json"),
          peer(BINARY_EACH, "binary"),
          peer(WAKE, "wake"),
          peer(ENGINE, "engine"),
          ours(OURS, false),
          ours(HIDDEN, true),
        ];
        for (const kind of kinds) costs.set(kind.name, await costOf(kind, count, context, server));
        // Beside what it is taken from: a machine that is busier an hour later would be counted as a tab's cost.
        for (const kind of [ours(ONE, true), peer(ONE_EMPTY, "empty")])
          costs.set(kind.name, await costOf(kind, 1, context, server));
        tables.push(...tablesOf(count, costs));
      }
      return {
        tables,
        notes: ["memory is the proportional set size: what processes share is counted once"],
      };
    } finally {
      await feed.stop();
      await server.stop();
    }
  },
};
