/** The chart of one instrument, as a visitor has it: by pointer and by keys, at an address that says all of it. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";

test.use({ as: "visitor" });

const readout = (page: Page) => page.getByTestId("chart-readout");

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByTestId("chart-origin")).toBeVisible({ timeout: 60_000 });
}

/** Pixels of the plot that are painted. */
const painted = (page: Page): Promise<number> =>
  page
    .getByTestId("chart")
    .locator("canvas")
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) count++;
      return count;
    });

test("[CHART-1] [CHART-4] a visitor's chart is what the call answers, read by keys, and goes on by itself", async ({
  page,
  shared,
  context,
}) => {
  test.slow();
  const faults = watchFaults(context);
  const answered = page.waitForResponse(
    (response) => response.url().includes("/v1/charts/bars") && response.ok(),
  );
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=1m`);
  await expect(page).toHaveURL(/interval=1$/);
  await expect(page).toHaveTitle("RELIANCE · 1 min · Strikewise");
  await expect(page.getByTestId("chart-countdown")).toHaveText(/^Bar ends in 0:\d\d$/);
  await expect(page.getByTestId("delay-badge")).toBeVisible();
  expect(await painted(page)).toBeGreaterThan(1000);

  const { payload } = (await (await answered).json()) as {
    payload: Record<"open" | "high" | "low" | "close", number[]> & { times: number[]; running_at: number };
  };
  // The last bar that has ended does not change any more.
  const at = payload.times.indexOf(payload.running_at) - 1;
  const plot = page.getByRole("group", { name: /^Chart of RELIANCE/ });
  await plot.focus();
  await page.keyboard.press("End");
  const clock = new Date(payload.times[at]! + 5.5 * 3_600_000).toISOString().slice(11, 16);
  // A bar at a time: a press waits for what the one before shows.
  const clockShown = async () => /\d\d:\d\d/.exec((await readout(page).textContent())!)?.[0];
  await expect.poll(clockShown).toBeDefined();
  for (let at = await clockShown(); at !== clock; at = await clockShown()) {
    await page.keyboard.press("ArrowLeft");
    await expect.poll(clockShown).not.toBe(at);
  }
  const shown = (price: number): string =>
    new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(price);
  for (const name of ["open", "high", "low", "close"] as const)
    await expect(readout(page)).toContainText(shown(payload[name][at]!));

  // The newest bar is another within a minute, and bars follow one another without a hole.
  await page.keyboard.press("Escape");
  const running = await readout(page).innerText();
  await expect(readout(page)).not.toHaveText(running, { timeout: 75_000 });
  await expect(readout(page)).toContainText("still running");
  expect(faults).toEqual([]);
});

test("[CHART-2] [CHART-6] digits choose the interval, letters search, and an interval that there is none of is named", async ({
  page,
  shared,
}) => {
  test.slow();
  await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=7`);
  await expect(page.getByTestId("chart-unknown-interval")).toContainText("“7”");
  await expect(page.getByTestId("chart-unknown-interval")).toContainText("1, 3, 5, 15, 30, 60, 1D, 1W, 1M");
  await page.keyboard.press("1");
  await page.keyboard.press("5");
  await expect(page).toHaveURL(/interval=15$/);
  await expect(page.getByTestId("chart-unknown-interval")).toHaveCount(0);
  await page.keyboard.press("r");
  await expect(page.getByRole("combobox")).toHaveValue("r");
  await page.getByRole("combobox").fill("RELIANCE");
  await page
    .getByRole("option", { name: /^RELIANCE/ })
    .first()
    .click();
  await expect(page).toHaveURL(/tradingSymbol=RELIANCE&interval=15$/);
  await page.goto(`${shared.origin}/chart?tradingSymbol=NOSUCH&interval=5`);
  await expect(page.getByTestId("chart-failed")).toContainText("NOSUCH");
  await page.getByRole("button", { name: "Chart of NIFTY" }).click();
  await expect(page.getByTestId("chart-origin")).toBeVisible({ timeout: 60_000 });
});

test("[CHART-7] [CHART-8] indicators are added and changed, the address holds them, and axe finds nothing", async ({
  page,
  shared,
}) => {
  test.slow();
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=1D`);
  await page.getByTestId("chart-indicators").click();
  await page.getByTestId("add-ema").click();
  await page.getByTestId("add-rsi").click();
  const length = page.getByTestId("indicator-ema-20").getByLabel("Length");
  await length.fill("9");
  await length.press("Enter");
  await expect(page).toHaveURL(/ind=ema-9%2Crsi-14/);
  await expectNoFaults(page, "indicators");
  await page.keyboard.press("Escape");
  await page.getByTestId("chart-levels").click();
  await page.getByTestId("chart-log").click();
  await expect(page).toHaveURL(/scale=log&levels=previous/);
  await expect(readout(page)).toContainText("EMA 9");
  await expect(readout(page)).toContainText("RSI 14");
});

test("[CHART-22] a chart ends where its screen does, and is as high as its panes need where that is more", async ({
  page,
  shared,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=5`);
  const foot = async (): Promise<number> => {
    const { y, height } = (await page.getByTestId("chart-origin").boundingBox())!;
    return y + height;
  };
  // With what is free under the foot, and its own margin.
  await expect.poll(foot).toBeLessThanOrEqual(1080);
  expect(await foot()).toBeGreaterThan(1080 - 60);
  const plot = page.getByTestId("chart").locator("canvas");
  await page.setViewportSize({ width: 1366, height: 500 });
  await expect.poll(foot).toBeGreaterThan(500);
  expect((await plot.boundingBox())!.height).toBeGreaterThan(400);
});

test("[CHART-21] on a phone a line has the intervals, and a sheet the rest", async ({ page, shared }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=1D&ind=ema-20`);
  const settings = page.getByTestId("chart-settings");
  await expect(settings).toHaveText("Chart settings · 1");
  await expect(page.getByTestId("chart-levels")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "1D" })).toBeChecked();
  await expect(page.getByText("1D", { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByText("1h", { exact: true }).click();
  await expect(page).toHaveURL(/interval=60/);
  // The chart begins in the upper third of the screen.
  expect((await page.getByTestId("chart").boundingBox())!.y).toBeLessThan(844 / 3);

  await settings.click();
  const sheet = page.getByRole("dialog", { name: "Chart settings" });
  await sheet.getByRole("button", { name: "Previous day", exact: true }).click();
  await sheet.getByText("Line", { exact: true }).click();
  await expect(page).toHaveURL(/shape=line&levels=previous/);
  for (const id of ["indicators", "levels", "log", "patterns", "draw", "profile", "compare", "date"])
    expect((await sheet.getByTestId(`chart-${id}`).boundingBox())!.height, id).toBeGreaterThanOrEqual(44);
  await expectNoFaults(page, "a phone's sheet");
  await sheet.getByTestId("chart-indicators").click();
  await page.getByTestId("add-rsi").click();
  await page.getByRole("dialog", { name: "Indicators" }).getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(settings).toHaveText("Chart settings · 4");
  await expectNoFaults(page, "a phone");
});

test("[CHART-20] [CHART-21] on a phone several charts stand under tabs that say their bars", async ({
  page,
  shared,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=5&beside=RELIANCE_60*BANKNIFTY_1D`);
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveText(["NIFTY 5m", "RELIANCE 1h", "BANKNIFTY 1D"]);
  await tabs.nth(1).click();
  await expect(page.getByRole("group", { name: /^Chart of RELIANCE, 1 hour/ })).toBeVisible();
  await page.getByText("15m", { exact: true }).click();
  await expect(tabs.nth(1)).toHaveText("RELIANCE 15m");
  await expect(page.getByTestId("chart-add")).toBeVisible();
});

test("[CHART-12] damaged drawings are said to be gone, also where the chart shows none and nothing was chosen", async ({
  page,
  shared,
}) => {
  test.slow();
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=1D&vs=NIFTY`);
  await page.getByTestId("chart-compared").getByRole("button").click();
  await expect(page).not.toHaveURL(/vs=/);
  await page.evaluate(() => localStorage.setItem("strikewise.chart.drawings", '{"version":1,"sym'));
  await page.reload();
  await expect(page.getByTestId("draw-fault")).toContainText("were damaged");
  await page.getByTestId("draw-fault").getByRole("button").click();
  await expect(page.getByTestId("draw-fault")).toHaveCount(0);
});

test("[CHART-10] [CHART-11] [CHART-12] patterns are flagged, and lines that are drawn stay with their symbol", async ({
  page,
  shared,
}) => {
  test.slow();
  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=1D`);
  await page.getByTestId("chart-patterns").click();
  await expect(page).toHaveURL(/patterns=on/);
  await expect(page.getByTestId("chart-patterns-found")).toContainText("in these bars");
  await page.getByTestId("chart-draw").click();

  // By mouse: one press, then two; the newest line is selected, and goes with a key.
  const drawn = page.getByTestId("chart-drawings").getByRole("listitem");
  const plot = page.getByRole("group", { name: /^Chart of RELIANCE/ });
  const press = (x: number, y: number) => plot.click({ position: { x, y } });
  await page.getByTestId("draw-level").click();
  await press(500, 120);
  await expect(drawn).toHaveText([/^Horizontal line [\d,.]+$/]);
  await page.getByTestId("draw-ray").click();
  await press(300, 200);
  await press(500, 160);
  await expect(drawn).toHaveCount(2);
  await page.keyboard.press("Delete");
  await expect(drawn).toHaveCount(1);

  // By keys, at the bar under the cursor.
  await page.getByTestId("draw-trend").click();
  await expect(plot).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(drawn).toHaveText([/^Horizontal line/, /^Trend line .+ to .+$/]);
  const lines = await drawn.allTextContents();
  await expectNoFaults(page, "drawings");

  await open(page, `${shared.origin}/chart?tradingSymbol=RELIANCE&interval=60`);
  await expect(drawn).toHaveCount(2);
  expect((await drawn.allTextContents())[0]).toBe(lines[0]);
  await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=60&draw=on`);
  await expect(page.getByTestId("chart-tools")).toBeVisible();
  await expect(drawn).toHaveCount(0);
});

test.describe("of a trader", () => {
  test.use({ as: "trader" });

  test("[CHART-13] [CHART-14] by keys: open interest at the price axis, its expiries, another symbol beside it, and all of it away again", async ({
    page,
    shared,
  }) => {
    test.slow();
    const told = page.getByTestId("chart-profile-told");
    const bar = page.getByTestId("chart-profile-bar");
    /** Presses what has a test id, by the keyboard. */
    const press = async (id: string): Promise<void> => {
      await page.getByTestId(id).focus();
      await page.keyboard.press("Space");
    };
    const answerOf = (count: number) =>
      page.waitForResponse((response) => {
        if (!response.url().includes("/oi_by_strike") || !response.ok()) return false;
        const { expiries } = response.request().postDataJSON() as { expiries: string[] };
        return expiries.length === count;
      });
    const grouped = (strike: number): string => strike.toLocaleString("en-IN");
    /** The strike with the most of what an answer has. */
    const mostAt = (strikes: number[], units: (number | null)[]): string =>
      grouped(strikes[units.indexOf(Math.max(...units.map((each) => each ?? 0)))]!);

    await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=5`);
    await press("chart-profile");
    await expect(page).toHaveURL(/profile=on/);
    await expect(told).toContainText(/Calls: most at [\d,]+ \(.+\).*Puts: most at [\d,]+ \(.+\)/);
    const expiries = bar.getByRole("button");
    await expect(expiries.nth(0)).toHaveAttribute("aria-pressed", "true");
    // Two of them, added up: the largest are those of what the call adds up.
    const both = answerOf(2);
    await expiries.nth(1).focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/profile=20\d\d-\d\d-\d\d\.20\d\d-\d\d-\d\d/);
    const { payload } = (await (await both).json()) as {
      payload: { strikes: number[]; call_oi_to: (number | null)[]; put_oi_to: (number | null)[] };
    };
    await expect(told).toContainText(`Calls: most at ${mostAt(payload.strikes, payload.call_oi_to)} (`);
    await expect(told).toContainText(`Puts: most at ${mostAt(payload.strikes, payload.put_oi_to)} (`);
    await expectNoFaults(page, "open interest at the price axis");
    // The first one away, and the last one stays: of none there is nothing to show.
    await expiries.nth(0).focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/profile=20\d\d-\d\d-\d\d(&|$)/);
    await expiries.nth(1).focus();
    await page.keyboard.press("Space");
    await expect(expiries.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(expiries.nth(0)).toHaveAttribute("aria-pressed", "false");

    await press("chart-compare");
    await expect(page.getByTestId("chart-compare-symbol")).toBeFocused();
    // Letters are the field's, not the search's.
    await page.keyboard.type("banknifty");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/vs=BANKNIFTY/);
    const compared = page.getByTestId("chart-compared");
    await expect(compared).toContainText(/NIFTY and BANKNIFTY in % of their close at .+\d\d:\d\d/, {
      timeout: 60_000,
    });
    await expect(bar).toHaveCount(0);
    await expect(readout(page)).toContainText(/BANKNIFTY\s*[+−]?\d+\.\d\d% \([\d,.]+\)/);
    await expectNoFaults(page, "two symbols");
    // Both begin at the first bar in view, where neither has changed.
    const plot = page.getByRole("group", { name: /^Chart of NIFTY/ });
    await plot.focus();
    await page.keyboard.press("Home");
    await expect(readout(page)).toContainText(/NIFTY0\.00% \(.+BANKNIFTY0\.00% \(/);
    await page.keyboard.press("Escape");

    // Away again: the profile that stood aside is back, and keys are where they were.
    const stop = page.getByRole("button", { name: "Stop comparing with BANKNIFTY" });
    await stop.focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/vs=/);
    await expect(compared).toHaveCount(0);
    await expect(page.getByTestId("chart-compare")).toBeFocused();
    await expect(told).toContainText("Calls: most at");

    // A symbol of which there is none, and the chart's own, are said.
    for (const [name, said] of [
      ["nosuch", "NOSUCH is left out."],
      ["nifty", "NIFTY is the chart’s own symbol"],
    ] as const) {
      await page.keyboard.press("Space");
      await page.getByTestId("chart-compare-symbol").fill(name);
      await page.keyboard.press("Enter");
      await expect(compared).toContainText(said);
      // The way out has the keys of the field that it took the place of.
      await expect(page.getByRole("button", { name: /^Stop comparing with/ })).toBeFocused();
      await page.keyboard.press("Space");
      await expect(page.getByTestId("chart-compare")).toBeFocused();
    }
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/vs=/);
    await expect(page.getByTestId("chart-compare")).toBeFocused();
    await press("chart-profile");
    await expect(page).not.toHaveURL(/profile=/);
    await expect(page.getByTestId("chart-extras")).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=5&profile=on`);
    await expect(told).toContainText("Calls: most at");
    await expectNoFaults(page, "open interest on a phone");
    await open(page, `${shared.origin}/chart?tradingSymbol=NIFTY&interval=5&vs=BANKNIFTY`);
    await expect(compared).toContainText("in % of their close at", { timeout: 60_000 });
    await expectNoFaults(page, "two symbols on a phone");
  });
});
