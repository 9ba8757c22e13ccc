/** Charts after their machine slept, and after the process that hears the market was away, in a market sixty times as fast. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, type Route, test } from "@playwright/test";
import { formatClock } from "#domain/format/date.ts";
import { formatIv } from "#domain/format/number.ts";
import type { ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type { IvTermResponse } from "#protocol/http/iv-history.ts";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { isNatsUp, NATS } from "../support/bus/nats.ts";
import { figure, pause } from "../support/http/form.ts";

const TODAY = "2026-11-18";
const MARKET = { MARKET_CLOCK: `${TODAY}T10:00@60`, MARKET_UNIVERSE: "NIFTY" };
/** A minute of this market. */
const MINUTE_MS = 1_000;
/** Minutes of the market that a sleep lasts. */
const SLEPT = 30;

test.setTimeout(240_000);

/** The chart's file of figures: by time ("2026-11-18T10:41") what its lines say, empty where that is not known. */
async function rowsOf(page: Page): Promise<Map<string, readonly string[]>> {
  await page.getByRole("button", { name: "Chart menu" }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Figures (CSV)" }).click();
  const lines = readFileSync(await (await file).path(), "utf8")
    .trim()
    .split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [time = "", ...figures] = line.split(",");
      const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(time)?.[0];
      return at === undefined ? [] : [[at, figures]];
    }),
  );
}

/** Of the day that is on, by minute ("10:41"). */
async function figuresOf(page: Page): Promise<Map<string, readonly string[]>> {
  const today = [...(await rowsOf(page))].filter(([at]) => at.startsWith(`${TODAY}T`));
  return new Map(today.map(([at, figures]) => [at.slice(11), figures]));
}

/** Stops every process of the browser, as a lid that is closed does, and lets them go on after half an hour of the market. */
async function sleepHalfAnHour(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const ids = processInfo.map(({ id }) => id).filter((id) => id > 0);
  for (const id of ids) process.kill(id, "SIGSTOP");
  await pause(SLEPT * MINUTE_MS);
  for (const id of ids) process.kill(id, "SIGCONT");
}

interface Chart {
  readonly path: string;
  /** what is there once its figures are */
  readonly shown: string;
  /** places of columns that are known of every minute; all without it */
  readonly always?: readonly number[];
  /**
   * Places of those that stand on the expiry's forward. That is sampled in the last twelfth of each minute, 83 ms of this market, which a
   * busy machine may miss: of such a minute the record itself has none, and nothing is known here either. Of all others they are.
   */
  readonly ofForward?: readonly number[];
  /** whether what streams may be a second apart from the record, which is a minute of this market: only what was slept through is compared */
  readonly isApart: boolean;
}

/** Pages whose charts go on by themselves. */
const PAGES = {
  "open interest over time": {
    path: "/open-interest/oi-vs-time?interval=1M",
    shown: "oi-origin",
    isApart: false,
  },
  "bars of an instrument": {
    path: "/chart?tradingSymbol=NIFTY&interval=1",
    shown: "chart-origin",
    isApart: false,
  },
  "a rolling straddle": {
    path: "/multi-straddle-strangle-charts?s=atm",
    shown: "straddle-1",
    // Premium, its average, spot, strike; behind them is the strike of a minute that rolled.
    always: [2],
    ofForward: [0, 1, 3],
    isApart: true,
  },
  "live charts of an expiry": {
    path: "/live-options-charts?charts=straddle.pcr.oi.atm-iv.max-pain.futures-oi&before=no",
    shown: "oi-origin",
    // PCR, open interest of calls and puts, max pain, futures. The spot is sampled as the forward is, apart from it.
    always: [2, 3, 4, 6, 9, 10],
    ofForward: [0, 5, 7],
    isApart: true,
  },
} as const satisfies Readonly<Record<string, Chart>>;

async function openChart(
  page: Page,
  server: RunningServer,
  { path, shown }: Chart = PAGES["open interest over time"],
): Promise<readonly string[]> {
  const faults = watchFaults(page.context());
  await asTrader(page.context(), server);
  await page.goto(`${server.origin}${path}`);
  await expect(page.getByTestId(shown)).toBeVisible({ timeout: 60_000 });
  return faults;
}

const lastMinute = async (page: Page): Promise<string> => [...(await figuresOf(page)).keys()].at(-1)!;
const isKnown = (
  figures: readonly string[] | undefined,
  places: readonly number[] | undefined = figures?.map((_, place) => place),
): boolean => places?.every((place) => (figures?.[place] ?? "") !== "") ?? false;

/** Minutes of the day ("10:41") of which the record has a forward of the nearest expiry. */
const minutesWithForward = async (page: Page): Promise<ReadonlySet<string>> => {
  const { times, expiries } = await page.evaluate(async () => {
    const body = JSON.stringify({ underlying_symbol: "NIFTY", nearest: true, measures: ["forward"] });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/v1/compute/charts/measures", { method: "POST", headers, body });
    const { payload } = (await answer.json()) as ChartMeasuresResponse;
    return payload;
  });
  return new Set(
    times.flatMap((time, i) => ((expiries[0]?.forward?.[i] ?? null) === null ? [] : [formatClock(time)])),
  );
};

/** Minutes between two, "10:41" to "11:02", without either. */
function between(from: string, to: string): string[] {
  const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const clockOf = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const first = minuteOf(from) + 1;
  return Array.from({ length: Math.max(0, minuteOf(to) - first) }, (_, i) => clockOf(first + i));
}

for (const [name, chart] of Object.entries<Chart>(PAGES)) {
  test(`after half an hour of sleep ${name} has every minute of it, as the server recorded them`, async ({
    page,
    browser,
  }) => {
    const server = await startServer(MARKET);
    try {
      const faults = await openChart(page, server, chart);
      await pause(5 * MINUTE_MS);
      const before = await lastMinute(page);
      await sleepHalfAnHour(browser);
      let missed: string[] = [];
      await expect(async () => {
        const figures = await figuresOf(page);
        missed = between(before, [...figures.keys()].at(-1)!);
        expect(missed.length).toBeGreaterThanOrEqual(SLEPT);
        // The last of them may have been on as it woke: what was answered of it goes on with what streams.
        if (chart.isApart) missed = missed.slice(0, SLEPT - 1);
        expect(missed.filter((minute) => !isKnown(figures.get(minute), chart.always))).toEqual([]);
      }).toPass({ timeout: 30_000 });
      const own = await figuresOf(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await expect(other.getByTestId(chart.shown)).toBeVisible({ timeout: 60_000 });
      const told = await figuresOf(other);
      for (const minute of missed) expect(own.get(minute), minute).toEqual(told.get(minute));
      const { ofForward } = chart;
      if (ofForward !== undefined) {
        const known = await minutesWithForward(page);
        const stood = missed.filter((minute) => known.has(minute));
        expect(stood.filter((minute) => !isKnown(own.get(minute), ofForward))).toEqual([]);
        expect(stood.length, "minutes of which the record has a forward").toBeGreaterThan(SLEPT / 3);
        figure(
          `${name}: of ${missed.length} minutes ${stood.length} have a forward, and all that stands on it`,
        );
      }
      figure(
        `${name}, whose machine slept for 30 minutes of the market: ${missed.length} minutes spliced in`,
      );
      expect(faults).toEqual([]);
    } finally {
      await server.stop();
    }
  });
}

/** The widest stretch of a chart's plot without its accent line, as part of what lies between the line's ends. */
const widestHole = (page: Page): Promise<number> =>
  page
    .getByRole("group", { name: /^Live charts of/ })
    .locator("canvas")
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const painted = document.body.appendChild(document.createElement("i"));
      painted.style.color = "var(--accent)";
      const probe = document.createElement("canvas").getContext("2d")!;
      probe.fillStyle = getComputedStyle(painted).color;
      painted.remove();
      probe.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data;
      const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
      const isLine = (at: number) =>
        data[at + 3]! > 128 &&
        Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue) < 60;
      const columns = Array.from({ length: width }, (_, x) => x).filter((x) => {
        for (let y = 0; y < height; y++) if (isLine(4 * (y * width + x))) return true;
        return false;
      });
      const holes = columns.slice(1).map((x, i) => x - columns[i]! - 1);
      return columns.length < 2 ? Number.NaN : Math.max(...holes) / (columns.at(-1)! - columns[0]!);
    });

test("while live charts are not answered what they slept through, no line crosses it", async ({
  page,
  browser,
}) => {
  const server = await startServer(MARKET);
  try {
    const faults = await openChart(page, server, {
      path: "/live-options-charts?charts=pcr&before=no",
      shown: "oi-origin",
      isApart: true,
    });
    await pause(5 * MINUTE_MS);
    const held: Route[] = [];
    let isHeld = true;
    await page.route("**/charts/measures", (route) => {
      if (isHeld) held.push(route);
      else void route.continue();
    });
    const before = await lastMinute(page);
    await sleepHalfAnHour(browser);
    let slept: string[] = [];
    const isOpen = async (): Promise<boolean[]> => {
      const figures = await figuresOf(page);
      return slept.map((minute) => figures.get(minute)?.[0] === "");
    };
    await expect(async () => {
      const minutes = [...(await figuresOf(page)).keys()];
      slept = between(before, minutes.at(-1)!).slice(2, SLEPT - 2);
      expect(slept).toHaveLength(SLEPT - 4);
      expect(minutes.indexOf(minutes.at(-1)!) - minutes.indexOf(slept.at(-1)!)).toBeGreaterThan(4);
      expect(held.length).toBeGreaterThan(0);
      expect(await isOpen()).toEqual(slept.map(() => true));
    }).toPass({ timeout: 30_000 });
    // From 09:15 on: of some ninety minutes thirty are not known, and nothing is drawn over them.
    let hole = Number.NaN;
    await expect(async () => {
      hole = await widestHole(page);
      expect(hole).toBeGreaterThan(0.2);
    }).toPass({ timeout: 30_000 });
    isHeld = false;
    for (const route of held) await route.continue();
    await expect(async () => {
      expect(await isOpen()).toEqual(slept.map(() => false));
      // A few minutes in which the server started are a gap.
      expect(await widestHole(page)).toBeLessThan(0.12);
    }).toPass({ timeout: 30_000 });
    figure(
      `live charts, not answered yet: ${(100 * hole).toFixed(0)} % of the line's width is open, and answered ${(100 * (await widestHole(page))).toFixed(0)} %`,
    );
    expect(faults).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("the IV chart that slept over the close shows what a page opened after it does: by day, across expiries, by strike", async ({
  page,
  browser,
}) => {
  const server = await startServer({ ...MARKET, MARKET_CLOCK: `${TODAY}T15:00@60` });
  try {
    const [day, term] = [
      { path: "/implied-volatility-chart?range=3m", shown: "iv-origin", isApart: false },
      { path: "/implied-volatility-chart?tab=term", shown: "iv-smile-table", isApart: false },
    ];
    const faults = await openChart(page, server, day);
    const expiries = await page.context().newPage();
    await expiries.goto(`${server.origin}${term.path}`);
    await expect(expiries.getByTestId(term.shown)).toBeVisible({ timeout: 60_000 });
    const read = async (of: Page) => [...(await rowsOf(of))];
    const termOf = (of: Page) => of.getByTestId("iv-term").innerText();
    /** The smile's table: strike, now, close. */
    const smileOf = async (of: Page) =>
      (await of.getByTestId("iv-smile-table").innerText())
        .split("\n")
        .map((row) => row.split("\t").slice(0, 3))
        .filter((cells) => cells.length === 3 && /^\d/.test(cells[0]!));
    /** What was answered of it last. */
    let answered: NonNullable<IvTermResponse["payload"]["smile"]> | null = null;
    expiries.on("response", async (response) => {
      if (response.url().includes("/iv_term/") && response.ok())
        answered = ((await response.json()) as IvTermResponse).payload.smile ?? null;
    });
    const before = await read(page);
    answered = null;
    await sleepHalfAnHour(browser);
    const [other, others] = [await page.context().newPage(), await page.context().newPage()];
    await other.goto(`${server.origin}${day.path}`);
    await others.goto(`${server.origin}${term.path}`);
    await expect(other.getByTestId(day.shown)).toBeVisible({ timeout: 60_000 });
    await expect(others.getByTestId(term.shown)).toBeVisible({ timeout: 60_000 });
    // After the close figures stand: 15:40, or some seconds after the machine woke.
    await expect(async () => {
      const [own, told] = [await read(page), await read(other)];
      expect(own).toEqual(told);
      expect(own.at(-1)![0].startsWith(`${TODAY}T`)).toBe(true);
      expect(await termOf(expiries)).toEqual(await termOf(others));
      // The smile is asked for once in sixty seconds, an hour of this market, in which time runs on: each page has its own last answer.
      const smile = await smileOf(expiries);
      expect(smile.length).toBeGreaterThan(5);
      expect(smile).toEqual(
        smile.map(([strike = ""]) => {
          const at = answered!.strikes.indexOf(Number(strike.replaceAll(",", "")));
          return [strike, formatIv(answered!.now[at], 2), formatIv(answered!.close?.[at], 2)];
        }),
      );
      const closes = (of: readonly (readonly string[])[]) => of.map(([strike, , close]) => [strike, close]);
      expect(closes(smile)).toEqual(closes(await smileOf(others)));
    }).toPass({ timeout: 90_000 });
    const after = await read(page);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)).not.toEqual(before.at(-1));
    expect(isKnown(after.at(-1)![1])).toBe(true);
    figure(`the IV chart, which slept over the close: ${after.length} days as a fresh page has them`);
    expect(faults).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("minutes in which the process that hears the market was killed stay a gap that is named, and the chart goes on", async ({
  page,
}) => {
  test.skip(!(await isNatsUp()), `NATS is not running on ${NATS}`);
  const bus = { NATS_URL: NATS, NATS_PREFIX: `soak-${randomUUID()}` };
  const feed = startServer({ ...MARKET, ...bus, ROLES: "feed" });
  const server = await startServer({ ...MARKET, ...bus, ROLES: "relay,api,compute" });
  try {
    await openChart(page, server);
    await pause(5 * MINUTE_MS);
    const before = await lastMinute(page);
    await server.kill();
    await pause(12 * MINUTE_MS);
    await server.start();
    await expect(page.getByTestId("oi-origin")).toContainText(
      /\d+ minutes not known.*\d\d:\d\d to \d\d:\d\d/,
      {
        timeout: 60_000,
      },
    );
    await expect(async () => {
      const figures = await figuresOf(page);
      const minutes = [...figures.keys()];
      const away = between(before, minutes.at(-1)!).filter((minute) => !isKnown(figures.get(minute)));
      expect(away.length).toBeGreaterThanOrEqual(12);
      expect(isKnown(figures.get(minutes.at(-2)!))).toBe(true);
      expect(
        minutes.slice(minutes.indexOf(away.at(-1)!) + 1).filter((minute) => !isKnown(figures.get(minute))),
      ).toEqual([]);
    }).toPass({ timeout: 60_000 });
  } finally {
    await server.stop();
    await (await feed).stop();
  }
});
