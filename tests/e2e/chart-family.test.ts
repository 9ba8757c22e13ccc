/** Charts as hands and keys meet them, on the strategy builder's chart of the combined premium. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { loadPreset, openBuilder } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

async function openChart(page: Page): Promise<Locator> {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await page.getByTestId("tab-strategyChart").click();
  const chart = page.getByTestId("strategy-chart");
  await expect(chart.getByTestId("strategy-chart-readout")).not.toContainText("--");
  return chart;
}

const readout = (chart: Locator): Promise<string> => chart.getByTestId("strategy-chart-readout").innerText();

/** Pixels of the plot that are painted. */
const painted = (chart: Locator): Promise<number> =>
  chart.locator("canvas").evaluate((canvas) => {
    const { data } = (canvas as HTMLCanvasElement)
      .getContext("2d")!
      .getImageData(0, 0, (canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) count++;
    return count;
  });

test("keys and pointer read the bars of a chart, zoom it, drag it and show all of it again", async ({
  page,
}) => {
  const chart = await openChart(page);
  expect(await painted(chart)).toBeGreaterThan(1000);
  const last = await readout(chart);
  const plot = chart.getByRole("group", { name: /^Combined premium over time/ });
  await plot.focus();
  await page.keyboard.press("Home");
  const first = await readout(chart);
  expect(first).not.toBe(last);
  await expect(chart.getByRole("status")).toContainText("Premium");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  const between = await readout(chart);
  expect([first, last]).not.toContain(between);

  const showAll = chart.getByRole("button", { name: "Show all" });
  await expect(showAll).toHaveCount(0);
  await page.keyboard.press("+");
  await expect(showAll).toBeVisible();
  const over = (await chart.locator(".u-over").boundingBox())!;
  const middle = over.y + over.height / 2;
  await page.mouse.move(over.x + over.width - 4, middle);
  const atEdge = await readout(chart);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width / 2, middle, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(over.x + 4, middle);
  await page.mouse.move(over.x + over.width - 4, middle);
  await expect.poll(() => readout(chart)).not.toBe(atEdge);
  await showAll.click();
  await expect(showAll).toHaveCount(0);
});

test("what is kept of a chart is a table, a file of figures and a picture", async ({ page }) => {
  const chart = await openChart(page);
  const menu = chart.getByRole("button", { name: "Chart menu" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Figures as a table" }).click();
  const table = page.getByTestId("chart-figures");
  await expect(table.getByRole("columnheader").first()).toHaveText("Time (IST)");
  await expect(table.getByRole("rowheader").first()).toHaveText(/^\d+ \w{3} \d\d:\d\d$/);
  await expectNoFaultsIn(page, '[role="dialog"]');
  await page.keyboard.press("Escape");

  await menu.click();
  const csv = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Figures (CSV)" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/^NIFTY combined premium \d{4}-\d\d-\d\d \d{4}\.csv$/);
  const [head, row] = readFileSync(await file.path(), "utf8")
    .replace("\uFEFF", "")
    .split("\r\n");
  expect(head).toBe("Time (IST),Premium,Underlying,Source");
  expect(row).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+05:30,-?[\d.]*,[\d.]*,"NIFTY, combined premium, /);

  await menu.click();
  const png = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Picture (PNG)" }).click();
  const picture = readFileSync(await (await png).path());
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  // Width and height stand in the header: wider and higher than the plot, for its name stands over it.
  const canvas = await chart.locator("canvas").evaluate((each) => {
    const { width, height } = each as HTMLCanvasElement;
    return { width, height };
  });
  expect(picture.readUInt32BE(16)).toBeGreaterThan(canvas.width);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(canvas.height);
});

test("a chart that scrolls by still lets the page scroll, and another theme draws it anew in the same plot", async ({
  page,
}) => {
  const chart = await openChart(page);
  await expect(chart.getByRole("group", { name: /^Combined premium/ })).toHaveCSS("touch-action", "pan-y");
  const before = await chart.locator("canvas").evaluate((canvas) => {
    canvas.setAttribute("data-kept", "");
    return (canvas as HTMLCanvasElement).toDataURL();
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect
    .poll(() => chart.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()))
    .not.toBe(before);
  await expect(chart.locator("canvas")).toHaveAttribute("data-kept", "");
});
