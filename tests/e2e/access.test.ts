import { expect, type Page } from "@playwright/test";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";
import {
  expectSignedIn,
  fromElsewhere,
  passSandbox,
  pressBroker,
  putWelcomeAway,
  signInWithGoogle,
  whoAmI,
} from "./support/sign-in.ts";

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** What stands at an address: a gate, or the page itself (which may say that it is not built yet). */
type Meets = "login" | "upgrade" | "home" | "not found" | "page";

async function expectMeets(page: Page, path: string, meets: Meets): Promise<void> {
  await page.goto(server.origin + path);
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  const gates: Record<Exclude<Meets, "home" | "page">, RegExp> = {
    login: /^Log in to open /,
    upgrade: / is part of (?:Lite|Pro)$/,
    "not found": /no page at this address/i,
  };
  if (meets === "home") return expect(page, path).toHaveURL(`${server.origin}/home`);
  if (meets === "page") {
    // The chain has no heading of its own; what counts is that no gate stands before it.
    await expect(page.getByRole("main").first(), path).toBeVisible();
    await expect(page.locator("main[aria-busy=true]"), path).toHaveCount(0);
    for (const text of Object.values(gates))
      await expect(page.getByRole("heading", { name: text }), path).toHaveCount(0);
    return expect(page).toHaveURL(new RegExp(`${path.replaceAll("/", "\\/")}`));
  }
  await expect(heading, path).toHaveText(gates[meets]);
}

async function signIn(page: Page, button: string): Promise<void> {
  await page.goto(`${server.origin}/login?redirect=/support`);
  await pressBroker(page, button);
  await passSandbox(page);
  await putWelcomeAway(page);
  await expectSignedIn(page);
}

/**
 * Each way in which a page can meet each of them, spelt out from rules ACC-1 to ACC-12; the whole table is a unit test's
 * (tests/server/capabilities/access).
 */
const EXPECTED: Readonly<
  Record<"visitor" | "zerodha" | "angel" | "icici" | "google", Readonly<Record<string, Meets>>>
> = {
  visitor: {
    "/easy-options": "page",
    "/option-strategy-builder": "login",
    "/profile": "login",
    "/admin/users": "not found",
    "/login": "page",
  },
  zerodha: {
    "/option-strategy-builder": "page",
    "/coveredcall": "page",
    "/admin/users": "not found",
    "/login": "home",
  },
  angel: {
    "/option-strategy-builder": "upgrade",
    "/option-chain": "page",
    "/options-screener": "upgrade",
    "/orders": "page",
    "/mindful-trading": "home",
  },
  icici: { "/option-strategy-builder": "upgrade" },
  google: {
    "/option-strategy-builder": "upgrade",
    "/verified-pnl/following": "page",
    "/draft-portfolios": "page",
    "/positions": "upgrade",
    "/coveredcall": "home",
  },
};

const WHO = {
  visitor: async () => {},
  zerodha: (page: Page) => signIn(page, "Login with Zerodha"),
  angel: (page: Page) => signIn(page, "Angel One"),
  icici: (page: Page) => signIn(page, "ICICI Direct"),
  google: (page: Page) => signInWithGoogle(page, server.origin),
} as const;

for (const [who, come] of Object.entries(WHO)) {
  test(`[ACC-1] ${who} on the free plan meets the right gate`, async ({ page, context }) => {
    const faults = watchFaults(context);
    await come(page);
    for (const [path, meets] of Object.entries(EXPECTED[who as keyof typeof WHO]))
      await expectMeets(page, path, meets);
    expect(faults).toEqual([]);
  });
}

test("[ACC-16] a page inside a broker's app says in its own words what is missing, without our header", async ({
  page,
}) => {
  await page.goto(`${server.origin}/widget/builder/app`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "We don't know which broker you came from",
  );
  await page.goto(`${server.origin}/widget/builder/app?broker=zerodha`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your broker no longer vouches for this login",
  );
  await expect(page.getByRole("link", { name: "Log in to Strikewise" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("a login from a gate opens the page behind it", async ({ page }) => {
  await expectMeets(page, "/positions", "login");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  const panel = page.getByRole("dialog", { name: "Login to Continue" });
  await expect(panel).toBeVisible();
  await panel.getByRole("link", { name: /^Login with Zerodha/ }).click();
  await passSandbox(page);
  await putWelcomeAway(page);
  expect(new URL(page.url()).pathname).toBe("/positions");
});

test("[PLAN-5] a trial opens what Pro opens at once and in the other tabs, is had once, and is not offered before a page that is not built", async ({
  page,
  context,
}) => {
  await signIn(page, "Angel One");
  const other = await context.newPage();
  await other.goto(`${server.origin}/option-strategy-builder`);
  await expect(other.getByRole("heading", { name: "Strategy Builder is part of Pro" })).toBeVisible();
  await expectMeets(page, "/positions", "upgrade");
  // Not there yet: the trial's days would pass without it.
  await expect(page.getByRole("button", { name: /free trial/ })).toHaveCount(0);
  await page.goto(`${server.origin}/profile?tab=plans`);
  await page.getByRole("button", { name: "Start 7 days of free trial" }).click();
  await expect(page.getByText("Your trial has started")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Strategy Builder is part of Pro" })).toHaveCount(0);
  await expect(other.getByTestId("add-legs")).toBeVisible();
  await page.goto(`${server.origin}/profile?tab=strikewise_plans`);
  await expect(page).toHaveURL(`${server.origin}/profile?tab=plans`);
  await expect(page.getByRole("tab", { name: "Plans" })).toHaveAttribute("aria-selected", "true");
  const current = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({ hasText: "Current plan" })
    .first();
  await expect(current).toContainText("7 days");
  await expect(page.getByRole("button", { name: /free trial/ })).toHaveCount(0);
});

test("plans are shown as they cost, and no visitor is led to believe that they could be bought yet", async ({
  page,
}) => {
  await signIn(page, "Upstox");
  await expectMeets(page, "/option-strategy-builder", "upgrade");
  await page.goto(`${server.origin}/profile?tab=strikewise_plans&upgrade=true`);
  const dialog = page.getByRole("dialog", { name: "Lite and Pro" });
  await expect(dialog.getByRole("region", { name: "Lite" })).toContainText("₹480");
  await expect(dialog.getByRole("region", { name: "Pro" })).toContainText("51% off");
  await dialog.getByText("1 month", { exact: true }).click();
  await expect(dialog.getByRole("region", { name: "Lite" })).toContainText(/₹590.*₹800/s);
  await expect(dialog.getByRole("region", { name: "Pro" })).toContainText(/₹800.*₹1,300/s);
  for (const button of await dialog.getByRole("button", { name: "Payments come later" }).all()) {
    await expect(button).toBeDisabled();
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`${server.origin}/profile?tab=plans`);
});

test("[PLAN-12] taking the free plan is confirmed, leads home, and is then the current plan", async ({
  page,
}) => {
  await signIn(page, "Angel One");
  await page.goto(`${server.origin}/profile?tab=plans`);
  await page.getByRole("button", { name: "Choose Free" }).click();
  await expect(page).toHaveURL(`${server.origin}/home`);
  await expect(page.getByText("You are on Free", { exact: true })).toBeVisible();
  await page.goto(`${server.origin}/profile?tab=plans`);
  await expect(page.getByText("Free of charge")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose Free" })).toHaveCount(0);
});

test("another device is seen, and logged out, from the profile page", async ({ page, browser }) => {
  const away = await browser.newContext();
  await fromElsewhere(away);
  const phone = await away.newPage();
  const signInAs = async (tab: Page): Promise<void> => {
    await tab.goto(`${server.origin}/login?redirect=/support`);
    await pressBroker(tab, "Upstox");
    await passSandbox(tab, { account: "SB1002" });
    await expectSignedIn(tab);
  };
  await signInAs(phone);
  await putWelcomeAway(phone);
  await signInAs(page);
  await page.goto(`${server.origin}/profile?tab=devices`);
  await expect(page.getByRole("heading", { name: "Logged in on 2 of 3 devices" })).toBeVisible();
  await page.getByRole("button", { name: /^Log out Chrome/ }).click();
  await expect(page.getByRole("heading", { name: "Logged in on this device only" })).toBeVisible();
  const told = phone.getByRole("alert").filter({ hasText: "logged out from another one" });
  await expect(told).toBeVisible();
  expect(await whoAmI(phone)).toMatchObject({ is_anon_user: true });
  expect(await whoAmI(page)).toMatchObject({ is_anon_user: false });
  await away.close();
});

test("a preference is kept with the account, and greets it on the next device", async ({ page, browser }) => {
  const signInAs = async (tab: Page): Promise<void> => {
    await tab.goto(`${server.origin}/login?redirect=/profile?tab=preferences`);
    await pressBroker(tab, "Angel One");
    await passSandbox(tab, { account: "S1000003" });
    await expectSignedIn(tab);
  };
  await signInAs(page);
  await putWelcomeAway(page);
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/user/preferences"));
  await page.getByText("Dark", { exact: true }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const away = await browser.newContext();
  await fromElsewhere(away);
  const next = await away.newPage();
  await signInAs(next);
  await expect(next.locator("html")).toHaveAttribute("data-theme", "dark");
  await away.close();
});

test("account details are as the broker told them", async ({ page }) => {
  await page.goto(`${server.origin}/login?redirect=/account-details`);
  await pressBroker(page, "ICICI Direct");
  await passSandbox(page, { account: "SANDBOX1" });
  await putWelcomeAway(page);
  await expect(page.getByRole("heading", { name: "Account details" })).toBeVisible();
  const main = page.getByRole("main");
  for (const text of ["ASHA RAO", "ICICI Direct", "SANDBOX1 (sandbox)", "Real-time"])
    await expect(main).toContainText(text);
});
