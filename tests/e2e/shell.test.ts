import { expect, type Page } from "@playwright/test";
import { expectNoSeriousFaults, inSchemes } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const at = (path: string): string => `${server.origin}${path}`;
const bar = (page: Page) => page.getByRole("banner");
const spotOf = (page: Page, symbol: string) =>
  page
    .getByTestId("market-table")
    .getByRole("row", { name: new RegExp(`^${symbol} `) })
    .getByRole("cell")
    .first();

/** How many stocks rise and how many fall is the market's to say: a list of five may be shorter, both together may not. */
async function expectMovers(page: Page): Promise<void> {
  const lines = (title: string) =>
    page.getByTestId("movers").getByRole("region", { name: title }).getByRole("link");
  await expect(lines("Most active by OI")).toHaveCount(5);
  await expect(lines("Highest IV")).toHaveCount(5);
  await expect
    .poll(async () => (await lines("Gainers").count()) + (await lines("Losers").count()))
    .toBeGreaterThanOrEqual(5);
  for (const value of await lines("Gainers").allTextContents()) expect(value).toMatch(/\+\d+\.\d\d$/);
  for (const value of await lines("Losers").allTextContents()) expect(value).toMatch(/[−-]\d+\.\d\d$/);
}

test("[SHELL-18] figures of home tell what they are made of: to a pointer that rests, and to arrows that lead into a line", async ({
  page,
}) => {
  await page.goto(at("/"));
  const line = page.getByTestId("market-table").getByRole("row", { name: /^BANKNIFTY / });
  const story = page.getByRole("tooltip");
  const pcr = line.locator('[data-figure="pcr"]');
  await expect(pcr).toHaveText(/^\d\.\d\d$/);
  // The link of the line lies over it.
  const box = (await pcr.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await expect(story).toContainText("BANKNIFTY, PCR");
  await expect(story).toContainText("Put OI over call OI");
  await expect(story).toContainText(/Expiry\d\d \w{3}/);

  // The whole line still leads to its chain; keys go along its figures and to the same one of the next line.
  await line.getByRole("link").focus();
  await expect(story).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(line.locator('[data-figure="change"]')).toBeFocused();
  await expect(story).toContainText("Previous close");
  await expect(line.locator('[data-figure="change"]')).toHaveAccessibleDescription(
    /Last price less the previous close/,
  );
  await page.keyboard.press("ArrowUp");
  await expect(page.getByTestId("market-table").locator('[data-figure="change"]').first()).toBeFocused();
  await expect(story).toContainText("NIFTY, Chg");
  await expectNoSeriousFaults(page);
  await page.keyboard.press("Escape");
  await expect(story).toHaveCount(0);
  await page.mouse.click(x, y);
  await expect(page).toHaveURL(/tradingsymbol=BANKNIFTY/);
});

test("home shows the market live, each line leads to its chain, and a reload is the same page", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(at("/"));
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle("Home · Strikewise");
  const nifty = spotOf(page, "NIFTY");
  await expect(nifty).toHaveText(/^\d\d,\d{3}\.\d\d$/);
  const first = await nifty.textContent();
  await expect(nifty).not.toHaveText(first ?? "");
  await expect(page.getByTestId("sessions")).toHaveText(
    "This market is simulated and runs around the clock, on holidays too.",
  );
  await expectMovers(page);
  await expect(page.getByTestId("market-feed")).toContainText("Simulated market");
  // A visitor's figures are a minute old, and say so.
  await expect(page.getByTestId("market-feed")).toContainText("Delayed");
  await page.getByRole("link", { name: "SENSEX", exact: true }).first().click();
  await expect(page).toHaveURL(/\/option-chain\?tradingsymbol=SENSEX/);
  await page.goBack();
  await expect(nifty).toHaveText(/^\d\d,\d{3}\.\d\d$/);
  expect(errors).toEqual([]);
});

test("the menus open by mouse and by keyboard, walk with the arrows, and close where the focus came from", async ({
  page,
}) => {
  await page.goto(at("/home"));
  const analyse = bar(page).getByRole("button", { name: "Analyse" });
  await analyse.click();
  const menu = page.getByTestId("menu-analyse");
  await expect(menu.getByRole("link", { name: /^Open Interest New And Improved/ })).toHaveAttribute(
    "href",
    "/open-interest",
  );
  await expect(menu.getByRole("link", { name: /^Multi Strike OI/ })).toHaveAttribute(
    "href",
    "/open-interest/multistrike-oi",
  );
  await expect(menu.getByRole("link", { name: /^Heatmap/ })).toHaveAttribute(
    "href",
    "/options-screener?view=heatmap",
  );
  await expectNoSeriousFaults(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(analyse).toBeFocused();

  const trade = bar(page).getByRole("button", { name: "Trade", exact: true });
  await trade.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("menu-trade").getByText("Just guess up or down")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("menu-trade").getByRole("link").first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByTestId("menu-trade").getByRole("link").last()).toBeFocused();
  // Covered calls are hidden from visitors; what a login opens is grey, and says so.
  await expect(page.getByTestId("menu-trade").getByText("Covered Calls")).toHaveCount(0);
  await expect(
    page.getByTestId("menu-trade").getByRole("link", { name: /^Strategy Builder.*Login first/ }),
  ).toBeVisible();
  await page
    .getByTestId("menu-trade")
    .getByRole("link", { name: /^Easy Options/ })
    .click();
  await expect(page).toHaveURL(/\/easy-options$/);
  await expect(page.getByTestId("menu-trade")).toHaveCount(0);
});

test("the bar is 56 px high and stays; the tabs under it stand at 64 px while the page scrolls", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 600 });
  await page.goto(at("/home"));
  await expect(spotOf(page, "NIFTY")).toHaveText(/\d/);
  expect((await bar(page).boundingBox())?.height).toBe(56);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(async () => (await bar(page).boundingBox())?.y).toBe(0);
  const tabs = page.getByRole("navigation", { name: "Section" }).getByRole("list");
  expect((await tabs.boundingBox())?.y).toBe(64);
  const content = page.getByRole("main");
  await page.setViewportSize({ width: 1920, height: 900 });
  // 1440 wide at most, its own space to the edges included.
  expect((await content.boundingBox())?.width).toBeLessThanOrEqual(1440);
});

test("a page that is not built says so, what it will show, and leads on; its head is its own", async ({
  page,
}) => {
  await page.goto(at("/screener?view=heatmap&tradingsymbol=NIFTY&utm_source=mail"));
  await expect(page).toHaveURL(/\/options-screener\?view=heatmap&tradingsymbol=NIFTY&utm_source=mail$/);
  const note = page.getByTestId("not-available");
  await expect(note.getByRole("heading", { name: "Options Screener" })).toBeVisible();
  await expect(note.getByText("Not available yet")).toBeVisible();
  await expect(note.getByText("The same market as a heatmap")).toBeVisible();
  await expect(page).toHaveTitle("Options Screener · Strikewise");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    at("/options-screener?view=heatmap"),
  );
  await expect(page.locator("body")).toHaveClass(/page-screener/);
  await expectNoSeriousFaults(page);
  await note.getByRole("link", { name: /^Option chain/ }).click();
  await expectChain(page);
  await expect(page.locator("body")).toHaveAttribute("data-special", "");
});

async function expectChain(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/option-chain/);
  await expect(page.getByTestId("chain-grid")).toBeVisible();
}

test("an old address leads to the new one, with what it asks for", async ({ page }) => {
  for (const [old, now] of [
    ["/optionchain?tradingsymbol=GOLD", "/option-chain?tradingsymbol=GOLD"],
    ["/events", "/stock-market-calendar"],
  ] as const) {
    await page.goto(at(old));
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(now);
  }
});

test("search finds a page by its name and an underlying by its own, from any page", async ({ page }) => {
  await page.goto(at("/support"));
  const field = page.getByPlaceholder("Type stock name: SBIN, TCS etc.");
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await field.fill("screener");
  await expect(page.getByRole("group", { name: "Pages" }).getByRole("option").first()).toContainText(
    "Screener",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/options-screener$/);
  await page.keyboard.press("/");
  await field.fill("reliance");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tradingsymbol=RELIANCE/);
  await page.keyboard.press("/");
  await field.fill("bankn fut");
  const contracts = page.getByRole("group", { name: "Contracts" }).getByRole("option");
  await expect(contracts.first()).toContainText("BANKNIFTY Future");
  await page.keyboard.press("ArrowDown");
  await expect(contracts.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tradingsymbol=BANKNIFTY&expiry=\d{4}-\d{2}-\d{2}$/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Previous and next expiry");
});

test("a visitor is offered the login, once on the chain; the banner of other pages goes with it", async ({
  page,
}) => {
  await page.goto(at("/option-chain"));
  await expect(page.getByRole("button", { name: "Login" })).toHaveCount(1);
  await expect(page.getByText("Login with your broker for real-time prices and trading")).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(at("/home"));
  await expect(page.getByText("Login with your broker for real-time prices and trading")).toBeVisible();
  await page.getByRole("link", { name: "Try it as a sandbox Zerodha account" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole("button", { name: "Look around first" }).click();
  await expect(page.getByText("Login with your broker for real-time prices and trading")).toHaveCount(0);
  await bar(page)
    .getByRole("button", { name: /^Account of/ })
    .click();
  await expect(page.getByText(/Zerodha/).first()).toBeVisible();
  await expect(page.getByText(/ · Real-time$/)).toBeVisible();
  // What was grey for the visitor is open now; a Zerodha account has no plan to choose.
  await expect(page.getByRole("menuitem", { name: "My Plan" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Trade", exact: true }).click();
  await expect(page.getByTestId("menu-trade").getByRole("link", { name: /^Covered Calls/ })).toBeVisible();
  await expectNoSeriousFaults(page);
});

test("the theme of the address is there before the first paint, and kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(at("/support?theme=light"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.goto(at("/home"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("blue and orange in place of green and red are found by search, change what is on screen, and are there after a reload", async ({
  page,
}) => {
  const up = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--up").trim());
  await page.goto(at("/home"));
  await expect(bar(page)).toBeVisible();
  const before = await up();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("colour-blind");
  await page.getByRole("option", { name: /^Colours for the colour-blind/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-palette", "blue-orange");
  const after = await up();
  expect(after).not.toBe(before);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-palette", "blue-orange");
  expect(await up()).toBe(after);
});

test("[SHELL-17] a part of the shell that does not come is said by our own screen, and comes when it is there again", async ({
  page,
}) => {
  await page.route("**/KeysDialog*", (route) => route.abort());
  await page.goto(at("/support"));
  await expect(page.getByRole("heading", { name: "Support" })).toBeVisible();
  await page.keyboard.press("?");
  const crash = page.getByRole("alert");
  await expect(crash.getByRole("heading", { name: "Oops !" })).toBeVisible();
  await expect(crash).toContainText("could not be fetched");
  await expectNoSeriousFaults(page);
  await page.unroute("**/KeysDialog*");
  await crash.getByRole("button", { name: "Reload for the new version" }).click();
  await expect(page.getByRole("heading", { name: "Support" })).toBeVisible();
});

test("[SHELL-17] a page whose code does not come keeps no other page from opening, and opens once it comes", async ({
  page,
}) => {
  await page.goto(at("/support"));
  await expect(page.getByRole("heading", { name: "Support" })).toBeVisible();
  const document = await page.evaluate(() => performance.timeOrigin);
  await page.route("**/assets/Home-*.js", (route) => route.abort());
  const crash = page.getByRole("alert");
  const go = (name: string) => bar(page).getByRole("link", { name, exact: true }).click();
  for (const other of ["Orders", "Positions"]) {
    await go("Home");
    await expect(crash.getByRole("heading", { name: "Oops !" })).toBeVisible();
    await go(other);
    await expect(page.getByRole("heading", { name: `Log in to open ${other}` })).toBeVisible();
    await expect(crash).toHaveCount(0);
  }
  await page.unroute("**/assets/Home-*.js");
  await go("Home");
  await expect(spotOf(page, "NIFTY")).toHaveText(/\d/);
  // The same document all the while.
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(document);
});

test("a payment result is light, and goes on after four seconds; another path has failed and offers both ways", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const asked = Date.now();
  await page.goto(at("/mobile_razorpay_payment_success?redirect=/support"));
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await expect(page.getByText("Please wait while we redirect")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/support");
  expect(Date.now() - asked).toBeGreaterThan(4_000);
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "light");
  await page.goto(at("/mobile_razorpay_payment_failure?redirect=/profile"));
  await expect(page.getByText("Your Razorpay payment has failed, please try again")).toBeVisible();
  await expect(page.getByRole("link", { name: "Retry payment" })).toHaveAttribute("href", "/profile");
  await expect(page.getByRole("link", { name: "Navigate to Home" })).toHaveAttribute("href", "/home");
});

test("a browser we do not test with is warned once", async ({ browser }) => {
  const context = await browser.newContext({
    userAgent:
      "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
  });
  await context.addInitScript(() => Object.defineProperty(navigator, "webdriver", { get: () => false }));
  const page = await context.newPage();
  await page.goto(at("/support"));
  await page.getByRole("button", { name: "I understand. Proceed anyway." }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Support" })).toBeVisible();
  await page.waitForTimeout(1_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.close();
});

test("a widget stands without the house around it", async ({ page }) => {
  await page.goto(at("/widget/option-chain?tradingsymbol=BANKNIFTY"));
  await expectChainOf(page, "BANKNIFTY");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByText("Login with your broker")).toHaveCount(0);
});

async function expectChainOf(page: Page, symbol: string): Promise<void> {
  await expect(page.getByTestId("underlying")).toContainText(symbol);
}

test("axe finds nothing serious on home and in the phone's drawer, light and dark", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(at("/home"));
  await expect(spotOf(page, "NIFTY")).toHaveText(/\d/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await inSchemes(page, () => expectNoSeriousFaults(page));
  await bar(page).getByRole("button", { name: "Menu", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Strikewise" });
  await drawer.getByText("Trade", { exact: true }).click();
  await expect(drawer.getByText("Just guess up or down")).toBeVisible();
  // 15.6 rem.
  expect((await drawer.boundingBox())?.width).toBeCloseTo(249.6, 0);
  await inSchemes(page, () => expectNoSeriousFaults(page));
  await drawer.getByRole("link", { name: /^Expiry Trades/ }).click();
  await expect(page).toHaveURL(/\/expiry-trades$/);
  await expect(drawer).toHaveCount(0);
  await context.close();
});
