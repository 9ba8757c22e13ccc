/** Who may open the pages of open interest, account by account, and what one sees whose market is a minute late. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { marketNow } from "./support/run-time.ts";
import {
  fromElsewhere,
  passSandbox,
  pressBroker,
  putWelcomeAway,
  signInWithGoogle,
} from "./support/sign-in.ts";

const PAGES = [
  "/open-interest/oi-change-vs-strike",
  "/open-interest/oi-vs-strike",
  "/open-interest/multistrike-oi",
  "/open-interest/oi-vs-time",
  "/open-interest/fut-oi-vs-time",
  "/spider-open-interest/oi-change-vs-strike",
  "/open-interest-old/oi-change-vs-strike",
];

/** `oi_graphs` and `multistrike_oi` */
const ONE_OF_EACH_FEATURE = PAGES.slice(1, 3);

const heading = (page: Page, text: RegExp) =>
  page.getByRole("main").getByRole("heading", { level: 1, name: text });
const upgrade = (page: Page) => heading(page, /^Open Interest.* is part of Pro$/);

/** Another address of the same document, as a press of a link leads to it. */
const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => history.pushState({}, "", href), path);

/** A gate before every page, and nothing of the page behind it. */
async function expectGate(page: Page, gate: RegExp): Promise<void> {
  for (const path of PAGES) {
    await goWithin(page, path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(heading(page, gate), path).toBeVisible();
    await expect(page.getByTestId("oi-origin"), path).toHaveCount(0);
  }
}

/** Seconds that what the foot says lies behind the market's clock. */
async function secondsBehind(page: Page): Promise<number> {
  const text = (await page.getByTestId("oi-origin").textContent()) ?? "";
  const [, hours, minutes, seconds] = (/(\d+):(\d\d):(\d\d) IST/.exec(text) ?? []).map(Number);
  const now = new Date(marketNow() + 5.5 * 3_600_000);
  const of = now.getUTCHours() * 3600 + now.getUTCMinutes() * 60 + now.getUTCSeconds();
  return of - (hours! * 3600 + minutes! * 60 + seconds!);
}

/** Figures on some pages, of the market as it is or as it was a minute ago, and which of both is said. */
async function expectFigures(page: Page, paths: readonly string[], { isLate = false } = {}): Promise<void> {
  for (const path of paths) {
    await goWithin(page, path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByTestId("oi-origin"), path).toContainText("As of");
    await expect(page.getByTestId("oi-failed"), path).toHaveCount(0);
    await expect(page.getByTestId("oi-standing"), path).toContainText(isLate ? "Delayed 1 min" : "Live");
    if (isLate) expect(await secondsBehind(page), path).toBeGreaterThanOrEqual(59);
  }
}

const signInWith =
  (button: string) =>
  async (page: Page, origin: string): Promise<void> => {
    await page.goto(`${origin}/login?redirect=/support`);
    await pressBroker(page, button);
    await passSandbox(page);
    await putWelcomeAway(page);
  };

/** Accounts that need Pro, and the days for which each may try it. */
const FOR_PRO: readonly {
  readonly who: string;
  readonly days: number;
  readonly isLate?: boolean;
  come(page: Page, origin: string): Promise<void>;
}[] = [
  { who: "Angel One", days: 7, come: signInWith("Angel One") },
  { who: "Upstox", days: 7, come: signInWith("Upstox") },
  { who: "ICICI Direct", days: 7, come: signInWith("ICICI Direct") },
  { who: "Google", days: 2, isLate: true, come: signInWithGoogle },
];

test("[OI-15] [ACC-12] a visitor is asked to log in; a Zerodha account on Free has every page", async ({
  page,
  context,
  shared,
}) => {
  test.slow();
  const faults = watchFaults(context);
  await page.goto(`${shared.origin}/support`);
  await expectGate(page, /^Log in to open /);
  await signInWith("Login with Zerodha")(page, shared.origin);
  await expectFigures(page, PAGES);
  expect(faults).toEqual([]);
});

test("[OI-15] [ACC-12] [ACC-19] [PLAN-5] every other account on Free is shown Pro, and has the pages with it; Google's is a minute late and says so", async ({
  browser,
  shared,
}) => {
  test.slow();
  const walk = async (context: BrowserContext, { days, come, who, isLate }: (typeof FOR_PRO)[number]) => {
    await fromElsewhere(context);
    const page = await context.newPage();
    await come(page, shared.origin);
    await expectGate(page, / is part of Pro$/);
    await page.getByRole("button", { name: `Start ${days} days of free trial` }).click();
    await expect(upgrade(page), who).toHaveCount(0);
    await expectFigures(page, isLate ? PAGES : ONE_OF_EACH_FEATURE, { isLate });
  };
  for (const account of FOR_PRO) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 850 } });
    const faults = watchFaults(context);
    await walk(context, account);
    expect(faults, account.who).toEqual([]);
    await context.close();
  }
});
