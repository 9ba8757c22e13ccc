/** Strategies that are shown to others by a link: all of it, or the preview that stands before the plan. */
import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInSchemes } from "./support/axe.ts";
import {
  enterQuantity,
  freshPage,
  legs,
  loadPreset,
  numberIn,
  openBuilder,
  strikeOf,
  summaryFigure,
} from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";
import { signInWithGoogle } from "./support/sign-in.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
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

/** What a trader set of the whole strategy, as the page shows it. */
async function shownSettings(page: Page): Promise<unknown> {
  const tab = page.getByRole("tablist").filter({ has: page.getByTestId("tab-payoffChart") });
  return {
    tab: await tab.getByRole("tab", { selected: true }).getAttribute("data-testid"),
    targetPrice: await page.getByTestId("target-price").inputValue(),
    targetDate: await page.getByTestId("date-slider").getByRole("status").locator("b").textContent(),
    offset: await page.getByTestId("iv-offset").inputValue(),
    multiplier: await page.getByTestId("lot-multiplier").inputValue(),
  };
}

test("[KEEP-3] a link opens with offset, target price and date, multiplier and tab as they were left", async ({
  page,
}) => {
  const set = async (field: string, text: string): Promise<void> => {
    await page.getByTestId(field).fill(text);
    await page.getByTestId(field).press("Enter");
  };
  await openBuilder(page, server.origin);
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await legs(page).nth(1).getByTestId("leg-price").fill("61.25");
  await legs(page).nth(1).getByTestId("leg-price").press("Enter");
  await legs(page).nth(0).getByTestId("leg-iv").fill("17.5");
  await legs(page).nth(0).getByTestId("leg-iv").press("Enter");
  await set("lot-multiplier", "3");
  await set("iv-offset", "1.5");
  await page.getByTestId("tab-pnlTable").click();
  const price = page.getByTestId("target-price");
  await expect(price).not.toHaveValue("");
  await set("target-price", String(Math.round((await numberIn(price)) + 137)));
  const date = page.getByTestId("date-slider").getByRole("slider");
  await date.focus();
  for (const place of ["1", "2", "3"]) {
    await page.keyboard.press("ArrowRight");
    await expect(date).toHaveValue(place);
  }
  await expect(page.getByTestId("reset-target-time")).toHaveAttribute("aria-disabled", "false");
  await expect(page.getByTestId("reset-target-price")).toHaveAttribute("aria-disabled", "false");
  const left = { settings: await shownSettings(page), legs: await shownLegs(page) };
  expect(left.settings).toMatchObject({ tab: "tab-pnlTable", offset: "1.5", multiplier: "3" });

  await page.getByTestId("share-strategy").click();
  const href = await page.getByTestId("share-href").inputValue();
  const other = await freshPage(page.context(), server, "account");
  await other.goto(href);
  await expect(other.getByTestId("link-strip")).toBeVisible();
  // Fields fill as their code and the market come.
  await expect(async () => {
    expect({ settings: await shownSettings(other), legs: await shownLegs(other) }).toEqual(left);
  }).toPass({ timeout: 60_000 });
  await other.context().close();
});

test("[ANZ-62] [ANZ-63] a link opens the same strategy for another account, and a preview without figures for a stranger", async ({
  page,
  context,
}) => {
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await enterQuantity(page, 0, "3");
  await legs(page).nth(0).getByTestId("leg-price").fill("88.5");
  await legs(page).nth(0).getByTestId("leg-price").press("Enter");
  // A tab without curves: the link has its drawing all the same.
  await page.getByRole("tab", { name: "Greeks" }).click();
  await page.getByTestId("share-strategy").click();
  const href = await page.getByTestId("share-href").inputValue();
  expect(href).toMatch(/\?builder_redirect_id=[\w-]{24}$/);
  await expectNoFaultsInSchemes(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  const own = await shownLegs(page);

  const other = await freshPage(context, server, "account");
  await other.goto(href);
  await expect(other.getByTestId("link-strip")).toBeVisible();
  await expect(async () => expect(await shownLegs(other)).toEqual(own)).toPass({ timeout: 60_000 });
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

  const stranger = await freshPage(context, server, "stranger");
  await stranger.goto(href);
  const preview = stranger.getByTestId("shared-preview");
  await expect(preview).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveCount(2);
  await expect(preview.getByTestId("preview-sketch")).toBeVisible();
  await expect(stranger.getByTestId("legs")).toHaveCount(0);
  expect(await preview.textContent()).not.toContain("88.5");
  await stranger.getByTestId("preview-login").click();
  await expect(stranger.getByRole("dialog").last()).toBeVisible();

  // An account whose plan is too low sees the same, and the way to a higher one; nothing is asked about the strategy.
  const low = await freshPage(context, server, "stranger");
  await signInWithGoogle(low, server.origin);
  const analyses: string[] = [];
  low.on("request", (request) => {
    if (/\/v1\/(compute|strategies)\b/.test(request.url())) analyses.push(request.url());
  });
  await low.goto(href);
  const dialog = low.getByRole("dialog", { name: "A shared NIFTY strategy" });
  await expect(dialog.getByTestId("preview-sketch")).toBeVisible();
  const same = await preview.getByRole("listitem").allTextContents();
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(same);
  expect(await dialog.textContent()).not.toMatch(/88\.5|₹|%/);
  await expect(dialog.getByTestId("preview-login")).toHaveCount(0);
  expect(analyses).toEqual([]);
  await expectNoFaultsInSchemes(low, '[role="dialog"]');
  // The server gave no more than what is shown, and the same account with a plan is given all of it.
  const answer = (): Promise<string> =>
    low.evaluate(
      async (id) => (await fetch(`/v1/analyze-builder-data/${id}`)).text(),
      new URL(href).searchParams.get("builder_redirect_id"),
    );
  const limited = await answer();
  expect(JSON.parse(limited)).toMatchObject({
    data: null,
    preview: { needs: "upgrade", underlying: "NIFTY" },
  });
  expect(limited).not.toContain("88.5");
  await dialog.getByRole("link", { name: "See plans" }).click();
  await expect(low).toHaveURL(/\/profile\?tab=plans/);
  const trial = await low.evaluate(
    async () => (await fetch("/v1/payment/register_for_trial", { method: "POST" })).status,
  );
  expect(trial).toBe(200);
  expect(await answer()).toContain("88.5");
  await low.goto(href);
  await expect(low.getByTestId("link-strip")).toBeVisible();
  await expect(summaryFigure(low, "maxProfit")).toHaveText(/₹[\d,]+/);
  await expect(async () => expect(await shownLegs(low)).toEqual(own)).toPass({ timeout: 60_000 });
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
