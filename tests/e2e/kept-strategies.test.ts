/** Strategies that outlive their tab: saved and found again, saved by two tabs at once, shown to others by a link. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../bench/lib/sandbox-session.ts";
import { legs, loadPreset, openBuilder, strikeOf } from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";
import { signInWithGoogle } from "./support/sign-in.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** One account's strategies are seen by all journeys of the server: each has names of its own. */
const named = (what: string): string => `${what} ${crypto.randomUUID().slice(0, 8)}`;

const quantityOf = (page: Page, i: number) => legs(page).nth(i).getByTestId("leg-quantity");
const row = (page: Page, name: string) => page.getByTestId("saved-strategy").filter({ hasText: name });

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByTestId("save-strategy").click();
  await page.getByTestId("strategy-name").fill(name);
  await page.getByTestId("save-confirm").click();
  await expect(page.getByTestId("data-source")).toHaveText(`Saved Strategy · ${name}`);
  await expect(page).toHaveURL(/builder_strategy_id=/);
}

async function enter(page: Page, i: number, lots: string): Promise<void> {
  await quantityOf(page, i).fill(lots);
  await quantityOf(page, i).press("Enter");
}

test("[ANZ-60] a strategy is saved, found after a reload, renamed, deleted and brought back", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  const name = named("Monday");
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await saveAs(page, name);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  await enter(page, 0, "3");
  await expect(page.getByTestId("unsaved")).toBeAttached();

  // What was not saved is there after a reload, and is said to be unsaved.
  await page.reload();
  await expect(quantityOf(page, 0)).toHaveValue("3");
  await expect(page.getByTestId("unsaved")).toBeAttached();
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  // Another tab finds it in the list, with a P&L from what it was saved at.
  const other = await context.newPage();
  await openBuilder(other, server.origin);
  await expect(legs(other)).toHaveCount(0);
  await other.getByTestId("loader-saved").click();
  await other.getByTestId("saved-search").fill(name);
  await expect(row(other, name).getByTestId("saved-pnl")).not.toHaveText("--");
  await row(other, name).getByTestId("saved-open").click();
  await expect(quantityOf(other, 0)).toHaveValue("3");

  await other.getByTestId("loader-saved").click();
  await row(other, name).getByTestId("saved-rename").click();
  const next = named("Renamed");
  await other.getByTestId("rename-field").fill(next);
  await other.getByTestId("rename-field").press("Enter");
  await expect(other.getByTestId("data-source")).toHaveText(`Saved Strategy · ${next}`);
  await row(other, next).getByTestId("saved-delete").click();
  await expect(row(other, next)).toHaveCount(0);
  await other.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(row(other, next)).toHaveCount(1);
  expect(faults).toEqual([]);
});

test("[ANZ-60] two tabs save the same strategy: the second is told, and nothing is lost", async ({
  page,
  context,
}) => {
  const name = named("Twice");
  await openBuilder(page, server.origin);
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await saveAs(page, name);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(legs(second)).toHaveCount(2);
  await enter(page, 0, "2");
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  await enter(second, 0, "5");
  await second.getByTestId("save-strategy").click();
  const asked = second.getByRole("dialog");
  await expect(asked).toContainText(name);
  await expect(quantityOf(second, 0)).toHaveValue("5");
  const copy = named("Copy");
  await second.getByTestId("changed-save-as").click();
  await second.getByTestId("strategy-name").fill(name);
  await second.getByTestId("save-confirm").click();
  await expect(second.getByRole("alert").filter({ hasText: "another strategy of this name" })).toBeVisible();
  await second.getByTestId("strategy-name").fill(copy);
  await second.getByTestId("save-confirm").click();
  await expect(second.getByTestId("data-source")).toHaveText(`Saved Strategy · ${copy}`);

  // Or knowingly in place of the other.
  const third = await context.newPage();
  await third.goto(page.url());
  await expect(quantityOf(third, 0)).toHaveValue("2");
  await enter(page, 0, "4");
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  await enter(third, 0, "7");
  await third.getByTestId("save-strategy").click();
  await third.getByTestId("overwrite").click();
  await expect(third.getByTestId("unsaved")).toHaveCount(0);
  await third.reload();
  await expect(quantityOf(third, 0)).toHaveValue("7");
});

async function shownLegs(page: Page): Promise<unknown> {
  await expect(legs(page).first()).toBeVisible();
  return Promise.all(
    (await legs(page).all()).map(async (leg) => [
      await leg.getByTestId("leg-side").textContent(),
      await strikeOf(leg).inputValue(),
      await leg.getByTestId("leg-type").textContent(),
      await leg.getByTestId("leg-quantity").inputValue(),
      await leg.getByTestId("leg-price").inputValue(),
      await leg.getByTestId("leg-iv").inputValue(),
    ]),
  );
}

async function fresh(context: BrowserContext, as: "stranger" | "account"): Promise<Page> {
  const made = await context.browser()!.newContext();
  if (as === "account") {
    await made.addCookies([sessionCookie(server.origin, await signInToSandbox(server.origin))]);
  }
  return made.newPage();
}

/** Quantities in lots or in units, which is told apart by what stands in the field. */
async function countIn(page: Page, what: "Lots" | "Units"): Promise<void> {
  await page.getByTestId("builder-settings").click();
  const settings = page.getByRole("dialog", { name: "Builder settings" });
  await settings.getByText(what, { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
}

test("[KEEP-3] [ANZ-61] a saved strategy opens with its settings, and asks before work that is not saved gives way", async ({
  context,
}) => {
  const page = await fresh(context, "account");
  const name = named("Units");
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await countIn(page, "Units");
  const units = await quantityOf(page, 0).inputValue();
  expect(Number(units)).toBeGreaterThan(1);
  await saveAs(page, name);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  // The account counts in lots again, which is another look at what is saved.
  await countIn(page, "Lots");
  await expect(page.getByTestId("unsaved")).toBeAttached();
  await page.getByTestId("loader-saved").click();
  await row(page, name).getByTestId("saved-open").click();
  await page.getByTestId("open-anyway").click();
  await expect(quantityOf(page, 0)).toHaveValue(units);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  // Over work on another underlying too; put off, that work stays.
  await openBuilder(page, server.origin, "?instrument_symbol=BANKNIFTY");
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await expect(quantityOf(page, 0)).toHaveValue("1");
  await page.getByTestId("loader-saved").click();
  await row(page, name).getByTestId("saved-open").click();
  const asked = page.getByRole("dialog", { name: "Your work is not saved" });
  await expect(asked).toContainText(name);
  await asked.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByTestId("underlying")).toContainText("BANKNIFTY");
  await expect(legs(page)).toHaveCount(2);
  await row(page, name).getByTestId("saved-open").click();
  await page.getByTestId("open-anyway").click();
  await expect(page.getByTestId("data-source")).toHaveText(`Saved Strategy · ${name}`, { timeout: 30_000 });
  await expect(quantityOf(page, 0)).toHaveValue(units);
  await page.context().close();
});

test("[ANZ-62] [ANZ-63] a link opens the same strategy for another account, and a preview without figures for a stranger", async ({
  page,
  context,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await enter(page, 0, "3");
  await legs(page).nth(0).getByTestId("leg-price").fill("88.5");
  await legs(page).nth(0).getByTestId("leg-price").press("Enter");
  // A tab without curves: the link has its drawing all the same.
  await page.getByRole("tab", { name: "Greeks" }).click();
  await page.getByTestId("share-strategy").click();
  const href = await page.getByTestId("share-href").inputValue();
  expect(href).toMatch(/\?builder_redirect_id=[\w-]{24}$/);
  await page.keyboard.press("Escape");
  const own = await shownLegs(page);

  const other = await fresh(context, "account");
  await other.goto(href);
  await expect(other.getByTestId("link-strip")).toBeVisible({ timeout: 30_000 });
  expect(await shownLegs(other)).toEqual(own);
  // The second leg followed the market; at the moment of sharing it had a price.
  const price = legs(other).nth(1).getByTestId("leg-price");
  await expect(price).toHaveValue("");
  await other.getByTestId("prices-then").click();
  await expect(price).not.toHaveValue("");
  await expect(other.getByTestId("then-figures")).toHaveText(
    /NIFTY then [\d,.]+.*P&L of the legs then .*₹[\d,]+/,
  );
  await other.getByTestId("prices-live").click();
  await expect(price).toHaveValue("");

  const stranger = await fresh(context, "stranger");
  await stranger.goto(href);
  const preview = stranger.getByTestId("shared-preview");
  await expect(preview).toBeVisible({ timeout: 30_000 });
  await expect(preview.getByRole("listitem")).toHaveCount(2);
  await expect(preview.getByTestId("preview-sketch")).toBeVisible();
  await expect(stranger.getByTestId("legs")).toHaveCount(0);
  expect(await preview.textContent()).not.toContain("88.5");
  await stranger.getByTestId("preview-login").click();
  await expect(stranger.getByRole("dialog").last()).toBeVisible();

  // An account whose plan is too low sees the same, and the way to a higher one; nothing is asked about the strategy.
  const low = await fresh(context, "stranger");
  await signInWithGoogle(low, server.origin);
  const analyses: string[] = [];
  low.on("request", (request) => {
    if (/\/v1\/(compute|strategies)\b/.test(request.url())) analyses.push(request.url());
  });
  await low.goto(href);
  const dialog = low.getByRole("dialog", { name: "A shared NIFTY strategy" });
  await expect(dialog.getByTestId("preview-sketch")).toBeVisible({ timeout: 30_000 });
  const same = await preview.getByRole("listitem").allTextContents();
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(same);
  expect(await dialog.textContent()).not.toMatch(/88\.5|₹|%/);
  await expect(dialog.getByTestId("preview-login")).toHaveCount(0);
  expect(analyses).toEqual([]);
  await dialog.getByRole("link", { name: "See plans" }).click();
  await expect(low).toHaveURL(/\/profile\?tab=plans/);
  await low.context().close();

  // What is no link is one clear screen, and nothing of the builder.
  for (const [query, title] of [
    ["builder_redirect_id=short", "This link is not complete"],
    [`builder_redirect_id=${"A".repeat(24)}`, "There is no strategy behind this link"],
    ["builder_strategy_id=00000000-0000-4000-8000-000000000000", "This strategy is not among yours"],
    ["builder_strategy_id=1", "This is no saved strategy"],
  ]) {
    await other.goto(`${server.origin}/option-strategy-builder?${query}`);
    await expect(other.getByRole("heading", { level: 1, name: title! })).toBeVisible();
    await expect(other.getByTestId("add-legs")).toHaveCount(0);
  }
  await other.context().close();
  await stranger.context().close();
});
