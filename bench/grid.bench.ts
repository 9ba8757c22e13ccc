/**
 * What does a ticking option chain cost the reader's machine? The product's own grid beside what teams build instead, all
 * of them 120 rows × 20 columns with 60 rows on screen, on one core and on the slow laptop; there also with every column there is.
 */
import { launchChromium } from "./browser/chromium.ts";
import {
  calibrate,
  calibrationNote,
  freeLoopTimes,
  NO_SLOW_LAPTOP,
  ONE_CORE,
  SLOW_LAPTOP,
  slowLaptopPossible,
} from "./browser/conditions.ts";
import { TICKS } from "./browser/grid/columns.ts";
import { goals } from "./browser/grid/goals.ts";
import { type GridSample, type Heap, type Load, runGrid } from "./browser/grid-run.ts";
import { buildPage, servePage } from "./browser/page-server.ts";
import { PARTS } from "./browser/threads.ts";
import {
  type Bench,
  type Context,
  distribution,
  type Goal,
  median,
  type Ratio,
  type Table,
} from "./harness.ts";
import { INSTALL_PEERS, peerFolder } from "./lib/peers.ts";

const EMPTY = "empty page";
const STILL = "picture that stands still";
const WORKER = "Strikewise, painter worker";
const CANVAS = "Strikewise, canvas on the main thread";
const DOM = "Strikewise, DOM renderer";
const AG = "AG Grid";
const REACT = "React memo, TanStack Virtual";
const TEXT = "text nodes by hand";

const GRIDS: Readonly<Record<string, string>> = {
  [WORKER]: "ours-worker",
  [CANVAS]: "ours-canvas",
  [DOM]: "ours-dom",
  [AG]: "ag-grid",
  [REACT]: "react",
  [TEXT]: "text",
};
/** Every grid at each: what moved conflated, and each tick of the market. */
const RATES = { "10 Hz": 10, "every tick": TICKS } as const;
type RateName = keyof typeof RATES;
const RATE_NAMES = Object.keys(RATES) as RateName[];
const shownAt = (grid: string, rate: RateName): string => `${grid}, ${rate}`;
/** As the product runs. */
const SHIPPED = shownAt(WORKER, "10 Hz");

const IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  [EMPTY]: "impl=empty",
  [STILL]: "impl=still",
  ...Object.fromEntries(
    Object.entries(GRIDS).flatMap(([grid, impl]) =>
      RATE_NAMES.map((rate) => [shownAt(grid, rate), `impl=${impl}&rate=${RATES[rate]}`]),
    ),
  ),
};

const SLOW_RATE: Load = { rate: 2000, scrolling: false };
const FAST_RATE: Load = { rate: 10_000, scrolling: false };
const SCROLLING: Load = { rate: 10_000, scrolling: true };
const loadText = ({ rate, scrolling }: Load): string =>
  `${rate / 1000} k updates/s${scrolling ? " while scrolling" : ""}`;

type Samples = Map<string, GridSample[][]>;

interface Plan {
  readonly name: string;
  readonly loads: readonly Load[];
  readonly isSlow: boolean;
  /** Of those that are measured elsewhere; all of them by default. */
  readonly only?: readonly string[];
  /** Every column there is, more than twice as wide as the screen. */
  readonly everyColumn?: true;
}
const PLANS: readonly Plan[] = [
  { name: "One core", loads: [SLOW_RATE, FAST_RATE], isSlow: false },
  { name: "Slow laptop", loads: [SLOW_RATE, FAST_RATE, SCROLLING], isSlow: true },
  {
    name: "Slow laptop, every column",
    loads: [SCROLLING],
    isSlow: true,
    only: [EMPTY, STILL, SHIPPED, shownAt(AG, "10 Hz")],
    everyColumn: true,
  },
];

const TRIES = 3;
const VOID_PLAN = "other programs had much of the core, or it was not slowed evenly (the notes)";
/** On a core that other programs have this much of some grids fall behind, and cost less for it. */
const OTHERS_AT_MOST = 0.15;

async function measurePlan(
  plan: Plan,
  origin: string,
  names: readonly string[],
  context: Context,
  notes: string[],
): Promise<{ samples: Samples; heaps: Map<string, Heap[]>; isVoid: boolean }> {
  const rounds = context.quick ? 1 : 2;
  const samples: Samples = new Map(names.map((name) => [name, []]));
  const heaps = new Map<string, Heap[]>(names.map((name) => [name, []]));
  const free = plan.isSlow ? await freeLoopTimes(origin) : [];
  let isVoid = false;
  const browser = await launchChromium({
    ...(plan.isSlow ? SLOW_LAPTOP : ONE_CORE).options,
    width: 1720,
    height: 1600,
  });
  try {
    for (let tries = 1; plan.isSlow; tries += 1) {
      context.progress(`${plan.name}: calibrating`);
      const calibration = await calibrate(browser, origin, free);
      isVoid = !calibration.agrees;
      if (!isVoid || tries === TRIES) {
        notes.push(calibrationNote(calibration));
        break;
      }
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [i] of names.entries()) {
        const name = names[(i + round) % names.length]!;
        context.progress(`${plan.name}, round ${round + 1} of ${rounds}: ${name}`);
        const query = IMPLEMENTATIONS[name]! + (plan.everyColumn === true ? "&columns=every" : "");
        const result = await runGrid(browser, origin, query, plan.loads, {
          ms: context.quick ? 2000 : 4000,
          heap: !plan.isSlow && round === 0,
        });
        samples.get(name)!.push(result.samples);
        if (result.heap !== null) heaps.get(name)!.push(result.heap);
      }
    }
  } finally {
    await browser.stop();
  }
  const others = [...samples.values()].flatMap((runs) => runs.flatMap((run) => run.map((one) => one.others)));
  if (others.some(Number.isFinite)) {
    const share = median(others.filter(Number.isFinite));
    const isCrowded = share > OTHERS_AT_MOST;
    isVoid ||= isCrowded;
    notes.push(
      `${plan.name}${isCrowded ? " VOID" : ""}: programs other than browser and busy loops had ${(share * 100).toFixed(0)} % of the core (median of the runs)`,
    );
  }
  return { samples, heaps, isVoid };
}

/** Where the product's CPU goes, by part of the browser: the market is the bench's own load, and counted with every grid. */
function partsTable(plan: Plan, at: number, samples: Samples): Table | null {
  const runs = (name: string) => (samples.get(name) ?? []).map((list) => list[at]!.parts);
  if (runs(SHIPPED).includes(null)) return null;
  return {
    title: `${plan.name}, ${loadText(plan.loads[at]!)}: where the CPU goes`,
    unit: "CPU ms a second",
    better: "lower",
    rows: [SHIPPED, shownAt(AG, "10 Hz")]
      .filter((name) => samples.has(name))
      .flatMap((name) =>
        PARTS.map((part) =>
          distribution(
            `${name}: ${part}`,
            runs(name).map((parts) => parts?.[part] ?? 0),
          ),
        ),
      ),
    ratios: [],
  };
}

function tableOf(
  plan: Plan,
  at: number,
  samples: Samples,
  pick: Exclude<keyof GridSample, "parts">,
  words: { readonly title: string; readonly unit: string; readonly better: "higher" | "lower" },
  ratios: (values: (name: string) => number) => readonly Ratio[],
): Table {
  const rounds = (name: string): number[] => (samples.get(name) ?? []).map((list) => list[at]![pick]);
  const value = (name: string): number => median(rounds(name));
  return {
    title: `${plan.name}, ${loadText(plan.loads[at]!)}: ${words.title}`,
    unit: words.unit,
    better: words.better,
    rows: [...samples.keys()].map((name) => distribution(name, rounds(name))),
    ratios: ratios(value).filter((ratio) => Number.isFinite(ratio.value)),
  };
}

/** Ours by AG Grid's at one rate; the goals are those of the rate that ships. */
function cpuRatios(
  of: (name: string) => number,
  rate: RateName,
  load: Load,
  goal: (bounds: Goal) => Goal,
): Ratio[] {
  const beside = (ours: string, peer: string, bounds: Goal = {}): Ratio => ({
    what: `${rate}: CPU of ${ours} / ${peer}, ${loadText(load)}`,
    value: of(shownAt(ours, rate)) / of(shownAt(peer, rate)),
    better: "lower",
    ...goal(rate === "10 Hz" ? bounds : {}),
  });
  return [
    beside(WORKER, AG, load.rate > 5000 ? goals.cpuMany : goals.cpuFew),
    beside(CANVAS, AG),
    beside(DOM, AG, goals.dom),
    beside(WORKER, REACT),
    beside(WORKER, TEXT),
  ];
}

function tablesOf(plan: Plan, samples: Samples, isVoid: boolean): Table[] {
  const goal = (bounds: Goal) => (isVoid ? { ...bounds, voidBecause: VOID_PLAN } : bounds);
  return plan.loads.flatMap((load, at) => [
    tableOf(
      plan,
      at,
      samples,
      "main",
      { title: "main thread", unit: "CPU ms a second", better: "lower" },
      (of) =>
        plan.isSlow
          ? []
          : [
              {
                what: `${SHIPPED}: main thread for 1,000 updates, net of the empty page`,
                value: (of(SHIPPED) - of(EMPTY)) / (load.rate / 1000),
                unit: "ms",
                ...goal(goals.mainPerThousand),
              },
            ],
    ),
    tableOf(
      plan,
      at,
      samples,
      "fps",
      { title: "the page's own animation frames", unit: "frames a second", better: "higher" },
      (of) => [
        {
          what: `${SHIPPED}: animation frames, ${plan.name.toLowerCase()}, ${loadText(load)}`,
          value: of(SHIPPED),
          unit: "fps",
        },
      ],
    ),
    ...(load.scrolling
      ? [
          tableOf(
            plan,
            at,
            samples,
            "displayed",
            { title: "what the reader sees", unit: "displayed frames a second", better: "higher" },
            (of) => [
              {
                what: `${SHIPPED}: displayed frames, ${plan.name.toLowerCase()}, ${loadText(load)}`,
                value: of(SHIPPED),
                unit: "fps",
                ...goal(goals.displayed),
              },
              { what: `displayed frames, ${SHIPPED} / ${STILL}`, value: of(SHIPPED) / of(STILL) },
            ],
          ),
        ]
      : []),
    ...[partsTable(plan, at, samples)].filter((table) => table !== null),
    ...(plan.isSlow
      ? [
          tableOf(
            plan,
            at,
            samples,
            "longestTask",
            { title: "longest task of the main thread over 50 ms", unit: "ms", better: "lower" },
            (of) =>
              load.scrolling
                ? [
                    {
                      what: `${SHIPPED}: longest long task while scrolling`,
                      value: of(SHIPPED),
                      unit: "ms",
                      ...goal(goals.longTask),
                    },
                  ]
                : [],
          ),
          ...(load.scrolling
            ? [
                tableOf(
                  plan,
                  at,
                  samples,
                  "dearestTask",
                  { title: "dearest task of the main thread", unit: "CPU ms", better: "lower" },
                  (of) => [{ what: `${SHIPPED}: CPU of its dearest task`, value: of(SHIPPED), unit: "ms" }],
                ),
              ]
            : []),
        ]
      : [
          tableOf(
            plan,
            at,
            samples,
            "all",
            { title: "all processes", unit: "CPU ms a second", better: "lower" },
            (of) => RATE_NAMES.flatMap((rate) => cpuRatios(of, rate, load, goal)),
          ),
        ]),
  ]);
}

/** What a reader of more columns than fit sees of a scroll, and pays for it. */
function everyColumnTables(plan: Plan, samples: Samples, isVoid: boolean): Table[] {
  const goal = (bounds: Goal) => (isVoid ? { ...bounds, voidBecause: VOID_PLAN } : bounds);
  const peer = shownAt(AG, "10 Hz");
  return [
    tableOf(
      plan,
      0,
      samples,
      "displayed",
      { title: "what the reader sees", unit: "displayed frames a second", better: "higher" },
      (of) => [
        {
          what: `${SHIPPED}: displayed frames, every column`,
          value: of(SHIPPED),
          unit: "fps",
          ...goal(goals.everyDisplayed),
        },
        { what: `displayed frames, every column, ${SHIPPED} / ${peer}`, value: of(SHIPPED) / of(peer) },
      ],
    ),
    tableOf(
      plan,
      0,
      samples,
      "all",
      { title: "all processes", unit: "CPU ms a second", better: "lower" },
      (of) => [
        {
          what: `every column: CPU of ${SHIPPED} / ${peer}`,
          value: of(SHIPPED) / of(peer),
          better: "lower",
          ...goal(goals.everyCpu),
        },
      ],
    ),
  ];
}

function heapTables(heaps: ReadonlyMap<string, readonly Heap[]>): Table[] {
  const table = (title: string, pick: (heap: Heap) => number, bounds: Goal): Table => {
    const of = (name: string): number => median((heaps.get(name) ?? []).map(pick));
    const net = of(SHIPPED) - of(EMPTY);
    return {
      title,
      unit: "MB",
      better: "lower",
      rows: [...heaps]
        .filter(([, values]) => values.length > 0)
        .map(([name, values]) => distribution(name, values.map(pick))),
      ratios: Number.isFinite(net)
        ? [
            {
              what: `${SHIPPED}: ${title.toLowerCase()}, net of the empty page`,
              value: net,
              unit: "MB",
              ...bounds,
            },
          ]
        : [],
    };
  };
  return [
    table(
      "JavaScript heap of page and workers, after collecting garbage",
      (heap) => heap.javascript,
      goals.heap,
    ),
    table("The same with the DOM and shared code", (heap) => heap.all, {}),
  ];
}

export const bench: Bench = {
  name: "grid",
  question: "What does a ticking option chain cost the reader's machine?",
  about:
    "An option chain of 120 strikes and 20 columns, 60 strikes on screen, gets 2,000 or 10,000 new figures a second in twenty ticks, shown conflated ten times a second or each tick at once, by every grid alike. Every column is 51 of them, of which a third fits on the screen. " +
    "The slow laptop is this machine with the whole browser on one core beside two busy loops; a loop timed in page, worker and SharedWorker " +
    "proves that it slows all of them alike, otherwise the run is void, as it is where other programs have much of that core. Counted is the CPU of all the browser's processes, for work that is " +
    "moved off the main thread still drains the battery; the page counts its frames in a window of its own, for counting them keeps it awake.",
  compared: {
    [EMPTY]: "the page with its meter and a market that nobody watches",
    [STILL]: "canvases of the same size, painted once: the least that can be scrolled",
    "… 10 Hz": "ten times a second the newest value of each cell that moved, as the product runs",
    "… every tick": "each of the market's twenty ticks a second, at once",
    [WORKER]: "the product's grid as it ships: canvas strips painted by a worker, 23 columns",
    [CANVAS]: "the same painter on the main thread, for browsers that cannot hand a canvas to a worker",
    [DOM]: "the product's plain table",
    [AG]: "AG Grid Community, asynchronous transactions without a wait of their own",
    [REACT]: "memoised rows over a store that tells only rows that changed",
    [TEXT]: "no framework: the text of changed cells is set",
  },
  async run(context) {
    const hasAg = peerFolder("ag-grid-community") !== null;
    const notes = hasAg ? [] : [`AG Grid is not installed, so not compared with: ${INSTALL_PEERS}`];
    const names = Object.keys(IMPLEMENTATIONS).filter((name) => hasAg || !name.startsWith(AG));
    context.progress("building the page");
    await buildPage("bench/browser/grid", ".build/bench-grid");
    const server = await servePage(".build/bench-grid");
    const tables: Table[] = [];
    try {
      for (const plan of PLANS) {
        if (plan.isSlow && !slowLaptopPossible()) {
          notes.push(NO_SLOW_LAPTOP);
          continue;
        }
        const measured = names.filter((name) => plan.only?.includes(name) ?? true);
        const { samples, heaps, isVoid } = await measurePlan(plan, server.origin, measured, context, notes);
        const tablesOfPlan = plan.everyColumn === true ? everyColumnTables : tablesOf;
        tables.push(...tablesOfPlan(plan, samples, isVoid));
        if (!plan.isSlow) tables.push(...heapTables(heaps));
      }
    } finally {
      server.stop();
    }
    return { tables, notes };
  },
};
