/** A client clock a day wrong changes no figure, countdown or window. */
import { expect, type Page, test } from "@playwright/test";
import { sized } from "../support/http/form.ts";
import { expectLive, expectTicking, feedState, mirror } from "./support/chain-page.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { type PreludeProxy, startPreludeProxy, wrongClock } from "./support/prelude-proxy.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

const DAY_MS = 86_400_000;
const proxies: PreludeProxy[] = [];
const servers: RunningServer[] = [];
test.afterEach(async () => {
  for (const part of [...proxies.splice(0), ...servers.splice(0)]) await part.stop();
});

async function market(clock: string): Promise<void> {
  for (const byMs of [0, DAY_MS, -DAY_MS]) {
    const proxy = await startPreludeProxy();
    proxy.prelude = byMs === 0 ? "" : wrongClock(byMs);
    proxies.push(proxy);
  }
  const server = await startServer({
    PUBLIC_ORIGIN: proxies.map(({ origin }) => origin).join(","),
    MARKET_CLOCK: clock,
    MARKET_UNIVERSE: "NIFTY",
  });
  for (const proxy of proxies) proxy.aim(server.port);
  servers.push(server);
}

/** Everything the page says in words: the header with its dates and figures, and the rows in view. */
async function words(page: Page): Promise<{ readonly figures: string[]; readonly header: string[] }> {
  const rows = await mirror(page).getByRole("row").allTextContents();
  const header = await page.getByRole("main").innerText();
  // The age of what is on screen is the only figure that moves while the market rests.
  const said = header
    .split("\n")
    .filter((line) => !/\d (s|sec|second|min|minute)s? ago|\d\d:\d\d:\d\d/.test(line));
  return { figures: rows.sort(), header: said };
}

test("after hours, everything on screen is the same whatever the device's clock says", async ({
  browser,
}) => {
  await market("2026-08-19T16:00");
  const pages: Page[] = [];
  for (const { origin } of proxies) {
    const context = await browser.newContext();
    await asTrader(context, servers[0]!);
    const page = await context.newPage();
    await page.goto(`${origin}/option-chain?tradingsymbol=NIFTY`);
    await expect(feedState(page)).toHaveText("Closed");
    await expect(mirror(page).getByRole("row").nth(20)).toBeAttached();
    pages.push(page);
  }
  const [right, ...wrong] = pages as [Page, ...Page[]];
  // The clock of the device is what the test says it is.
  const now = Date.now();
  const clocks = await Promise.all(pages.map((page) => page.evaluate(() => Date.now())));
  const engines = await Promise.all(proxies.map(({ origin }) => attachEngine(browser, origin)));
  const theirs = await Promise.all(engines.map((engine) => engine.evaluate<number>("Date.now()")));
  for (const told of [clocks, theirs]) {
    expect(told.map((at) => Math.round((at - now) / DAY_MS))).toEqual([0, 1, -1]);
  }
  const expected = await words(right);
  expect(expected.figures.length).toBeGreaterThan(20);
  expect(expected.figures.join(" ")).toMatch(/\d\.\d\d/);
  for (const page of wrong) {
    await expect.poll(() => words(page)).toEqual(expected);
  }
  expect(engines.flatMap(({ faults }) => faults)).toEqual([]);
  for (const page of pages) await page.context().close();
});

test("during the session, a tab with a wrong clock is as live as any other", async ({ browser }) => {
  await market("2026-08-19T11:00");
  for (const { origin } of proxies.slice(1, sized(2, 3))) {
    const context = await browser.newContext();
    await asTrader(context, servers[0]!);
    const page = await context.newPage();
    await page.goto(`${origin}/option-chain?tradingsymbol=NIFTY`);
    await expectLive(page);
    await expectTicking(page);
    await expect(page.getByText("Prices might be off")).toHaveCount(0);
    await page.context().close();
  }
});
