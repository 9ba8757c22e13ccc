/** A chart by the minute after its machine slept, and after the process that hears the market was away, in a market sixty times as fast. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { isNatsUp, NATS } from "../support/bus/nats.ts";
import { figure, pause } from "../support/http/form.ts";

const MARKET = { MARKET_CLOCK: "2026-11-18T10:00@60", MARKET_UNIVERSE: "NIFTY" };
/** A minute of this market. */
const MINUTE_MS = 1_000;

test.setTimeout(240_000);

/** The chart's file of figures: by minute ("10:41") what its lines say, empty where that is not known. */
async function figuresOf(page: Page): Promise<Map<string, readonly string[]>> {
  await page.getByRole("button", { name: "Chart menu" }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Figures (CSV)" }).click();
  const lines = readFileSync(await (await file).path(), "utf8")
    .trim()
    .split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [time = "", ...figures] = line.split(",");
      const minute = /^2026-11-18T(\d\d:\d\d)/.exec(time)?.[1];
      return minute === undefined ? [] : [[minute, figures]];
    }),
  );
}

interface Chart {
  readonly path: string;
  /** what is there once its figures are */
  readonly shown: string;
  /** columns of its file that are known of every minute; all without it */
  readonly columns?: number;
  /** minutes of a sleep that may have streamed before or after it; 0: what streams is what is recorded */
  readonly streamed: number;
  /** minutes of a sleep that the server itself may not know; 0 without it */
  readonly unknown?: number;
}

/** Pages whose charts go on by themselves. */
const PAGES = {
  "open interest over time": {
    path: "/open-interest/oi-vs-time?interval=1M",
    shown: "oi-origin",
    streamed: 0,
  },
  "bars of an instrument": {
    path: "/chart?tradingSymbol=NIFTY&interval=1",
    shown: "chart-origin",
    streamed: 0,
  },
  "a rolling straddle": {
    path: "/multi-straddle-strangle-charts?s=atm",
    shown: "straddle-1",
    // Premium, its average, spot and strike; behind them is the strike of a minute that rolled.
    columns: 4,
    // What it streams may be a second apart from the record (rule STRADDLE-7), which is a minute of this market.
    streamed: 3,
    // Its strike follows a forward that is sampled at a minute's end: sixty times as fast that may come late.
    unknown: 4,
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
const isKnown = (figures: readonly string[] | undefined, columns?: number): boolean =>
  figures?.slice(0, columns).every((each) => each !== "") ?? false;

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
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const ids = processInfo.map(({ id }) => id).filter((id) => id > 0);
      for (const id of ids) process.kill(id, "SIGSTOP");
      await pause(30 * MINUTE_MS);
      for (const id of ids) process.kill(id, "SIGCONT");
      let missed: string[] = [];
      await expect(async () => {
        const figures = await figuresOf(page);
        missed = between(before, [...figures.keys()].at(-1)!);
        expect(missed.length).toBeGreaterThanOrEqual(30);
        missed = missed.slice(chart.streamed, chart.streamed === 0 ? undefined : 30 - chart.streamed);
        const open = missed.filter((minute) => !isKnown(figures.get(minute), chart.columns));
        expect(open.length, open.join()).toBeLessThanOrEqual(chart.unknown ?? 0);
      }).toPass({ timeout: 30_000 });
      const own = await figuresOf(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await expect(other.getByTestId(chart.shown)).toBeVisible({ timeout: 60_000 });
      const told = await figuresOf(other);
      for (const minute of missed) expect(own.get(minute), minute).toEqual(told.get(minute));
      figure(
        `${name}, whose machine slept for 30 minutes of the market: ${missed.length} minutes spliced in`,
      );
      expect(faults).toEqual([]);
    } finally {
      await server.stop();
    }
  });
}

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
