/** The window on an instrument: opened, read, moved and closed by mouse, keys and fingers, over any page and inside another app. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoFaultsIn, expectNoFaultsInSchemes, expectNothingBeside } from "./support/axe.ts";
import { mirror } from "./support/chain-page.ts";
import { attachEngine } from "./support/engine-worker.ts";
import { test } from "./support/journey.ts";
import { focusCell, openByKey } from "./support/ladder-page.ts";
import { watchFaults } from "./support/page-faults.ts";

test.use({ as: "trader" });

const WINDOW = '[data-testid="window-info"]';
const info = (page: Page): Locator => page.locator(WINDOW);
const inside = (page: Page, name: string): Locator => info(page).getByTestId(name);
const boxOf = async (of: Locator) => (await of.boundingBox())!;

async function openChain(page: Page, origin: string, symbol: string): Promise<void> {
  await page.goto(`${origin}/option-chain?tradingsymbol=${symbol}`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
}

/** The search, with words typed in it. */
async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search instruments" });
  await expect(field).toBeFocused();
  await field.fill(words);
}

async function expectLiveInfo(page: Page, symbol: string): Promise<void> {
  await expect(info(page)).toHaveAccessibleName(`${symbol} Info`);
  await expect(inside(page, "info-price")).toHaveText(/[\d,]+\.\d+/);
  await expect(inside(page, "info-standing")).toContainText("Live");
}

test("[INFO-1][INFO-2][INFO-3][INFO-5][INFO-6] NIFTY by the mouse: its size, its figures and what they are", async ({
  page,
  shared,
  context,
}) => {
  const faults = watchFaults(context);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await openChain(page, shared.origin, "NIFTY");
  const button = page.getByTestId("info-open");
  await expect(button).toBeVisible();
  expect(loaded.filter((url) => /InfoWindow-.*\.js/.test(url))).toEqual([]);
  await button.click();
  await expectLiveInfo(page, "NIFTY");
  expect(await boxOf(info(page))).toMatchObject({ width: 660, height: 464 });
  for (const absent of ["window-minimize", "info-volume"]) await expect(inside(page, absent)).toHaveCount(0);
  await expect(info(page).locator('[data-testid^="edge"]')).toHaveCount(0);
  await expect(inside(page, "info-ohlc")).toHaveText(/^Open[\d,.]+High[\d,.]+Low[\d,.]+Close[\d,.]+$/);
  await expect(inside(page, "info-future")).toHaveText(/^(?:Futures|Synthetic futures) price[\d,]+\.\d\d$/);
  await expect(inside(page, "info-futureOi")).toHaveText(/^Fut\. OI Chg\.[+−]?\d+\.\d\d%/);
  await expect(inside(page, "info-lotSize")).toHaveText(/^Lot Size\d+$/);
  await expect(inside(page, "info-atmStrike")).toHaveText(/^ATM Strike[\d,]+$/);
  await expect(inside(page, "info-atmIv")).toHaveText(/^ATM IV\d+\.\d %[+−]?\d+\.\d$/);
  await expect(inside(page, "info-ivp")).toHaveText(/^IV Percentile\d+(?:High|Low)?$/);
  await expect(inside(page, "info-vix")).toHaveText(/^IndiaVIX\d+\.\d\d/);
  await expect(inside(page, "info-pcr")).toHaveText(/^PCR\d+\.\d\d(?:▲ Bullish|▼ Bearish|Neutral)$/);
  await expect(inside(page, "info-maxPain")).toHaveText(/^Max Pain[\d,]+(?:▲ Bullish|▼ Bearish|Neutral)$/);
  // Nothing has to be scrolled for.
  const fits = (of: Element): boolean => of.scrollHeight <= of.clientHeight;
  expect(await inside(page, "info-panel").locator("..").evaluate(fits)).toBe(true);

  await inside(page, "info-pcr").getByRole("button").click();
  const story = page.getByRole("dialog", { name: "PCR" });
  await expect(story).toContainText("Around 1 it is taken for bullish, around 0.5 for bearish");
  await page.keyboard.press("Escape");
  await expect(story).toHaveCount(0);
  await expect(info(page)).toBeVisible();

  await expectNoFaultsInSchemes(page, WINDOW);
  const before = await boxOf(info(page));
  const header = await boxOf(inside(page, "window-header"));
  await page.mouse.move(header.x + 200, header.y + 18);
  await page.mouse.down();
  await page.mouse.move(header.x + 260, header.y - 32, { steps: 4 });
  await page.mouse.up();
  expect(await boxOf(info(page))).toEqual({ ...before, x: before.x + 60, y: before.y - 50 });
  await inside(page, "window-close").click();
  await expect(info(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(faults).toEqual([]);
});

test("[INFO-7][INFO-8][INFO-10][INFO-11] the tabs of an index", async ({ page, shared }) => {
  await openChain(page, shared.origin, "NIFTY");
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "NIFTY");

  await inside(page, "tab-futurePrices").click();
  await expect(info(page).getByRole("heading", { name: "Futures & Synthetic Futures" })).toBeVisible();
  const futures = inside(page, "info-future-row");
  await expect(futures.first()).toHaveText(/[\d,]+\.\d\d/);
  expect(await futures.filter({ hasText: "Synthetic" }).count()).toBeGreaterThan(3);
  expect(await futures.filter({ hasNotText: "Synthetic" }).count()).toBe(3);
  await expect(futures.filter({ hasText: "Weekly" }).first()).toContainText(/\d+d/);
  await expect(futures.filter({ hasText: /--/ })).toHaveCount(0);
  const [first, second, third, fourth] = await Promise.all([0, 1, 2, 3].map((n) => boxOf(futures.nth(n))));
  expect([second!.y, third!.y]).toEqual([first!.y, first!.y]);
  expect(fourth!.y).toBeGreaterThan(first!.y);
  await inside(page, "info-synthetic").focus();
  await expect(page.getByRole("tooltip")).toHaveText(
    "Synthetic Futures are not tradeable Futures contracts. They are theoretical Futures calculated from the price of the respective expiry's options.",
  );
  await expectNoFaultsIn(page, WINDOW);

  await inside(page, "tab-events").click();
  const events = inside(page, "event");
  await expect(events).toHaveCount(3);
  await expect(inside(page, "events-sample")).toContainText("Sample");
  await expect(events.first().locator("img")).toHaveJSProperty("complete", true);
  expect(
    await events
      .first()
      .locator("img")
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  const more = events.first().getByTestId("event-more");
  await more.click();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(events.first()).toContainText("Description");
  const all = inside(page, "all-events");
  await expect(all).toHaveAttribute("aria-disabled", "true");
  await all.hover();
  await expect(page.getByRole("tooltip")).toContainText("View All Events: not available yet");
  await expectNoFaultsIn(page, WINDOW);

  await inside(page, "tab-candlestickPatterns").click();
  const signals = inside(page, "signal");
  await expect(signals).toHaveCount(3);
  await expect(inside(page, "patterns-title")).toHaveText(/^\d+ Candlestick Patterns detected$/);
  await expect(inside(page, "candles-on-record")).toHaveText(/Daily\d+ since \d+ \w{3} \d{4}Hourly\d+ since/);
  await expect(signals.first()).toContainText(
    /\d+ \w{3} \d{4}(?:, \d\d:\d\d)?(?:Daily|Hourly|Weekly|Monthly)/,
  );
  await signals
    .first()
    .getByRole("button", { name: /^What .* is$/ })
    .click();
  await expect(page.getByTestId("pattern-drawer").getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await inside(page, "patterns-about").click();
  await page.getByTestId("pattern-SHOOTING_STAR").click();
  const drawer = page.getByRole("dialog", { name: "Shooting Star" });
  await expect(drawer.getByRole("img", { name: "Candles of Shooting Star" })).toBeVisible();
  const { x, width } = await boxOf(drawer);
  expect(Math.round(x + width)).toBe(page.viewportSize()!.width);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(inside(page, "patterns-about")).toBeFocused();
  await expectNoFaultsIn(page, WINDOW);
});

test("[INFO-12] it follows the chain to its next instrument, and goes with the path", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin, "NIFTY");
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "NIFTY");
  await inside(page, "tab-futurePrices").click();
  await search(page, "banknifty");
  await expect(page.getByRole("option").filter({ hasText: "BANKNIFTY" }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expectLiveInfo(page, "BANKNIFTY");
  await expect(inside(page, "tab-fnOData")).toHaveAttribute("aria-selected", "true");
  await search(page, "sbin info");
  await expect(page.getByRole("option", { name: "SBIN info" })).toBeVisible();
  await page.getByRole("option", { name: "SBIN info" }).click();
  await expectLiveInfo(page, "SBIN");
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).first().click();
  await page.waitForURL(/\/home/);
  await expect(info(page)).toHaveCount(0);
});

test("[INFO-1][INFO-10][INFO-13] a share by keys alone, from any page and back to where the focus was", async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.origin}/support`);
  const start = page
    .getByRole("main")
    .getByRole("link")
    .or(page.getByRole("main").getByRole("button"))
    .first();
  await start.focus();
  await search(page, "sbin info");
  await expect(page.getByRole("option", { name: "SBIN info" })).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectLiveInfo(page, "SBIN");
  await expect(info(page)).toBeFocused();
  // Its sessions are heard some time after the market is.
  await expect(inside(page, "info-volume")).toHaveText(
    /^Equity volume[\d,.]+(?:L|Cr)?(?:--|[\d.]+x) of its average(?: \(\d+ days\))?$/,
  );
  await expect(inside(page, "tab-events")).toHaveText("Stock Events");

  const before = await boxOf(info(page));
  await page.keyboard.press("Tab");
  await expect(inside(page, "window-handle")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  // Its size is its own.
  await page.keyboard.press("Shift+ArrowRight");
  expect(await boxOf(info(page))).toEqual({ ...before, x: before.x + 16, y: before.y - 16 });

  await inside(page, "tab-fnOData").focus();
  await page.keyboard.press("ArrowRight");
  await expect(inside(page, "tab-events")).toBeFocused();
  await expect(inside(page, "event").first()).toBeVisible();
  await expect(inside(page, "all-events")).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(inside(page, "tab-futurePrices")).toHaveAttribute("aria-selected", "true");
  await expect(info(page).getByRole("heading", { name: "Futures", exact: true })).toBeVisible();

  const expiry = inside(page, "info-expiry");
  const first = await expiry.inputValue();
  await expiry.focus();
  await page.keyboard.press("ArrowDown");
  await expect(expiry).not.toHaveValue(first);
  await page.keyboard.press("Escape");
  await expect(info(page)).toHaveCount(0);
  await expect(start).toBeFocused();
});

test("[INFO-4][INFO-5][INFO-7] CRUDEOIL has no events, patterns, percentile or India VIX, and says what its options stand on", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin, "CRUDEOIL");
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "CRUDEOIL");
  await expect(info(page).getByRole("tab")).toHaveText(["F&O data", "Futures prices"]);
  for (const absent of ["info-ivp", "info-vix", "info-volume"])
    await expect(inside(page, absent)).toHaveCount(0);
  await expect(inside(page, "info-future")).toHaveText(/^Futures price \(\d+ \w{3}\)[\d,]+\.\d\d$/);
  await expect(inside(page, "info-lotSize")).toHaveText(/^Lot Size\d+ × \d+$/);
  await inside(page, "tab-futurePrices").click();
  await expect(inside(page, "info-future-row").first()).toHaveText(/[\d,]+\.\d\d/);
  await expect(inside(page, "info-synthetic")).toHaveCount(0);
  await expect(info(page)).toContainText("MCX options use the futures that expire after the option’s expiry");
  await expectNoFaultsInSchemes(page, WINDOW);
});

test("[INFO-10] events that cannot be had leave an empty list and a way to ask again", async ({
  page,
  shared,
}) => {
  let isAway = true;
  await page.route("**/v1/compute/market_global_events", (route) =>
    isAway ? route.abort() : route.continue(),
  );
  await openChain(page, shared.origin, "NIFTY");
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "NIFTY");
  await inside(page, "tab-events").click();
  const failed = inside(page, "events-failed");
  await expect(failed).toContainText("Api error!");
  await expect(inside(page, "event")).toHaveCount(0);
  await expectNoFaultsInSchemes(page, WINDOW);
  isAway = false;
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(inside(page, "event")).toHaveCount(3);
  await expect(failed).toHaveCount(0);
});

test("[INFO-13] from the menu of a row it opens, and gives the focus back to the grid", async ({
  page,
  shared,
}) => {
  await openChain(page, shared.origin, "NIFTY");
  await page.getByRole("grid").focus();
  await expect(async () => {
    await page.keyboard.press("Shift+F10");
    await expect(page.getByRole("menu")).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "NIFTY info" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectLiveInfo(page, "NIFTY");
  await expect(info(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(info(page)).toHaveCount(0);
  await expect(page.getByRole("grid")).toBeFocused();
});

test("[INFO-1] a window whose code does not come is said to be missing, and comes when it is asked for again", async ({
  page,
  shared,
}) => {
  let isAway = true;
  await page.route(/\/assets\/InfoWindow-.*\.js$/, (route) => (isAway ? route.abort() : route.continue()));
  await openChain(page, shared.origin, "NIFTY");
  await page.getByTestId("info-open").click();
  await expect(page.getByText("The code of the info window could not be loaded.")).toBeVisible();
  await expect(info(page)).toHaveCount(0);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  isAway = false;
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "NIFTY");
});

test("[INFO-9][CHAIN-66] when the engine dies, window and book are told by its successor, and are stale for no longer", async ({
  page,
  shared,
  browser,
}) => {
  await openChain(page, shared.origin, "NIFTY");
  await page.getByTestId("info-open").click();
  await expectLiveInfo(page, "NIFTY");
  await inside(page, "tab-futurePrices").click();
  const future = info(page).locator('[data-testid="info-future-row"]:not([data-synthetic])').first();
  await expect(future).toHaveText(/[\d,]+\.\d\d$/);
  await focusCell(page);
  await openByKey(page, /^NIFTY [\d,]+ CE · /);
  const book = page.getByTestId("ladder-book");
  await expect(book).toHaveText(/\d/);

  await (await attachEngine(browser, shared.origin)).kill();
  const parts = { price: inside(page, "info-price"), future, book };
  const atDeath = new Map<string, string | null>();
  for (const [name, part] of Object.entries(parts)) atDeath.set(name, await part.textContent());
  for (const [name, part] of Object.entries(parts)) {
    await expect
      .poll(() => part.textContent(), { timeout: 60_000, message: name })
      .not.toBe(atDeath.get(name));
  }
  await expect(inside(page, "info-standing")).toContainText("Live");
  await expect(inside(page, "info-panel").locator("[data-stale]")).toHaveCount(0);
  await expect(page.getByTestId("ladder")).not.toHaveAttribute("data-stale");
  await inside(page, "tab-fnOData").click();
  await expect(inside(page, "info-vix")).toHaveText(/^IndiaVIX\d+\.\d\d/);
});

test("[INFO-14][EMB-13] the page that tries the widget leads to it, and the widget stays what it is", async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.origin}/test-info-widget`);
  await page.getByTestId("widget-underlying").selectOption("BANKNIFTY");
  await page.getByText("Dark", { exact: true }).click();
  const link = page.getByTestId("widget-link");
  await expect(link).toHaveAttribute("href", "/widget/info-modal?instrument_symbol=BANKNIFTY&theme=dark");
  await expectNoFaultsIn(page, "main");
  const opening = page.context().waitForEvent("page");
  await link.click();
  const widget = await opening;
  const panel = widget.getByTestId("info-widget");
  await expect(panel.getByTestId("info-price")).toHaveText(/[\d,]+\.\d+/);
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText("BANKNIFTY Info");
  await expect(widget.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(widget.getByRole("banner")).toHaveCount(0);
  await expect(widget.getByRole("link")).toHaveCount(0);
  await expectNoFaultsIn(widget, "main");
  await search(widget, "sbin");
  await expect(widget.getByRole("listbox", { name: "Found" }).getByRole("option").first()).toContainText(
    "SBIN",
  );
  await widget.keyboard.press("Enter");
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText("SBIN Info");
  expect(new URL(widget.url()).pathname).toBe("/widget/info-modal");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[INFO-1][INFO-11] it is a sheet, read by the finger and drawn down", async ({ page, shared }) => {
    await openChain(page, shared.origin, "NIFTY");
    await page.getByTestId("info-open").tap();
    await expectLiveInfo(page, "NIFTY");
    const sheet = await boxOf(info(page));
    expect(sheet).toMatchObject({ x: 0, width: 390 });
    expect(Math.round(sheet.y + sheet.height)).toBe(844);
    await expectNothingBeside(page, "sheet");
    await expectNoFaultsInSchemes(page, WINDOW);
    for (const tab of ["futurePrices", "events", "candlestickPatterns"] as const) {
      await inside(page, `tab-${tab}`).tap();
      await expect(inside(page, `tab-${tab}`)).toHaveAttribute("aria-selected", "true");
      await expectNothingBeside(page, tab);
      expect((await boxOf(inside(page, `tab-${tab}`))).height).toBeGreaterThanOrEqual(44);
    }
    await inside(page, "patterns-about").tap();
    await page.getByTestId("pattern-HAMMER").tap();
    const drawer = page.getByRole("dialog", { name: "Hammer" });
    await expect(drawer).toBeVisible();
    const { y, height } = await boxOf(drawer);
    expect(Math.round(y + height)).toBe(844);
    await drawer.getByRole("button", { name: "Close" }).tap();
    await expect(drawer).toHaveCount(0);
    const header = await boxOf(inside(page, "window-header"));
    await page.mouse.move(header.x + 150, header.y + 20);
    await page.mouse.down();
    await page.mouse.move(header.x + 150, header.y + 200, { steps: 5 });
    await page.mouse.up();
    await expect(info(page)).toHaveCount(0);
  });
});
