/**
 * A viewer who sees the market late is told so, and why; a login turns real time on in place, a logout turns
 * it off.
 */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsIn } from "./support/axe.ts";
import { delayBadge, expectLive, expectTicking, feedState, mirror } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { marketNow } from "./support/run-time.ts";
import type { RunningServer } from "./support/server.ts";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const clients = (market: "live" | "late") => server.metric("strikewise_relay_clients", `market="${market}"`);

/** Seconds that the figures on screen are behind the market's clock. */
async function secondsBehind(page: Page): Promise<number> {
  const text = (await page.getByTestId("status-line").textContent()) ?? "";
  const [, hours, minutes, seconds] = (/Updated (\d+):(\d\d):(\d\d)/.exec(text) ?? []).map(Number);
  const now = new Date(marketNow() + 5.5 * 3_600_000);
  const of = now.getUTCHours() * 3600 + now.getUTCMinutes() * 60 + now.getUTCSeconds();
  return (of - (hours! * 3600 + minutes! * 60 + seconds!) + 86_400) % 86_400;
}

async function expectLate(page: Page): Promise<void> {
  await expect(delayBadge(page)).toHaveText("Delayed 1 min");
  // Said once: the feed has no other word of its own.
  await expect(feedState(page)).toHaveCount(0);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  await expect.poll(() => secondsBehind(page)).toBeGreaterThanOrEqual(60);
  expect(await secondsBehind(page)).toBeLessThan(75);
}

test("a newcomer has a chain that moves, a minute late, and is told so; one press turns real time on, a logout turns it off", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY`);
  await expectLate(page);
  await expectTicking(page);
  await expect(page.getByTestId("health")).toHaveText("Delayed 1 min");
  expect([await clients("live"), await clients("late")]).toEqual([0, 1]);

  await delayBadge(page).click();
  const why = page.getByRole("dialog", { name: "Why prices are delayed" });
  await expect(why).toContainText("Visitors get every price, chain and chart one minute after the exchange");
  await expectNoFaultsIn(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(why).toBeHidden();
  await expect(delayBadge(page)).toBeFocused();

  // Another tab looks on: it is never reloaded.
  const other = await context.newPage();
  await other.goto(`${server.origin}/option-chain?tradingsymbol=BANKNIFTY`);
  await expectLate(other);
  await page.bringToFront();
  await delayBadge(page).click();
  await page.getByTestId("try-real-time").click();
  await expect(page).toHaveURL(/\/option-chain\?tradingsymbol=NIFTY/);
  await expectLive(page);
  await expect(delayBadge(page)).toHaveCount(0);
  expect(await secondsBehind(page)).toBeLessThan(10);
  // A chain in use is not greeted over.
  await expect(page.getByRole("dialog", { name: /^Welcome/ })).toHaveCount(0);
  await other.bringToFront();
  await expectLive(other);
  await expect(delayBadge(other)).toHaveCount(0);
  expect([await clients("live"), await clients("late")]).toEqual([1, 0]);

  await page.bringToFront();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect.poll(() => clients("live")).toBe(0);
  await other.bringToFront();
  await expectLate(other);
  expect(faults).toEqual([]);
});

test("the badge is there on a phone, in the dark and in the light", async ({ browser }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${server.origin}/option-chain`);
    await expect(delayBadge(page)).toBeInViewport();
    await expectNoFaultsIn(page, '[data-testid="delay-badge"]');
    await page.screenshot({ path: `.build/delay-${colorScheme}.png` });
    await context.close();
  }
});
