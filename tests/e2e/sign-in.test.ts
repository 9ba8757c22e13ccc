import { expect } from "@playwright/test";
import { delayBadge, feedState } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";
import {
  expectAnonymous,
  expectSignedIn,
  fromElsewhere,
  type Outcome,
  PROVIDERS,
  passSandbox,
  pressBroker,
  putWelcomeAway,
  signInWithZerodha,
  whoAmI,
} from "./support/sign-in.ts";

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

for (const { button, name } of PROVIDERS) {
  test(`a newcomer signs in with ${name}, is greeted, and lands where they wanted with nothing secret in the address`, async ({
    page,
    context,
  }) => {
    const faults = watchFaults(context);
    await page.goto(`${server.origin}/login?redirect=%2Fsupport%3Ffrom%3Dlogin`);
    await expect(page.getByRole("heading", { name: "Login to Continue" })).toBeVisible();
    expect(await whoAmI(page)).toMatchObject({ is_anon_user: true, delay_ms: 60_000 });
    await pressBroker(page, button);
    await passSandbox(page);
    await putWelcomeAway(page);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/support?from=login");
    await expectSignedIn(page);
    expect(await whoAmI(page)).toMatchObject({ is_anon_user: false, delay_ms: 0 });
    // The token was in the address as the broker sent it, and is nowhere any more, the history included.
    const kept = await page.evaluate(() =>
      (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation
        .entries()
        .map(({ url }) => url),
    );
    expect(kept.length).toBeGreaterThan(1);
    for (const url of kept) expect(url).not.toMatch(/request_token=|[?&]code=|_token=|apisession=/i);
    expect(faults).toEqual([]);
  });
}

test("a newcomer signs in with Google, who has no broker's prices: one minute late, and told so", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await page.goto(`${server.origin}/login?broker=google&redirect=/support`);
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google (sandbox)" }).click();
  const chooser = await opening;
  await chooser.locator('input[name="account"][value="new"]').check();
  await chooser.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("dialog", { name: /^Welcome/ })).toContainText("1 minute late");
  await putWelcomeAway(page);
  expect(new URL(page.url()).pathname).toBe("/support");
  expect(await whoAmI(page)).toMatchObject({ is_anon_user: false, delay_ms: 60_000 });
  expect(faults).toEqual([]);
});

test("a Google sign-in that fails says so in a toast with the reason, and leaves the way open", async ({
  page,
  context,
}) => {
  await page.goto(`${server.origin}/login?broker=google`);
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google (sandbox)" }).click();
  const chooser = await opening;
  await chooser.locator("#fault").selectOption("expired");
  await chooser.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Google Authentication Failed!")).toBeVisible();
  await expect(page.getByText(/Looks like your Google authentication failed/).first()).toBeVisible();
  expect(await whoAmI(page)).toMatchObject({ is_anon_user: true });
});

test("one click makes a visitor a fresh sandbox account, back on the page where they were", async ({
  page,
}) => {
  await page.goto(`${server.origin}/support`);
  await page.getByRole("button", { name: "Login", exact: true }).first().click();
  const panel = page.getByRole("dialog", { name: "Login to Continue" });
  await panel.getByRole("link", { name: /Try it as a sandbox Zerodha account/ }).click();
  await putWelcomeAway(page);
  expect(new URL(page.url()).pathname).toBe("/support");
  expect(await whoAmI(page)).toMatchObject({ is_anon_user: false, delay_ms: 0 });
});

test("real-time turns on with a login and off with a logout, in every tab and without a reload", async ({
  page,
  context,
}) => {
  const late = delayBadge(page);
  await page.goto(`${server.origin}/option-chain`);
  await expect(late).toBeVisible({ timeout: 60_000 });
  const loads: string[] = [];
  page.on("load", () => void loads.push(page.url()));
  const other = await context.newPage();
  await signInWithZerodha(other, server.origin);
  await putWelcomeAway(other);
  await expect(late).toBeHidden();
  await expect(feedState(page)).toHaveText("Live");
  await other.goto(`${server.origin}/logout`);
  await other.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(late).toBeVisible();
  expect(loads).toEqual([]);
});

test("logging out ends every tab of the browser, and leads home", async ({ page, context }) => {
  await signInWithZerodha(page, server.origin);
  await putWelcomeAway(page);
  const other = await context.newPage();
  await other.goto(`${server.origin}/profile`);
  await expect(other.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.goto(`${server.origin}/logout`);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/home`);
  await expectAnonymous(page);
  expect(await whoAmI(page)).toMatchObject({ is_anon_user: true });
  await expect(other.getByRole("heading", { name: "Log in to open Profile" })).toBeVisible();
});

test("logging in is followed by the other tabs too", async ({ page, context }) => {
  await page.goto(`${server.origin}/profile`);
  await expect(page.getByRole("heading", { name: "Log in to open Profile" })).toBeVisible();
  const other = await context.newPage();
  await signInWithZerodha(other, server.origin, "SBX004");
  await expect(page.getByRole("heading", { name: "Kabir Das" })).toBeVisible();
});

test("a declined consent is said in words, with another try and other ways on, by each broker", async ({
  browser,
}) => {
  for (const { button, name } of PROVIDERS) {
    // A newcomer each time: the panel offers first what a browser has used before.
    const context = await browser.newContext();
    await fromElsewhere(context);
    const page = await context.newPage();
    await page.goto(`${server.origin}/login`);
    await pressBroker(page, button);
    await passSandbox(page, { decision: "Deny" });
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading")).toHaveText(/Unable to authenticate user|Failed to authenticate/);
    await expect(alert).toContainText(/declined|Nothing was shared/);
    await expect(alert.getByRole("link", { name: `Try again with ${name}` })).toBeVisible();
    await expect(alert.getByRole("link", { name: "Login with another broker" })).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    expect(await whoAmI(page)).toMatchObject({ is_anon_user: true });
    await context.close();
  }
});

const WRONG: readonly (readonly [Outcome, RegExp])[] = [
  ["expired", /^Failed to authenticate with Kite$/],
  ["down", /^Error Authenticate User with redirect token$/],
];
for (const [outcome, headline] of WRONG) {
  test(`a broker whose answer is "${outcome}" is told in the words of rule LOGIN-18; the second try succeeds`, async ({
    page,
  }) => {
    await page.goto(`${server.origin}/login?redirect=/support`);
    await pressBroker(page, "Login with Zerodha");
    await passSandbox(page, { account: "SBX003", outcome });
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading")).toHaveText(headline);
    await expect(alert).not.toContainText(/\{|undefined|null|Error:|at \w+ \(/);
    await alert.getByRole("link", { name: "Try again with Zerodha" }).click();
    await passSandbox(page, { account: "SBX003" });
    await expectSignedIn(page);
    expect(new URL(page.url()).pathname).toBe("/support");
  });
}

/** All of them, with every fault of theirs, are unit tests' (bad-flows.test.ts, login.test.ts): here one of each kind of screen. */
const STRAY = [
  [
    "/kite_login_redirect?request_token=abcdef&status=success&state=never",
    "An unexpected error has occurred",
  ],
  ["/upstox_login_redirect", "No code found in the URL"],
  ["/validate_ssb?request_token=x", "Broker not supported."],
  ["/icici_error", "Error initializing ICICI OAuth"],
] as const;
test("addresses of a login, opened out of the blue, let no visitor in and say why", async ({
  page,
  context,
}) => {
  for (const [address, headline] of STRAY) {
    await fromElsewhere(context);
    await page.goto(`${server.origin}${address}`);
    await expect(page.getByRole("alert").getByRole("heading"), address).toContainText(headline);
    await expect(page.getByRole("link", { name: "Login with another broker" })).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    expect(await whoAmI(page)).toMatchObject({ is_anon_user: true });
  }
});

test("the fourth device chooses: it sees what ends, ends it, goes on, and the others are told", async ({
  browser,
}) => {
  const contexts = await Promise.all([1, 2, 3, 4].map(() => browser.newContext()));
  for (const context of contexts) await fromElsewhere(context);
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  const [first, , , fourth] = pages as [(typeof pages)[0], unknown, unknown, (typeof pages)[0]];
  // No other journey of the shared server signs this account in: its devices are counted.
  for (const page of pages.slice(0, 3)) await signInWithZerodha(page, server.origin, "SBX002");
  await putWelcomeAway(first);
  await fourth.goto(`${server.origin}/login?redirect=/profile`);
  await pressBroker(fourth, "Login with Zerodha");
  await passSandbox(fourth, { account: "SBX002" });
  await expect(fourth.getByRole("heading", { name: "Too many devices logged in" })).toBeVisible();
  expect(new URL(fourth.url()).search).toBe("");
  const ending = fourth.getByRole("list", { name: "Devices that will be logged out" });
  await expect(ending.getByRole("listitem")).toHaveCount(3);
  await expect(ending.getByRole("listitem").first()).toContainText("Chrome on Linux");
  await fourth.getByRole("button", { name: "Log out other devices and continue" }).click();
  await expect(fourth.getByRole("heading", { name: "Vikram Shah" })).toBeVisible();
  // The first device's socket is closed, and its page says why untouched.
  const told = first.getByRole("alert").filter({ hasText: "logged in on another device" });
  await expect(told).toBeVisible();
  await expect(told.getByRole("button", { name: "Log in again" })).toBeVisible();
  expect(await whoAmI(first)).toMatchObject({ is_anon_user: true });
  await Promise.all(contexts.map((context) => context.close()));
});

test("a stale ticket of that page is a dead end with a way out, not a raw error", async ({ page }) => {
  await page.goto(`${server.origin}/toomanydevicesloggedin?request_token=used-long-ago`);
  await page.getByRole("button", { name: "Log out other devices and continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalidating old session and logging in failed");
  await expect(page.getByRole("link", { name: "Log in again" })).toBeVisible();
  await page.goto(`${server.origin}/toomanydevicesloggedin`);
  await expect(page.getByRole("alert")).toContainText("a login that is over by now");
});
